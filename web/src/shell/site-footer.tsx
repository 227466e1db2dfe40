import type { ReactNode } from "react";
import { mailLink, phoneLink } from "../content/contact-link";
import { relatedAll } from "../content/relation";
import { footerBlock, headerBlock } from "../content/shell-blocks";
import { textEntries } from "../content/text-list";
import { useContent } from "../content/use-content";
import { labelOf, languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { FailedBlock } from "../ui/block-state";
import { Link } from "../ui/link";
import { LogoMark } from "../ui/logo-mark";
import { ColourModeSwitch } from "./colour-mode-switch";
import { Cell, Line } from "./footer-cells";
import { menuItems } from "./main-menu";
import { useFooterTexts } from "./footer-texts";
import "./footer.css";

/**
 * The footer, laid out as the title block of a drawing: the lists of the latest
 * published footer record, then the logo beside contact data and legal links. A
 * list without entries has no cell. `consent` renders the button that reopens the
 * cookie settings.
 */
export function SiteFooter({ consent }: { consent: (label: string) => ReactNode }) {
  const { language } = usePage();
  const texts = useFooterTexts();
  const block = useContent(footerBlock(language));
  const title = useContent(headerBlock(language)).data?.[0]?.title ?? "Ferrule";
  const footer = block.data?.[0];
  const words = translation(footer, language);
  const label = (text: string | null | undefined, builtIn: string) => labelOf(words, text, builtIn, language);
  const lines = (list: unknown, link?: (text: string) => string | undefined) =>
    textEntries(list, language).map((entry, index) => <Line key={index} entry={entry} {...(link ? { link } : {})} />);
  const imprint = label(words?.imprint_text, texts.imprint);
  const privacy = label(words?.privacy_text, texts.privacy);
  const cookies = label(words?.cookie_text, texts.cookies);
  return (
    <footer className="ft wrap">
      <div className="ft-block">
        {block.error && (
          <div className="ft-cell">
            <FailedBlock reload={block.reload} />
          </div>
        )}
        <div className="ft-row">
          <Cell
            name="categories"
            className="ft-cats"
            label={label(words?.categories_title, texts.categories)}
            nav
            items={relatedAll(footer?.categories, (row) => row.categories_id).map((category) => {
              const text = translation(category, language);
              return (
                <li key={category.id}>
                  <Link
                    href={`/catalog/${category.slug || `category-${category.id}`}`}
                    lang={text?.title ? languageOf(text, language) : undefined}
                  >
                    {text?.title || texts.category(category.id)}
                  </Link>
                </li>
              );
            })}
          />
          <Cell
            name="pages"
            className="ft-menu"
            label={label(words?.menu_title, texts.pages)}
            nav
            items={menuItems(footer?.menu, language).map((item) => (
              <li key={item.id}>
                {item.external ? (
                  <a href={item.href} rel="external noopener" lang={item.lang}>
                    {item.title}
                  </a>
                ) : (
                  <Link href={item.href} lang={item.lang}>
                    {item.title}
                  </Link>
                )}
              </li>
            ))}
          />
          <Cell name="address" label={label(words?.address_title, texts.address)} items={lines(footer?.address_list)} />
          <Cell
            name="schedule"
            label={label(words?.schedule_title, texts.schedule)}
            items={lines(footer?.schedule_list)}
          />
        </div>
        <div className="ft-row">
          <div className="ft-cell ft-logo">
            <Link className="logo" href="/" aria-label={title}>
              <LogoMark />
              <span>{title}</span>
            </Link>
          </div>
          <div className="ft-side">
            <div className="ft-row">
              <Cell
                name="phone"
                className="ft-reach"
                label={label(words?.phone_title, texts.phone)}
                items={lines(footer?.phone_links, phoneLink)}
              />
              <Cell
                name="email"
                className="ft-reach"
                label={label(words?.email_title, texts.email)}
                items={lines(footer?.email_links, mailLink)}
              />
            </div>
            <div className="ft-cell ft-legal">
              {words?.copyright && <span lang={languageOf(words, language)}>{words.copyright}</span>}
              <Link href="/imprint" lang={imprint.lang}>
                {imprint.text}
              </Link>
              <Link href="/privacy" lang={privacy.lang}>
                {privacy.text}
              </Link>
              <span lang={cookies.lang}>{consent(cookies.text)}</span>
              <ColourModeSwitch />
            </div>
          </div>
        </div>
      </div>
    </footer>
  );
}
