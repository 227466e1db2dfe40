import { type ReactNode, useRef } from "react";
import { defineTexts } from "../lib/texts";
import { Icon } from "./icon";

const useSliderTexts = defineTexts({
  "de-DE": { back: "Zurück", forward: "Weiter" },
  "en-US": { back: "Previous", forward: "Next" },
  "fr-FR": { back: "Précédent", forward: "Suivant" },
  "it-IT": { back: "Indietro", forward: "Avanti" },
});

/** A row of cards that scrolls sideways, with two buttons that step one card. `children` are list items. */
export function Slider({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  const texts = useSliderTexts();
  const track = useRef<HTMLUListElement>(null);
  const step = (direction: 1 | -1) => {
    const list = track.current;
    const card = list?.firstElementChild;
    if (list && card) list.scrollBy({ left: direction * card.getBoundingClientRect().width, behavior: "smooth" });
  };
  return (
    <div className="slider">
      <div className="slider-bar">
        {heading}
        <div className="slider-nav">
          <button type="button" className="icon-btn" aria-label={texts.back} onClick={() => step(-1)}>
            <Icon name="arrow-left" />
          </button>
          <button type="button" className="icon-btn" aria-label={texts.forward} onClick={() => step(1)}>
            <Icon name="arrow-right" />
          </button>
        </div>
      </div>
      <ul className="track">{children}</ul>
    </div>
  );
}
