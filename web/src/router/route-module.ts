import type { ComponentType } from "react";
import type { ColourMode } from "../browser/theme";
import type { Query } from "../content/query";
import type { PageContext } from "./page-context";

/** Reads a query's reply; undefined where it failed or was not asked for. */
export type Reader = <T>(query: Query<T>) => T | undefined;

export interface PageMetadata {
  /** Without the site's name, which follows it; "" for the name alone. */
  title: string;
  description: string;
  /** Codes of the languages that the page's record is translated into; undefined where it is of no record, or not loaded. */
  languages?: readonly string[] | undefined;
}

/** A page: the content it needs, its head, its component. All three are pure. */
export interface RouteModule {
  queries: (page: PageContext) => readonly string[];
  metadata: (page: PageContext, read: Reader) => PageMetadata;
  /** Whether the record it shows is there; what has not arrived counts as there. */
  exists?: (page: PageContext, read: Reader) => boolean;
  Component: ComponentType;
  /** Forces a colour mode for this page; "system" cannot be forced. */
  mode?: ColourMode;
}
