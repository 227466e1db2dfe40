import { usePage } from "../lib/page-context";
import { Icon } from "../ui/icon";
import { Flag } from "./flag";
import { LanguageLinks, useLanguages } from "./language-links";

/** The dropdown in the header; the browser's own disclosure, so that it opens without scripts. */
export function LanguageSwitcher({ title }: { title: string }) {
  const { language } = usePage();
  const current = useLanguages().find(({ code }) => code === language);
  return (
    // Leaving it or Escape closes it; everything inside has its own role.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <details
      className="lang-w"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary className="hd-cell">
        <Flag flag={current?.flag} code={language} /> {current?.title} <Icon name="chevron-down" />
      </summary>
      <div className="dd">
        <p className="dd-h">{title}</p>
        <nav aria-label={title}>
          <LanguageLinks />
        </nav>
      </div>
    </details>
  );
}
