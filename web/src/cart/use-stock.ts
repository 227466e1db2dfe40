import { useEffect, useRef, useState } from "react";
import { fetchContent } from "../content/client";
import { items as records, type Query } from "../content/query";
import type { CartItem } from "../domain/cart-item";

/** Lines that scroll by are not asked for; after this time without a change those in view are, in ms. */
const pause = 150;

/**
 * useStock returns the stock of articles by uid; an article that the catalogue does
 * not have is missing. `items` are the lines in view: each is asked for once.
 */
export function useStock(items: readonly CartItem[]): ReadonlyMap<string, number> {
  const [stock, setStock] = useState<ReadonlyMap<string, number>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const missing = items.filter(({ uid, productId }) => productId > 0 && !asked.current.has(uid));
    if (missing.length === 0) return undefined;
    const add = (found: readonly (readonly [string, number])[]) => setStock((former) => new Map([...former, ...found]));
    const ask = () => {
      for (const { uid } of missing) asked.current.add(uid);
      // Without a reply the lines are shown without stock.
      const [sizes, products] = [missing.filter(hasVariation), missing.filter((item) => !hasVariation(item))];
      void load("variations", sizes, ({ variation }) => variation?.id ?? 0).then(add, () => undefined);
      void load("products", products, ({ productId }) => productId).then(add, () => undefined);
    };
    const timer = window.setTimeout(ask, asked.current.size === 0 ? 0 : pause);
    return () => window.clearTimeout(timer);
  });
  return stock;
}

function hasVariation({ variation }: CartItem): boolean {
  return variation !== null;
}

async function load(
  collection: "products" | "variations",
  items: readonly CartItem[],
  idOf: (item: CartItem) => number,
): Promise<readonly (readonly [string, number])[]> {
  if (items.length === 0) return [];
  const ids = [...new Set(items.map(idOf))];
  const query: Query<readonly { id: number; stock: number | null }[]> = records(collection, {
    fields: ["id", "stock"],
    filter: { id: { _in: ids } },
    limit: ids.length,
  });
  const stock = new Map((await fetchContent(query)).map((row) => [row.id, row.stock ?? 0]));
  return items.flatMap((item) => {
    const pieces = stock.get(idOf(item));
    return pieces === undefined ? [] : [[item.uid, pieces] as const];
  });
}
