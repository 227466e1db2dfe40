package bomfile_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"ferrule/internal/bom/bomfile"
)

// The sheets of testdata, which LibreOffice 7.4 saved: one with a date, a formula,
// separators of thousands, leading zeros, a comment and a cell of two lines; a hidden
// one, a blank one, and one more.
const saved = `Stückliste:
Stückliste Presse 7

Pos.	Artikel-Nr.	Bezeichnung	Menge	ME	EP	Liefertermin	Bemerkung
010	FR-GV-12S-71	Gerade Verschraubung 12S	1000	Stk	14.8	15.12.2026	mit Zeugnis 3.1
020	FR-UM-12S-71	Überwurfmutter M20x1,5	20	Stk	4.1
030	FR-ER-12-15-71	Edelstahlrohr 12x1,5	4.1250	m	17.9

Ersatzteile:
Part number	Qty
FR-SR-12-L-S-71	12`

func TestSpreadsheetsOfLibreOfficeAreRead(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"list.ods", "list.xlsx"} {
		text, err := bomfile.Text(t.Context(), read(t, name))
		if err != nil {
			t.Fatal(name, err)
		}
		// Saved as XLSX, the date has no format of its own.
		if diff := cmp.Diff(saved, strings.Replace(text, "15/12/2026", "15.12.2026", 1)); diff != "" {
			t.Error(name, diff)
		}
	}
}

func TestValuesOfExcelAreReadAsTheyAreShown(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	day := time.Date(2026, 12, 15, 0, 0, 0, 0, time.UTC)
	style := func(format string) int {
		id, err := book.NewStyle(&excelize.Style{CustomNumFmt: &format})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	for c, cell := range []struct {
		value  any
		format string
		want   string
	}{
		{"FR-GV-12S-71", "", "FR-GV-12S-71"},
		{12.0, "", "12"},
		{12.5, "0.00", "12.5"},
		{1000, "#,##0", "1000"},
		{0.1 + 0.2, "", "0.3"},
		{1.125, "", "1.1250"},
		{7, "000", "007"},
		{5, `0" Stk"`, "5 Stk"},
		{80, `"DN "0`, "DN 80"},
		{day, "dd.mm.yyyy", "15.12.2026"},
		{day, "m/d/yy", "12/15/26"},
		{100234567890, "", "100234567890"},
		{2e15, "0.00E+00", "2000000000000000"},
		{true, "", "TRUE"},
		{"zwei\nZeilen\tund Tab", "", "zwei Zeilen und Tab"},
		{`"1/2"" Hahn`, "", `"""1/2"""" Hahn"`},
		{"letzte", "", "letzte"},
	} {
		name, _ := excelize.CoordinatesToCellName(c+1, 1)
		if err := book.SetCellValue("Sheet1", name, cell.value); err != nil {
			t.Fatal(err)
		}
		if cell.format != "" {
			if err := book.SetCellStyle("Sheet1", name, name, style(cell.format)); err != nil {
				t.Fatal(err)
			}
		}
		text, err := bomfile.Text(t.Context(), bytesOf(t, book))
		if err != nil {
			t.Fatal(err)
		}
		cells := strings.Split(text, "\t")
		if got := cells[len(cells)-1]; got != cell.want {
			t.Errorf("%v in %q is %q, not %q", cell.value, cell.format, got, cell.want)
		}
	}
}

func TestTextIsReadInAnyEncoding(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, want string }{
		"UTF-8":        {"Stück;2\n", "Stück;2\n"},
		"a mark":       {"\xef\xbb\xbfStück", "Stück"},
		"Windows-1252": {"St\xfcck \x80", "Stück €"},
		"UTF-16":       {"\xff\xfeS\x00\xfc\x00", "Sü"},
		"UTF-16 big":   {"\xfe\xff\x00S\x00\xfc", "Sü"},
	} {
		if text, err := bomfile.Text(t.Context(), []byte(c.file)); err != nil || text != c.want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

func TestFilesThatAreNoListsAreRefused(t *testing.T) {
	t.Parallel()
	workbook, table := read(t, "list.xlsx"), read(t, "list.ods")
	secret := &bytes.Buffer{}
	if err := excelize.NewFile().Write(secret, excelize.Options{Password: "x"}); err != nil {
		t.Fatal(err)
	}
	many := excelize.NewFile()
	stream, err := many.NewStreamWriter("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	for i := range bomfile.MaxRows + 1 {
		if err := stream.SetRow(fmt.Sprintf("A%d", i+1), []any{"FR-GV-12S-71", 1}); err != nil {
			t.Fatal(err)
		}
	}
	if err := stream.Flush(); err != nil {
		t.Fatal(err)
	}
	const cell = `<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>`
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"nothing":           {nil, bomfile.ErrNoContent},
		"blank text":        {[]byte(" \n\t\n"), bomfile.ErrNoContent},
		"blank workbook":    {bytesOf(t, excelize.NewFile()), bomfile.ErrNoContent},
		"a picture":         {[]byte("\x89PNG\r\n\x1a\n\x00\x00"), bomfile.ErrKind},
		"a page":            {[]byte("<!doctype html><table>"), bomfile.ErrKind},
		"rich text":         {[]byte(`{\rtf1 x}`), bomfile.ErrKind},
		"a PDF":             {[]byte("%PDF-1.7\n"), bomfile.ErrPDF},
		"XLS":               {read(t, "list.xls"), bomfile.ErrOldKind},
		"a password":        {secret.Bytes(), bomfile.ErrPassword},
		"a password, ODS":   {withPart(t, table, "META-INF/manifest.xml", "<manifest:encryption-data/>"), bomfile.ErrPassword},
		"another archive":   {zipOf(t, map[string]string{"readme.txt": "x"}), bomfile.ErrKind},
		"a text document":   {zipOf(t, map[string]string{"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<x/>"}), bomfile.ErrKind},
		"truncated XLSX":    {workbook[:len(workbook)/2], bomfile.ErrDamaged},
		"truncated ODS":     {table[:len(table)-30], bomfile.ErrDamaged},
		"damaged XLSX":      {flipped(workbook), bomfile.ErrDamaged},
		"damaged ODS":       {withPart(t, table, "content.xml", "<a><b></a>"), bomfile.ErrDamaged},
		"ODS cut in a row":  {odsOf(t, "<table:table-row>"+cell+"<"), bomfile.ErrDamaged},
		"a row outside":     {withPart(t, table, "content.xml", "<table-row/>"), bomfile.ErrDamaged},
		"empty workbook":    {withPart(t, workbook, "xl/workbook.xml", ""), bomfile.ErrDamaged},
		"too many bytes":    {make([]byte, bomfile.MaxBytes+1), bomfile.ErrTooLarge},
		"too many rows":     {bytesOf(t, many), bomfile.ErrRows},
		"a million rows":    {odsOf(t, `<table:table-row table:number-rows-repeated="1048576">`+cell+`</table:table-row>`), bomfile.ErrRows},
		"a bomb":            {bomb(t, workbook, "xl/worksheets/sheet1.xml", 20<<20), bomfile.ErrTooLarge},
		"a bomb of a part":  {bomb(t, workbook, "xl/media/image1.png", 80<<20), bomfile.ErrTooLarge},
		"a bomb, ODS":       {bomb(t, table, "content.xml", 20<<20), bomfile.ErrTooLarge},
		"a wrong size":      {wrongSize(t, table), bomfile.ErrDamaged},
		"too many parts":    {zipOf(t, parts(2001)), bomfile.ErrTooLarge},
		"entities of a DTD": {withPart(t, table, "content.xml", `<!DOCTYPE x [<!ENTITY a "b">]><table name="x"><table-row><table-cell><p>&a;</p></table-cell></table-row></table>`), bomfile.ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if text, err := bomfile.Text(t.Context(), c.file); !errors.Is(err, c.want) || text != "" {
				t.Errorf("%v, not %v; %.80q", err, c.want, text)
			}
		})
	}
}

func TestRepeatedBlankCellsAndRowsTakeNoRoom(t *testing.T) {
	t.Parallel()
	text, err := bomfile.Text(t.Context(), odsOf(t, `<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`+
		`<table:table-row><table:table-cell table:number-columns-repeated="2"/><table:table-cell office:value-type="string" table:number-columns-repeated="1000000"><text:p>x<text:s text:c="1000000"/>y</text:p></table:table-cell></table:table-row>`))
	if want := "\t" + strings.Repeat("\tx y", 62); err != nil || text != want {
		t.Errorf("%q, %v", text, err)
	}
}

func TestReadingAFileEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"list.ods", "list.xlsx"} {
		if _, err := bomfile.Text(ctx, read(t, name)); !errors.Is(err, context.Canceled) {
			t.Error(name, err)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, name := range []string{"list.ods", "list.xlsx", "list.xls"} {
		file, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		text, err := bomfile.Text(t.Context(), file)
		if (err == nil) == (strings.TrimSpace(text) == "") {
			t.Errorf("%q, %v", text, err)
		}
	})
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func bytesOf(t *testing.T, book *excelize.File) []byte {
	t.Helper()
	b, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipOf(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range parts {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withPart returns a ZIP file with another content of one part.
func withPart(t *testing.T, file []byte, name, content string) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		part, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[f.Name] = string(part)
	}
	parts[name] = content
	return zipOf(t, parts)
}

func odsOf(t *testing.T, rows string) []byte {
	t.Helper()
	return zipOf(t, map[string]string{
		"mimetype": "application/vnd.oasis.opendocument.spreadsheet",
		"content.xml": `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="A">` +
			rows + `</table:table></office:spreadsheet></office:body></office:document-content>`,
	})
}

func bomb(t *testing.T, file []byte, name string, size int) []byte {
	t.Helper()
	return withPart(t, file, name, strings.Repeat(" ", size))
}

// wrongSize returns a ZIP file whose directory declares fewer bytes of the content
// than it has.
func wrongSize(t *testing.T, file []byte) []byte {
	t.Helper()
	changed := bytes.Clone(file)
	directory := bytes.LastIndex(changed, []byte("content.xml")) - 46
	copy(changed[directory+24:], []byte{10, 0, 0, 0})
	return changed
}

func flipped(file []byte) []byte {
	changed := bytes.Clone(file)
	for i := 200; i < len(changed)/2; i += 50 {
		changed[i] ^= 0xff
	}
	return changed
}

func parts(n int) map[string]string {
	all := map[string]string{}
	for i := range n {
		all[fmt.Sprint(i)] = ""
	}
	return all
}
