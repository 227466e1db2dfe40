import type { ReactNode } from "react";
import { CartButton } from "../cart/cart-button";
import { LanguageSwitcher } from "../language/language-switcher";
import { usePage } from "../router/page-context";
import { SearchButton } from "../search/entry";
import { CookieBanner } from "../shell/cookie-banner";
import { CookieSettings } from "../shell/cookie-settings";
import { CoveredPage, Underlay } from "../shell/covered-page";
import { Preloader } from "../shell/preloader";
import { SiteFooter } from "../shell/site-footer";
import { SiteHeader } from "../shell/site-header";
import { useShellTexts } from "../shell/texts";
import { UnavailableNotice } from "../shell/unavailable-notice";
import { useLazyOverlays } from "./use-lazy-overlays";

/** The shell of every page: header, footer, notices and overlays. */
export function Layout({ children }: { children: ReactNode }) {
  const { route } = usePage();
  const texts = useShellTexts();
  const overlays = useLazyOverlays();
  return (
    <>
      <Preloader />
      <Underlay>
        <a className="skip" href="#main">
          {texts.skip}
        </a>
        <CookieBanner />
      </Underlay>
      <SiteHeader
        search={<SearchButton />}
        switcher={(title) => <LanguageSwitcher title={title} />}
        cart={(label) => <CartButton label={label} />}
      />
      {overlays && <overlays.Menus />}
      <Underlay as="main" id="main" tabIndex={-1}>
        {children}
      </Underlay>
      {route !== "not-found" && route !== "error" && (
        <Underlay>
          <SiteFooter consent={(label) => <CookieSettings label={label} />} />
        </Underlay>
      )}
      {overlays && <overlays.Windows />}
      <UnavailableNotice />
      <CoveredPage />
    </>
  );
}
