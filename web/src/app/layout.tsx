import { memo, type ReactNode, Suspense, useEffect } from "react";
import { CartButton } from "../cart/cart-button";
import type { Label } from "../i18n/translation";
import { usePage } from "../router/page-context";
import type { RouteName } from "../router/routes";
import { SearchEntry } from "../search/entry";
import { CoveredPage, Underlay } from "../shell/covered-page";
import { SiteHeader } from "../shell/site-header";
import { useShellTexts } from "../shell/texts";
import { UnavailableNotice } from "../shell/unavailable-notice";
import { markHydrated } from "./hydrated";
import { useLazyOverlays } from "./use-lazy-overlays";

export type LateParts = typeof import("./late-parts");

interface LateProps {
  /** Returns the late parts if their code is loaded: on the server always. */
  parts: () => LateParts | undefined;
  /** Resolves when it is (browser only). */
  loaded?: Promise<unknown> | undefined;
}

interface LayoutProps extends LateProps {
  children: ReactNode;
  /** The server's cached HTML of the footer. */
  footerMarkup?: string | undefined;
}

/** The shell of every page: header, footer, notices and overlays. */
export function Layout({ children, footerMarkup, ...late }: LayoutProps) {
  const { route } = usePage();
  const texts = useShellTexts();
  const overlays = useLazyOverlays();
  return (
    <>
      <Underlay>
        <a className="skip" href="#main">
          {texts.skip}
        </a>
        <LateBanner {...late} />
      </Underlay>
      <SiteHeader
        search={<SearchEntry />}
        switcher={(label) => <LateSwitcher {...label} {...late} />}
        languages={import.meta.env.SSR && <LateLinks {...late} />}
        cart={(label) => <CartButton label={label} />}
        overlaysLoaded={overlays !== undefined}
      />
      {overlays && <overlays.Menus />}
      <Underlay as="main" id="main" tabIndex={-1}>
        {children}
      </Underlay>
      {hasFooter(route) &&
        (footerMarkup === undefined ? (
          <Underlay>
            <LateFooter {...late} />
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

/** Returns the late parts; suspends until their code is loaded. */
function partsOf({ parts, loaded }: LateProps): LateParts {
  const module = parts();
  if (module) return module;
  // oxlint-disable-next-line typescript/only-throw-error -- React suspends on a promise
  throw loaded ?? new Error("render late part: module not loaded");
}

// Each late part keeps the server's HTML until its code is loaded, as PageBoundary does (app.tsx).

const LateFooter = memo(function LateFooter(late: LateProps) {
  return (
    <Suspense>
      <LoadedFooter {...late} />
    </Suspense>
  );
});

function LoadedFooter(late: LateProps) {
  const { Footer } = partsOf(late);
  useEffect(() => markHydrated("footer"), []);
  return <Footer />;
}

const LateBanner = memo(function LateBanner(late: LateProps) {
  return (
    <Suspense>
      <LoadedBanner {...late} />
    </Suspense>
  );
});

function LoadedBanner(late: LateProps) {
  const { CookieBanner } = partsOf(late);
  useEffect(() => markHydrated("banner"), []);
  return <CookieBanner />;
}

const LateSwitcher = memo(function LateSwitcher(props: Label & LateProps) {
  return (
    <Suspense>
      <LoadedSwitcher {...props} />
    </Suspense>
  );
});

function LoadedSwitcher({ text, lang, ...late }: Label & LateProps) {
  const { LanguageSwitcher } = partsOf(late);
  return <LanguageSwitcher label={{ text, lang }} />;
}

function LateLinks(late: LateProps) {
  const { LanguageLinks } = partsOf(late);
  return <LanguageLinks />;
}
