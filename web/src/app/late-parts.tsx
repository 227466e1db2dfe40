import { CookieSettings } from "../shell/cookie-settings";
import { SiteFooter } from "../shell/site-footer";

// The parts of the shell that work as HTML until the visitor's first interaction.

export { CookieBanner } from "../shell/cookie-banner";
export { LanguageLinks } from "../language/language-links";
export { LanguageSwitcher } from "../language/language-switcher";

/** The footer depends on the page's language, prefix and content only, never on its address (footer-markup.tsx). */
export function Footer() {
  return <SiteFooter consent={(label) => <CookieSettings label={label} />} />;
}
