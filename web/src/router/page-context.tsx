import { createContext, type ReactNode, useContext } from "react";
import type { Language } from "../i18n/languages";

export type RouteName =
  | "home"
  | "catalog"
  | "category"
  | "product-landing"
  | "product"
  | "search"
  | "about"
  | "support"
  | "contacts"
  | "cart"
  | "imprint"
  | "privacy"
  | "request"
  | "not-found"
  | "error";

/** Everything a page is a function of, besides its content. */
export interface PageContext {
  route: RouteName;
  /** The address without language prefix, query and fragment. */
  path: string;
  params: Readonly<Record<string, string>>;
  /** Only the query parameters that the route knows, already validated. */
  search: Readonly<Record<string, string>>;
  language: string;
  /** "/fr" on a prefixed address, "" otherwise. */
  prefix: string;
  /** All the site speaks; those that may be chosen first. */
  languages: readonly Language[];
  /** The site's public address, without a slash at its end; undefined where the server does not know it. */
  base?: string | undefined;
  /** Fields, as "collection.field", that are rich text in the product's model and text in that of this server. */
  plain: readonly string[];
}

const Context = createContext<PageContext | null>(null);

export function PageProvider({ value, children }: { value: PageContext; children: ReactNode }) {
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

export function usePage(): PageContext {
  const page = useContext(Context);
  if (!page) throw new Error("usePage outside PageProvider");
  return page;
}
