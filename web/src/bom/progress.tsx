import { useEffect, useRef } from "react";
import { Button } from "../ui/button";
import { takeFocus } from "./take-focus";
import { useBomTexts } from "./texts";

/** The number of lines that are shown before they are read. */
const shown = 30;

/** linesIn returns the lines of a text that are not blank. */
export function linesIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** Progress shows that a list is being read, with the first of its lines as they were pasted. */
export function Progress({
  text,
  lines = [],
  onCancel,
}: {
  text: string;
  lines?: readonly string[];
  onCancel: () => void;
}) {
  const texts = useBomTexts();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => takeFocus(place.current), []);
  return (
    <div className="bom-wait" aria-busy="true" ref={place} tabIndex={-1}>
      <p role="status">{text}</p>
      <progress aria-label={text} />
      <pre className="mono mut" aria-hidden="true">
        {lines.slice(0, shown).join("\n")}
      </pre>
      <Button icon={null} onClick={onCancel}>
        {texts.cancel}
      </Button>
    </div>
  );
}
