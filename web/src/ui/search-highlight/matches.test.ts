import { describe, expect, test } from "vitest";
import { fold, foldNumber, splitAtMatches } from "./matches";

/** Returns a text with brackets around the matches. */
function marked(text: string, marks: readonly string[], number = false): string {
  return splitAtMatches(text, marks, number)
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join("");
}

test("fold removes case, accents and soft hyphens, and transliterates letters without a base form", () => {
  expect(fold("Überwurf\u00admutter")).toBe("uberwurfmutter");
  expect(fold("U\u0308berwurfmutter")).toBe("uberwurfmutter");
  expect(fold("MAß")).toBe("mass");
  expect(fold("Bride à collerette")).toBe("bride a collerette");
  expect(fold("M20×1,5")).toBe("m20x1.5");
  expect(fold("Rohr, nahtlos")).toBe("rohr, nahtlos");
  expect(fold("½ œillet")).toBe("1⁄2 oeillet");
});

test("foldNumber keeps letters and digits only", () => {
  for (const number of ["FR-GV-12S-71", "fr gv 12s 71", "FRGV.12S/71", "fr–gv\u00a012s_71"]) {
    expect(foldNumber(number)).toBe("frgv12s71");
  }
});

describe("in words", () => {
  test("umlauts and accents match and keep their spelling", () => {
    expect(marked("Gerade Verschraubung", ["verschraub"])).toBe("Gerade [Verschraub]ung");
    expect(marked("Überwurfmutter", ["uberwurf"])).toBe("[Überwurf]mutter");
    expect(marked("U\u0308berwurfmutter", ["uberwurf"])).toBe("[U\u0308berwurf]mutter");
    expect(marked("Écrou à embout", ["ecrou"])).toBe("[Écrou] à embout");
    expect(marked("Maße", ["mass"])).toBe("[Maß]e");
  });

  test("a soft hyphen does not split a word", () => {
    expect(marked("Einschraub\u00adverschraubung", ["einschraubverschraubung"])).toBe(
      "[Einschraub\u00adverschraubung]",
    );
    expect(marked("Einschraub\u00adverschraubung", ["einschraub"])).toBe("[Einschraub]\u00adverschraubung");
  });

  test("a word matches with another ending, but not the beginning of a longer word", () => {
    expect(marked("Flansch", ["flansche"])).toBe("[Flansch]");
    expect(marked("Flanschdichtung", ["flansche"])).toBe("Flanschdichtung");
  });

  test("short marks match whole words only", () => {
    expect(marked("G 1/2, DIN 12", ["12"])).toBe("G 1/2, DIN [12]");
    expect(marked("G 1/2", ["1/2"])).toBe("G [1/2]");
    expect(marked("120 mm", ["12"])).toBe("120 mm");
    expect(marked("Verschraubung", ["g"])).toBe("Verschraubung");
  });

  test("technical values match across the space", () => {
    expect(marked("Kugelhahn DN 25 PN 63", ["dn25", "pn63"])).toBe("Kugelhahn [DN 25] [PN 63]");
    expect(marked("1.4571 (316Ti)", ["1.4571"])).toBe("[1.4571] (316Ti)");
  });

  test("overlapping matches are merged", () => {
    expect(marked("Schneidring", ["schneid", "idring"])).toBe("[Schneidring]");
  });
});

describe("in part numbers", () => {
  test("separators and case are ignored", () => {
    expect(marked("FR-GV-12S-71", ["frgv12s71"], true)).toBe("[FR-GV-12S-71]");
    expect(marked("FR-GV-12S-71", ["gv.12"], true)).toBe("FR-[GV-12]S-71");
    expect(marked("FR GV.12S", ["fr-gv"], true)).toBe("[FR GV].12S");
  });

  test("a trailing separator is not part of the match", () => {
    expect(marked("FR-GV-12S", ["frgv"], true)).toBe("[FR-GV]-12S");
  });

  test("one or two characters never match", () => {
    expect(marked("FR-GV-12S-71", ["71", "fr"], true)).toBe("FR-GV-12S-71");
  });
});

test("a text without marks and an empty text are returned whole", () => {
  expect(splitAtMatches("Flansch", [])).toEqual([{ text: "Flansch", hit: false }]);
  expect(splitAtMatches("", ["a"])).toEqual([]);
  expect(marked("Flansch", [""])).toBe("Flansch");
});

test("the pieces concatenate to the text", () => {
  const text = "<img src=x onerror=alert(1)> Flansch 𝐃𝐍25 ﬁtting\u0301";
  const all = splitAtMatches(text, ["flansch", "dn25", "fitting", "img"]);
  expect(all.map((piece) => piece.text).join("")).toBe(text);
  expect(all.filter(({ hit }) => hit).map((piece) => piece.text)).toEqual(["img", "Flansch", "𝐃𝐍25", "ﬁtting\u0301"]);
});
