// @vitest-environment node
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { linesOfPage, type PdfText } from "./pdf-lines";
import { type PlacedText, samplePdf } from "./testdata/sample-pdf";

/** Returns the lines of the first page of a PDF file with texts. */
async function linesOf(texts: readonly PlacedText[]): Promise<readonly string[]> {
  const file = await getDocument({ data: samplePdf([texts]), verbosity: 0 }).promise;
  const { items } = await (await file.getPage(1)).getTextContent();
  return linesOfPage(items.filter((item): item is (typeof items)[number] & PdfText => "str" in item));
}

test("the cells of a table are separated by tabs, its rows by line breaks, from top to bottom", async () => {
  expect(
    await linesOf([
      { x: 60, y: 680, text: "20" },
      { x: 60, y: 700, text: "10" },
      { x: 400, y: 700, text: "8 Stk" },
      { x: 100, y: 700, text: "FR-GV-12S-71" },
      { x: 100, y: 680, text: "Schneidring 12 S" },
      { x: 400, y: 680, text: "50 Stk" },
      { x: 60, y: 740, text: "Bestellung 4500 123" },
    ]),
  ).toEqual(["Bestellung 4500 123", "10\tFR-GV-12S-71\t8 Stk", "20\tSchneidring 12 S\t50 Stk"]);
});

test("words that are placed one by one are separated by spaces, and pieces of a word by none", async () => {
  // "Kugelhahn" in Helvetica of 10 points is 48.9 points wide, a space 2.8.
  expect(
    await linesOf([
      { x: 60, y: 700, text: "Kugel" },
      { x: 84.5, y: 700, text: "hahn" },
      { x: 111.5, y: 700.5, text: "DN 25" },
    ]),
  ).toEqual(["Kugelhahn DN 25"]);
});

test("a page without texts has no lines", async () => {
  expect(await linesOf([])).toEqual([]);
});
