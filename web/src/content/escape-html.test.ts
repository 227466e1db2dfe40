import { expect, test } from "vitest";
import { escapeHtml } from "./escape-html";

test("nothing of a text becomes markup", () => {
  expect(escapeHtml('G 1/2" <script>&</script>')).toBe("G 1/2&quot; &lt;script&gt;&amp;&lt;/script&gt;");
});
