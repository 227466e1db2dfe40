import { expiry } from "../lazy-constants";
import { languageOf } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import { WarningIcon } from "../ui/late-icons";
import { Attachments } from "./attachments";
import { Consent } from "./consent";
import type { FormContent } from "./form-content";
import { HoneypotField } from "./plain-post";
import { MessageField, TextField } from "./text-field";
import { useFormTexts } from "./texts";
import type { RequestFormState } from "./use-request-form";
import "./form.css";
import "../ui/error-text.css";

interface FieldsProps {
  content: FormContent;
  state: RequestFormState;
}

/** Fields shows the fields, the consent and the submit button of a form. */
export function Fields({
  withMessage = false,
  withEmail = false,
  withFiles = false,
  ...props
}: FieldsProps & { withMessage?: boolean; withEmail?: boolean; withFiles?: boolean }) {
  const { content, state } = props;
  const texts = useFormTexts();
  return (
    <>
      <div className="steps">
        <NameAndPhone {...props} />
        {withEmail && <EmailField {...props} />}
        {withMessage && <MessageField label={texts.message} state={state} />}
        {withFiles && <Attachments kind={state.kind} error={state.fileError} />}
      </div>
      <HoneypotField />
      <FormConsent {...props} />
      <Problems {...props} />
      <SendButton state={state}>{content.send || texts.send}</SendButton>
      <KeptEntries state={state} />
    </>
  );
}

export function NameAndPhone({ content, state }: FieldsProps) {
  const texts = useFormTexts();
  return (
    <>
      <TextField
        field="name"
        label={content.name || texts.name}
        placeholder={texts.namePlaceholder}
        autoComplete="name"
        required
        state={state}
      />
      <TextField
        field="tel"
        name="phone"
        label={content.phone || texts.phone}
        placeholder="+41 00 000 00 00"
        autoComplete="tel"
        type="tel"
        required
        state={state}
      />
    </>
  );
}

export function EmailField({ content, state }: FieldsProps) {
  const texts = useFormTexts();
  return (
    <TextField field="email" label={content.email || texts.email} autoComplete="email" type="email" state={state} />
  );
}

export function FormConsent({ content, state }: FieldsProps) {
  const texts = useFormTexts();
  const { language } = usePage();
  const lang = languageOf({ languages_code: content.language }, language);
  return <Consent text={content.agree || texts.agree} lang={content.agree ? lang : undefined} state={state} />;
}

/** Problems shows why the request was not sent, and that fields are missing. */
export function Problems({ content, state: { failure, invalid } }: FieldsProps) {
  const texts = useFormTexts();
  const { language } = usePage();
  const lang = languageOf({ languages_code: content.language }, language);
  return (
    <>
      {failure && (
        <p className="err" role="alert">
          <WarningIcon />
          <span>{failure}</span>
        </p>
      )}
      {invalid && (
        <p className="err" role="status">
          <WarningIcon />
          <span lang={content.error ? lang : undefined}>{content.error || texts.error}</span>
        </p>
      )}
    </>
  );
}

/** SendButton submits the form; its text tells the progress. `expanded`: see Button. */
export function SendButton({
  state: { progress, failure },
  expanded,
  children,
}: {
  state: RequestFormState;
  expanded?: boolean | undefined;
  children: string;
}) {
  const texts = useFormTexts();
  return (
    <Button type="submit" kind="primary" block disabled={progress !== undefined} expanded={expanded}>
      {progress ? texts[progress] : failure ? texts.again : children}
    </Button>
  );
}

/** KeptEntries says that the device stores the visitor's entries, and removes them. */
export function KeptEntries({ state: { kept, progress, clear } }: { state: RequestFormState }) {
  const texts = useFormTexts();
  if (!kept || progress) return null;
  return (
    <p className="t-small mut">
      {texts.kept(expiry.draft / 60)}{" "}
      <button type="button" className="lnk" onClick={clear}>
        {texts.clear}
      </button>
    </p>
  );
}
