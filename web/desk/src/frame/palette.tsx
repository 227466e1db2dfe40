import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { findQuery, views } from "../api/queries";
import { can, useMe } from "../api/use-me";
import { Choice, type ChoiceGroup, type ChoiceItem } from "../parts/choice";
import { StateMark, useSender } from "../parts/marks";
import { type Theme, useLanguage, useSettings, useTexts } from "../texts/language";
import { useNextRequest } from "./next-request";
import { closeOverlay, openOverlay } from "./overlay";

/** Until typed words are searched, in milliseconds. */
const rest = 150;

/** Search or do: requests by words or number, areas, commands. `>`: commands only, `#`: numbers. */
export function Palette({ open }: { open: boolean }) {
  const texts = useTexts();
  const [query, setQuery] = useState("");
  const commandsOnly = query.startsWith(">");
  const words = query.replace(/^[>#]/, "").trim();
  const requests = useFoundRequests(open && !commandsOnly ? words : "");
  const commands = useCommands();

  const matches = ({ label }: ChoiceItem) => label.toLowerCase().includes(words.toLowerCase());
  const groups: ChoiceGroup[] = [
    { label: texts.palette.requests, items: requests },
    ...(query.startsWith("#") ? [] : commands.map(({ label, items }) => ({ label, items: items.filter(matches) }))),
  ].filter(({ items }) => items.length > 0);

  return (
    <Choice
      open={open}
      onClose={() => {
        setQuery("");
        closeOverlay();
      }}
      label={texts.palette.label}
      placeholder={texts.palette.placeholder}
      none={texts.palette.none}
      groups={groups}
      query={query}
      onQuery={setQuery}
      footer={
        <footer className="only-l">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {texts.palette.hints.choose}
          </span>
          <span>
            <kbd>↵</kbd> {texts.palette.hints.open}
          </span>
          <span>
            <kbd>&gt;</kbd> {texts.palette.hints.commands}
          </span>
          <span>
            <kbd>#</kbd> {texts.palette.hints.numbers}
          </span>
        </footer>
      }
    />
  );
}

/** The requests that match words, once typing has rested. */
function useFoundRequests(words: string): ChoiceItem[] {
  const me = useMe();
  const texts = useTexts();
  const navigate = useNavigate();
  const sender = useSender();
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), rest);
    return () => clearTimeout(timer);
  }, [words]);
  const { data } = useQuery({ ...findQuery(settled), enabled: settled !== "" && can(me, "requests.read") });
  if (words === "" || !data || settled === "") return [];
  const found = data.data.map(
    (row): ChoiceItem => ({
      id: row.reference,
      label: sender(row),
      icon: "inbox",
      detail: (
        <>
          <span className="m mut">{row.reference}</span>
          <span className="only-l">
            <StateMark state={row.state} />
          </span>
        </>
      ),
      run: () => void navigate({ to: "/requests/$reference", params: { reference: row.reference } }),
    }),
  );
  const all: ChoiceItem = {
    id: "all",
    label: texts.palette.searchAll(words),
    icon: "search",
    run: () => void navigate({ to: "/requests", search: { view: "all", q: words } }),
  };
  return data.meta.total > found.length ? [...found, all] : found;
}

function useCommands(): ChoiceGroup[] {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const next = useNextRequest();
  const go: ChoiceItem[] = [
    {
      id: "overview",
      label: texts.areas.overview,
      icon: "home",
      detail: <kbd>G D</kbd>,
      run: () => void navigate({ to: "/" }),
    },
  ];
  if (can(me, "requests.read")) {
    go.push({ id: "next", label: texts.overview.next, icon: "arrow", detail: <kbd>G N</kbd>, run: () => void next() });
    for (const view of views) {
      go.push({
        id: view,
        label: `${texts.areas.requests}: ${texts.inbox.views[view]}`,
        icon: "inbox",
        run: () => void navigate({ to: "/requests", search: { view } }),
      });
    }
  }
  go.push({ id: "account", label: texts.account.title, icon: "key", run: () => void navigate({ to: "/account" }) });
  if (can(me, "people.change"))
    go.push({ id: "people", label: texts.people.title, icon: "people", run: () => void navigate({ to: "/people" }) });
  const other = language === "de-DE" ? "en-US" : "de-DE";
  const commands: ChoiceItem[] = [
    {
      id: "language",
      label: `${texts.person.language}: ${other === "de-DE" ? "Deutsch" : "English"}`,
      icon: "swap",
      run: () => useSettings.setState({ language: other }),
    },
    ...(["system", "light", "dark"] as Theme[]).map(
      (theme): ChoiceItem => ({
        id: theme,
        label: `${texts.person.theme}: ${texts.person.themes[theme]}`,
        icon: "gear",
        run: () => useSettings.setState({ theme }),
      }),
    ),
    { id: "keys", label: texts.person.allKeys, icon: "info", detail: <kbd>?</kbd>, run: () => openOverlay("keys") },
  ];
  return [
    { label: texts.palette.go, items: go },
    { label: texts.palette.commands, items: commands },
  ];
}
