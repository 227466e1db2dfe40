import { type ClipboardEvent, useEffect, useId, useRef } from "react";
import { Button } from "../ui/button";
import { readLines, useDraft, writeText } from "./draft";
import { FormerBar } from "./file-bar";
import { fileEndings } from "./open-file";
import { Progress } from "./progress";
import { takeFocus } from "./take-focus";
import { useBomTexts } from "./texts";
import type { FileReading } from "./use-file";
import "../ui/error-text.css";
import "../ui/fields.css";

/** From this length on a pasted text is inserted by script, in characters: Chromium takes half a minute for 5,000 lines. */
const slowPaste = 20_000;

/** TextStep shows the field for a list's text, and opens files. */
export function TextStep({ file }: { file: FileReading }) {
  const texts = useBomTexts();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useDraft((draft) => draft.text);
  useEffect(() => takeFocus(field.current), []);

  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    // A spreadsheet copies a picture of its cells as well; their text is first.
    const pasted = event.clipboardData.getData("text/plain");
    if (pasted === "" && event.clipboardData.files.length > 0) {
      event.preventDefault();
      file.open(event.clipboardData.files[0]);
    } else if (pasted.trim() !== "" && text.trim() === "") {
      event.preventDefault();
      readLines(pasted);
    } else if (pasted.length > slowPaste) {
      event.preventDefault();
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      writeText(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
    }
  };

  if (file.reading !== null) return <Progress text={texts.readingFile(file.reading)} onCancel={file.cancel} />;
  return (
    <div className="bill">
      <div>
        <FormerBar />
        <p className="mut">{texts.lead}</p>
      </div>
      <div className="field">
        <label htmlFor={id}>{texts.field}</label>
        <textarea
          ref={field}
          id={id}
          className="mono"
          value={text}
          placeholder={texts.example}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => writeText(event.target.value)}
          onPaste={paste}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) readLines();
          }}
        />
      </div>
      <div role="alert">{file.error !== null && <p className="err">{file.error}</p>}</div>
      <div className="bom-f">
        <label className="bom-file">
          <input
            type="file"
            className="vh"
            accept={fileEndings}
            onChange={(event) => {
              file.open(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
          <span className="lnk">{texts.file}</span>
          <span className="mut">{texts.drop}</span>
        </label>
        {file.retry && (
          <button type="button" className="lnk" onClick={file.retry}>
            {texts.retry}
          </button>
        )}
        <Button kind="primary" onClick={() => (text.trim() === "" ? field.current?.focus() : readLines())}>
          {texts.read}
        </Button>
      </div>
    </div>
  );
}
