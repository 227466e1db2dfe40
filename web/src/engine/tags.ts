import type { Props } from "./react";

// Tags as react-dom writes them, as far as our pages have them.

export function startTag(tag: string, props: Props): string {
  let text = `<${tag}`;
  for (const name in props) {
    const value = props[name];
    if (value !== undefined && value !== null) text += (attributes[name] ??= attribute(name))(value);
  }
  return text + (empty.has(tag) ? "/>" : ">");
}

export function endTag(tag: string): string {
  return empty.has(tag) ? "" : `</${tag}>`;
}

const empty = new Set(["area", "br", "col", "embed", "hr", "img", "input", "link", "source", "track", "wbr"]);

/** An element's props as attributes in the order in which they are written, and content. */
export function tagProps(tag: string, props: Props): Props {
  return special[tag]?.(props) ?? props;
}

/** Links to the pictures that are not lazy, in the order in which they were rendered. */
export const preloads = new Set<string>();

/** The value of the select whose options are being rendered. */
let chosen: unknown;

const special: Readonly<Record<string, (props: Props) => Props>> = {
  button: ({ name, ...rest }) => ({ ...rest, name }),
  form: ({ action, encType, method, ...rest }) => ({ ...rest, action, encType, method }),
  input: ({ name, checked, defaultChecked, value, defaultValue, ...rest }) => ({
    ...rest,
    name,
    checked: checked ?? defaultChecked,
    value: value ?? defaultValue,
  }),
  textarea: ({ value, defaultValue, ...rest }) => ({ ...rest, children: value ?? defaultValue }),
  select: ({ value, defaultValue, ...rest }) => {
    chosen = value ?? defaultValue;
    return rest;
  },
  option: (props) => ({ ...props, selected: props.value === chosen }),
  img: (props) => {
    const { loading, src, srcSet, sizes, fetchPriority } = props;
    if (loading !== "lazy") {
      const source = srcSet ? { imageSrcSet: srcSet, imageSizes: sizes } : { href: src };
      preloads.add(startTag("link", { rel: "preload", as: "image", ...source, fetchPriority }));
    }
    return props;
  },
};

type Attribute = (value: unknown) => string;

const none: Attribute = () => "";

/** How a prop becomes an attribute; of those not named here, attribute() finds out once. */
const attributes: Record<string, Attribute> = {
  children: none,
  dangerouslySetInnerHTML: none,
  ref: none,
  className: named("class"),
  htmlFor: named("for"),
  tabIndex: named("tabindex"),
  href: address("href"),
  src: address("src"),
  action: address("action"),
  download: (value) => named("download")(value === true ? "" : value),
  ...each(
    "clipPath clipRule fillRule markerEnd markerStart strokeDasharray strokeLinecap strokeLinejoin strokeWidth textAnchor",
    (name) => named(name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)),
  ),
  ...each(
    "autoPlay checked controls disabled formNoValidate hidden inert loop multiple muted noValidate open playsInline readOnly required selected",
    flag,
  ),
};

function each(names: string, make: (name: string) => Attribute): Record<string, Attribute> {
  return Object.fromEntries(names.split(" ").map((name) => [name, make(name)]));
}

function attribute(name: string): Attribute {
  if (name.startsWith("on")) return none;
  return /^(aria-|data-|spellCheck$|draggable$)/.test(name)
    ? (value) => ` ${name}="${escapeText(String(value))}"`
    : named(name);
}

function named(name: string): Attribute {
  return (value) => {
    if (typeof value === "string") return ` ${name}="${escapeText(value)}"`;
    if (typeof value === "boolean") return "";
    if (typeof value === "number") return ` ${name}="${value}"`;
    throw new TypeError(`the attribute ${name} cannot be a ${typeof value}`);
  };
}

function flag(name: string): Attribute {
  return (value) => (value ? ` ${name}=""` : "");
}

/** Browsers skip the control characters and spaces before a script, and line breaks in its scheme. */
const script =
  // oxlint-disable-next-line no-control-regex -- see above
  /^[\u0000-\u0020]*j[\r\n\t]*a[\r\n\t]*v[\r\n\t]*a[\r\n\t]*s[\r\n\t]*c[\r\n\t]*r[\r\n\t]*i[\r\n\t]*p[\r\n\t]*t[\r\n\t]*:/i;

function address(name: string): Attribute {
  const write = named(name);
  return (value) => write(typeof value === "string" && script.test(value) ? blocked : value);
}

const blocked = "javascript:throw new Error('React has blocked a javascript: URL as a security precaution.')";

const entities: Readonly<Record<string, string>> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

export function escapeText(text: string): string {
  return /["'&<>]/.test(text) ? text.replace(/["'&<>]/g, (character) => entities[character] ?? "") : text;
}
