import { type DragEvent, useId, useState } from "react";
import { create } from "zustand";
import type { CartItem } from "../domain/cart-item";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import { focusInvalidQuantity } from "../ui/quantity-fields";
import { type ArticleAdapter, Preview } from "./preview";
import { readFile } from "./read-file";
import { useBomTexts } from "./texts";
import { useLookUp } from "./use-look-up";

/** The maximum length of a text that is looked up, in characters. */
const maxText = 65_536;

/** The pasted text outlives the window until the page unloads, so that closing with Escape does not lose it. */
const usePasted = create<{ text: string }>()(() => ({ text: "" }));

/** BillOfMaterials shows a field for pasting a bill of materials, and a preview of its lines below. */
export function BillOfMaterials({
  articles,
  onAdd,
}: {
  articles: ArticleAdapter;
  onAdd: (items: readonly CartItem[]) => void;
}) {
  const { language } = usePage();
  const texts = useBomTexts();
  const field = useId();
  const text = usePasted((state) => state.text);
  const [fileError, setFileError] = useState("");
  const tooLong = text.length > maxText;
  const { lines, pending, failure, retry } = useLookUp(text.trim() === "" || tooLong ? null : { text }, language);

  const write = (next: string) => {
    setFileError("");
    usePasted.setState({ text: next });
  };
  const open = async (file: Blob | undefined) => {
    if (!file) return;
    const read = await readFile(file);
    if ("text" in read) write(read.text);
    else setFileError(read.problem === "long" ? texts.tooLong : texts.unreadable);
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  const error = fileError || (tooLong ? texts.tooLong : failure === null ? "" : failure || texts.failed);

  return (
    <div className="bill" aria-busy={pending && !tooLong}>
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
      <div role="alert">{error && <p className="err">{error}</p>}</div>
      {failure !== null && !tooLong && (
        <button type="button" className="lnk" onClick={retry}>
          {texts.retry}
        </button>
      )}
      <Preview lines={lines} articles={articles}>
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
