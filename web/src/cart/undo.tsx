import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { usePage } from "../router/page-context";
import { undo, undoAppend } from "./actions";
import { cartItemName } from "./cart-item-name";
import { useCart } from "./store";
import { useCartTexts } from "./texts";
import "./lines.css";

/** Undo replaces removed lines with a button that restores them. */
export function Undo() {
  const texts = useCartTexts();
  const text = useRemovedText();
  const button = useRef<HTMLButtonElement>(null);
  // The focused remove button was removed with its line.
  useEffect(() => button.current?.focus(), []);
  const restore = () => {
    const at = useCart.getState().removed?.lines[0]?.at ?? 0;
    const list = button.current?.closest(".panel-b")?.parentElement;
    flushSync(undo);
    list?.querySelectorAll<HTMLElement>(".citem .rm")[at]?.focus();
  };
  return (
    <div className="cundo">
      <span>{text}</span>
      <button ref={button} type="button" className="text-btn" onClick={restore}>
        {texts.undo}
      </button>
    </div>
  );
}

/** TakenNotice shows how many lines of a list were taken over last, with a button that undoes it. */
export function TakenNotice() {
  const texts = useCartTexts();
  const text = useTakenText();
  if (!text) return null;
  return (
    <div className="cundo">
      <span>{text}</span>
      <button type="button" className="text-btn" onClick={undoAppend}>
        {texts.undo}
      </button>
    </div>
  );
}

/** useTakenText returns how many lines of a list were taken over last, or "". */
export function useTakenText(): string {
  const texts = useCartTexts();
  const taken = useCart((cart) => cart.taken);
  return taken ? texts.taken(taken.uids.length) : "";
}

/** useRemovedText returns a description of the last removal, or "". */
export function useRemovedText(): string {
  const { language } = usePage();
  const texts = useCartTexts();
  const removed = useCart((cart) => cart.removed);
  const first = removed?.lines[0];
  if (!first) return "";
  return removed.all ? texts.cleared : texts.removed(cartItemName(first.item, language));
}
