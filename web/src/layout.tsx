import type { ReactNode } from "react";
import { CartButton } from "./cart/cart-button";
import { CartLines } from "./cart/cart-lines";
import { useCart } from "./cart/store";
import { headerBlock } from "./content/blocks";
import { translation } from "./content/translation";
import { useContent } from "./content/use-content";
import { LanguageLinks } from "./language/language-links";
import { LanguageSwitcher } from "./language/language-switcher";
import { useOverlays, usePhase } from "./lib/overlays";
import { usePage } from "./lib/page-context";
import { CartForm } from "./request/cart-form";
import { CartThanks, useCartSent } from "./request/cart-thanks";
import { Outbox } from "./request/outbox-notice";
import type { FormKind, Payload } from "./request/payload";
import { RequestPanelBody } from "./request/request-panel-body";
import { PartsEntry, ShareEntry } from "./routes/parts-entry";
import { SearchButton, SearchMenuEntry, SearchOverlayBody, useSearchName } from "./search/entry";
import { CatalogueMenu } from "./shell/catalogue-menu";
import { CookieBanner, CookiePolicy } from "./shell/cookie-banner";
import { CookieSettings } from "./shell/cookie-settings";
import { Footer } from "./shell/footer";
import { Header } from "./shell/header";
import { MobileMenu } from "./shell/mobile-menu";
import { CloseButton, Dialog, Panel } from "./shell/overlay";
import { Preloader } from "./shell/preloader";
import { useShellTexts } from "./shell/texts";
import { useCoveredPage } from "./shell/use-covered-page";

/** What surrounds every page, and what can lie over it. */
export function Layout({ children }: { children: ReactNode }) {
  const { route } = usePage();
  const texts = useShellTexts();
  const covered = useCoveredPage();
  return (
    <>
      <Preloader />
      <a className="skip" href="#main" inert={covered.page}>
        {texts.skip}
      </a>
      <div inert={covered.page}>
        <CookieBanner />
      </div>
      <Header
        inert={covered.header}
        search={<SearchButton />}
        switcher={(title) => <LanguageSwitcher title={title} />}
        cart={(label) => <CartButton label={label} />}
      />
      <CatalogueMenu />
      <MobileMenu search={<SearchMenuEntry />} languages={<LanguageLinks />} />
      <main id="main" tabIndex={-1} inert={covered.page}>
        {children}
      </main>
      {route !== "not-found" && route !== "error" && (
        <div inert={covered.page}>
          <Footer consent={(label) => <CookieSettings label={label} />} />
        </div>
      )}
      <Search />
      <CartPanel />
      <RequestPanel />
      <Modal />
      <CookiePolicy />
      <Outbox onSent={emptySentCart} />
    </>
  );
}

/** What was asked for leaves the cart; what was put in or raised since stays. */
function emptySentCart(kind: FormKind, { lines = [] }: Payload): void {
  if (kind === "cart") useCart.getState().take(lines);
}

function Search() {
  const { search } = useSearchName();
  return (
    <Dialog name="search" className="find" label={search}>
      <SearchOverlayBody close={<CloseButton name="search" />} />
    </Dialog>
  );
}

function CartPanel() {
  const items = useCart((cart) => cart.items);
  const sent = useCartSent(usePhase("cart") !== undefined);
  const { language } = usePage();
  const texts = useShellTexts();
  const label = translation(useContent(headerBlock(language)).data?.[0], language)?.cart || texts.cart;
  return (
    <Panel
      name="cart"
      label={label}
      heading={
        sent ? (
          label
        ) : (
          <>
            {label} <span className={items.length > 0 ? "tnum is-filled" : "tnum"}>({items.length})</span>
          </>
        )
      }
    >
      {sent ? (
        <CartThanks />
      ) : (
        <>
          <CartLines
            actions={
              <div className="cart-do">
                {items.length > 0 && <ShareEntry items={items} />}
                <PartsEntry />
              </div>
            }
          />
          {items.length > 0 && (
            <div className="panel-f">
              <CartForm lines={items} />
            </div>
          )}
        </>
      )}
    </Panel>
  );
}

function RequestPanel() {
  const texts = useShellTexts();
  const form = useOverlays((state) => state.requestForm);
  return (
    <Panel name="request" label={texts.request}>
      <RequestPanelBody form={form} />
    </Panel>
  );
}

function Modal() {
  const modal = useOverlays((state) => state.modal);
  return (
    <Panel name="modal" className="modal" label={modal?.label ?? ""}>
      <div className="panel-b">{modal?.body}</div>
    </Panel>
  );
}
