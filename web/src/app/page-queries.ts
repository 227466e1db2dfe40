import { footerBlock, headerBlock } from "../content/shell-blocks";
import type { PageContext } from "../router/page-context";
import type { RouteModule } from "../router/route-module";

/**
 * Returns the queries of a page's first view: those of the shell, then the
 * page's own if its module is loaded. What only an overlay needs (all forms,
 * all categories) is fetched when the overlay opens.
 */
export function queriesOf(module: RouteModule | undefined, page: PageContext): string[] {
  const { language } = page;
  const all: string[] = [headerBlock(language), footerBlock(language), ...(module?.queries(page) ?? [])];
  return [...new Set(all)];
}
