// What our components use of React and of react-dom, for the one rendering that
// a page gets inside the server: no effect runs, nothing is watched, nothing
// changes. The bundle for the engine has this module in place of both, and
// render.ts in place of react-dom/server (vite.config.ts): written for every
// case there is, they cost an interpreter twice as much. What is missing here
// fails the build; that the HTML is React's, bench/react_test.go proves on every kind of page.

export type Props = Readonly<Record<string, unknown>>;

export interface Element {
  readonly type: unknown;
  readonly props: Props;
}

export const Fragment = Symbol("Fragment");
export const Suspense = Symbol("Suspense");

export function jsx(type: unknown, props: Props): Element {
  return { type, props };
}

export { jsx as jsxs };

export function createElement(type: unknown, props: Props): Element {
  return { type, props };
}

/** A context is its own provider, and has the value of the nearest one that is being rendered. */
export class Context {
  constructor(public value: unknown) {}
  readonly Provider = this;
}

export function createContext(value: unknown): Context {
  return new Context(value);
}

export function useContext({ value }: Context): unknown {
  return value;
}

/** The parent of error boundaries, which catch nothing here: a page with an error is not rendered. */
export class Component {
  constructor(readonly props: Props) {}
}

const nothing = () => undefined;

export const useEffect = nothing;
export const useLayoutEffect = nothing;
export const startTransition = nothing;
export const createPortal = nothing;
export const flushSync = nothing;

export function useState<T>(first: T | (() => T)): [T, () => void] {
  return [first instanceof Function ? first() : first, nothing];
}

export function useOptimistic<T>(value: T): [T, () => void] {
  return [value, nothing];
}

export function useRef<T>(current: T): { current: T } {
  return { current };
}

export function useMemo<T>(make: () => T): T {
  return make();
}

export function useSyncExternalStore<T>(_subscribe: unknown, _read: unknown, readOnServer: () => T): T {
  return readOnServer();
}

/** As zustand takes it. */
export default {
  useSyncExternalStore,
  useCallback: <T>(callback: T): T => callback,
  useDebugValue: nothing,
};

export const Children = {
  count: (children: unknown): number =>
    Array.isArray(children)
      ? children.reduce<number>((sum, child) => sum + Children.count(child), 0)
      : Number(children !== undefined && children !== null),
};

/**
 * Where we are in what is rendered: of each list on the way here its length and
 * the index in it, one after the other; and how many ids the component has.
 */
export const place = { forks: [] as number[], ids: 0 };

/** The id that React will give the same place in the browser: in base 32, the indices of the lists, outermost last. */
export function useId(): string {
  const { forks } = place;
  let bits = 0;
  let length = 0;
  let high = "";
  for (let i = 0; i < forks.length; i += 2) {
    const [total = 0, index = 0] = [forks[i], forks[i + 1]];
    const more = 32 - Math.clz32(total);
    // An integer has room for 30 bits: whole digits go before it is full.
    if (length + more > 30) {
      const whole = length - (length % 5);
      high = (bits & ((1 << whole) - 1)).toString(32) + high;
      bits >>= whole;
      length -= whole;
    }
    bits |= (index + 1) << length;
    length += more;
  }
  const own = place.ids++;
  return `_R_${bits.toString(32)}${high}${own > 0 ? `H${own.toString(32)}` : ""}_`;
}
