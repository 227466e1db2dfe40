import * as react from "react";
import { renderToString as renderWithReact } from "react-dom/server";
import { describe, expect, it } from "vitest";
import * as engine from "./react";
import { renderToString } from "./render";

/** What both have, as far as a tree is made of it. */
type Library = Pick<typeof react, "createElement" | "createContext" | "useContext" | "useId" | "Fragment" | "Suspense">;

/** A tree, made with one of the libraries. */
type Tree = (library: Library, h: (type: unknown, props?: object | null, ...children: unknown[]) => unknown) => unknown;

function bothRender(tree: Tree): readonly [ours: string, reacts: string] {
  const make = react.createElement as (...given: unknown[]) => react.ReactElement;
  const h: Parameters<Tree>[1] = (type, props, ...children) =>
    engine.createElement(type, {
      ...props,
      ...(children.length > 0 && { children: children.length === 1 ? children[0] : children }),
    });
  return [
    renderToString(tree(engine as unknown as Library, h)),
    renderWithReact(tree(react, make) as react.ReactElement),
  ];
}

const trees: Readonly<Record<string, Tree>> = {
  "texts side by side": (_, h) => h("p", null, "a", "b", 1, 0, "", null, false, "c", h("b", null, "d"), "e"),
  "texts of components side by side": (_, h) =>
    h(
      "p",
      null,
      h(() => "a"),
      h(() => ["b", "c"]),
      "d",
    ),
  "texts at a boundary": ({ Suspense }, h) => h("p", null, "a", h(Suspense, null, "b"), "c"),
  "what has a meaning in HTML": (_, h) => h("p", { title: `<'&">` }, `<'&"> &amp;`),
  "props that are attributes": (_, h) =>
    h("p", {
      className: "a",
      tabIndex: -1,
      hidden: true,
      inert: false,
      "aria-hidden": false,
      "data-n": 0,
      title: "",
      dir: undefined,
    }),
  "addresses that are scripts": (_, h) => h("a", { href: " JAVA\nscript:alert(1)" }, h("a", { href: "/javascript:" })),
  fields: (_, h) =>
    h(
      "form",
      { method: "post", className: "f", action: "/a" },
      h("input", { value: "v", defaultChecked: true, name: "n", type: "checkbox" }),
      h("textarea", { defaultValue: "<t>", name: "n" }),
      h("button", { name: "n", type: "submit" }),
    ),
  "a select": (_, h) =>
    h("select", { defaultValue: "b" }, h("option", { value: "a" }, "A"), h("option", { value: "b" }, "B")),
  "pictures to be loaded first": (_, h) =>
    h(
      "p",
      null,
      h("img", { src: "/a.png" }),
      h("img", { src: "/b", loading: "lazy" }),
      h("img", { srcSet: "/c 1x", sizes: "9px", fetchPriority: "high" }),
    ),
  contexts: ({ createContext, useContext }, h) => {
    const Context = createContext("none");
    const Reader = () => useContext(Context);
    return h(
      "p",
      null,
      h(Reader),
      h(Context, { value: "outer" }, h(Context, { value: "inner" }, h(Reader)), h(Reader)),
      h(Reader),
    );
  },
  ids: ({ useId, Fragment }, h) => {
    const Two = ({ children }: { children?: unknown }) => h("i", { id: useId(), title: useId() }, children);
    const nested = (depth: number): unknown =>
      depth === 0
        ? h(Two)
        : h("p", null, null, h(Two, null, nested(depth - 1)), h(Fragment, { key: "f" }, [h(Two, { key: "t" })]));
    return nested(20);
  },
};

describe("the engine's renderer", () => {
  it.each(Object.entries(trees))("writes what React writes: %s", (_, tree) => {
    const [ours, reacts] = bothRender(tree);
    expect(ours).toBe(reacts);
  });

  it("refuses what it does not know", () => {
    expect(() => renderToString(engine.createElement(Symbol("Activity"), {}))).toThrow("Activity");
  });

  it("is as new after an error", () => {
    const Context = engine.createContext("none");
    const Reader = () => engine.useContext(Context);
    const Broken = () => {
      throw new Error("broken");
    };
    const broken = { type: Context, props: { value: "some", children: { type: Broken, props: {} } } };
    expect(() => renderToString(["text", broken])).toThrow("broken");
    expect(renderToString(engine.createElement(Reader, {}))).toBe("none");
  });
});
