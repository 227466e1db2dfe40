import { useEffect, useState } from "react";
import { type ColourMode as Mode, followDevice, saveMode, savedMode } from "../lib/theme";
import { useShellTexts } from "./texts";

const modes: readonly Mode[] = ["system", "light", "dark"];

/** System, light or dark; shows the saved choice once it is known. */
export function ColourMode() {
  const texts = useShellTexts();
  const [mode, setMode] = useState<Mode | null>(null);
  useEffect(() => {
    setMode(savedMode());
    return followDevice();
  }, []);
  return (
    <fieldset className="seg mode">
      <legend className="vh">{texts.mode}</legend>
      {modes.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={mode === option}
          onClick={() => {
            setMode(option);
            saveMode(option);
          }}
        >
          {texts[option]}
        </button>
      ))}
    </fieldset>
  );
}
