import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Marked, MarksProvider } from "./marked";

test("markup in a name stays text, marked or not", () => {
  const name = `Union <img src=x onerror="alert(1)"> & Co`;
  const plain = "Union &lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Co";
  expect(renderToStaticMarkup(<Marked text={name} />)).toBe(plain);
  expect(
    renderToStaticMarkup(
      <MarksProvider value={["union", "<img", "onerror"]}>
        <Marked text={name} />
      </MarksProvider>,
    ),
  ).toBe("<mark>Union</mark> <mark>&lt;img</mark> src=x <mark>onerror</mark>=&quot;alert(1)&quot;&gt; &amp; Co");
});

test("a part number is marked across its separators", () => {
  expect(
    renderToStaticMarkup(
      <MarksProvider value={["gv12s"]}>
        <Marked text="FR-GV-12S-71" number />
      </MarksProvider>,
    ),
  ).toBe("FR-<mark>GV-12S</mark>-71");
});
