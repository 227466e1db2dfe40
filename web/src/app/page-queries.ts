import { footerBlock, headerBlock } from "../content/shell-blocks";
import type { PageContext } from "../router/page-context";
import type { RouteModule } from "../router/route-module";

/**
 * Everything a page shows at first: what surrounds every page, then its own
 * blocks, when its code is there. What only an overlay needs (all forms, all categories) is fetched when
 * the overlay opens, and costs a page that does not show it nothing.
 */
export function queriesOf(module: RouteModule | undefined, page: PageContext): string[] {
  const { language } = page;
  const all: string[] = [headerBlock(language), footerBlock(language), ...(module?.queries(page) ?? [])];
  return [...new Set(all)];
}
