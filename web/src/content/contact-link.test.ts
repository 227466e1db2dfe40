import { expect, test } from "vitest";
import { mailLink, phoneLink } from "./contact-link";

test.each([
  ["+41 52 000 24 00", "tel:+41520002400"],
  ["+41 (0)52 000 24 00", "tel:+41520002400"],
  ["052 000 24 00", "tel:0520002400"],
  ["(0)52 000 24 00", "tel:0520002400"],
  ["Tel. +49 521/000 44-12", "tel:+495210004412"],
  ["112", "tel:112"],
  ["on request", undefined],
  ["", undefined],
])("the telephone number %j links to %j", (text, link) => {
  expect(phoneLink(text)).toBe(link);
});

test.each([
  ["anfrage@ferrule.example", "mailto:anfrage@ferrule.example"],
  [" anfrage@ferrule.example ", "mailto:anfrage@ferrule.example"],
  ["anfrage@ferrule", undefined],
  ["write to us", undefined],
])("the e-mail address %j links to %j", (text, link) => {
  expect(mailLink(text)).toBe(link);
});
