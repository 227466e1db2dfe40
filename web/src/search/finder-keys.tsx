import { useSearchTexts } from "./texts";

/** FinderKeys names the keys of the overlay. */
export function FinderKeys() {
  const { keys } = useSearchTexts();
  return (
    <ul className="find-keys" aria-hidden="true">
      <li>
        <kbd className="find-key">↑ ↓</kbd> {keys.choose}
      </li>
      <li>
        <kbd className="find-key">Tab</kbd> {keys.quantity}
      </li>
      <li>
        <kbd className="find-key">Enter</kbd> {keys.add}
      </li>
      <li>
        <kbd className="find-key">Esc</kbd> {keys.close}
      </li>
    </ul>
  );
}
