import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Highlighted } from "./highlighted";

test("markup in a name stays text, highlighted or not", () => {
  const name = `Union <img src=x onerror="alert(1)"> & Co`;
  expect(renderToStaticMarkup(<Highlighted text={name} marks={[]} />)).toBe(
    "Union &lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Co",
  );
  expect(renderToStaticMarkup(<Highlighted text={name} marks={["union", "<img", "onerror"]} />)).toBe(
    "<mark>Union</mark> <mark>&lt;img</mark> src=x <mark>onerror</mark>=&quot;alert(1)&quot;&gt; &amp; Co",
  );
});

test("a part number is highlighted across its separators", () => {
  expect(renderToStaticMarkup(<Highlighted text="FR-GV-12S-71" marks={["gv12s"]} number />)).toBe(
    "FR-<mark>GV-12S</mark>-71",
  );
});
