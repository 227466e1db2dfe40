import { expect, test } from "vitest";
import { plainMarkup, plainText } from "./plain-text";

test("plain text is one line without markup", () => {
  expect(plainText("<p>A\u00adB</p>\n<p>C</p>")).toBe("AB C");
  expect(plainText("R&amp;D")).toBe("R&amp;D");
});

test("the character references that the sanitiser writes are decoded", () => {
  expect(plainMarkup("<p>R&amp;D, DN &lt; 50</p><p>1&#34; &#39;A&#39; &gt; B &amp;lt;</p>")).toBe(
    "R&D, DN < 50 1\" 'A' > B &lt;",
  );
  expect(plainMarkup(null)).toBe("");
});
