import type { CartItem, NewCartItem } from "../domain/cart-item";
import { useDraft } from "./draft";
import type { ItemOf } from "./line-choices";
import { ReadLines } from "./read-lines";
import { TextStep } from "./text-step";
import { useFile } from "./use-file";
import { useFileDrop } from "./use-file-drop";
import "./bom.css";

/** ArticleAdapter creates and names cart items; the page supplies it, because features must not import each other. */
export interface ArticleAdapter {
  itemOf: ItemOf;
  nameOf: (item: NewCartItem, language: string) => string;
}

/** ListTarget is the cart that takes the lines of a list over; the page supplies it. */
export interface ListTarget {
  /** The number of lines in the cart. */
  count: number;
  /** Adds lines; `restore` is called if that is undone. `complete`: no line of the list is left. */
  add: (items: readonly CartItem[], restore: () => void, complete: boolean) => Promise<void>;
  /** The number of lines that were added last and that `undo` removes; 0 after another change of the cart. */
  taken: number;
  undo: () => void;
  /** Closes the window. */
  close: () => void;
}

/** BillOfMaterials shows a field for pasting a list or, once it is read, its lines. */
export function BillOfMaterials({ articles, cart }: { articles: ArticleAdapter; cart: ListTarget }) {
  const read = useDraft((draft) => draft.read);
  const file = useFile();
  useFileDrop(file);
  return read ? <ReadLines articles={articles} cart={cart} file={file} /> : <TextStep file={file} />;
}
