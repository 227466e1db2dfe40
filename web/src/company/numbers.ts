import { parseList } from "../content/text-list";
import { type Texts, textsIn } from "../i18n/texts";

/** Figure is one figure of the numbers band. */
export interface Figure {
  /** The displayed text, for example "25+". */
  value: string;
  subtitle: string;
}

const values = ["25+", "1000+", "500+", "50+", "100+"] as const;

const subtitles: Texts<readonly string[]> = {
  "de-DE": ["Jahre im Fach", "Projekte", "Kunden", "Länder", "Fachleute"],
  "en-US": ["years", "projects", "customers", "countries", "experts"],
  "fr-FR": ["ans de métier", "projets", "clients", "pays", "spécialistes"],
  "it-IT": ["anni di mestiere", "progetti", "clienti", "paesi", "specialisti"],
};

/** defaultFigures returns the default numbers (specification, point 9). */
export function defaultFigures(language: string): readonly Figure[] {
  return values.map((value, index) => ({ value, subtitle: textsIn(subtitles, language)[index] ?? "" }));
}

/** figuresOf reads a `numbers_list` (array or JSON text), or returns the defaults if it is neither. Entries without a value are omitted. */
export function figuresOf(list: unknown, language: string): readonly Figure[] {
  const defaults = defaultFigures(language);
  return parseList<unknown>(list, defaults).flatMap((entry) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { value, subtitle } = entry as { value?: unknown; subtitle?: unknown };
    if (typeof value !== "string" && typeof value !== "number") return [];
    return [{ value: String(value), subtitle: typeof subtitle === "string" ? subtitle : "" }];
  });
}
