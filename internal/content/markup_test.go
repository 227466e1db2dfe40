package content_test

import (
	"strings"
	"testing"

	"ferrule/internal/content"
)

func TestCleanMarkupRemovesUnsafeMarkup(t *testing.T) {
	t.Parallel()
	m := content.Default()
	text := m.Collection("products_translations").Field("description")
	logo := m.Collection("header").Field("logo")
	drawing := m.Collection("products").Field("drawing")
	for _, c := range []struct {
		field    *content.Field
		in, want string
	}{
		{text, `<p>Für <strong>DN 15</strong>, <a href="https://example.com/a?b=1&amp;c=2">mehr</a></p>`, `<p>Für <strong>DN 15</strong>, <a href="https://example.com/a?b=1&amp;c=2" rel="noreferrer">mehr</a></p>`},
		{text, `<a href="/catalog">x</a> <a href="mailto:a@example.com">y</a> <a href="tel:+4930">z</a>`, `<a href="/catalog">x</a> <a href="mailto:a@example.com">y</a> <a href="tel:+4930">z</a>`},
		{text, `<ul><li>a</li></ul><table><tr><td colspan="2">b</td></tr></table>`, `<ul><li>a</li></ul><table><tr><td colspan="2">b</td></tr></table>`},
		{text, `<p style="color:red" class="x" id="y" onclick="z()">a</p>`, `<p>a</p>`},
		{text, `a<script>alert(1)</script>b<style>p{}</style>`, `ab`},
		{text, `<a href="javascript:alert(1)">a</a><a href=" JaVa&#115;cript:alert(1)">b</a><a href="data:text/html,x">c</a>`, `abc`},
		{text, `<img src="x" onerror="alert(1)"><img src="javascript:x">`, `<img src="x">`},
		{text, `<iframe src="https://example.com"></iframe><object data="x"></object><embed src="x"><form action="x"><input></form>`, ``},
		{text, `<svg><script>alert(1)</script></svg><math><mtext></mtext></math>`, ``},
		{text, `<p>open <b>tags`, `<p>open <b>tags`},
		{
			logo, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" role="img" aria-label="Ferrule"><title>F</title><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><g fill="url(#g)" transform="translate(1,2)"><path d="M0 0h8v8z" fill-rule="evenodd"/><circle cx="1" cy="1" r="1"/></g></svg>`,
			`<svg xmlns="http://www.w3.org/2000/svg" viewbox="0 0 8 8" role="img" aria-label="Ferrule"><title>F</title><defs><lineargradient id="g"><stop offset="0" stop-color="#fff"/></lineargradient></defs><g fill="url(#g)" transform="translate(1,2)"><path d="M0 0h8v8z" fill-rule="evenodd"/><circle cx="1" cy="1" r="1"/></g></svg>`,
		},
		{logo, `<svg onload="x()"><path style="fill:url(https://example.com)" d="M0 0"/></svg>`, `<svg><path d="M0 0"/></svg>`},
		{logo, `<svg><rect fill="url(https://example.com/a#b)" width="expression(1)"/></svg>`, `<svg><rect/></svg>`},
		{logo, `<svg><use href="https://example.com/a.svg#x"/><image href="x"/><a xlink:href="javascript:x"><path d="M0 0"/></a></svg>`, `<svg><path d="M0 0"/></svg>`},
		{logo, `<svg><animate attributeName="href" values="javascript:x"/><set attributeName="onload" to="x"/></svg>`, `<svg></svg>`},
		{logo, `<svg><title><a href="x">y</a></title></svg>`, `<svg><title>&lt;a href=&#34;x&#34;&gt;y&lt;/a&gt;</title></svg>`},
		{
			drawing, `<svg viewBox="0 0 8 8"><defs><marker id="a" refX="0" orient="auto-start-reverse"><path d="M0 0" fill="var(--dwg-line)"/></marker></defs><g data-k="dn pn" data-s="d₁" data-n="holes"><path class="dim" d="M0 0" marker-end="url(#a)"/><text x="1"><tspan class="v" data-v="dn"></tspan></text></g></svg>`,
			`<svg viewbox="0 0 8 8"><defs><marker id="a" refx="0" orient="auto-start-reverse"><path d="M0 0" fill="var(--dwg-line)"/></marker></defs><g data-k="dn pn" data-s="d₁" data-n="holes"><path class="dim" d="M0 0" marker-end="url(#a)"/><text x="1"><tspan class="v" data-v="dn"></tspan></text></g></svg>`,
		},
		{drawing, `<svg><g data-k="a&quot;b" data-s="<b>" class="hd-cart" data-x="1" tabindex="0" style="top:0" onclick="x()"/><path fill="var(--x, url(https://example.com))" d="M0 0"/></svg><p>a</p>`, `<svg><g/><path d="M0 0"/></svg>a`},
		{drawing, `<svg><path marker-end="url(https://example.com/a#b)" d="M0 0"/><use href="#x"/><image href="x"/></svg>`, `<svg><path d="M0 0"/></svg>`},
		{m.Collection("products_translations").Field("name"), `a < b & <b>c</b>`, `a < b & <b>c</b>`},
	} {
		if got := content.CleanMarkup(c.field, c.in); got != c.want {
			t.Errorf("%s\n got  %s\n want %s", c.in, got, c.want)
		}
	}
	for _, hostile := range []string{
		`<svg><foreignObject><body onload="x()"><script>alert(1)</script></body></foreignObject></svg>`,
		`<svg><style>@import url(https://example.com)</style></svg>`, `<svg><script href="https://example.com/x.js"/></svg>`,
		`<svg/onload=alert(1)>`, `<svg><desc><img src=x onerror=alert(1)></desc></svg>`,
		`<math><mi//xlink:href="data:x,<script>alert(4)</script>">`, `<svg><g fill="red" filter="url(#x)" mask="url(https://example.com)"/></svg>`,
		"<svg><path d=\"M0 0\" \x00onload=x()></svg>", `<svg><path d="javascript:alert(1)"/></svg>`,
	} {
		for _, f := range []*content.Field{text, logo, drawing} {
			got := strings.ToLower(content.CleanMarkup(f, hostile))
			for _, bad := range []string{"script", "onload", "onerror", "foreignobject", "style", "href", "http", "import", "<img src=x "} {
				if strings.Contains(got, bad) {
					t.Errorf("%s: %s leaves %q: %s", f.Name, hostile, bad, got)
				}
			}
			if again := strings.ToLower(content.CleanMarkup(f, got)); again != got {
				t.Errorf("%s: cleaning twice changes %s to %s", f.Name, got, again)
			}
		}
	}
}
