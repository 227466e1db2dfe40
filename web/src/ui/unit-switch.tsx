import { defineTexts } from "../i18n/texts";
import type { UnitSystem } from "../i18n/units";
import { chooseUnits, useUnits } from "../i18n/use-units";

const useUnitTexts = defineTexts({
  "de-DE": { units: "Maßeinheiten", metric: "mm, bar, DN", imperial: "Zoll, psi, NPS" },
  "en-US": { units: "Units", metric: "mm, bar, DN", imperial: "inch, psi, NPS" },
  "fr-FR": { units: "Unités", metric: "mm, bar, DN", imperial: "pouce, psi, NPS" },
  "it-IT": { units: "Unità di misura", metric: "mm, bar, DN", imperial: "pollici, psi, NPS" },
});

const systems: readonly UnitSystem[] = ["metric", "imperial"];

/** Chooses the system of units of tables, filters and product data. */
export function UnitSwitch() {
  const texts = useUnitTexts();
  const chosen = useUnits();
  return (
    <fieldset className="units" aria-label={texts.units}>
      {systems.map((system) => (
        <button key={system} type="button" aria-pressed={system === chosen} onClick={() => chooseUnits(system)}>
          {texts[system]}
        </button>
      ))}
    </fieldset>
  );
}
