import type { SearchInterpretation } from "../content/listing";
import { useSearchTexts } from "./texts";

/** InterpretationNotice states which words of a search were corrected or ignored. */
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
