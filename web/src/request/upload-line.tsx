import { formatBytes } from "../i18n/formats";
import { attachments } from "../lazy-constants";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { WarningIcon } from "../ui/late-icons";
import { useFileTexts } from "./file-texts";
import type { FormKind } from "./form-kinds";
import { cancelUpload, retry, type Upload } from "./uploads";
import "../ui/error-text.css";

/** UploadLine shows a file of a request: attached, uploading or failed with its reason. */
export function UploadLine({
  name,
  size,
  ...rest
}: { name: string; size: number } & ({ onRemove: () => void } | { kind: FormKind; upload: Upload })) {
  const texts = useFileTexts();
  const { language } = usePage();
  const upload = "upload" in rest ? rest.upload : undefined;
  const remove = "upload" in rest ? () => cancelUpload(rest.kind, rest.upload) : rest.onRemove;
  const problem = upload?.problem;
  const most = formatBytes(attachments.size, language);
  return (
    <li className="upload">
      <span className="upload-name">{name}</span>
      <span className="mono mut">{formatBytes(size, language)}</span>
      <button type="button" className="upload-x" aria-label={texts.remove(name)} onClick={remove}>
        <Icon name="close" />
      </button>
      {upload && !problem && <progress value={upload.share} aria-label={texts.uploading(name)} />}
      {problem && (
        <p className="err" role="alert">
          <WarningIcon />
          <span>{texts.problems[problem].replace("{most}", most).replace("{count}", String(attachments.count))}</span>
        </p>
      )}
      {"upload" in rest && problem && retryable.has(problem) && (
        <button type="button" className="lnk" onClick={() => retry(rest.kind, rest.upload)}>
          {texts.again}
        </button>
      )}
    </li>
  );
}

/** Problems after which a retry is offered. */
const retryable: ReadonlySet<string> = new Set(["busy", "offline", "failed"]);
