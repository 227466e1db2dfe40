import { type KeyboardEvent, useId } from "react";
import type { Products, Variations } from "../content/model.gen";
import { addressIn } from "../i18n/languages";
import { defineTexts } from "../i18n/texts";
import { translation } from "../i18n/translation";
import { onPlainClick } from "../router/links";
import { usePage } from "../router/page-context";
import { type Axis, axesOf } from "./size-axes";
import { useValueFormat } from "./use-value-format";
import "./size-chooser.css";
import "../ui/cells.css";

const useChooserTexts = defineTexts({
  "de-DE": { size: "Größe", nearest: (size: string) => `nicht in dieser Kombination, wählt ${size}` },
  "en-US": { size: "Size", nearest: (size: string) => `not in this combination, selects ${size}` },
  "fr-FR": { size: "Taille", nearest: (size: string) => `pas dans cette combinaison, sélectionne ${size}` },
  "it-IT": { size: "Misura", nearest: (size: string) => `non in questa combinazione, seleziona ${size}` },
});

/** The focus moves by one cell with the arrow keys, to the first and last with Home and End. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * SizeChooser offers the variations of a product by nominal size, pressure and
 * material, as rows of links to the product with `?variant=`. A value without a
 * variation in the chosen combination is struck through and leads to the nearest.
 */
export function SizeChooser({
  product,
  chosen,
  onChoose,
}: {
  product: Products;
  chosen: Variations | undefined;
  onChoose: (variation: Variations) => void;
}) {
  const format = useValueFormat();
  return axesOf(product.variations ?? [], chosen, format).map((axis) => (
    <Row key={axis.slug} axis={axis} path={`/product/${product.slug}`} onChoose={onChoose} />
  ));
}

function Row({ axis, path, onChoose }: { axis: Axis; path: string; onChoose: (variation: Variations) => void }) {
  const { slug, label, unit, options } = axis;
  const id = useId();
  const texts = useChooserTexts();
  const { prefix, language } = usePage();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    const cells = [...event.currentTarget.querySelectorAll("a")];
    const from = cells.indexOf(event.target as HTMLAnchorElement);
    if (step === undefined || from < 0 || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const rtl =
      event.key !== "Home" && event.key !== "End" && getComputedStyle(event.currentTarget).direction === "rtl";
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    cells[Math.max(0, Math.min(from + (rtl && sideways ? -step : step), cells.length - 1))]?.focus();
  };
  return (
    <div className="pick">
      <span className="lab" id={id}>
        {label || texts.size}
        {unit && `, ${unit}`}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move between its links */}
      <fieldset className={`cells ${widthOf(axis)}`} aria-labelledby={id} onKeyDown={move}>
        {options.map(({ text, variation, chosen, exact }) => (
          <a
            key={text}
            href={addressIn(prefix, { path, search: { variant: variation.sku ?? "" } })}
            className={exact ? undefined : "is-off"}
            aria-current={chosen ? "true" : undefined}
            data-axis={slug}
            onClick={onPlainClick(() => onChoose(variation))}
          >
            {exact ? (
              text
            ) : (
              <>
                <s>{text}</s>
                <span className="vh">
                  {" "}
                  ({texts.nearest(translation(variation, language)?.title || variation.sku || "")})
                </span>
              </>
            )}
          </a>
        ))}
      </fieldset>
    </div>
  );
}

/** widthOf returns the class for the number of columns: few values share the row, long ones take two or four columns. */
function widthOf({ options }: Axis): string {
  const longest = Math.max(...options.map(({ text }) => text.length));
  if (options.length <= 4) return longest > 11 ? "cells--w" : `cells--${options.length}`;
  return longest > 5 ? "cells--w" : "cells--8";
}
