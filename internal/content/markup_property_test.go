package content_test

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ferrule/internal/content"
)

// What cleaned markup may contain, defined independently of the policies
// under test: elements by their namespace, attributes by the form of their
// values. Everything else is a violation.
var (
	logoHTML = words("span strong em b i br")
	logoSVG  = words("svg g path circle ellipse rect polygon polyline line text tspan defs symbol linearGradient radialGradient stop clipPath title desc")
	textHTML = words("h2 h3 h4 h5 h6 p br hr blockquote pre code strong b em i u s small sub sup mark span div dl dt dd figure figcaption abbr cite ul ol li table caption colgroup col thead tbody tfoot tr td th a img")

	number   = `[-+0-9.eE,%\s]+(px|em|rem)?`
	keyword  = `[A-Za-z-]{1,40}`
	logoForm = forms(map[string]string{
		"id":                                `[A-Za-z][\w-]{0,63}`,
		"fill stroke stop-color color":      `[A-Za-z]{3,30}|#[0-9a-fA-F]{3,8}|rgba?\([0-9.,%\s]+\)|url\(#[A-Za-z][\w-]*\)`,
		"clip-path":                         `[A-Za-z]{3,30}|#[0-9a-fA-F]{3,8}|rgba?\([0-9.,%\s]+\)|url\(#[A-Za-z][\w-]*\)`,
		"d":                                 `[-+0-9.eE,\sMmLlHhVvCcSsQqTtAaZz]*`,
		"points x y x1 y1 x2 y2 cx cy r rx": number,
		"ry fx fy dx dy width height":       number,
		"viewBox viewbox offset opacity fill-opacity stroke-opacity stop-opacity":    number,
		"stroke-width stroke-dasharray stroke-dashoffset stroke-miterlimit":          number,
		"font-size font-weight letter-spacing":                                       number,
		"transform gradientTransform gradienttransform":                              `((translate|scale|rotate|matrix|skewX|skewY)\([-+0-9.eE,\s]+\)\s*)+`,
		"fill-rule clip-rule stroke-linecap stroke-linejoin text-anchor font-family": keyword,
		"gradientUnits gradientunits preserveAspectRatio preserveaspectratio":        keyword,
		"role aria-hidden focusable":                                                 keyword,
		"aria-label":                                                                 `[\p{L}\p{N}\s\-_',\[\]!\./\\\(\)]*`,
		"xmlns":                                                                      `http://www\.w3\.org/2000/svg`,
	})
	drawingSVG  = words("svg g path circle ellipse rect polygon polyline line text tspan defs symbol linearGradient radialGradient stop clipPath title desc pattern marker")
	drawingForm = with(logoForm, map[string]string{
		"fill stroke stop-color color clip-path":                                `none|currentColor|transparent|#[0-9a-fA-F]{3,8}|var\(--[a-z][a-z0-9-]*\)|url\(#[A-Za-z][\w-]*\)`,
		"marker-start marker-end":                                               `url\(#[A-Za-z][\w-]*\)`,
		"refX refx refY refy markerWidth markerwidth markerHeight markerheight": `[-+0-9.,\s]+`,
		"markerUnits markerunits orient vector-effect":                          keyword,
		"patternUnits patternunits patternContentUnits patterncontentunits":     keyword,
		"patternTransform patterntransform":                                     `((translate|scale|rotate|matrix|skewX|skewY)\([-+0-9.eE,\s]+\)\s*)+`,
		"class":                                                                 `ln|cl|dim|hit|shade|k|v`,
		"data-k data-n data-v":                                                  `[a-z0-9 -]+`,
		"data-s":                                                                `[\p{L}\p{N}₀-₉]{1,6}`,
	})
	textForm = forms(map[string]string{
		"href":                 `(https?:|mailto:|tel:|[^:]*$|[^:/?#]*[/?#])[^\x00-\x20]*`,
		"src":                  `(https?:|mailto:|tel:|[^:]*$|[^:/?#]*[/?#])[^\x00-\x20]*`,
		"rel":                  `[a-z ]+`,
		"lang":                 `[A-Za-z0-9-]+`,
		"alt title":            `[\p{L}\p{N}\s\-_',\[\]!\./\\\(\)]*`,
		"width height":         `[0-9]+%?`,
		"loading":              `lazy`,
		"colspan rowspan span": `[0-9]+`,
		"align valign scope":   `[A-Za-z]+`,
		"type value reversed":  `[A-Za-z0-9]*`,
		"abbr summary headers": `[\p{L}\p{N}\s\-_',\[\]!\./\\\(\)]*`,
	})
)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

func forms(byNames map[string]string) map[string]*regexp.Regexp {
	all := map[string]*regexp.Regexp{}
	for names, form := range byNames {
		compiled := regexp.MustCompile(`\A(?:` + form + `)\z`)
		for name := range strings.FieldsSeq(names) {
			all[name] = compiled
		}
	}
	return all
}

func with(others map[string]*regexp.Regexp, byNames map[string]string) map[string]*regexp.Regexp {
	all := maps.Clone(others)
	maps.Copy(all, forms(byNames))
	return all
}

// violations parses markup as a browser does and returns the nodes and attributes that are not allowed.
func violations(t testing.TB, markup, field string) (found []string) {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(markup), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		t.Fatal(err)
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch n.Type {
		case html.TextNode:
		case html.ElementNode:
			elements, attributes := textHTML, textForm
			if field != "description" {
				svg, outside := logoSVG, logoHTML
				attributes = logoForm
				if field == "drawing" {
					svg, outside, attributes = drawingSVG, nil, drawingForm
				}
				// Outside of <svg>, a browser ignores the names of shapes.
				elements = map[string]map[string]bool{"svg": svg, "": outside}[n.Namespace]
				if n.Namespace == "" && svg[n.Data] {
					elements = svg
				}
				if n.Namespace == "" && slices.Contains([]string{"lineargradient", "radialgradient", "clippath"}, n.Data) {
					elements = words(n.Data)
				}
			}
			if !elements[n.Data] {
				found = append(found, "element "+n.Namespace+":"+n.Data)
			}
			for _, a := range n.Attr {
				if form := attributes[a.Key]; form == nil || a.Namespace != "" || !form.MatchString(a.Val) {
					found = append(found, "attribute "+a.Namespace+":"+a.Key+"="+a.Val)
				}
			}
		default:
			found = append(found, "a node that is neither element nor text: "+n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	for _, n := range nodes {
		walk(n)
	}
	return found
}

// assertClean checks the property: only allowed markup remains, and cleaning again
// changes nothing.
func assertClean(t testing.TB, f *content.Field, in string) {
	t.Helper()
	out := content.CleanMarkup(f, in)
	if found := violations(t, out, f.Name); len(found) > 0 {
		t.Errorf("%s: %q\n is cleaned to %q\n which contains %q", f.Name, in, out, found)
	}
	if again := content.CleanMarkup(f, out); again != out {
		t.Errorf("%s: %q\n is cleaned to %q\n and then to  %q", f.Name, in, out, again)
	}
}

func markupFields() []*content.Field {
	m := content.Default()
	return []*content.Field{m.Collection("header").Field("logo"), m.Collection("products").Field("drawing"), m.Collection("products_translations").Field("description")}
}

// hostile are the fragments of random markup: start tags,
// end tags, attributes, values and spellings that evade filters.
var hostile = []string{
	"<svg>", "</svg>", "<svg ", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">`, "<g>", "</g>", "<g ", "<path ", `<path d="M0 0h8v8z" `, "<title>", "</title>", "<desc>", "</desc>",
	"<text>", "</text>", "<defs>", "</defs>", "<pattern ", "<marker ", `<g data-k="dn" data-s="D">`, " data-v=dn", " data-k='x\"y'", " marker-end='url(#a)'", " marker-end=\"url(//e.example)\"", " fill=\"var(--seal)\"", " fill='var(--x, url(//e.example))'", " class=v", " class='hd-cart v'", "<linearGradient ", "<clipPath ", "<span>", "</span>", "<b>", "</b>", "<br>", "<p>", "</p>", "<div>", "<a ", "</a>", "<img ", "<table><tr><td>", "<li>",
	">", "/>", "<", "</", "\"", "'", "`", " ", "/", "=", "\n", "\t", "\x00", "\x0c", "\u2028", "\ufffd", "&", "&#", ";",
	"<script>", "</script>", "<script/src=//e.example/x.js>", "<SCRIPT\n>alert(1)</SCRIPT\n>", "<scr<script>ipt>", "<style>", "</style>", "<style>@import url(//e.example/x.css);</style>",
	"<foreignObject>", "</foreignObject>", "<foreignobject><body onload=x()>", "<iframe src=javascript:x>", "<iframe srcdoc=\"<script>x</script>\">", "<object data=x>", "<embed src=x>", "<base href=//e.example/>", "<meta http-equiv=refresh content=0>",
	"<form action=x>", "<input autofocus onfocus=x()>", "<template>", "</template>", "<noscript>", "</noscript>", "<xmp>", "</xmp>", "<plaintext>", "<textarea>", "</textarea>", "<select>", "<option>", "<noembed>", "<noframes>",
	"<math>", "</math>", "<mtext>", "</mtext>", "<mglyph>", "<malignmark>", "<mi xlink:href=\"data:x,1\">", "<annotation-xml encoding=\"text/html\">",
	"<use href=\"//e.example/a.svg#x\">", "<use xlink:href=\"data:image/svg+xml;base64,PHN2Zz4=#x\"/>", "<image href=\"//e.example/x\"/>", "<feImage href=x>", "<animate attributeName=href values=javascript:x />", "<set attributeName=onload to=x>", "<animateTransform onbegin=x()>", "<handler>", "<listener event=load>",
	"<!--", "-->", "--!>", "<!-->", "<![CDATA[", "]]>", "<?xml version=\"1.0\"?>", "<?xml-stylesheet href=javascript:x ?>", "<!DOCTYPE svg [<!ENTITY x \"<script>\">]>", "<!x>", "&x;",
	" onload=x()", " ONLOAD=x()", " onload\x00=x()", "/onload=x()", " on\nload=x()", " onerror=\"x()\"", " onclick='x()'", " onbegin=x()", " x:onload=x()", " formaction=x", " srcset=x", " ping=x", " autofocus", " is=x", " slot=x",
	" style=\"fill:url(//e.example)\"", " style=x", " class=\"e\"", " style='width:expression(alert(1))'", " style=\"@import '//e.example'\"",
	" fill=\"url(//e.example/a#b)\"", " fill=\"url(#g)\"", " fill='url( #g)'", " fill=\"URL(javascript:x)\"", " fill=red", " fill=\"#fff\"", " fill=\"rgb(1,2,3)\"", " stroke=\"url('#g')\"", " filter=\"url(#x)\"", " mask=\"url(//e.example)\"", " clip-path=\"url(#c)\"", " clip-path='path(\"M0\")'",
	" width=\"expression(1)\"", " width=\"100%\"", " d=\"javascript:x\"", " d=\"M0 0\"", " transform=\"rotate(1)\"", " transform='rotate(1) url(x)'", " id=\"g\"", " id=\"a b\"", " id=x\"y", " role=img", " aria-label=\"<script>\"", " aria-label='Ferrule'", " viewBox=\"0 0 8 8\"", " xmlns=\"http://www.w3.org/1999/xhtml\"", " xmlns:xlink=\"http://www.w3.org/1999/xlink\"", " xml:base=\"javascript:x//\"",
	" href=\"javascript:alert(1)\"", " href=JaVaScRiPt:alert(1)", " href=\" javascript:alert(1)\"", " href=\"java\tscript:alert(1)\"", " href=\"java\nscript:alert(1)\"", " href=\"\x01javascript:alert(1)\"", " href=\"&#106;avascript:alert(1)\"", " href=\"&#x6A;avascript:alert(1)\"", " href=\"java&Tab;script&colon;alert(1)\"", " href=\"javascript&#0000058alert(1)\"",
	" href=\"data:text/html,<script>x</script>\"", " src=\"data:image/svg+xml,<svg onload=x()>\"", " href=\"vbscript:x\"", " href='view-source:x'", " href=\"https://example.com/\"", " href=/catalog", " href=\"//e.example\"", " href=\"?a:b\"", " href=\"mailto:a@example.com\"", " src=x", " src=\"javascript:x\"", " xlink:href=\"javascript:x\"", " XLINK:HREF=javascript:x", " href=\"https:javascript:x\"", " href=\"https://a b\"", " alt=\"`><script>\"",
	"&lt;script&gt;", "&lt;", "&gt;", "&quot;", "&#60;img src=x onerror=x()&#62;", "&#0;", "&#x1f;", "&NewLine;", "text",
}

func composition(random *rand.Rand) string {
	var b strings.Builder
	for range 1 + random.IntN(14) {
		piece := hostile[random.IntN(len(hostile))]
		switch random.IntN(12) {
		case 0: // truncate
			piece = piece[:random.IntN(len(piece)+1)]
		case 1: // change the case
			piece = strings.ToUpper(piece)
		case 2: // encode as entities
			at := random.IntN(len(piece))
			if piece[at] < 0x80 {
				piece = piece[:at] + "&#x" + string("0123456789abcdef"[piece[at]>>4]) + string("0123456789abcdef"[piece[at]&15]) + ";" + piece[at+1:]
			}
		}
		b.WriteString(piece)
	}
	return b.String()
}

func TestCleanedMarkupContainsOnlyAllowedMarkup(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	for range 1_500 {
		in := composition(random)
		for _, f := range markupFields() {
			assertClean(t, f, in)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

// The check itself must detect violations.
func TestMarkupCheckFindsViolations(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"<script>x</script>", "<svg onload=x()></svg>", "<svg><foreignObject></foreignObject></svg>", `<svg><use href="#x"/></svg>`, `<svg><path style="fill:red"/></svg>`, "<!-- x -->",
		`<svg><path fill="url(//e.example)"/></svg>`, `<svg><a href="x"></a></svg>`, "<math></math>", `<svg><title><img src=x></title></svg>`, "<svg><animate/></svg>", `<a href="javascript:x">x</a>`,
	} {
		if len(violations(t, in, "logo")) == 0 {
			t.Errorf("no violation found in %s", in)
		}
	}
	for _, in := range []string{`<a href="javascript:x">x</a>`, `<img src="data:image/svg+xml,x">`, `<p style="x">`, "<svg></svg>", `<p id="root">`, "<h1>x</h1>"} {
		if len(violations(t, in, "description")) == 0 {
			t.Errorf("no violation found in %s", in)
		}
	}
}

func FuzzMarkup(f *testing.F) {
	for _, piece := range hostile {
		f.Add(piece)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		f.Add(composition(random))
	}
	fields := markupFields()
	f.Fuzz(func(t *testing.T, in string) {
		for _, field := range fields {
			assertClean(t, field, in)
		}
	})
}
