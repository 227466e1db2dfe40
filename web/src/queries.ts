import { categoriesBlock, footerBlock, formsBlock, headerBlock, languagesBlock } from "./content/blocks";
import type { PageContext } from "./lib/page-context";
import type { RouteModule } from "./routes/module";

/** Everything a page shows: what surrounds every page, then its own blocks. */
export function queriesOf(module: RouteModule, page: PageContext): string[] {
  const { language } = page;
  const all: string[] = [
    languagesBlock(),
    headerBlock(language),
    categoriesBlock(language),
    formsBlock(language),
    footerBlock(language),
    ...module.queries(page),
  ];
  return [...new Set(all)];
}
