import type { SearchInterpretation } from "../content/listing";
import { useSearchTexts } from "./texts";

/** How the words of a search were read, where not as they were typed. */
export function InterpretationNotice({
  interpretation: { corrected, ignored },
}: {
  interpretation: SearchInterpretation;
}) {
  const texts = useSearchTexts();
  if (corrected.length + ignored.length === 0) return null;
  return (
    <div className="find-read">
      {corrected.map(({ from, to }) => (
        <p key={from}>{texts.instead(to, from)}</p>
      ))}
      {ignored.length > 0 && <p>{texts.ignored(ignored.join(", "))}</p>}
    </div>
  );
}
