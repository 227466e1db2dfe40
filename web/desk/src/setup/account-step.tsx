import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/client";
import { meQuery, queryClient } from "../api/queries";
import { addFirstOwner } from "../api/settings";
import { Field } from "../parts/field";
import { errorText } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";
import { useSetupTexts } from "../texts/setup";
import type { StepProps } from "./setup";
import { isEmail, Step } from "./step";

/** Of a password, in characters; the server checks it. */
const shortest = 8;

export function AccountStep({ draft, change, go, owner, made }: StepProps & { owner: boolean; made: () => void }) {
  const words = useSetupTexts();
  const texts = words.account;
  const language = useLanguage();
  const desk = useTexts();
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const { person } = draft;
  const adding = useMutation({
    mutationFn: () => addFirstOwner({ ...person, password, language }),
    onSuccess: (me) => {
      queryClient.setQueryData(meQuery.queryKey, me);
      made();
      go(3);
    },
  });
  if (owner)
    return (
      <Step title={texts.title} lead={texts.have} next={texts.on} submit={() => go(3)} back={() => go(1)}>
        {null}
      </Step>
    );
  const fields = adding.error instanceof ApiError ? adding.error.fields : {};
  const wrong = {
    name: person.name.trim() ? "" : words.required,
    email: isEmail(person.email) ? (fields["email"] ? texts.taken : "") : words.email,
    password: password.length < shortest || fields["password"] ? texts.passwordShort : "",
  };
  const submit = () => {
    setTried(true);
    if (person.name.trim() && isEmail(person.email) && password.length >= shortest) adding.mutate();
  };
  return (
    <Step
      title={texts.title}
      lead={texts.lead}
      next={texts.next}
      submit={submit}
      back={() => go(1)}
      busy={adding.isPending}
      wrong={adding.error && Object.keys(fields).length === 0 ? errorText(adding.error, desk) : ""}
    >
      <div className="g2">
        <Field
          label={texts.name}
          autoComplete="name"
          value={person.name}
          wrong={tried ? wrong.name : undefined}
          onChange={({ target }) => change({ person: { ...person, name: target.value } })}
        />
        <Field
          label={texts.email}
          type="email"
          autoComplete="username"
          value={person.email}
          wrong={tried ? wrong.email : undefined}
          onChange={({ target }) => change({ person: { ...person, email: target.value } })}
        />
        <Field
          label={texts.password}
          type="password"
          autoComplete="new-password"
          hint={texts.passwordHint}
          value={password}
          wrong={tried ? wrong.password : undefined}
          onChange={({ target }) => setPassword(target.value)}
        />
      </div>
    </Step>
  );
}
