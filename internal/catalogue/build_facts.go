package catalogue

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/search"
)

// factCollector reads the texts of the content with the grammar of searches and
// collects the facts of products and articles.
type factCollector struct {
	facts   factsBuilder
	reader  *search.Reader
	read    map[string][]search.Term // by language and text: titles repeat
	pending []productFact            // of products, until those of their articles are known
	stated  map[statement]bool
	own     map[attributeOf]bool
	parts   map[uint32]map[string]int // per product, kinds with the number of names that state them
	hints   map[uint32][]string       // per product, kinds of its categories
	dnpn    map[uint32][2]string      // per article, its first nominal diameter and pressure
	od      map[uint32]float64        // per article, in mm
	wall    map[uint32]float64
	roles   map[int64]attributeRole // by attribute
	values  map[int64][]string      // facts by attribute value
	numbers map[int64]float64       // by value of an outside diameter or wall thickness
	of      map[int64]int64         // attribute by value
}

// productFact is a fact stated of a whole product.
type productFact struct {
	product   uint32
	attribute int64 // that states it; 0 for a name
	fact      string
}

// statement is a kind of fact that the articles of a product state themselves.
type statement struct {
	product uint32
	prefix  string
}

// attributeOf is an attribute that the articles of a product have themselves.
type attributeOf struct {
	product   uint32
	attribute int64
}

func newFactCollector(reader *search.Reader) *factCollector {
	return &factCollector{
		facts: factsBuilder{}, reader: reader, read: map[string][]search.Term{}, stated: map[statement]bool{}, own: map[attributeOf]bool{},
		parts: map[uint32]map[string]int{}, hints: map[uint32][]string{}, dnpn: map[uint32][2]string{}, od: map[uint32]float64{}, wall: map[uint32]float64{},
		roles: map[int64]attributeRole{}, values: map[int64][]string{}, numbers: map[int64]float64{}, of: map[int64]int64{},
	}
}

func (f *factCollector) terms(text, language string) []search.Term {
	key := language + "\x00" + text
	terms, known := f.read[key]
	if !known {
		terms = f.reader.Read(text, language)
		f.read[strings.Clone(key)] = terms
	}
	return terms
}

// attributeRole says how the bare values of an attribute are to be read.
type attributeRole struct {
	prefix string // written before the value: "DN "
	unit   string // written behind it
	kind   string // od, wall, none: values that are not read; "" for a text
}

// rolePatterns recognise attributes by their slug and their names, folded.
var rolePatterns = []struct { //nolint:gochecknoglobals // a table
	pattern *regexp.Regexp
	role    attributeRole
}{
	{regexp.MustCompile(`\bnps\b`), attributeRole{prefix: "NPS "}},
	{regexp.MustCompile(`\bclass\b`), attributeRole{prefix: "Class "}},
	{regexp.MustCompile(`\b(dn|nennweite|nominal diameter|nominal size|diametre nominal|diametro nominale)\b`), attributeRole{prefix: "DN "}},
	{regexp.MustCompile(`\b(pn|nenndruck|nominal pressure|pression nominale|pressione nominale)\b`), attributeRole{prefix: "PN "}},
	{regexp.MustCompile(`\b(tube-od|rohraussendurchmesser|tube outside diameter|tube-outside-diameter)\b`), attributeRole{kind: "od"}},
	{regexp.MustCompile(`\b(wall|wanddicke|wandstarke|wall thickness)\b`), attributeRole{kind: "wall"}},
	{regexp.MustCompile(`\b(range|anzeigebereich|scale range)\b`), attributeRole{unit: " bar"}},
	{regexp.MustCompile(`^(length|lange)\b`), attributeRole{unit: " mm"}},
	{regexp.MustCompile(`^bolts?\b`), attributeRole{kind: "none"}}, // of a flange: their thread is not its own
}

func (f *factCollector) attribute(id int64, slug, kind, unit string, names []string) {
	text := search.Fold(slug + " " + strings.Join(names, " "))
	role := attributeRole{}
	if kind == "number" {
		role.kind = "none"
	}
	for _, p := range rolePatterns {
		if p.pattern.MatchString(text) {
			role = p.role
			break
		}
	}
	if role.unit == " bar" && unit != "bar" {
		role.unit = " " + unit
	}
	f.roles[id] = role
}

// value reads a value of an attribute, in all languages.
func (f *factCollector) value(id, attribute int64, texts []string) {
	f.of[id] = attribute
	role := f.roles[attribute]
	switch role.kind {
	case "none":
		return
	case "od", "wall":
		n, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(texts[len(texts)-1]), ",", ".", 1), 64)
		if err == nil {
			f.numbers[id] = n
			if role.kind == "od" {
				f.values[id] = []string{"od:" + strconv.FormatFloat(n, 'f', -1, 64)}
			}
		}
		return
	}
	var all []string
	for _, text := range texts {
		if text == "" {
			continue
		}
		terms := f.terms(role.prefix+text+role.unit, "")
		for _, t := range terms {
			for _, fact := range t.Facts {
				if len(terms) > 1 && prefixOf(fact) == "n" {
					continue // "fluid groups 1 and 2" is no size
				}
				if t.Kind == search.Part {
					fact = "m:" + strings.TrimPrefix(fact, "k:")
				}
				all = append(all, fact)
			}
		}
		for _, w := range search.Words(text) {
			all = append(all, "o:"+w)
		}
	}
	slices.Sort(all)
	f.values[id] = slices.Compact(all)
}

// prefixOf returns the kind of a fact: dn of "dn:80".
func prefixOf(fact string) string {
	prefix, _, _ := strings.Cut(fact, ":")
	return prefix
}

// article adds a fact of an article.
func (f *factCollector) article(product, article uint32, fact string) {
	f.facts.article(fact, article)
	prefix, value, _ := strings.Cut(fact, ":")
	f.stated[statement{product, prefix}] = true
	switch prefix {
	case "dn", "in", "tube", "ser", "class", "red":
		f.facts.article("has:"+prefix, article)
	}
	switch prefix {
	case "tube": // also of a fitting with the size of this tube
		_, wall, _ := strings.Cut(value, "x")
		f.facts.article("wall:"+wall, article)
	case "dn", "pn":
		f.pair(article, prefix, value)
	}
}

// pair notes a nominal diameter or pressure of an article, which together are one
// fact: 80/40.
func (f *factCollector) pair(article uint32, prefix, value string) {
	both := f.dnpn[article]
	at := 0
	if prefix == "pn" {
		at = 1
	}
	if both[at] == "" {
		both[at] = value
		f.dnpn[article] = both
	}
	if both[0] != "" && both[1] != "" {
		f.facts.article("dnpn:"+both[0]+"/"+both[1], article)
	}
}

// title reads the title of an article.
func (f *factCollector) title(product, article uint32, text, language string) {
	for _, t := range f.terms(text, language) {
		for _, fact := range t.Facts {
			if t.Kind != search.Part {
				f.article(product, article, fact)
			}
		}
	}
	for _, w := range search.Words(text) {
		f.facts.article("w:"+w, article)
	}
}

// articleValue adds a value of an article.
func (f *factCollector) articleValue(product, article uint32, value int64) {
	attribute := f.of[value]
	f.own[attributeOf{product, attribute}] = true
	for _, fact := range f.values[value] {
		f.article(product, article, fact)
	}
	n, is := f.numbers[value]
	if !is {
		return
	}
	if f.roles[attribute].kind == "wall" {
		f.wall[article] = n
	} else if _, known := f.od[article]; !known {
		f.od[article] = n
	}
	if od, wall := f.od[article], f.wall[article]; od > 0 && wall > 0 {
		f.article(product, article, "tube:"+strconv.FormatFloat(od, 'f', -1, 64)+"x"+strconv.FormatFloat(wall, 'f', -1, 64))
	}
}

// productValue adds a value that a product states of all its articles.
func (f *factCollector) productValue(product uint32, value int64) {
	for _, fact := range f.values[value] {
		f.pending = append(f.pending, productFact{product, f.of[value], fact})
	}
}

// aside begins what a name says about a part beside its kind: "with NPT thread".
var aside = regexp.MustCompile(`,| (?:mit|ohne|fur|fuer|aus|auf|zum|zur|with|without|for|to|on) `)

// name reads a name of a product.
func (f *factCollector) name(product uint32, text, language string) {
	var main []search.Term
	clause := len(text)
	if cut := aside.FindStringIndex(strings.ToLower(text)); cut != nil {
		clause = cut[0]
	}
	headFirst := strings.HasPrefix(language, "fr") || strings.HasPrefix(language, "it")
	for _, t := range f.terms(text, language) {
		if t.Kind != search.Part {
			for _, fact := range t.Facts {
				f.pending = append(f.pending, productFact{product: product, fact: fact})
			}
			continue
		}
		f.mention(product, t.Facts)
		switch {
		case headFirst && len(main) > 0, !headFirst && t.Start > clause && len(main) > 0:
		default:
			main = []search.Term{t}
		}
	}
	if f.parts[product] == nil {
		f.parts[product] = map[string]int{}
	}
	for _, t := range main {
		for _, fact := range t.Facts {
			f.parts[product][strings.TrimPrefix(fact, "k:")]++
		}
	}
	for _, w := range search.Words(text) {
		f.facts.product("w:"+w, product)
	}
}

// mention adds the kinds that a product names.
func (f *factCollector) mention(product uint32, kinds []string) {
	for _, fact := range kinds {
		for path := strings.TrimPrefix(fact, "k:"); path != ""; path = parent(path) {
			f.facts.product("m:"+path, product)
		}
	}
}

// parent returns the more general kind of a path; "" for a root.
func parent(path string) string { return path[:max(strings.LastIndexByte(path, '/'), 0)] }

// category reads a title of a product's category.
func (f *factCollector) category(product uint32, terms []search.Term) {
	for _, t := range terms {
		if t.Kind == search.Part {
			for _, fact := range t.Facts {
				f.hints[product] = append(f.hints[product], strings.TrimPrefix(fact, "k:"))
			}
		}
	}
}

// finish decides what each product is, and adds the facts of products that their
// articles do not state more precisely.
func (f *factCollector) finish(products uint32) facts {
	for product := range products {
		for _, kind := range f.kindsOf(product) {
			f.facts.product("e:"+kind, product)
			for path := kind; path != ""; path = parent(path) {
				f.facts.product("k:"+path, product)
				// A three-way valve is three-way.
				f.facts.product("v:"+path[strings.LastIndexByte(path, '/')+1:], product)
			}
		}
	}
	for _, p := range f.pending {
		prefix := prefixOf(p.fact)
		if f.own[attributeOf{p.product, p.attribute}] || (f.stated[statement{p.product, prefix}] && !addsUp(p, prefix)) {
			continue
		}
		f.facts.product(p.fact, p.product)
	}
	return f.facts.finish()
}

// addsUp reports whether a fact of a product holds beside those of its articles: a
// test point M16×2 has this thread and another one at its end.
func addsUp(p productFact, prefix string) bool {
	return slices.Contains([]string{"v", "std", "o", "m"}, prefix) || p.attribute == 0 && prefix == "th"
}

// kindsOf returns the kinds that most names of a product state. If the names leave
// several open, those that its categories state too; without any in its names,
// those of its categories.
func (f *factCollector) kindsOf(product uint32) []string {
	counts, hints := f.parts[product], f.hints[product]
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	var kinds []string
	for kind, n := range counts {
		if 2*n > most {
			kinds = append(kinds, kind)
		}
	}
	if len(kinds) == 0 {
		return hints
	}
	if len(kinds) > 1 {
		agreed := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return !slices.Contains(hints, kind) })
		if len(agreed) > 0 {
			kinds = agreed
		}
	}
	slices.Sort(kinds)
	// A name in one language may be more special than in another.
	return slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool {
		return slices.ContainsFunc(kinds, func(other string) bool { return strings.HasPrefix(other, kind+"/") })
	})
}
