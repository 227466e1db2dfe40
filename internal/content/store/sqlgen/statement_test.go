package sqlgen

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

var (
	sqlLiteral = regexp.MustCompile(`'(?:[^']|'')*'`)
	verb       = regexp.MustCompile(`%[dvnqsb{}\[]`) // of a format, see internal/database/json.c
	word       = regexp.MustCompile(`[^\s{}\[\]":,.()<>=*^$+-]+`)
)

// FuzzStatement checks that no statement contains text of a request: every word of
// a constant is from the model or the program.
func FuzzStatement(f *testing.F) {
	for _, parameters := range []string{
		"fields=*.*&filter[slug][_eq]=zebra&sort=-translations.name&limit=3&page=2&meta=*&search=zebra",
		"fields=id,zebra.name&alias[zebra]=translations&deep[zebra][_filter][name][_icontains]=zébra&language=de-DE",
		`fields=x'y&alias[x'y]=slug&filter={"_or":[{"id":{"_in":[1,2]}},{"translations":{"_none":{"name":{"_starts_with":"zebra%"}}}}]}`,
		"aggregate[sum]=sort&aggregate[count]=*&groupBy=status,year(date_created)&filter[date_created][_gt]=$NOW(-1 year)",
	} {
		f.Add("products", parameters)
	}
	m := content.Default()
	known := vocabulary(m)
	f.Fuzz(func(t *testing.T, collection, parameters string) {
		v, err := url.ParseQuery(parameters)
		if err != nil {
			return
		}
		q, err := query.Parse(m, collection, v)
		if err != nil {
			return
		}
		plan, err := query.Bind(m, q, time.Unix(0, 0))
		if err != nil {
			return
		}
		for _, d := range []Dialect{SQLite{}, Postgres{}} {
			text, _ := Compile(d, plan)
			for _, constant := range sqlLiteral.FindAllString(text, -1) {
				for _, w := range word.FindAllString(verb.ReplaceAllString(strings.Trim(constant, "'"), " "), -1) {
					if !known[w] {
						t.Errorf("%q of the request is in the statement:\n%s", w, text)
					}
				}
			}
		}
	})
}

// vocabulary returns the words that constants of a statement may contain.
func vocabulary(m *content.Model) map[string]bool {
	known := make(map[string]bool)
	functions := []string{"count", "year", "month", "week", "day", "weekday", "hour", "minute", "second", "countDistinct", "countAll", "sum", "sumDistinct", "avg", "avgDistinct", "min", "max"}
	for _, c := range m.Collections {
		known[c.Name] = true
		for _, f := range c.Fields {
			known[f.Name], known[f.Name+"_languages"] = true, true
			for _, fn := range functions {
				known[f.Name+"_"+fn] = true
			}
		}
	}
	for _, w := range append(functions, "data", "meta", "total_count", "filter_count", "null", "true", "false", "array", mark,
		"%Y", "%m", "%V", "%d", "%w", "%H", "%M", "%S", "%", "2f", "5f", "0-9", "0", "9", "1", "18", "|", "2000", "01", "01T", `\`) {
		known[w] = true
	}
	return known
}
