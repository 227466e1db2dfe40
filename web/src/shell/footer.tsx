import type { ReactNode } from "react";
import { Link } from "wouter";
import { footerBlock, headerBlock } from "../content/blocks";
import { inLanguage, parseList } from "../content/list";
import { languageOf, translation } from "../content/translation";
import { useContent } from "../content/use-content";
import { usePage } from "../lib/page-context";
import { FailedBlock } from "../ui/block-state";
import { ContactLine } from "../ui/contact-line";
import { Mark } from "../ui/mark";
import { ColourMode } from "./colour-mode";
import { menuItems } from "./navigation";
import { useShellTexts } from "./texts";

interface Entry {
  text?: string | null;
  link?: string | null;
  languages_code?: string | null;
}

/** The title block of the sheet. `consent`: what reopens the cookie settings. */
export function Footer({ consent }: { consent: (label: string) => ReactNode }) {
  const { language } = usePage();
  const texts = useShellTexts();
  const block = useContent(footerBlock(language));
  const title = useContent(headerBlock(language)).data?.[0]?.title ?? "Ferrule";
  const footer = block.data?.[0];
  const words = translation(footer, language);
  const list = (value: unknown) => inLanguage(parseList<Entry>(value), language);
  if (block.error) return <FailedBlock reload={block.reload} />;
  return (
    <footer className="ft wrap" lang={languageOf(words, language)}>
      <div className="ft-block">
        <Cell className="ft-cats" title={words?.categories_title || texts.categories}>
          <ul>
            {(footer?.categories ?? []).map(({ id, categories_id: category }) => {
              if (typeof category !== "object" || category === null) return null;
              const text = translation(category, language);
              return (
                <li key={id}>
                  <Link href={`/catalog/${category.slug}`} lang={languageOf(text, language)}>
                    {text?.title || texts.category(category.id)}
                  </Link>
                </li>
              );
            })}
          </ul>
        </Cell>
        <Cell className="ft-menu" title={words?.menu_title || texts.pages}>
          <ul>
            {menuItems(footer?.menu, language).map((item) => (
              <li key={item.id}>
                {item.external ? <a href={item.href}>{item.title}</a> : <Link href={item.href}>{item.title}</Link>}
              </li>
            ))}
          </ul>
        </Cell>
        <Cell className="ft-addr" title={words?.address_title || texts.address}>
          <Lines entries={list(footer?.address_list)} />
        </Cell>
        <Cell className="ft-time" title={words?.schedule_title || texts.schedule}>
          <Lines entries={list(footer?.schedule_list)} />
        </Cell>
        <div className="ft-cell ft-logo">
          <Link className="logo" href="/" aria-label={title}>
            <Mark />
            <span>{title}</span>
          </Link>
        </div>
        <Cell className="ft-phone" title={words?.phone_title || texts.phone}>
          <Contacts entries={list(footer?.phone_links)} />
        </Cell>
        <Cell className="ft-mail" title={words?.email_title || texts.email}>
          <Contacts entries={list(footer?.email_links)} />
        </Cell>
        <div className="ft-cell ft-legal">
          {words?.copyright && <span>{words.copyright}</span>}
          <Link href="/imprint">{words?.imprint_text || texts.imprint}</Link>
          <Link href="/privacy">{words?.privacy_text || texts.privacy}</Link>
          {consent(words?.cookie_text || texts.cookies)}
          <ColourMode />
        </div>
      </div>
    </footer>
  );
}

function Cell({ className, title, children }: { className: string; title: string; children: ReactNode }) {
  return (
    <div className={`ft-cell ${className}`}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Lines({ entries }: { entries: readonly Entry[] }) {
  return (
    <p>
      {entries.map(({ text }) => (
        <span className="line" key={text}>
          {text}
        </span>
      ))}
    </p>
  );
}

function Contacts({ entries }: { entries: readonly Entry[] }) {
  return entries.map(({ text, link }) =>
    link ? (
      <a className="ln-a ft-big tnum" key={text} href={link}>
        {text}
      </a>
    ) : (
      <ContactLine key={text} text={text ?? ""} />
    ),
  );
}
