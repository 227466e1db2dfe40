import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import type { Label } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import type { MenuItem } from "./main-menu";
import { useShellTexts } from "./texts";
import "./plain-menu.css";

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
export const PlainMenu: ComponentType<PlainMenuProps> = import.meta.env.SSR ? ServerMenu : KeptMenu;

function KeptMenu() {
  const { path, language } = usePage();
  const menu = useRef<HTMLDetailsElement>(null);
  const [replaced, setReplaced] = useState(false);
  useEffect(() => {
    const element = menu.current;
    // The burger takes the place of the closed menu, and its focus.
    const replace = () => {
      if (!element || element.open) return;
      if (element.contains(document.activeElement)) document.querySelector<HTMLElement>("button.burger")?.focus();
      setReplaced(true);
    };
    window.addEventListener("hydrated", replace, { once: true });
    element?.addEventListener("toggle", replace);
    return () => {
      window.removeEventListener("hydrated", replace);
      element?.removeEventListener("toggle", replace);
    };
  }, []);
  // Another page or language closes the menu.
  useEffect(() => () => menu.current?.removeAttribute("open"), [path, language]);
  if (replaced) return null;
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
