import type { Products, Variations } from "../content/model.gen";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { drawnView, symbolsOf, viewsOf } from "./drawing-markup";
import { cellText, columnsOf, valuesOf } from "./facts";
import { partLabels } from "./set-values";
import { useValueFormat } from "./use-value-format";
import "../ui/drawing.css";
import "./living-drawing.css";

const useDrawingTexts = defineTexts({
  "de-DE": { drawing: (letters: string) => `Zeichnung: ${letters}` },
  "en-US": { drawing: (letters: string) => `Drawing: ${letters}` },
  "fr-FR": { drawing: (letters: string) => `Dessin\u00a0: ${letters}` },
  "it-IT": { drawing: (letters: string) => `Disegno: ${letters}` },
});

/** LivingView is a view of a product's drawing with the values of the chosen size. */
export interface LivingView {
  /** Returns the markup; `scope` is unique to the place that shows it, whose letters may be focusable. */
  html: (scope: string, focusable: boolean) => string;
}

/**
 * useLivingDrawing returns the views of a product's drawing, with the values of the
 * chosen size or the numbers of a set's parts. A drawing that the
 * content system declares as plain text is not sanitised, and therefore not shown.
 */
export function useLivingDrawing(
  { drawing, bundle = [] }: Pick<Products, "drawing" | "bundle">,
  chosen: Variations | undefined,
): readonly LivingView[] {
  const { plain } = usePage();
  const texts = useDrawingTexts();
  const format = useValueFormat();
  if (!drawing || plain.includes("products.drawing")) return [];
  const own = chosen ? valuesOf(chosen) : undefined;
  const columns = columnsOf(chosen ? [chosen] : [], format);
  const values = new Map([
    ...columns.map((column) => [column.slug, cellText(own?.get(column.id), column, format.language)] as const),
    ...partLabels(bundle),
  ]);
  const names = new Map(columns.map(({ slug, label }) => [slug, label]));
  return viewsOf(drawing).map((view) => ({
    html: (scope, focusable) =>
      drawnView(view, {
        scope,
        focusable,
        values,
        names,
        label: texts.drawing([...symbolsOf(view).values(), ...partLabels(bundle).values()].join(", ")),
      }),
  }));
}

/** Drawn shows a view. */
export function Drawn({ view, scope, focusable }: { view: LivingView; scope: string; focusable: boolean }) {
  return <div className="drawn" dangerouslySetInnerHTML={{ __html: view.html(scope, focusable) }} />;
}
