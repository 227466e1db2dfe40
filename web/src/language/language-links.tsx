import { languagesBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import { isLanguageCode, type LanguageCode, languages } from "../lib/languages";
import { usePage } from "../lib/page-context";
import { Icon } from "../ui/icon";
import { addressIn, saveLanguage } from "./choice";
import { Flag } from "./flag";

/** The languages of the site: those of the content system, else the built-in list. */
export function useLanguages(): readonly { code: LanguageCode; prefix: string; title: string; flag: string }[] {
  const block = useContent(languagesBlock());
  const records = block.data ?? [];
  if (records.length === 0) return languages;
  return languages.flatMap((language) => {
    const record = records.find(({ code }) => code === language.code);
    return record ? [{ ...language, title: record.title || language.title, flag: record.flag || language.flag }] : [];
  });
}

/**
 * Links to this page in the other languages. On an address without prefix the
 * choice is saved and the same address loaded again.
 */
export function LanguageLinks() {
  const page = usePage();
  const offered = useLanguages();
  return offered.map(({ code, prefix, title, flag }) => (
    <a
      key={code}
      className="lang-a"
      href={addressIn(prefix, page)}
      hrefLang={code}
      lang={code}
      aria-current={code === page.language ? "true" : undefined}
      onClick={(event) => {
        if (!isLanguageCode(code)) return;
        saveLanguage(code);
        if (page.prefix === "") {
          event.preventDefault();
          window.location.reload();
        }
      }}
    >
      <Flag flag={flag} code={code} />
      {title}
      {code === page.language && <Icon name="check" />}
    </a>
  ));
}
