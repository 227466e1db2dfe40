import { useEffect, useRef, useState } from "react";
import type { NewCartItem } from "../domain/cart-item";
import { useSiteTexts } from "../i18n/site-texts";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { cartItemName } from "./cart-item-name";
import { useCart } from "./store";
import { useAddToCart } from "./use-add-to-cart";
import "../ui/add.css";

const useAddTexts = defineTexts({
  "de-DE": { add: "Anfragen", added: "Im Korb" },
  "en-US": { add: "Add", added: "In cart" },
  "fr-FR": { add: "Ajouter", added: "Au panier" },
  "it-IT": { add: "Aggiungi", added: "Nel carrello" },
});

/** How long the button confirms an addition while it is in view, in ms. */
const confirmationTime = 3000;

/** The sticky header, which covers the top of the window, in px. */
const headerHeight = 60;

/**
 * AddButton adds an article to the cart. It confirms that until it was in view for a
 * moment, or another article is added; CartButton shows and announces the count. `full` shows the page's main button instead of a
 * row's, "second" one of the same size without its colour; `short`: it has a short text as well, from which the style chooses. `quantity` is called on each click; null adds nothing.
 */
export function AddButton({
  item,
  quantity = () => 1,
  full = false,
  short = false,
  label,
}: {
  item: NewCartItem;
  quantity?: () => number | null;
  full?: boolean | "second";
  short?: boolean;
  label?: string;
}) {
  const texts = useAddTexts();
  const { language } = usePage();
  const { addToCart } = useSiteTexts();
  const add = useAddToCart();
  const [additions, setAdditions] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const confirmed = additions > 0;
  const { uid } = item;
  useEffect(() => {
    if (additions === 0 || !button.current) return undefined;
    const end = () => setAdditions(0);
    const unobserve = whenSeen(button.current, end);
    const unsubscribe = useCart.subscribe(({ addition }) => {
      if (addition?.item.uid !== uid) end();
    });
    return () => {
      unobserve();
      unsubscribe();
    };
  }, [additions, uid]);

  const put = () => {
    const wanted = quantity();
    if (wanted !== null) add(item, wanted, () => setAdditions((count) => count + 1));
  };

  const text = confirmed ? texts.added : (label ?? (full ? addToCart : texts.add));
  const icon = <Icon name={confirmed ? "check" : "plus"} />;
  return full ? (
    <button
      ref={button}
      type="button"
      className={`btn ${full === "second" ? "" : "btn--primary "}btn--block${confirmed ? " is-in" : ""}`}
      onClick={put}
    >
      {short && !confirmed ? (
        <span>
          <span className="btn-long">{text}</span>
          <span className="btn-short">{texts.add}</span>
        </span>
      ) : (
        <span>{text}</span>
      )}
      <span className="ico-cell">{icon}</span>
    </button>
  ) : (
    <button
      ref={button}
      type="button"
      className={confirmed ? "add is-in" : "add"}
      aria-label={`${text}: ${cartItemName(item, language)}`}
      onClick={put}
    >
      <span>{text}</span>
      {icon}
    </button>
  );
}

/** whenSeen calls `then` when the element was in view for the confirmation's time without a break; it returns the cleanup function. */
function whenSeen(element: HTMLElement, then: () => void): () => void {
  let timer: number | undefined;
  const observer = new IntersectionObserver(
    ([entry]) => {
      window.clearTimeout(timer);
      if (entry?.isIntersecting) timer = window.setTimeout(then, confirmationTime);
    },
    { rootMargin: `-${headerHeight}px 0px 0px`, threshold: 0.5 },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    window.clearTimeout(timer);
  };
}
