import { type ColourMode as Mode, saveMode, useColourMode } from "../browser/theme";
import { useFooterTexts } from "./footer-texts";

const modes: readonly Mode[] = ["system", "light", "dark"];

/** Chooses the colour mode: system, light or dark; shows the saved choice once local storage is read. */
export function ColourModeSwitch() {
  const texts = useFooterTexts();
  const saved = useColourMode((state) => state.mode);
  return (
    <fieldset className="mode">
      <legend className="vh">{texts.mode}</legend>
      {modes.map((option) => (
        <button key={option} type="button" aria-pressed={saved === option} onClick={() => saveMode(option)}>
          {texts[option]}
        </button>
      ))}
    </fieldset>
  );
}
