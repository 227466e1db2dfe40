import { subtract } from "../cart/actions";
import { CartLines } from "../cart/cart-lines";
import { useCart } from "../cart/store";
import { categoriesBlock, formsBlock } from "../content/blocks";
import { countsBlock } from "../content/listing";
import { headerBlock } from "../content/shell-blocks";
import { useContent } from "../content/use-content";
import { translation } from "../i18n/translation";
import { LanguageLinks } from "../language/language-links";
import { CartForm } from "../request/cart-form";
import { CartThanks, useCartSent } from "../request/cart-thanks";
import { OutboxNotice } from "../request/outbox-notice";
import type { FormKind } from "../request/form-kinds";
import type { Payload } from "../request/payload";
import { RequestPanelBody } from "../request/request-panel-body";
import { isShown, useOverlays, usePhase } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { useReopening } from "../router/use-reopening";
import { BomEntry, ShareEntry } from "../routes/cart/bom-entry";
import { useSearchCart } from "../routes/search/use-search-cart";
import { useSearchName } from "../search/entry";
import { useReturn } from "../search/followed";
import { SearchOverlayBody } from "../search/overlay-body";
import { CatalogueMenu } from "../shell/catalogue-menu";
import { CookiePolicy } from "../shell/cookie-policy";
import { MobileMenu } from "../shell/mobile-menu";
import { CloseButton, Dialog, Panel } from "../shell/overlay";
import { useOverlayTexts } from "../shell/overlay-texts";
import { useShellTexts } from "../shell/texts";
import { useReopenedWindows } from "./use-reopened-windows";
import "../ui/print.css";
import "../ui/without-scripts.css";

/** Returns the queries of a menu, and of the forms that can be opened from it. */
export function menuQueries(menu: "catalogue" | "mobile", language: string): string[] {
  return menu === "catalogue"
    ? [formsBlock(language), categoriesBlock(language), countsBlock()]
    : [formsBlock(language)];
}

/** The menus, which open below the header. */
export function Menus() {
  return (
    <>
      <CatalogueMenu />
      <MobileMenu languages={<LanguageLinks className="mm-lang" />} />
    </>
  );
}

/** The overlays that cover the whole page, and the notice about queued requests. */
export function Windows() {
  useReopenedWindows();
  useReturn();
  return (
    <>
      <Search />
      <CartPanel />
      <RequestPanel />
      <Modal />
      <CookiePolicy />
      <OutboxNotice onSent={emptySentCart} />
    </>
  );
}

/** Removes the sent quantities from the cart; lines or quantities added since then remain. */
function emptySentCart(kind: FormKind, { lines = [] }: Payload): void {
  if (kind === "cart") subtract(lines);
}

function Search() {
  const { search } = useSearchName();
  return (
    <Dialog name="search" className="find" label={search}>
      <SearchOverlayBody close={<CloseButton name="search" />} cart={useSearchCart()} paste={<BomEntry />} />
    </Dialog>
  );
}

function CartPanel() {
  const items = useCart((cart) => cart.items);
  const phase = usePhase("cart");
  useReopening("cart", isShown(phase));
  const sent = useCartSent(phase !== undefined);
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
              <>
                <BomEntry short={items.length > 0} />
                {items.length > 0 && <ShareEntry short items={items} />}
              </>
            }
          />
          {items.length > 0 && (
            <div className="panel-f cart-foot">
              <CartForm lines={items} />
            </div>
          )}
        </>
      )}
    </Panel>
  );
}

function RequestPanel() {
  const texts = useOverlayTexts();
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
