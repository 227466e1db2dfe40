import { pipeSizeBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import { usePage } from "../lib/page-context";
import { useUnits } from "../lib/use-units";
import type { Reading } from "./facts";

/** How the visitor reads values. */
export function useReading(): Reading {
  const { language } = usePage();
  return { language, units: useUnits(), attributes: useContent(pipeSizeBlock(language)).data ?? [] };
}
