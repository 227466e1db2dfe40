import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { SearchArticle } from "../content/search";
import { formatNumber } from "../i18n/formats";
import { navigate } from "../router/navigate";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { FailedBlock } from "../ui/block-state";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import type { SearchCart } from "./cart";
import { DidYouMean } from "./did-you-mean";
import { entriesOf } from "./entries";
import { Examples } from "./examples";
import { searchAddress } from "./search-address";
import { Fallbacks } from "./fallbacks";
import { FinderKeys } from "./finder-keys";
import { rememberText } from "./followed";
import { useKeptText } from "./kept-text";
import { LastAddition, type Addition } from "./last-addition";
import { optionId, resultsId } from "./option";
import { quickArticle } from "./quick-article";
import { QuickLine } from "./quick-line";
import { ResultGroups, sideCount } from "./result-groups";
import { ResultTable } from "./result-table";
import { useSearchTexts } from "./texts";
import { Understood } from "./understood";
import { useSearch } from "./use-search";
import "./search.css";

/** The search completes words from this number of characters on; nothing is said about shorter ones. */
const shortest = 3;

/**
 * Finder is the search overlay: a combobox whose popup is a grid. The rows of the
 * grid are the main list, then products, categories and documents. An article's
 * row adds it to the cart, the others open their page.
 */
export function Finder({
  initial,
  close: closeButton,
  cart,
  paste,
}: {
  initial: string;
  close: ReactNode;
  cart: SearchCart;
  /** The control that opens the window for a bill of materials. */
  paste: ReactNode;
}) {
  const texts = useSearchTexts();
  const { language, prefix } = usePage();
  const close = useOverlays((state) => state.close);
  const [text, setText] = useState(initial);
  const [chosen, setChosen] = useState(-1);
  const [addition, setAddition] = useState<Addition | null>(null);
  /** The text for which Enter was pressed before its results were loaded. */
  const [wanted, setWanted] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useKeptText(text);
  const { found, reload } = useSearch(text);
  const q = text.trim();
  const reply = found?.reply;
  const entries = reply ? entriesOf(reply) : [];
  const rows = reply ? entries.length + sideCount(reply) : 0;
  const quick = reply ? quickArticle(reply) : null;
  const quickRow = entries.findIndex((entry) => entry.kind === "article" && entry.article === quick);

  const search = (next: string) => {
    setText(next);
    setChosen(-1);
    setWanted(null);
  };
  const searchHere = (next: string) => {
    search(next);
    field.current?.focus();
  };
  const openAll = () => {
    void navigate(prefix + searchAddress(q));
    close("search");
  };
  /** Presses the button of a row that has one, else its link. */
  const act = (row: number) => {
    const element = document.getElementById(optionId(row));
    (element?.querySelector("button") ?? element?.querySelector("a"))?.click();
  };

  // The choice among the previous rows does not apply to the new ones.
  useEffect(() => setChosen(quickRow), [found, quickRow]);
  useEffect(() => {
    if (chosen >= 0) document.getElementById(optionId(chosen))?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  useEffect(() => {
    if (wanted === null || found?.q !== wanted) return;
    setWanted(null);
    if (quickRow >= 0) act(quickRow);
    else openAll();
    // oxlint-disable-next-line react/exhaustive-deps -- runs when the awaited results are shown
  }, [wanted, found]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen >= 0) act(chosen);
    else if (found?.q !== q && /\s\S*\d/.test(q)) setWanted(q);
    else openAll();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const row = document.getElementById(optionId(chosen));
    const inField = event.target === field.current;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (row) row.querySelector("a")?.click();
      else openAll();
    }
    if (event.key === "Tab" && !event.shiftKey && inField && row) {
      event.preventDefault();
      (row.querySelector("input") ?? row.querySelector("a"))?.focus();
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || rows === 0 || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    // The field itself (-1) is before the first and after the last row.
    const next = ((chosen + 1 + step + rows + 1) % (rows + 1)) - 1;
    setChosen(next);
    if (!inField) (document.getElementById(optionId(next))?.querySelector("input") ?? field.current)?.focus();
  };
  const added = (article: SearchArticle, quantity: number) => {
    setAddition({ article, quantity });
    const typed = document.activeElement instanceof HTMLInputElement;
    if (reply?.quantity != null) flushSync(() => search(""));
    else if (!typed) return;
    field.current?.focus();
    field.current?.select();
  };
  const option = (index: number) => ({
    id: optionId(index),
    chosen: index === chosen,
    onFocus: () => setChosen(index),
    onAdded: added,
  });
  const keepText = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link?.closest("[role=row]") && !event.defaultPrevented) rememberText(text);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- observes the controls inside
    <div className={quick ? "find-w is-quick" : "find-w"} onKeyDown={press} onClick={keepText}>
      <form className="find-f" role="search" aria-label={texts.field} onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          role="combobox"
          name="q"
          value={text}
          maxLength={200}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint={quick ? "done" : "search"}
          aria-label={texts.field}
          aria-autocomplete="list"
          aria-haspopup="grid"
          aria-expanded={rows > 0}
          aria-controls={resultsId}
          aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
          onChange={(event) => search(event.target.value)}
        />
        <kbd className="find-key" aria-hidden="true">
          Esc
        </kbd>
        {closeButton}
      </form>
      <p className="vh" role="status">
        {reply && texts.hits(reply.total, formatNumber(reply.total, language))}
      </p>
      {quick && reply?.quantity != null && (
        <QuickLine article={quick} quantity={reply.quantity} onAdd={() => act(quickRow)} />
      )}
      <LastAddition
        addition={addition}
        onUndo={({ article, quantity }) => {
          cart.takeBack(article, quantity);
          setAddition(null);
          field.current?.focus();
        }}
      />
      <div className="find-b" aria-busy={q !== "" && found?.q !== q}>
        {reply && <Understood reply={reply} onSearch={searchHere} />}
        {reply && <DidYouMean reply={reply} onSearch={searchHere} />}
        {reply && quick && entries.length > 0 && (
          <p className="find-fits">{texts.fits(reply.terms.find(({ kind }) => kind === "number")?.text ?? "")}</p>
        )}
        {reply && rows > 0 && (
          <div id={resultsId} className="find-r" role="grid" aria-label={texts.all}>
            {entries.length > 0 && (
              <div className="find-main">
                <ResultTable entries={entries} reply={reply} cart={cart} option={option} />
              </div>
            )}
            <div className="find-side">
              <ResultGroups reply={reply} option={(index) => option(entries.length + index)} />
            </div>
          </div>
        )}
        {found && reply && entries.length === 0 && found.q.length >= shortest && (
          <Fallbacks q={found.q} heading={texts.none(found.q)} cart={cart} paste={paste} />
        )}
        {found && !reply && <FailedBlock reload={reload} />}
        {(!found || (rows === 0 && found.q.length < shortest)) && <Examples />}
      </div>
      {reply && (
        <div className="find-foot">
          <FinderKeys />
          {rows > 0 && (
            <Link className="lnk" href={searchAddress(q)}>
              {texts.all} <Icon name="arrow-right" />
            </Link>
          )}
        </div>
      )}
    </div>
  );
}
