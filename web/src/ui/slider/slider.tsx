import { Children, type ReactNode, useId } from "react";
import { defineTexts } from "../../i18n/texts";
import { Icon } from "../icon";
import { useSlider } from "./use-slider";
import "./slider.css";

const useSliderTexts = defineTexts({
  "de-DE": { back: "Zurück", forward: "Weiter" },
  "en-US": { back: "Previous", forward: "Next" },
  "fr-FR": { back: "Précédent", forward: "Suivant" },
  "it-IT": { back: "Indietro", forward: "Avanti" },
});

/**
 * A horizontally scrolling row of cards, with two arrow buttons that step by one
 * card. `children` are list items; without any only the bar renders. `actions`
 * are placed before the arrows. `label` names the row if the heading does not.
 */
export function Slider({
  heading,
  actions,
  label,
  children,
}: {
  heading: ReactNode;
  actions?: ReactNode;
  label?: string;
  children: ReactNode;
}) {
  const texts = useSliderTexts();
  const id = useId();
  const name = label ? { "aria-label": label } : { "aria-labelledby": id };
  const cards = Children.count(children);
  const { ref, canPrevious, canNext, overflow, step } = useSlider(cards);
  return (
    <div className="slider">
      <div className="slider-bar">
        <div className="slider-h" id={id}>
          {heading}
        </div>
        <div className="slider-act">
          {actions}
          <div className={overflow ? "slider-nav is-on" : "slider-nav"}>
            <Arrow name={texts.back} icon="arrow-left" enabled={canPrevious} onClick={() => step(-1)} />
            <Arrow name={texts.forward} icon="arrow-right" enabled={canNext} onClick={() => step(1)} />
          </div>
        </div>
      </div>
      {cards > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be focusable to be scrolled by keyboard
        <section ref={ref} className="track" tabIndex={0} {...name}>
          <ul>{children}</ul>
        </section>
      )}
    </div>
  );
}

/** An arrow button. It uses `aria-disabled`, not `disabled`, to keep the focus when it reaches the end. */
function Arrow({
  name,
  icon,
  enabled,
  onClick,
}: {
  name: string;
  icon: "arrow-left" | "arrow-right";
  enabled: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={name}
      aria-disabled={!enabled}
      onClick={() => enabled && onClick()}
    >
      <Icon name={icon} />
    </button>
  );
}
