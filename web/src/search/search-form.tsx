import { type FormEvent, useId } from "react";
import { navigate } from "../router/navigate";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { searchAddress } from "./search-address";
import { useSearchTexts } from "./texts";
import "./search-form.css";

/** SearchForm submits to the results page, with or without scripts. */
export function SearchForm({ large = false }: { large?: boolean }) {
  const { prefix, search } = usePage();
  const texts = useSearchTexts();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get("q");
    void navigate(prefix + searchAddress(typeof q === "string" ? q.trim() : ""));
  };
  return (
    <form
      className={large ? "search search--l" : "search"}
      role="search"
      aria-label={texts.field}
      action={`${prefix}/search`}
      onSubmit={submit}
    >
      <label className="vh" htmlFor={id}>
        {texts.field}
      </label>
      {/* The key resets the field to the address's words on Back and Forward. */}
      <input
        key={search.q}
        id={id}
        type="search"
        name="q"
        defaultValue={search.q}
        maxLength={200}
        placeholder={texts.placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- until the scripts have run, the header's field is a link to this one
        autoFocus={large && !search.q}
      />
      <button type="submit" aria-label={texts.go}>
        <Icon name="search" />
      </button>
    </form>
  );
}
