import { pipeSizeBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import type { ValueFormat } from "./facts";

/** useValueFormat returns the page's language and the visitor's units for facts. */
export function useValueFormat(): ValueFormat {
  const { language } = usePage();
  return { language, units: useUnits(), attributes: useContent(pipeSizeBlock(language)).data ?? [] };
}
