import { pipeSizeBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import type { Reading } from "./facts";

/** How the visitor reads values. */
export function useReading(): Reading {
  const { language } = usePage();
  return { language, units: useUnits(), attributes: useContent(pipeSizeBlock(language)).data ?? [] };
}
