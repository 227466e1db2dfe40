import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { timings } from "../constants";
import type { Label } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Flag, lettersOf } from "./flag";
import { LanguageLinks, useListTexts } from "./language-links";
import { useLanguageList, useOfferedLanguages } from "./language-list";
import "./language.css";

/**
 * The language dropdown in the header, labelled LANGUAGE: a `details` element, which opens without
 * scripts. A click outside, Escape, loss of focus and every change of page or
 * language close it; arrow keys move the focus in it.
 */
export function LanguageSwitcher({ label: { text, lang } }: { label: Label }) {
  const { language, languages, path } = usePage();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDetailsElement>(null);
  const shown = [...useOfferedLanguages(), ...languages].find(({ code }) => code === language);

  // The element alone knows whether it is open: its event comes later than a key pressed right after.
  const close = () => {
    if (box.current) box.current.open = false;
  };

  useEffect(
    () => () => {
      close();
      // The chosen link is hidden with the list.
      if (box.current?.contains(document.activeElement)) box.current.querySelector("summary")?.focus();
    },
    [path, language],
  );

  // It may have been opened before it was hydrated.
  useEffect(() => setOpen(box.current?.open === true), []);

  useEffect(() => {
    if (!open) return undefined;
    const { state, load } = useLanguageList.getState();
    if (state === "failed") void load();
    const closeOutside = ({ target }: MouseEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) close();
    };
    const timer = window.setTimeout(() => document.addEventListener("click", closeOutside), timings.outsideClick);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("click", closeOutside);
    };
  }, [open]);

  return (
    // The handler serves the links and the summary inside, which have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <details
      ref={box}
      className="lang-w"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          close();
          event.currentTarget.querySelector("summary")?.focus();
        } else if (event.currentTarget.open) moveFocus(event);
      }}
    >
      <summary className="hd-cell">
        <span className="vh" lang={lang}>
          {text}
        </span>{" "}
        <Flag flag={shown?.flag} code={language} />{" "}
        <span className="vh" lang={language}>
          {shown?.title ?? language}
        </span>{" "}
        <span>{lettersOf(language)}</span> <Icon name="chevron-down" />
      </summary>
      <div className="dd">
        <p className="dd-h">{useListTexts().title}</p>
        <LanguageLinks />
      </div>
    </details>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("summary, a")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 1, End: stops.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  stops[(next + stops.length) % stops.length]?.focus();
}
