import { type DragEvent, useId, useState } from "react";
import { create } from "zustand";
import type { CartItem } from "../domain/cart-item";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import { focusInvalidQuantity } from "../ui/quantity-fields";
import { type ArticleWords, Preview } from "./preview";
import { readFile } from "./read-file";
import { usePartsTexts } from "./texts";
import { useLookUp } from "./use-look-up";

/** Characters of the longest text that is looked up. */
const maxText = 65_536;

/** What was pasted stays while the page does: Escape closes the window, and nobody types a list twice. */
const usePasted = create<{ text: string }>()(() => ({ text: "" }));

/** The field that a bill of materials is pasted into, and below it what it was understood as. */
export function BillOfMaterials({
  words,
  onAdd,
}: {
  words: ArticleWords;
  onAdd: (items: readonly CartItem[]) => void;
}) {
  const { language } = usePage();
  const texts = usePartsTexts();
  const field = useId();
  const text = usePasted((state) => state.text);
  const [refused, setRefused] = useState("");
  const long = text.length > maxText;
  const { lines, pending, failure, retry } = useLookUp(text.trim() === "" || long ? null : { text }, language);

  const write = (next: string) => {
    setRefused("");
    usePasted.setState({ text: next });
  };
  const open = async (file: Blob | undefined) => {
    if (!file) return;
    const read = await readFile(file);
    if ("text" in read) write(read.text);
    else setRefused(read.problem === "long" ? texts.tooLong : texts.unreadable);
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  const complaint = refused || (long ? texts.tooLong : failure === null ? "" : failure || texts.failed);

  return (
    <div className="bill" aria-busy={pending && !long}>
      <p className="mut">{texts.lead}</p>
      <div className="field">
        <label htmlFor={field}>{texts.field}</label>
        <textarea
          id={field}
          className="mono"
          value={text}
          rows={6}
          placeholder={texts.example}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => write(event.target.value)}
          onDrop={drop}
        />
      </div>
      <label className="bom-file">
        <input
          type="file"
          className="vh"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <span className="lnk">{texts.file}</span>
        <span className="mut">{texts.drop}</span>
      </label>
      <div role="alert">{complaint && <p className="err">{complaint}</p>}</div>
      {failure !== null && !long && (
        <button type="button" className="lnk" onClick={retry}>
          {texts.retry}
        </button>
      )}
      <Preview lines={lines} words={words}>
        {(items) =>
          items.length > 0 && (
            <div className="bom-f">
              <Button
                kind="primary"
                icon="plus"
                block
                disabled={pending}
                onClick={() => {
                  if (focusInvalidQuantity(".bom-lines")) return;
                  onAdd(items);
                  write("");
                }}
              >
                {texts.add(items.length)}
              </Button>
            </div>
          )
        }
      </Preview>
    </div>
  );
}
