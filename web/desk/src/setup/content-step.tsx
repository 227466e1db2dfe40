import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { loadContent, stateQuery, wordsOf } from "../api/settings";
import { queryClient } from "../api/queries";
import { formatNumber } from "../../../src/i18n/formats";
import { Field } from "../parts/field";
import { errorText, Failed, Loading } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";
import { useSetupTexts } from "../texts/setup";
import type { StepProps } from "./setup";
import { Step } from "./step";

const kinds = ["demo", "directus", "file", "empty"] as const;

export function ContentStep({ draft, change, go }: StepProps) {
  const words = useSetupTexts();
  const texts = words.content;
  const desk = useTexts();
  const language = useLanguage();
  const query = useQuery(stateQuery);
  const [token, setToken] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState("");
  const loading = useMutation({
    mutationFn: () =>
      loadContent({ kind: draft.kind, url: draft.url, token }, draft.kind === "file" && file ? file : undefined),
    onSuccess: (state) => {
      queryClient.setQueryData(stateQuery.queryKey, state);
      go(5);
    },
  });
  if (query.isError)
    return (
      <Failed title={texts.title} error={query.error} at={query.errorUpdatedAt} retry={() => void query.refetch()} />
    );
  if (!query.data) return <Loading text="…" />;
  if (!query.data.empty)
    return (
      <Step
        title={texts.title}
        lead={texts.has(formatNumber(query.data.articles, language))}
        next={texts.on}
        submit={() => go(5)}
        back={() => go(3)}
      >
        {null}
      </Step>
    );
  const submit = () => {
    const lacks = (draft.kind === "file" && !file) || (draft.kind === "directus" && !draft.url.trim());
    setMissing(lacks ? words.required : "");
    if (!lacks) loading.mutate();
  };
  const failure =
    loading.error instanceof SyntaxError
      ? texts.notJSON
      : loading.error
        ? `${texts.failed} ${wordsOf(loading.error) || errorText(loading.error, desk)}`
        : "";
  return (
    <Step
      title={texts.title}
      lead={texts.lead}
      next={loading.isPending ? texts.loading : texts.next}
      submit={submit}
      back={() => go(3)}
      busy={loading.isPending}
      wrong={failure}
    >
      <fieldset className="pick">
        <legend className="vh">{texts.title}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              className="ck rd"
              type="radio"
              name="kind"
              checked={draft.kind === kind}
              onChange={() => change({ kind })}
            />
            <b className="h3">{texts.kinds[kind]?.[0]}</b>
            <p>{texts.kinds[kind]?.[1]}</p>
          </label>
        ))}
      </fieldset>
      {draft.kind === "file" && (
        <Field
          label={texts.file}
          type="file"
          accept=".json,application/json"
          wrong={missing}
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      )}
      {draft.kind === "directus" && (
        <div className="g2">
          <Field
            label={texts.url}
            type="url"
            value={draft.url}
            wrong={missing}
            onChange={({ target }) => change({ url: target.value })}
          />
          <Field
            label={texts.token}
            type="password"
            autoComplete="off"
            value={token}
            onChange={({ target }) => setToken(target.value)}
          />
        </div>
      )}
    </Step>
  );
}
