/** A line of the cart (specification, point 3). */
export interface CartItem {
  /** Identifies the line: the same article in the same variation has the same uid. */
  uid: string;
  productId: number;
  slug: string;
  sku: string;
  type: "simple" | "variation" | "bundle";
  quantity: number;
  /** null: on request, as everything in this catalogue. */
  price: number | null;
  currency: string;
  image: string;
  /** The name per language code, and a variation's title. */
  translations: Readonly<Record<string, { name: string; title?: string }>>;
  variation: CartVariation | null;
  bundle: { mainProductId: number; relatedProductId: number | null } | null;
  meta: { chips?: readonly CartChip[] } & Readonly<Record<string, unknown>>;
}

/** A fact by which an article is told from others of its kind: DN 80, PN 40, M 20×1.5. */
export interface CartChip {
  code: string;
  /** With a decimal point. */
  value: string;
}

export interface CartVariation {
  id: number;
  title: string;
  attributes: readonly { attrId: number; valueId: number; value: string }[];
}

/** A line before it is in the cart. */
export type NewCartItem = Omit<CartItem, "quantity">;

export const defaultCurrency = "CHF";
export const defaultImage = "/fitting.png";
