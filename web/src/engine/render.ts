import { Kept, keep, keptParts, Live, type Parts } from "./kept";
import { Component, Context, type Element, Fragment, type Props, place, Suspense } from "./react";
import { endTag, escapeText, preloads, startTag, tagProps } from "./tags";

let html = "";
/** Whether text was written last: a comment keeps the next one apart from it. */
let afterText = false;
/** While a part is rendered to be kept: what there is of it, and from where on the HTML is not in it yet. */
let keeping: { parts: Parts[number][]; from: number } | undefined;

/** What react-dom makes of a tree, byte for byte: links to the pictures that are to be loaded first, then the HTML. */
export function renderToString(tree: unknown): string {
  html = "";
  afterText = false;
  keeping = undefined;
  place.forks = [];
  preloads.clear();
  render(tree);
  return [...preloads].join("") + html;
}

function render(node: unknown): void {
  if (typeof node === "string") renderText(node);
  else if (typeof node === "number") renderText(String(node));
  else if (Array.isArray(node)) renderList(node);
  else if (typeof node === "object" && node !== null) renderElement(node as Element);
}

function renderText(text: string): void {
  if (text === "") return;
  html += afterText ? `<!-- -->${escapeText(text)}` : escapeText(text);
  afterText = true;
}

function renderList(nodes: readonly unknown[]): void {
  const { forks } = place;
  const { length } = nodes;
  const fork = forks.push(length, 0) - 2;
  for (let i = 0; i < length; i++) {
    forks[fork + 1] = i;
    render(nodes[i]);
  }
  forks.length = fork;
}

function renderElement({ type, props }: Element): void {
  if (typeof type === "string") renderTag(type, props);
  else if (typeof type === "function") renderComponent(type as FunctionComponent | ClassComponent, props);
  else if (type === Fragment) render(props.children);
  else if (type === Suspense) renderBoundary(props.children);
  else if (type instanceof Context) renderProvider(type, props);
  else if (type === Kept) renderKept(props as { name: string; children: unknown });
  else if (type === Live) renderLive(props.children);
  else throw new TypeError(`the engine cannot render an element of type ${String(type)}`);
}

function renderTag(tag: string, props: Props): void {
  const own = tagProps(tag, props);
  const { children, dangerouslySetInnerHTML: inner } = own;
  html += startTag(tag, own);
  afterText = false;
  if (inner !== undefined) html += (inner as { __html: string }).__html;
  else if (typeof children === "string") html += escapeText(children);
  else if (children !== undefined) render(children);
  html += endTag(tag);
  afterText = false;
}

type FunctionComponent = (props: Props) => unknown;
type ClassComponent = new (props: Props) => Component & { render: () => unknown };

function isClass(type: FunctionComponent | ClassComponent): type is ClassComponent {
  return type.prototype instanceof Component;
}

function renderComponent(type: FunctionComponent | ClassComponent, props: Props): void {
  if (isClass(type)) return render(new type(props).render());
  place.ids = 0;
  const children = type(props);
  // What is below a component with ids counts as a list of one.
  if (place.ids > 0) renderList([children]);
  else render(children);
}

/** Everything is there: the comments tell the browser that it may hydrate what is between them. */
function renderBoundary(children: unknown): void {
  html += "<!--$-->";
  afterText = false;
  render(children);
  html += "<!--/$-->";
  afterText = false;
}

function renderProvider(context: Context, { value, children }: Props): void {
  const outer = context.value;
  context.value = value;
  try {
    render(children);
  } finally {
    context.value = outer;
  }
}

function renderKept({ name, children }: { name: string; children: unknown }): void {
  const known = keptParts(name);
  if (known) {
    for (const part of known) {
      if (typeof part === "string") html += part;
      else render(part.live);
    }
    return;
  }
  keeping = { parts: [], from: html.length };
  render(children);
  keep(name, [...keeping.parts, html.slice(keeping.from)]);
  keeping = undefined;
}

function renderLive(children: unknown): void {
  keeping?.parts.push(html.slice(keeping.from), { live: children });
  render(children);
  if (keeping) keeping.from = html.length;
}
