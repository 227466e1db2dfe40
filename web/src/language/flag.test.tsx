import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Flag } from "./flag";

const draw = (code: string, flag?: string) => renderToStaticMarkup(<Flag code={code} flag={flag} />);

test("the eight languages of the specification have a flag of their own", () => {
  const codes = ["ru-RU", "en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR", "ar-SA"];
  const drawings = codes.map((code) => draw(code));
  for (const drawing of drawings) expect(drawing).not.toContain("<text");
  expect(new Set(drawings).size).toBe(codes.length);
});

test("any other language has a grey box with the language part of its code", () => {
  expect(draw("nl-NL")).toMatch(/fill="#8b959a".*>NL<\/text>/);
  expect(draw("sv", "no-such-flag")).toContain(">SV</text>");
});

test("the record's own flag takes precedence over that of the code", () => {
  expect(draw("en-US", "gb")).toBe(draw("xx-XX", "gb"));
  expect(draw("en-US", "gb")).not.toBe(draw("en-US"));
});
