import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from "react";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import { readLines, useDraft, writeText } from "./draft";
import { FileError } from "./file-error";
import { LookUpError } from "./look-up";
import { fileEndings, openFile } from "./open-file";
import { Progress } from "./progress";
import { takeFocus } from "./take-focus";
import { type BomTexts, useBomTexts } from "./texts";
import { remember } from "./use-look-up";

/** From this length on a pasted text is inserted by script, in characters: Chromium takes half a minute for 5,000 lines. */
const slowPaste = 20_000;

/** TextStep shows the field for a list's text, and opens files. */
export function TextStep() {
  const { language } = usePage();
  const texts = useBomTexts();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useDraft((draft) => draft.text);
  const [opening, setOpening] = useState<{ file: File; controller: AbortController } | null>(null);
  const [failed, setFailed] = useState<{ file: File; error: string } | null>(null);
  useEffect(() => takeFocus(field.current), []);
  useEffect(() => () => opening?.controller.abort(), [opening]);

  const open = async (file: File | undefined) => {
    if (!file) return;
    const controller = new AbortController();
    setOpening({ file, controller });
    setFailed(null);
    try {
      const { text: content, lines } = await openFile(file, language, controller.signal);
      if (lines) remember(content, language, lines);
      writeText("");
      readLines(content);
    } catch (error) {
      if (!controller.signal.aborted) setFailed({ file, error: messageOf(error, texts) });
    } finally {
      setOpening(null);
    }
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    // A spreadsheet copies a picture of its cells as well; their text is first.
    const pasted = event.clipboardData.getData("text/plain");
    if (pasted === "" && event.clipboardData.files.length > 0) {
      event.preventDefault();
      void open(event.clipboardData.files[0]);
    } else if (pasted.trim() !== "" && text.trim() === "") {
      event.preventDefault();
      readLines(pasted);
    } else if (pasted.length > slowPaste) {
      event.preventDefault();
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      writeText(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
    }
  };

  if (opening) {
    return <Progress text={texts.readingFile(opening.file.name)} onCancel={() => opening.controller.abort()} />;
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a file can also be chosen
    <div className="bill" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <p className="mut">{texts.lead}</p>
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
      <div role="alert">{failed && <p className="err">{failed.error}</p>}</div>
      <div className="bom-f">
        <label className="bom-file">
          <input
            type="file"
            className="vh"
            accept={fileEndings}
            onChange={(event) => {
              void open(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
          <span className="lnk">{texts.file}</span>
          <span className="mut">{texts.drop}</span>
        </label>
        {failed && (
          <button type="button" className="lnk" onClick={() => void open(failed.file)}>
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

function messageOf(error: unknown, texts: BomTexts): string {
  if (error instanceof FileError) return texts.problem[error.problem];
  return (error instanceof LookUpError && error.message) || texts.failed;
}
