import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Label } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import type { MenuItem } from "./main-menu";
import { useBurgerLabels, useShellTexts } from "./texts";
import "./plain-menu.css";

interface PlainMenuProps {
  items: readonly MenuItem[];
  languages: ReactNode;
  request: Label;
  /** Whether the code of the menu that the burger opens is loaded. */
  replaceable: boolean;
}

/**
 * PlainMenu is the menu without scripts and until the code of the other one is
 * loaded, so that a press never waits for the network: the browser's own
 * disclosure in place of the burger. React keeps the server's HTML and shows the
 * burger once this menu is closed.
 */
export const PlainMenu: ComponentType<PlainMenuProps> = import.meta.env.SSR ? ServerMenu : KeptMenu;

function KeptMenu({ replaceable }: PlainMenuProps) {
  const { path, language } = usePage();
  const menu = useRef<HTMLDetailsElement>(null);
  const focused = useRef(false);
  const [replaced, setReplaced] = useState(false);
  useEffect(() => {
    const element = menu.current;
    if (!element || !replaceable) return;
    // The burger takes the place of the closed menu, and its focus. A press in progress opens this menu first.
    const replace = () => {
      if (element.open || element.matches(":active")) return;
      focused.current = element.contains(document.activeElement);
      setReplaced(true);
    };
    replace();
    element.addEventListener("toggle", replace);
    return () => element.removeEventListener("toggle", replace);
  }, [replaceable]);
  useLayoutEffect(() => {
    if (replaced && focused.current) document.querySelector<HTMLElement>("button.burger")?.focus();
  }, [replaced]);
  // Another page or language closes the menu, whose links to the languages are those of the former page.
  useEffect(() => () => setReplaced(true), [path, language]);
  if (replaced) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape on a link within
    <details
      ref={menu}
      className="hd-ns"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: "" }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== "Escape" || !currentTarget.open) return;
        currentTarget.open = false;
        currentTarget.querySelector("summary")?.focus();
      }}
    />
  );
}

function ServerMenu({ items, languages, request }: PlainMenuProps) {
  const texts = useShellTexts();
  const [open, close] = useBurgerLabels();
  return (
    <details className="hd-ns">
      <summary className="burger">
        <i />
        <span className="vh hd-ns-open">{open}</span>
        <span className="vh hd-ns-close">{close}</span>
      </summary>
      <div className="hd-ns-b">
        <nav aria-label={texts.menu}>
          {items.map((item) =>
            item.external ? (
              <a key={item.id} href={item.href} rel="external noopener" lang={item.lang}>
                {item.title} <Icon name="external" />
              </a>
            ) : (
              <Link key={item.id} href={item.href} lang={item.lang}>
                {item.title} <Icon name="arrow-right" />
              </Link>
            ),
          )}
          <Link href="/contacts" lang={request.lang}>
            {request.text} <Icon name="arrow-right" />
          </Link>
        </nav>
        {languages}
      </div>
    </details>
  );
}
