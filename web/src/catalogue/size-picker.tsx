import { useId } from "react";
import type { Variations } from "../content/model.gen";
import { addressIn } from "../i18n/languages";
import { defineTexts } from "../i18n/texts";
import { translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { materialOf } from "./facts";

const usePickerTexts = defineTexts({
  "de-DE": { size: "Größe", material: "Werkstoff" },
  "en-US": { size: "Size", material: "Material" },
  "fr-FR": { size: "Taille", material: "Matière" },
  "it-IT": { size: "Misura", material: "Materiale" },
});

/** The maximum number of sizes shown as buttons; larger families are chosen from the table. */
const maxSizes = 30;

/** SizePicker shows the sizes in the chosen material, and the materials of the family. */
export function SizePicker({
  variations,
  chosen,
  onChoose,
}: {
  variations: readonly Variations[];
  chosen: Variations | undefined;
  onChoose: (variation: Variations) => void;
}) {
  const { language } = usePage();
  const texts = usePickerTexts();
  const material = chosen ? materialOf(chosen, language) : "";
  const sizes = variations.filter((variation) => materialOf(variation, language) === material);
  const materials = [...new Set(variations.map((variation) => materialOf(variation, language)))];
  if (sizes.length === 0 || sizes.length > maxSizes) return null;
  const inMaterial = (name: string) =>
    variations.find(
      (each) => materialOf(each, language) === name && titleOf(each, language) === titleOf(chosen, language),
    );
  return (
    <>
      <Cells
        label={texts.size}
        options={sizes.map((variation) => ({ key: variation.id, text: titleOf(variation, language), variation }))}
        chosen={chosen}
        onChoose={onChoose}
      />
      {materials.length > 1 && (
        <Cells
          wide
          label={texts.material}
          options={materials.map((name) => ({ key: name, text: name, variation: inMaterial(name) }))}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </>
  );
}

function Cells({
  label,
  options,
  chosen,
  onChoose,
  wide = false,
}: {
  label: string;
  options: readonly { key: string | number; text: string; variation: Variations | undefined }[];
  chosen: Variations | undefined;
  onChoose: (variation: Variations) => void;
  wide?: boolean;
}) {
  const id = useId();
  const { prefix, path } = usePage();
  return (
    <div className="pick">
      <span className="lab" id={id}>
        {label}
      </span>
      <fieldset className={wide ? "cells cells--w" : "cells"} aria-labelledby={id}>
        {options.map(({ key, text, variation }) =>
          variation ? (
            <a
              key={key}
              href={addressIn(prefix, { path, search: { variant: variation.sku ?? "" } })}
              aria-current={variation.id === chosen?.id ? "true" : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onChoose(variation);
              }}
            >
              {text}
            </a>
          ) : (
            <s key={key}>{text}</s>
          ),
        )}
      </fieldset>
    </div>
  );
}

function titleOf(variation: Variations | undefined, language: string): string {
  return translation(variation, language)?.title || variation?.sku || "";
}
