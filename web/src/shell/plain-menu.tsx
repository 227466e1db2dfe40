import type { ReactNode } from "react";
import type { Label } from "../i18n/translation";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import type { MenuItem } from "./main-menu";
import { useShellTexts } from "./texts";

/** The menu without scripts, in place of the burger: the browser's own disclosure. Only the server renders it. */
export function PlainMenu({
  items,
  languages,
  request,
}: {
  items: readonly MenuItem[];
  languages: ReactNode;
  request: Label;
}) {
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
