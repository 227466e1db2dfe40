import { type ReactNode, useEffect } from "react";
import { lazyModule } from "../browser/lazy-module";
import { CartButton } from "../cart/cart-button";
import { LanguageLinks } from "../language/language-links";
import { LanguageSwitcher } from "../language/language-switcher";
import { type RouteName, usePage } from "../router/page-context";
import { SearchEntry } from "../search/entry";
import { CookieSettings } from "../shell/cookie-settings";
import { CoveredPage, Underlay } from "../shell/covered-page";
import { SiteFooter } from "../shell/site-footer";
import { SiteHeader } from "../shell/site-header";
import { useShellTexts } from "../shell/texts";
import { UnavailableNotice } from "../shell/unavailable-notice";
import { useLazyOverlays } from "./use-lazy-overlays";

const lazyBanner = lazyModule(() => import("../shell/cookie-banner"));

/** The shell of every page: header, footer, notices and overlays. `footerMarkup`: the server's cached HTML of Footer. */
export function Layout({ children, footerMarkup }: { children: ReactNode; footerMarkup?: string | undefined }) {
  const { route } = usePage();
  const texts = useShellTexts();
  const overlays = useLazyOverlays();
  const banner = lazyBanner.use();
  useEffect(() => lazyBanner.preload(), []);
  return (
    <>
      <Underlay>
        <a className="skip" href="#main">
          {texts.skip}
        </a>
        {banner && <banner.CookieBanner />}
      </Underlay>
      <SiteHeader
        search={<SearchEntry />}
        switcher={(label) => <LanguageSwitcher label={label} />}
        languages={<LanguageLinks />}
        cart={(label) => <CartButton label={label} />}
      />
      {overlays && <overlays.Menus />}
      <Underlay as="main" id="main" tabIndex={-1}>
        {children}
      </Underlay>
      {hasFooter(route) &&
        (footerMarkup === undefined ? (
          <Underlay>
            <Footer />
          </Underlay>
        ) : (
          <Underlay dangerouslySetInnerHTML={{ __html: footerMarkup }} />
        ))}
      {overlays && <overlays.Windows />}
      <UnavailableNotice />
      <CoveredPage />
    </>
  );
}

/** Reports whether a page has a footer: every page but the error screens. */
export function hasFooter(route: RouteName): boolean {
  return route !== "not-found" && route !== "error";
}

/** The footer depends on the page's language, prefix and content only, never on its address (footer-markup.tsx). */
export function Footer() {
  return <SiteFooter consent={(label) => <CookieSettings label={label} />} />;
}
