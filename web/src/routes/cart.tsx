import { useEffect, useSyncExternalStore } from "react";
import { cartActions } from "../cart/lazy-actions";
import { EmptyCart } from "../cart/empty-cart";
import { LinesTable } from "../cart/lines-table";
import { useCart } from "../cart/store";
import type { CartItem } from "../domain/cart-item";
import { useSiteTexts } from "../i18n/site-texts";
import { type Texts, textsIn } from "../i18n/texts";
import { listFragment } from "../bom/buttons";
import { sharedIn } from "../bom/share-link";
import { SharedCart } from "../bom/shared-cart";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { Button, ButtonLink } from "../ui/button";
import { PageTitle } from "../ui/page-title";
import { addToCart, articleAdapter } from "./cart/add-articles";
import { BomEntry, ShareEntry, useListWindow } from "./cart/bom-entry";
import "../ui/section.css";

interface CartTexts {
  title: string;
  shared: string;
  sharedLead: string;
  tooLarge: string;
  send: string;
  print: string;
  noScript: string;
}

const texts: Texts<CartTexts> = {
  "de-DE": {
    title: "Warenkorb",
    shared: "Geteilter Warenkorb",
    sharedLead: "Diese Positionen hat jemand mit Ihnen geteilt. Ihr eigener Warenkorb ist unverändert.",
    tooLarge: "Dieser Link ist zu lang: höchstens 8 KB. Bitte teilen Sie den Warenkorb auf mehrere Links auf.",
    send: "Anfrage senden",
    print: "Drucken",
    noScript:
      "Der Warenkorb liegt in Ihrem Browser und braucht JavaScript. Ohne JavaScript erreichen Sie uns über das Kontaktformular.",
  },
  "en-US": {
    title: "Cart",
    shared: "Shared cart",
    sharedLead: "Somebody has shared these items with you. Your own cart is unchanged.",
    tooLarge: "This link is too long: 8 KB at most. Please split the cart into several links.",
    send: "Send request",
    print: "Print",
    noScript:
      "The cart is kept in your browser and needs JavaScript. Without JavaScript you can reach us through the contact form.",
  },
  "fr-FR": {
    title: "Panier",
    shared: "Panier partagé",
    sharedLead: "Ces lignes ont été partagées avec vous. Votre propre panier reste inchangé.",
    tooLarge: "Ce lien est trop long\u00a0: 8\u00a0Ko au plus. Veuillez répartir le panier sur plusieurs liens.",
    send: "Envoyer la demande",
    print: "Imprimer",
    noScript:
      "Le panier est conservé dans votre navigateur et nécessite JavaScript. Sans JavaScript, vous pouvez utiliser le formulaire de contact.",
  },
  "it-IT": {
    title: "Carrello",
    shared: "Carrello condiviso",
    sharedLead: "Queste righe sono state condivise con Lei. Il Suo carrello rimane invariato.",
    tooLarge: "Questo link è troppo lungo: al massimo 8 KB. Suddivida il carrello in più link.",
    send: "Invia richiesta",
    print: "Stampa",
    noScript:
      "Il carrello è conservato nel Suo browser e richiede JavaScript. Senza JavaScript può contattarci con il modulo di contatto.",
  },
};

function followFragment(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

/**
 * CartPage shows the cart in the address's fragment (a shared link) or else the
 * visitor's own cart. The fragment #list opens the window for a bill of materials.
 */
function CartPage() {
  const { language } = usePage();
  const { title, shared, sharedLead, tooLarge, noScript } = textsIn(texts, language);
  const { contactUs } = useSiteTexts();
  const fragment = useSyncExternalStore(
    followFragment,
    () => window.location.hash,
    () => "",
  );
  const found = sharedIn(fragment);
  return (
    <>
      <Breadcrumbs current={found ? shared : title} />
      <PageTitle work title={found ? shared : title} lead={found && (found === "too-large" ? tooLarge : sharedLead)} />
      <div className="wrap cart-off">
        <p>{noScript}</p>
        <ButtonLink href="/contacts">{contactUs}</ButtonLink>
      </div>
      {found === null && <OwnCart list={fragment === listFragment} />}
      {found !== null && found !== "too-large" && <OpenedCart key={fragment} lines={found.lines} />}
    </>
  );
}

function OpenedCart({ lines }: { lines: Parameters<typeof SharedCart>[0]["lines"] }) {
  const filled = useCart((cart) => cart.items.length > 0);
  const replace = async (items: readonly CartItem[]) => {
    const { clear } = await cartActions.loadOrNotify();
    clear();
    const { removed } = useCart.getState();
    await addToCart(items);
    useCart.setState({ removed, taken: null }); // undo restores the visitor's own lines
  };
  return (
    <SharedCart
      lines={lines}
      articles={articleAdapter}
      onAdd={(items) => void addToCart(items)}
      onReplace={filled ? (items) => void replace(items) : undefined}
    />
  );
}

function OwnCart({ list }: { list: boolean }) {
  const { language } = usePage();
  const { send, print } = textsIn(texts, language);
  const items = useCart((cart) => cart.items);
  const show = useOverlays((state) => state.show);
  const loaded = cartActions.use() !== undefined;
  useEffect(() => cartActions.preload(), []);
  useListWindow(list);
  // The content is unknown on the server and until local storage has been read.
  if (!loaded) return null;
  if (items.length === 0) {
    return (
      <div className="wrap sec--s cart-empty">
        <EmptyCart heading="h2" actions={<BomEntry />} />
      </div>
    );
  }
  return (
    <>
      <LinesTable lines={items} />
      <div className="wrap sec--s no-print">
        <div className="cart-do">
          <Button kind="primary" onClick={() => show("cart")}>
            {send}
          </Button>
          <Button icon={null} onClick={() => window.print()}>
            {print}
          </Button>
          <ShareEntry items={items} />
          <BomEntry />
        </div>
      </div>
    </>
  );
}

export const route: RouteModule = {
  queries: () => [],
  metadata: ({ language }) => ({ title: textsIn(texts, language).title, description: "" }),
  Component: CartPage,
};
