import { type DragEvent, useId, useState } from "react";
import { formatBytes } from "../i18n/formats";
import { attachments } from "../lazy-constants";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { useRequests } from "./drafts";
import { useFileTexts } from "./file-texts";
import type { FormKind } from "./form-kinds";
import { FieldError, invalid } from "./text-field";
import { UploadLine } from "./upload-line";
import { attach, detach, uploadsOf, useUploads } from "./uploads";
import "../ui/fields.css";

/** Attachments lets the visitor choose or drop files, which upload at once. Without scripts they are submitted with the form. */
export function Attachments({ kind, error }: { kind: FormKind; error: string }) {
  const texts = useFileTexts();
  const { language } = usePage();
  const id = useId();
  const attached = useRequests(({ drafts }) => drafts[kind]?.files) ?? [];
  const uploads = useUploads(uploadsOf(kind));
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    attach(kind, [...event.dataTransfer.files]);
  };
  const most = formatBytes(attachments.size, language);
  return (
    <div className={error ? "field is-err" : "field"}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the file input inside offers the same by keyboard */}
      <div
        className={over ? "drop is-over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label htmlFor={id}>
          <Icon path="M20 11l-8.5 8.5a5 5 0 01-7-7L13 4a3.3 3.3 0 014.7 4.7L9.5 17a1.7 1.7 0 01-2.4-2.4L15 7" />
          {texts.attach}
        </label>
        <input
          id={id}
          type="file"
          name="file"
          multiple
          accept={attachments.endings}
          onChange={({ target }) => {
            attach(kind, [...(target.files ?? [])]);
            // Cleared so that the same file can be chosen again, and is not submitted twice.
            target.value = "";
          }}
          {...invalid(id, error)}
        />
        <p className="t-small mut">
          <span className="drop-what">{texts.what}</span> {texts.limits(attachments.count, most)}
        </p>
      </div>
      <ul className="uploads">
        {attached.map((file) => (
          <UploadLine key={file.id} name={file.name} size={file.size} onRemove={() => detach(kind, file)} />
        ))}
        {uploads.map((each) => (
          <UploadLine key={each.number} name={each.file.name} size={each.file.size} kind={kind} upload={each} />
        ))}
      </ul>
      <FieldError id={id} text={error} />
      <p className="vh" role="status">
        {attached.length > 0 ? texts.attached(attached.length) : ""}
      </p>
    </div>
  );
}
