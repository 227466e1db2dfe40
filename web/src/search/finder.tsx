import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { formatNumber } from "../i18n/formats";
import { navigate } from "../router/navigate";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { FailedBlock } from "../ui/block-state";
import { Icon } from "../ui/icon";
import { Examples, searchAddress } from "./examples";
import { InterpretationNotice } from "./interpretation-notice";
import { NoHits } from "./no-hits";
import { countOptions, optionId, SuggestionList, suggestionListId } from "./suggestion-list";
import { useSearchTexts } from "./texts";
import { useSuggestions } from "./use-suggestions";

/** Finder is the search overlay: a combobox with suggestions. */
export function Finder({ close: closeButton }: { close: ReactNode }) {
  const texts = useSearchTexts();
  const { language, prefix, search } = usePage();
  const close = useOverlays((state) => state.close);
  const [text, setText] = useState(search.q ?? "");
  const [chosen, setChosen] = useState(-1);
  const { found, reload } = useSuggestions(text);
  const reply = found?.reply;
  const options = reply ? countOptions(reply) : 0;

  // The choice among the previous suggestions does not apply to the new ones.
  useEffect(() => setChosen(-1), [found]);
  useEffect(() => {
    if (chosen >= 0) document.getElementById(optionId(chosen))?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || options === 0 || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // The field itself (-1) is before the first and after the last option.
    setChosen((at) => ((at + 1 + step + options + 1) % (options + 1)) - 1);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen >= 0) document.getElementById(optionId(chosen))?.click();
    else {
      void navigate(prefix + searchAddress(text.trim()));
      close("search");
    }
  };

  return (
    <>
      <form className="find-f" role="search" onSubmit={submit}>
        <input
          type="text"
          role="combobox"
          name="q"
          value={text}
          maxLength={200}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label={texts.field}
          aria-autocomplete="list"
          aria-expanded={options > 0}
          aria-controls={suggestionListId}
          aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={move}
        />
        <button type="submit" className="find-go" aria-label={texts.go}>
          <Icon name="search" />
        </button>
        {closeButton}
      </form>
      <p className="vh" role="status">
        {reply && texts.hits(reply.products, formatNumber(reply.products, language))}
      </p>
      <div className="find-b" aria-busy={found !== null && found.q !== text.trim()}>
        {reply && <InterpretationNotice interpretation={reply.search} />}
        {found && reply && options > 0 && <SuggestionList q={found.q} found={reply} chosen={chosen} />}
        {found && reply && options === 0 && <NoHits q={found.q} interpretation={reply.search} />}
        {found && !reply && <FailedBlock reload={reload} />}
        {!found && <Examples />}
      </div>
    </>
  );
}
