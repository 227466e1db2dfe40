import type { ComponentType } from "react";
import type { ColourMode } from "../browser/theme";
import type { Query } from "../content/query";
import type { PageContext } from "./page-context";

/** Reads a query's reply; undefined if it failed or was not loaded. */
export type Reader = <T>(query: Query<T>) => T | undefined;

export interface PageMetadata {
  /** Without the site's name, which follows it; "" for the name alone. */
  title: string;
  description: string;
  /** Codes of the languages that the page's record is translated into; undefined if it has no record or it is not loaded. */
  languages?: readonly string[] | undefined;
}

/** A page: its queries, its head and its component, all of them pure. */
export interface RouteModule {
  queries: (page: PageContext) => readonly string[];
  metadata: (page: PageContext, read: Reader) => PageMetadata;
  /** Reports whether the page's record exists; true while it is not loaded. */
  exists?: (page: PageContext, read: Reader) => boolean;
  Component: ComponentType;
  /** Forces a colour mode for this page; "system" cannot be forced. */
  mode?: ColourMode;
}
