import type { QueryClient } from "@tanstack/react-query";
import { headerBlock } from "../content/blocks";
import type { Query } from "../content/query";
import { isFailed } from "../content/use-content";
import type { PageContext } from "../lib/page-context";
import type { Head, Reader, RouteModule } from "./module";

/** Reads from the blocks that are loaded. */
export function readerOf(client: QueryClient): Reader {
  return <T>(query: Query<T>): T | undefined => {
    const data = client.getQueryData<T>([query]);
    return isFailed(data) ? undefined : data;
  };
}

/** A page's title and description, the site's name included. */
export function headOf(module: RouteModule, page: PageContext, client: QueryClient): Head {
  const read = readerOf(client);
  const site = read(headerBlock(page.language))?.[0]?.title ?? "Ferrule";
  const { title, description } = module.head(page, read);
  return { title: title ? `${title} | ${site}` : site, description };
}
