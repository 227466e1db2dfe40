package content_test

import (
	"testing"

	"ferrule/internal/content"
)

// All but the part numbers are titles that Directus generates.
func TestFileTitle(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"img-00.png":                    "Img 00",
		"hello_world.jpg":               "Hello World",
		"snowWhiteAndTheSevenDwarfs.md": "Snow White and the Seven Dwarfs",
		"the-end-of-the-line":           "The End of the Line",
		"UPPER_CASE_NAME.TXT":           "Upper Case Name",
		"2023-01-01 report.pdf":         "2023 01 01 Report",
		"éclair.png":                    "Éclair",
		"straße.png":                    "Straße",
		"pdf-datasheet.pdf":             "PDF Datasheet",
		"archive.tar.gz":                "Archive.tar",
		"to":                            "To",
		".png":                          ".png",
		"":                              "",
		"DN25-PN16_flange.png":          "DN25 PN16 Flange",
	} {
		if got := content.FileTitle(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
