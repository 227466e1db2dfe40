import { createContext, type ReactNode, useContext } from "react";
import type { Language } from "../i18n/languages";
import type { RouteName } from "./routes";

export interface Retention {
  /** A decision about cookies, in hours. */
  consentHours: number;
  /** A cart after its last change, in hours. */
  cartHours: number;
  /** The personal data of a request, in days; 0: until the supplier erases them. */
  requestDays: number;
  /** The IP address from which a request was sent, in days. */
  addressDays: number;
  /** A file that was attached to no request, in hours. */
  unsentFileHours: number;
}

/** The inputs of a page besides its content. */
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
  /** All languages of the site, the available ones first. */
  languages: readonly Language[];
  /** The base address of the site, without a trailing slash; undefined if the server does not know it. */
  base?: string | undefined;
  /** Fields ("collection.field") that are rich text in the built-in model and plain text in this server's. */
  plain: readonly string[];
  /** Whether the promised time of an answer counts on working days only, see useAnswerTime. */
  workingDays?: boolean;
  /** For how long data are stored, as the server is configured; the page about privacy says so. */
  retention?: Retention;
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
