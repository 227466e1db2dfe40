import type { ReactNode } from "react";
import { CartButton } from "./cart/cart-button";
import { LanguageSwitcher } from "./language/language-switcher";
import { useLayers } from "./late-layers";
import { Kept } from "./lib/kept";
import { usePage } from "./lib/page-context";
import { SearchButton } from "./search/entry";
import { CookieBanner } from "./shell/cookie-banner";
import { CookieSettings } from "./shell/cookie-settings";
import { Footer } from "./shell/footer";
import { Header } from "./shell/header";
import { Preloader } from "./shell/preloader";
import { useShellTexts } from "./shell/texts";
import { useCoveredPage } from "./shell/use-covered-page";

/** What surrounds every page, and what can lie over it. */
export function Layout({ children }: { children: ReactNode }) {
  const { route } = usePage();
  const texts = useShellTexts();
  const covered = useCoveredPage();
  const layers = useLayers();
  return (
    <>
      <Preloader />
      <a className="skip" href="#main" inert={covered.page}>
        {texts.skip}
      </a>
      <div inert={covered.page}>
        <CookieBanner />
      </div>
      <Kept name="header">
        <Header
          inert={covered.header}
          search={<SearchButton />}
          switcher={(title) => <LanguageSwitcher title={title} />}
          cart={(label) => <CartButton label={label} />}
        />
      </Kept>
      {layers && <layers.Menus />}
      <main id="main" tabIndex={-1} inert={covered.page}>
        {children}
      </main>
      {route !== "not-found" && route !== "error" && (
        <Kept name="footer">
          <div inert={covered.page}>
            <Footer consent={(label) => <CookieSettings label={label} />} />
          </div>
        </Kept>
      )}
      {layers && <layers.Windows />}
    </>
  );
}
