package demo

import (
	"fmt"
	"strings"
)

// sixWords holds the texts of a category's six-part block; the table has its facts.
type sixWords struct {
	standard, standardText, pressure, pressureText, sizes, sizesText, materials, materialsText, papers, papersText, six string
}

func sixPart(language string) sixWords {
	switch language {
	case "de-DE":
		return sixWords{
			"Norm", "Maße und Werkstoffe nach %s, untereinander austauschbar.",
			"Druckstufen", "Nenndruck %s bar, Prüfdruck das 1,5-Fache. Grenzen je Größe stehen am Artikel.",
			"Größen", "Lieferbar in %s, Zwischengrößen auf Anfrage.",
			"Werkstoffe", "%s. Andere Werkstoffe nach Zeichnung.",
			"Nachweise", "Abnahmeprüfzeugnis 3.1 nach EN 10204 auf Wunsch, Schmelze am Teil markiert.",
			"Nicht sicher, welche Ausführung passt?",
		}
	case "fr-FR":
		return sixWords{
			"Norme", "Dimensions et matières selon %s, interchangeables entre elles.",
			"Pressions", "Pression nominale %s bar, pression d’épreuve 1,5 fois. Les limites par taille figurent sur l’article.",
			"Tailles", "Disponibles en %s, tailles intermédiaires sur demande.",
			"Matières", "%s. Autres matières sur plan.",
			"Certificats", "Certificat de réception 3.1 selon EN 10204 sur demande, coulée marquée sur la pièce.",
			"Un doute sur l’exécution\u00a0?",
		}
	case "it-IT":
		return sixWords{
			"Norma", "Dimensioni e materiali secondo %s, intercambiabili tra loro.",
			"Pressioni", "Pressione nominale %s bar, pressione di prova 1,5 volte. I limiti per misura sono indicati sull’articolo.",
			"Misure", "Disponibili in %s, misure intermedie su richiesta.",
			"Materiali", "%s. Altri materiali su disegno.",
			"Certificati", "Certificato di collaudo 3.1 secondo EN 10204 su richiesta, colata marcata sul pezzo.",
			"Dubbi sull’esecuzione?",
		}
	default:
		return sixWords{
			"Standard", "Dimensions and materials to %s, interchangeable with each other.",
			"Pressure ratings", "Nominal pressure %s bar, test pressure 1.5 times. Limits per size are given with the item.",
			"Sizes", "Available in %s, intermediate sizes on request.",
			"Materials", "%s. Other materials to drawing.",
			"Documents", "Inspection certificate 3.1 to EN 10204 on request, heat number marked on the part.",
			"Not sure which version fits?",
		}
	}
}

// zinc replaces the tables' abbreviation of zinc-plated steel.
func zinc(materials, language string) string {
	word := map[string]string{"de-DE": "Stahl verzinkt", "en-US": "zinc-plated steel", "fr-FR": "acier zingué", "it-IT": "acciaio zincato"}[language]
	return strings.ReplaceAll(materials, "zinc", word)
}

func (c *catalogue) expandCategories(all *content) error {
	rows, err := readTable("categories")
	if err != nil {
		return err
	}
	texts, err := readTable("category-leads")
	if err != nil {
		return err
	}
	leads := map[string]row{}
	for _, r := range texts {
		leads[r["slug"]] = r
	}
	parents := map[string]row{}
	for _, r := range rows {
		c.categories[r["slug"]] = atoi(r["id"])
		parents[r["slug"]] = r
	}
	items := make([]object, 0, len(rows))
	for n, r := range rows {
		var parent any
		if r["parent"] != "" {
			id, known := c.categories[r["parent"]]
			if !known {
				return fmt.Errorf("expand category %s: unknown parent %q", r["slug"], r["parent"])
			}
			parent = id
		}
		items = append(items, object{
			"id": atoi(r["id"]), "slug": r["slug"], "status": r["status"], "sort": n + 1, "parent": parent,
			"thumbnail": fileID(r["picture"] + ".webp"), "standard": orNull(r["standard"]), "pressure_range": orNull(r["pressure"]),
			"translations": categoryTexts(r, parents[r["parent"]], leads[r["slug"]]),
		})
	}
	all.Items["categories"] = items
	return nil
}

// categoryTexts returns a category's texts; it takes missing facts from its parent.
// A subcategory has no lead: its title and its facts say everything.
func categoryTexts(r, parent, lead row) []object {
	fact := func(name string) string {
		if r[name] != "" {
			return r[name]
		}
		return parent[name]
	}
	var out []object
	for i, language := range languages {
		if r["slug"] == "u-bolts" && language == "it-IT" {
			continue // see the package comment
		}
		w := sixPart(language)
		t := object{"languages_code": language, "title": r.texts()[i]}
		if text := lead.texts()[i]; text != "" {
			t["description"] = text
		}
		out = append(out, t)
		if parent != nil {
			continue // a subcategory's facts are its parent's
		}
		t["six_title"] = w.six
		for _, cell := range []struct{ part, title, text, value string }{
			{"first", w.standard, w.standardText, fact("standard")},
			{"second", w.pressure, w.pressureText, fact("pressure")},
			{"three", w.sizes, w.sizesText, fact("sizes")},
			{"four", w.materials, w.materialsText, zinc(fact("materials"), language)},
		} {
			if cell.value != "" {
				t[cell.part+"_title"] = cell.title
				t[cell.part+"_description"] = fmt.Sprintf(cell.text, cell.value)
			}
		}
		t["five_title"], t["five_description"] = w.papers, w.papersText
	}
	return out
}
