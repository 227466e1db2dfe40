import type { IndexTranslations } from "../../content/model.gen";
import { Flag } from "../../language/flag";
import { useOfferedLanguages } from "../../language/language-list";
import { type MapPlace, placeNames, placesOf } from "./world-map";
import "../../ui/drawing.css";

/** International shows the world map of crosses with the places in green, and the languages. */
export function International({ content, lang }: { content: IndexTranslations; lang: string | undefined }) {
  const languages = useOfferedLanguages();
  const places = placesOf(content.inter_list);
  if (!content.inter_title && places.length === 0) return null;
  return (
    <section className="inter" id="international" lang={lang}>
      {content.inter_title && (
        <div className="wrap inter-t">
          <h2 className="t-h1">{content.inter_title}</h2>
        </div>
      )}
      <div className="inter-scroll wrap">
        <WorldMap places={places} names={placeNames(content.inter_list)} />
      </div>
      <div className="inter-foot">
        <ul className="inter-langs">
          {languages.map(({ code, title, flag }) => (
            <li key={code} lang={code}>
              <Flag code={code} flag={flag} />
              {title}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function WorldMap({ places, names }: { places: readonly MapPlace[]; names: readonly string[] }) {
  const crosses = places.map(({ x, y }) => `M${x - 0.62} ${y}h1.24M${x} ${y - 0.62}v1.24`).join("");
  return (
    <div className="inter-map">
      <div className="inter-land" />
      <svg viewBox="2 0 106 43" role="img" aria-label={names.join(", ")}>
        <path className="h" d={crosses} />
        {places
          .filter(({ named }) => named)
          .map(({ title, x, y, edge }, index) => (
            <text key={index} className={edge ? "dimt edge" : "dimt"} x={x + 1} y={y + 0.36}>
              {title}
            </text>
          ))}
      </svg>
    </div>
  );
}
