import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { type Filter, peopleQuery, type Sort, sorts } from "../api/queries";
import { languageName } from "../model/formats";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";
import { isFiltered, sortOf } from "./lists";

interface Props {
  filter: Filter;
  languages: string[];
  search: RefObject<HTMLInputElement | null>;
  change: (part: Partial<Filter>) => void;
}

/** Until typed words are searched, in milliseconds. */
const rest = 200;

/** Search, filters and order of the list. They are in the address. */
export function Tools({ filter, languages, search, change }: Props) {
  const texts = useTexts();
  const language = useLanguage();
  const { data: people } = useQuery(peopleQuery);
  return (
    <div className="tools">
      <Search key={filter.view} value={filter.q} input={search} change={(q) => change({ q })} />
      <label>
        <span className="vh">{texts.inbox.language}</span>
        <select
          className="in in--s"
          value={filter.language}
          onChange={({ target }) => change({ language: target.value })}
        >
          <option value="">{`${texts.inbox.language}: ${texts.inbox.any}`}</option>
          {languages.map((code) => (
            <option key={code} value={code}>
              {languageName(code, language)}
            </option>
          ))}
        </select>
      </label>
      {filter.view !== "mine" && filter.view !== "unassigned" && (
        <label>
          <span className="vh">{texts.inbox.assignee}</span>
          <select
            className="in in--s"
            value={filter.assignee}
            onChange={({ target }) => change({ assignee: target.value })}
          >
            <option value="">{`${texts.inbox.assignee}: ${texts.inbox.any}`}</option>
            <option value="none">{texts.inbox.nobody}</option>
            {people?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {isFiltered(filter) && (
        <button className="b b--s" type="button" onClick={() => change({ q: "", language: "", assignee: "" })}>
          <Icon name="x" small />
          {texts.inbox.clear}
        </button>
      )}
      <label className="rowx end">
        <span className="mut">{texts.inbox.sort}</span>
        <select
          className="in in--s"
          value={sortOf(filter)}
          onChange={({ target }) => {
            const sort = target.value as Sort;
            change({ sort: sort === sortOf({ view: filter.view, sort: "" }) ? "" : sort });
          }}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {texts.inbox.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface SearchProps {
  value: string;
  input: RefObject<HTMLInputElement | null>;
  change: (words: string) => void;
}

function Search({ value, input, change }: SearchProps) {
  const texts = useTexts();
  const [words, setWords] = useState(value);
  // The address changed without typing: Back, or the filters were removed.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setWords(value);
  }
  useEffect(() => {
    if (words === value) return;
    const timer = setTimeout(() => change(words), rest);
    return () => clearTimeout(timer);
  }, [words, value, change]);
  return (
    <label className="in-w tools-q">
      <span className="vh">{texts.inbox.search}</span>
      <Icon name="search" />
      <input
        ref={input}
        className="in in--s"
        type="search"
        size={30}
        placeholder={texts.inbox.placeholder}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") change(words);
          if (event.key !== "Escape") return;
          event.preventDefault();
          setWords("");
          change("");
          event.currentTarget.blur();
        }}
      />
    </label>
  );
}
