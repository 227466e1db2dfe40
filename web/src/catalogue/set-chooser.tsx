import { useId } from "react";
import type { Products } from "../content/model.gen";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Link } from "../ui/link";
import { setLabels } from "./sets";
import "./size-chooser.css";

const useSetChooserTexts = defineTexts({
  "de-DE": { choose: "Satz für" },
  "en-US": { choose: "Set for" },
  "fr-FR": { choose: "Jeu pour" },
  "it-IT": { choose: "Kit per" },
});

/** SetChooser links to the sets of one kind by what tells their names apart. */
export function SetChooser({ sets, current }: { sets: readonly Products[]; current: Products }) {
  const { language } = usePage();
  const texts = useSetChooserTexts();
  const id = useId();
  const names = sets.map((set) => translation(set, language)?.name || set.sku || "");
  const labels = setLabels(names);
  if (sets.length === 0) return null;
  return (
    <nav className="pick" aria-labelledby={id}>
      <span className="lab" id={id}>
        {texts.choose}
      </span>
      <div className={`cells ${sets.length <= 3 ? `cells--${sets.length}` : "cells--w"}`}>
        {sets.map((set, at) => (
          <Link
            key={set.id}
            href={`/product/${set.slug}`}
            title={names[at]}
            lang={languageOf(translation(set, language), language)}
            aria-current={set.id === current.id ? "page" : undefined}
          >
            {labels[at]}
          </Link>
        ))}
      </div>
    </nav>
  );
}
