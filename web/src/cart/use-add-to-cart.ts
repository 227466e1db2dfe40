import { useQueryClient } from "@tanstack/react-query";
import { productNamesBlock } from "../content/blocks";
import { fetchContent } from "../content/client";
import type { Products } from "../content/model.gen";
import type { NewCartItem } from "../lib/cart-item";
import { useCart } from "./store";

/**
 * Puts an article into the cart. The line is there at once; its names in the
 * other languages follow, and where they cannot be had the line stays as it is.
 */
export function useAddToCart(): (item: NewCartItem, quantity: number) => void {
  const client = useQueryClient();
  const add = useCart((cart) => cart.add);
  return (item, quantity) => {
    add(item, quantity);
    const query = productNamesBlock(item.productId, item.variation?.id);
    client
      .fetchQuery({ queryKey: [query], queryFn: () => fetchContent(query) })
      .then(([product]) => {
        const line = useCart.getState().items.find(({ uid }) => uid === item.uid);
        if (line && product) add({ ...item, translations: namesOf(product) }, 0);
      })
      .catch(() => undefined); // the current language's name is in the line already
  };
}

function namesOf(product: Products): NewCartItem["translations"] {
  const titles = new Map(
    (product.variations?.[0]?.translations ?? []).map((row) => [row.languages_code, row.title ?? ""]),
  );
  const names: Record<string, { name: string; title?: string }> = {};
  for (const { languages_code: code, name } of product.translations ?? []) {
    const title = titles.get(code);
    if (typeof code === "string" && name) names[code] = { name, ...(title ? { title } : {}) };
  }
  return names;
}
