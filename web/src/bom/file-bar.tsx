import { showFormer, useDraft } from "./draft";
import { linesIn } from "./progress";
import { useBomTexts } from "./texts";
import type { FileReading } from "./use-file";
import "../ui/error-text.css";

/** FileBar shows above the lines that a file is being read, why it was not read, or the list that it has replaced. */
export function FileBar({ file }: { file: FileReading }) {
  const texts = useBomTexts();
  if (file.reading !== null) {
    return (
      <div className="bom-bar" aria-busy="true">
        <span role="status">{texts.readingFile(file.reading)}</span>
        <button type="button" className="text-btn" onClick={file.cancel}>
          {texts.stopReading}
        </button>
      </div>
    );
  }
  if (file.error !== null) {
    return (
      <div className="bom-bar">
        <span className="err" role="alert">
          {file.error}
        </span>
        {file.retry && (
          <button type="button" className="text-btn" onClick={file.retry}>
            {texts.retry}
          </button>
        )}
        <button type="button" className="text-btn" onClick={file.hide}>
          {texts.hide}
        </button>
      </div>
    );
  }
  return <FormerBar />;
}

/** FormerBar shows that the list that a file has replaced is kept. */
export function FormerBar() {
  const texts = useBomTexts();
  const former = useDraft((draft) => draft.former);
  if (former === null) return null;
  return (
    <div className="bom-bar">
      <span role="status">{texts.former(linesIn(former.text).length)}</span>
      <button type="button" className="text-btn" onClick={showFormer}>
        {texts.showFormer}
      </button>
    </div>
  );
}
