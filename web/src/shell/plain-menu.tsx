import { type ReactNode, useEffect, useRef } from "react";
import type { Label } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import type { MenuItem } from "./main-menu";
import { useShellTexts } from "./texts";

interface PlainMenuProps {
  items: readonly MenuItem[];
  languages: ReactNode;
  request: Label;
}

/**
 * PlainMenu is the menu until the header is hydrated, and without scripts: the
 * browser's own disclosure in place of the burger. React keeps the server's HTML
 * and shows the burger once this menu is closed.
 */
export const PlainMenu = import.meta.env.SSR ? ServerMenu : KeptMenu;

function KeptMenu(_: PlainMenuProps) {
  const { path, language } = usePage();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // The burger takes the place of a closed menu, also its focus.
    const takeOver = () => {
      if (menu.current?.open || !menu.current?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>("button.burger")?.focus();
    };
    window.addEventListener("hydrated", takeOver, { once: true });
    return () => window.removeEventListener("hydrated", takeOver);
  }, []);
  // The menu of another page or language is closed.
  useEffect(() => () => menu.current?.removeAttribute("open"), [path, language]);
  return <details ref={menu} className="hd-ns" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}

function ServerMenu({ items, languages, request }: PlainMenuProps) {
  const texts = useShellTexts();
  return (
    <details className="hd-ns">
      <summary className="burger" aria-label={texts.menu}>
        <i />
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
