package demo

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// productWords holds the sentences of a product's text.
type productWords struct {
	first                                          string // name, sizes
	sheet, sheetNote                               string
	delivery, deliveryText, shipping, shippingText string
	payment, paymentText                           string
}

func wordsOf(language string) productWords {
	switch language {
	case "de-DE":
		return productWords{
			"%s in %d Ausführungen. Maße, Nenndruck und Gewicht je Größe stehen in der Tabelle und im Datenblatt.",
			"Datenblatt %s", "Maße, Werkstoffe, Druckstufen",
			"Lieferzeit", "Lagerware verlässt Winterthur am selben Tag, wenn die Bestellung bis 14 Uhr bestätigt ist. In der EU 3 bis 5 Werktage.",
			"Versandkosten und Incoterms", "FCA Winterthur nach Incoterms 2020, auf Wunsch DAP mit Verzollung.",
			"Zahlung", "Auf Rechnung, 30 Tage netto. Erstbestellungen gegen Vorkasse.",
		}
	case "fr-FR":
		return productWords{
			"%s en %d exécutions. Dimensions, pression nominale et masse par taille figurent dans le tableau et dans la fiche technique.",
			"Fiche technique %s", "Dimensions, matières, pressions",
			"Délai de livraison", "Les articles en stock quittent Winterthour le jour même si la commande est confirmée avant 14 h. Dans l’UE, 3 à 5 jours ouvrés.",
			"Frais de port et Incoterms", "FCA Winterthour selon Incoterms 2020, sur demande DAP dédouané.",
			"Paiement", "Sur facture, 30 jours net. Première commande contre paiement anticipé.",
		}
	case "it-IT":
		return productWords{
			"%s in %d esecuzioni. Dimensioni, pressione nominale e massa per misura sono riportate nella tabella e nella scheda tecnica.",
			"Scheda tecnica %s", "Dimensioni, materiali, pressioni",
			"Tempi di consegna", "La merce a magazzino parte da Winterthur il giorno stesso se l’ordine è confermato entro le 14. Nell’UE 3-5 giorni lavorativi.",
			"Spese di spedizione e Incoterms", "FCA Winterthur secondo Incoterms 2020, su richiesta DAP sdoganato.",
			"Pagamento", "Con fattura, 30 giorni netti. Primo ordine con pagamento anticipato.",
		}
	default:
		return productWords{
			"%s in %d versions. Dimensions, nominal pressure and weight per size are in the table and the data sheet.",
			"Data sheet %s", "Dimensions, materials, pressure ratings",
			"Delivery time", "Stock items leave Winterthur the same day if the order is confirmed by 2 pm. Within the EU 3 to 5 business days.",
			"Shipping and Incoterms", "FCA Winterthur to Incoterms 2020, DAP with customs clearance on request.",
			"Payment", "On invoice, 30 days net. First orders against prepayment.",
		}
	}
}

func plain(s string) string { return strings.ReplaceAll(s, "\u00ad", "") }

func deliveryList(w productWords) []object {
	return []object{
		{"title": w.delivery, "description": w.deliveryText},
		{"title": w.shipping, "description": w.shippingText},
		{"title": w.payment, "description": w.paymentText},
	}
}

// productTexts returns a product's translations, including its data sheet in the same language.
func (c *catalogue) productTexts(r row, p preset) []object {
	lines, _ := c.table(r["dims"]) // read before, see variants
	count := 0
	for _, line := range lines {
		if line.matches(r["where"]) {
			count += 1 + strings.Count(r["materials"], ",")
		}
	}
	standard := ""
	for _, a := range p.attributes {
		if a[0] == "standard" {
			standard = ", " + a[1]
		}
	}
	var out []object
	for i, language := range languages {
		if without(atoi(r["id"]))[language] {
			continue
		}
		w, name := wordsOf(language), r.texts()[i]
		out = append(out, object{
			"languages_code": language, "name": name, "title": plain(name) + standard,
			"description":               "<p>" + fmt.Sprintf(w.first, plain(name), count) + "</p><p>" + p.use[i] + "</p>",
			"thumbnail":                 fileID(r["picture"] + ".webp"),
			"gallery":                   gallery(r["picture"]),
			"delivery_and_payment_list": deliveryList(w),
			"documentation_list": []object{{
				"title": fmt.Sprintf(w.sheet, r["sku"]), "note": w.sheetNote, "sort": 1, "file": fileID(sheetName(r["slug"], language)),
			}},
		})
	}
	return out
}

// gallery returns the picture of the product, and for tube fittings that of its parts.
func gallery(picture string) []object {
	names := []string{picture}
	switch picture {
	case "straight-union", "elbow-union", "tee-union", "cross-union":
		names = append(names, "cutting-ring-exploded")
	}
	var out []object
	for i, name := range names {
		out = append(out, object{"directus_files_id": fileID(name + ".webp"), "sort": i + 1})
	}
	return out
}

func (c *catalogue) expandBundles() ([]object, error) {
	rows, err := readTable("bundles")
	if err != nil {
		return nil, err
	}
	var items []object
	for n, r := range rows {
		id := atoi(r["id"])
		c.names[id] = r.texts()
		parts, err := c.partsOf(r)
		if err != nil {
			return nil, err
		}
		main := parts[0].size
		attributes, err := c.productAttributes(row{"materials": main.material}, c.family[main.product], []variant{{cells: commonCells(parts)}})
		if err != nil {
			return nil, err
		}
		item := object{
			"id": id, "slug": r["slug"], "sku": r["sku"], "status": "published", "sort": 1000 + n, "stock": stockOf(id, 5),
			"product_type": "bundle", "date_created": created(id).Format(time.RFC3339), "thumbnail": fileID(r["picture"] + ".webp"), "image": fileID(r["picture"] + ".webp"),
			"translations": c.bundleTexts(r, parts, c.family[main.product].use), "attributes": attributes, "bundle": bundleRows(parts),
			"categories": []object{{"categories_id": c.categories[r["category"]], "sort": 1}}, "tags": []object{{"tags_id": 5, "sort": 1}},
		}
		if err := addDrawing(item, r); err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

// part is a quantity of one size in a set.
type part struct {
	size
	quantity int
}

// partsOf reads the parts of a set: part numbers of sizes, each with its quantity.
func (c *catalogue) partsOf(r row) ([]part, error) {
	var parts []part
	for entry := range strings.SplitSeq(r["parts"], ",") {
		number, quantity, _ := strings.Cut(entry, "*")
		found, known := c.sizes[number]
		if !known {
			return nil, fmt.Errorf("expand bundle %s: unknown size %s", r["slug"], number)
		}
		parts = append(parts, part{found, atoi(quantity)})
	}
	return parts, nil
}

// commonAttributes lists the attributes by which the parts of a set fit each other.
var commonAttributes = []string{"tube-od", "dn", "nps", "pn", "class", "thread"} //nolint:gochecknoglobals // a constant table

// commonCells returns the values that at least two parts have and no part contradicts, so that filters and lists find the set by them.
func commonCells(parts []part) [][2]string {
	var out [][2]string
	for _, attribute := range commonAttributes {
		var texts []string
		for _, p := range parts {
			texts = append(texts, textsOf([]variant{{cells: p.cells}}, attribute)...)
		}
		if len(texts) > 1 && len(slices.Compact(texts)) == 1 {
			out = append(out, [2]string{attribute, texts[0]})
		}
	}
	return out
}

func bundleRows(parts []part) []object {
	var rows []object
	for i, p := range parts {
		rows = append(rows, object{"related_products_id": p.product, "related_variations_id": p.id, "quantity": p.quantity, "sort": i + 1})
	}
	return rows
}

func (c *catalogue) bundleTexts(r row, parts []part, use [4]string) []object {
	var out []object
	for i, language := range languages {
		var list strings.Builder
		for _, p := range parts {
			fmt.Fprintf(&list, "<li>%d × %s %s</li>", p.quantity, plain(c.names[p.product][i]), localTitles(p.title)[i])
		}
		out = append(out, object{
			"languages_code": language, "name": r.texts()[i], "title": plain(r.texts()[i]),
			"description": "<ul>" + list.String() + "</ul><p>" + use[i] + "</p>",
			"thumbnail":   fileID(r["picture"] + ".webp"), "gallery": gallery(r["picture"]),
			"delivery_and_payment_list": deliveryList(wordsOf(language)),
		})
	}
	return out
}
