package demo

import (
	"encoding/json"
	"html"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"
)

// Company is whom a new site is about.
type Company struct {
	Name, Street, City, Country, Email, Phone string
	Languages                                 []string // of the site, the source language first; all if empty
}

// Starter returns content as Source does, without articles: languages, forms, navigation,
// start page, contacts and the legal texts as templates, for a company.
func Starter(of Company) (fs.FS, error) {
	out := fstest.MapFS{}
	all, err := pages(fstest.MapFS{})
	if err != nil {
		return nil, err
	}
	texts, err := starterTexts()
	if err != nil {
		return nil, err
	}
	items := map[string]any{}
	for _, name := range []string{"languages", "forms", "link", "menu", "header", "footer", "pages"} {
		items[name] = all.Items[name]
	}
	general(items)
	texts["pages"] = append(texts["pages"].([]any), items["pages"].([]any)...)
	maps.Copy(items, texts)
	body, err := json.Marshal(content{Items: of.adapt(items).(map[string]any)})
	if err != nil {
		return nil, err
	}
	out["content.json"] = &fstest.MapFile{Data: body, Mode: 0o644}
	return out, nil
}

// starterTexts are the texts that the demo has not, or that say too much there.
func starterTexts() (items map[string]any, err error) {
	body, err := sources.ReadFile("starter.json")
	if err == nil {
		err = json.Unmarshal(body, &items)
	}
	return items, err
}

// general removes what is the demo's own: its hours, categories, sign and pages.
func general(items map[string]any) {
	items["pages"] = slices.DeleteFunc(items["pages"].([]any), func(page any) bool {
		return page.(map[string]any)["slug"] == "imprint"
	})
	footer := items["footer"].([]any)[0].(map[string]any)
	delete(footer, "categories")
	footer["schedule_list"] = []any{}
	footer["address_list"] = []any{}
	for _, line := range []string{"{company}", "{street}", "{city}", "{country}"} {
		footer["address_list"] = append(footer["address_list"].([]any), map[string]any{"text": line})
	}
	header := items["header"].([]any)[0].(map[string]any)
	header["logo"] = "<span>{company}</span>"
	for _, menu := range items["menu"].([]any) {
		m := menu.(map[string]any)
		m["links"] = slices.DeleteFunc(m["links"].([]any), func(link any) bool {
			item := link.(map[string]any)["item"]
			return item == "2" || item == "3" || item == "7" // about, support, drawings
		})
	}
	items["link"] = slices.DeleteFunc(items["link"].([]any), func(link any) bool {
		id := link.(map[string]any)["id"]
		return id == float64(2) || id == float64(3) || id == float64(7)
	})
}

// demonstration matches the paragraph that says that the company is invented.
var demonstration = regexp.MustCompile(`<p>[^<]*2025\. Ferrule AG[^<]*</p>`)

// adapt replaces the demo's company in all texts, and leaves the languages of the site.
func (of Company) adapt(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, part := range v {
			v[key] = of.adapt(part)
		}
		return v
	case []any:
		v = slices.DeleteFunc(v, func(part any) bool {
			record, ok := part.(map[string]any)
			if !ok {
				return false
			}
			code, ok := record["languages_code"].(string)
			if _, translated := record["direction"]; translated {
				code, ok = record["code"].(string)
			}
			return ok && len(of.Languages) > 0 && !slices.Contains(of.Languages, code)
		})
		for i := range v {
			v[i] = of.adapt(v[i])
		}
		if len(of.Languages) > 0 && len(v) > 0 {
			of.sortLanguages(v)
		}
		return v
	case string:
		return of.text(v)
	default:
		return v
	}
}

// sortLanguages puts the source language first.
func (of Company) sortLanguages(list []any) {
	for _, part := range list {
		if record, ok := part.(map[string]any); ok && record["direction"] != nil {
			record["sort"] = slices.Index(of.Languages, record["code"].(string)) + 1
		}
	}
}

func (of Company) text(s string) string {
	name, street, city, country, email, phone := of.Name, of.Street, of.City, of.Country, of.Email, of.Phone
	if strings.HasPrefix(s, "<") { // markup
		for _, value := range []*string{&name, &street, &city, &country, &email, &phone} {
			*value = html.EscapeString(*value)
		}
	}
	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune("+0123456789", r) {
			return r
		}
		return -1
	}, phone)
	return strings.NewReplacer(
		"{company}", name, "{street}", street, "{city}", city, "{country}", country, "{email}", email, "{phone}", phone,
		" (an Arbeitstagen)", "", " (on working days)", "", " (jours ouvrés)", "", " (nei giorni lavorativi)", "",
		"8404 Winterthur, Schweiz", city+", "+country, "8404 Winterthur, Switzerland", city+", "+country,
		"8404 Winterthour, Suisse", city+", "+country, "8404 Winterthur, Svizzera", city+", "+country,
		"Ferrule AG", name, "Ferrule", name, "Dichtwegstrasse 24", street, "8404 Winterthur", city,
		"anfrage@ferrule.example", email, "datenschutz@ferrule.example", email, "+41 52 000 24 00", phone, "+41520002400", digits,
	).Replace(demonstration.ReplaceAllString(s, ""))
}
