import { defineTexts } from "../i18n/texts";
import type { UnitSystem } from "../i18n/units";
import { chooseUnits, useUnits } from "../i18n/use-units";
import "./segments.css";
import "./unit-switch.css";

const useUnitTexts = defineTexts({
  "de-DE": { units: "Maßeinheiten", metric: "mm, bar, DN", imperial: "Zoll, psi, NPS", short: ["mm", "Zoll"] },
  "en-US": { units: "Units", metric: "mm, bar, DN", imperial: "inch, psi, NPS", short: ["mm", "inch"] },
  "fr-FR": { units: "Unités", metric: "mm, bar, DN", imperial: "pouce, psi, NPS", short: ["mm", "pouce"] },
  "it-IT": { units: "Unità di misura", metric: "mm, bar, DN", imperial: "pollici, psi, NPS", short: ["mm", "pollici"] },
});

const systems: readonly UnitSystem[] = ["metric", "imperial"];

/** UnitSwitch chooses the system of units of tables, filters and product data. It shows the unit of length; its name lists the units. */
export function UnitSwitch() {
  const texts = useUnitTexts();
  const chosen = useUnits();
  return (
    <fieldset className="seg units" aria-label={texts.units}>
      {systems.map((system, index) => (
        <button
          key={system}
          type="button"
          aria-label={texts[system]}
          aria-pressed={system === chosen}
          onClick={() => chooseUnits(system)}
        >
          {texts.short[index]}
        </button>
      ))}
    </fieldset>
  );
}
