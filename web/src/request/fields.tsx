import { limits } from "../constants";
import { languageOf } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { Attachments } from "./attachments";
import { Consent } from "./consent";
import type { FormContent } from "./form-content";
import { HoneypotField } from "./plain-post";
import { MessageField, TextField } from "./text-field";
import { useFormTexts } from "./texts";
import type { RequestFormState } from "./use-request-form";
import "./form.css";

/** Fields shows the fields, the consent and the submit button of a form. */
export function Fields({
  content,
  state,
  withMessage = false,
  withEmail = false,
  withFiles = false,
}: {
  content: FormContent;
  state: RequestFormState;
  withMessage?: boolean;
  withEmail?: boolean;
  withFiles?: boolean;
}) {
  const texts = useFormTexts();
  const { language } = usePage();
  const lang = languageOf({ languages_code: content.language }, language);
  const { progress, failure } = state;
  const send = progress ? texts[progress] : failure ? texts.again : content.send || texts.send;
  return (
    <>
      <div className="steps">
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
        {withEmail && (
          <TextField
            field="email"
            label={content.email || texts.email}
            autoComplete="email"
            type="email"
            state={state}
          />
        )}
        {withMessage && <MessageField label={texts.message} state={state} />}
        {withFiles && <Attachments kind={state.kind} error={state.fileError} />}
      </div>
      <HoneypotField />
      <Consent text={content.agree || texts.agree} lang={content.agree ? lang : undefined} state={state} />
      {failure && (
        <p className="err" role="alert">
          <Icon name="warning" />
          <span>{failure}</span>
        </p>
      )}
      {state.invalid && (
        <p className="err" role="status">
          <Icon name="warning" />
          <span lang={content.error ? lang : undefined}>{content.error || texts.error}</span>
        </p>
      )}
      <Button type="submit" kind="primary" block disabled={progress !== undefined}>
        {send}
      </Button>
      {state.kept && !progress && (
        <div className="t-small mut">
          <p>{texts.kept(limits.draftExpiry / 60)}</p>
          <button type="button" className="lnk" onClick={state.clear}>
            {texts.clear}
          </button>
        </div>
      )}
    </>
  );
}
