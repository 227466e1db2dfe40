package demo

import (
	"io/fs"
	"strings"
	"testing"
)

// The pages of a new site name the company and nothing of the demo, in its languages alone.
func TestTheStarterIsAboutTheCompany(t *testing.T) {
	t.Parallel()
	files, err := Starter(Company{Name: "Ventil & Söhne", Street: "Hafenweg 3", City: "20457 Hamburg", Country: "Deutschland", Email: "info@ventil.example", Languages: []string{"en-US", "de-DE"}})
	if err != nil {
		t.Fatal(err)
	}
	body, err := fs.ReadFile(files, "content.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, foreign := range []string{"Ferrule", "ferrule.example", "Winterth", "Dichtweg", "Arbeitstagen", "{company}", "fr-FR", "products"} {
		if at := strings.Index(string(body), foreign); at >= 0 {
			t.Errorf("%s: %s", foreign, body[max(0, at-80):min(len(body), at+80)])
		}
	}
	for _, own := range []string{`Ventil \u0026amp; Söhne`, "Hafenweg 3", "info@ventil.example", `"code":"en-US","direction":"ltr","flag":"gb","name":"English","sort":1`} {
		if !strings.Contains(string(body), own) {
			t.Errorf("no %s", own)
		}
	}
}
