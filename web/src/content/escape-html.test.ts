import { expect, test } from "vitest";
import { escapeHtml } from "./escape-html";

test("every character of markup is escaped", () => {
  expect(escapeHtml('G 1/2" <script>&</script>')).toBe("G 1/2&quot; &lt;script&gt;&amp;&lt;/script&gt;");
});
