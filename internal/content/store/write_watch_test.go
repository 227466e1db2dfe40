package store_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

// watched returns queries that cover all ways in which a reply can depend on rows
// that it does not contain.
func watched() []string {
	return []string{
		"products?fields=slug&sort=sort,id",
		"products?fields=slug,stock&filter[stock][_gt]=3&limit=2",
		"products?fields=slug&filter[slug][_eq]=p2",
		"products?fields=slug,translations.name&language=fr-FR&limit=-1",
		"products?fields=slug,translations.name&language=it-IT&sort=-stock&limit=3",
		"products?fields=slug,count(variations)&limit=-1",
		"products?fields=slug,variations.sku,variations.stock&limit=-1&deep[variations][_limit]=1",
		"products?fields=slug,variations.sku&deep[variations][_filter][stock][_gt]=4&limit=-1",
		"products?fields=slug,variations.sku&deep[variations][_sort]=-stock&deep[variations][_limit]=1&limit=-1",
		"products?fields=slug,variations.sku&filter[variations][stock][_gt]=7",
		"products?fields=slug&filter[variations][_none][sku][_contains]=1",
		"products?fields=slug&filter[categories][categories_id][slug][_eq]=c1",
		"products?fields=slug&sort=translations.name&limit=2",
		"products?fields=slug,variations.related_product.slug&limit=-1",
		"products?search=p1&fields=slug",
		"products?aggregate[count]=*&aggregate[sum]=stock",
		"products?groupBy=status&aggregate[count]=id",
		"products?fields=slug&limit=1&meta=*&filter[stock][_lt]=5",
		"categories?fields=slug,parent.slug,childrens.slug,products.products_id.slug&limit=-1",
		"categories?fields=slug,products.products_id.translations.name,products.products_id.variations.sku&filter[slug][_eq]=c1&language=de-DE",
		"categories?fields=slug,childrens.childrens.slug&filter[parent][_null]=true",
		"categories?fields=slug&filter[products][products_id][stock][_gt]=5",
		"categories?fields=slug,count(products)&limit=-1",
		"tags?fields=slug,products.products_id.slug&limit=-1",
		"variations?fields=sku,product.slug,product.categories.categories_id.slug&limit=3&sort=-stock",
		"products_translations?fields=name,products_id.slug&filter[products_id][stock][_gt]=5&limit=-1",
		"menu?fields=slug,links.item:link.title,links.collection&limit=-1",
		"header?fields=menu.slug,menu.links.item&limit=1",
		"link?fields=title&sort=-title&limit=1",
		"languages?fields=code,title",
		"index?fields=translations.popular_list.products_id.slug",
	}
}

// writeGenerator generates random writes.
type writeGenerator struct {
	*rand.Rand
}

func (g writeGenerator) of(list ...string) string { return list[g.IntN(len(list))] }

func (g writeGenerator) key(limit int) string {
	if g.IntN(6) == 0 {
		return "null"
	}
	return fmt.Sprint(1 + g.IntN(limit))
}

// item returns the JSON of a random change, and its action.
func (g writeGenerator) item() (a content.Action, collection, item string) {
	id := 1 + g.IntN(6)
	n := g.IntN(10)
	switch g.IntN(20) {
	case 0, 1:
		return content.ActionUpdate, "products", fmt.Sprintf(`{"id":%d,"status":%q}`, id, g.of("draft", "published"))
	case 2:
		return content.ActionUpdate, "products", fmt.Sprintf(`{"id":%d,"stock":%d,"sort":%d}`, id, n, g.IntN(5))
	case 3:
		return content.ActionUpdate, "products", fmt.Sprintf(`{"id":%d,"translations":{"create":[{"languages_code":%q,"name":"n%d"}]}}`, id, g.of("fr-FR", "it-IT"), n)
	case 4:
		return content.ActionUpdate, "products_translations", fmt.Sprintf(`{"id":%d,"name":"m%d","languages_code":%q}`, id, n, g.of("fr-FR", "de-DE", "it-IT"))
	case 5:
		return content.ActionUpdate, "products_translations", fmt.Sprintf(`{"id":%d,"products_id":%s}`, id, g.key(6))
	case 6:
		return content.ActionUpdate, "variations", fmt.Sprintf(`{"id":%d,"product":%s}`, id, g.key(6))
	case 7:
		return content.ActionUpdate, "variations", fmt.Sprintf(`{"id":%d,"stock":%d,"sku":"v%d","sort":%d,"related_product":%s}`, id, n, n, g.IntN(5), g.key(6))
	case 8:
		return content.ActionCreate, "variations", fmt.Sprintf(`{"product":%s,"stock":%d,"sku":"w%d"}`, g.key(6), n, n)
	case 9:
		return content.ActionUpdate, "categories", fmt.Sprintf(`{"id":%d,"status":%q}`, 1+g.IntN(4), g.of("draft", "published"))
	case 10:
		return content.ActionUpdate, "categories", fmt.Sprintf(`{"id":%d,"parent":%s,"sort":%d}`, 1+g.IntN(4), g.key(4), g.IntN(5))
	case 11:
		return content.ActionUpdate, "products_categories", fmt.Sprintf(`{"id":%d,"categories_id":%s,"products_id":%s,"sort":%d}`, id, g.key(4), g.key(6), g.IntN(5))
	case 12:
		return content.ActionUpdate, "categories", fmt.Sprintf(`{"id":%d,"products":{"create":[{"products_id":%d}],"delete":[%d]}}`, 1+g.IntN(4), id, 1+g.IntN(6))
	case 13:
		return content.ActionUpdate, "menu", fmt.Sprintf(`{"id":1,"links":[{"collection":"link","item":"%d"},{"collection":"link","item":{"title":"t%d"}}]}`, 1+g.IntN(2), n)
	case 14:
		return content.ActionUpdate, "link", fmt.Sprintf(`{"id":%d,"title":"u%d"}`, 1+g.IntN(2), n)
	case 15:
		return content.ActionUpdate, "tags", fmt.Sprintf(`{"id":1,"products":[{"products_id":%d}]}`, id)
	case 16:
		return content.ActionUpdate, "menu", fmt.Sprintf(`{"id":1,"status":%q}`, g.of("draft", "published"))
	case 17:
		return content.ActionDelete, g.of("variations", "products_categories", "products_translations", "link"), fmt.Sprintf(`{"id":%d}`, 1+g.IntN(12))
	case 18:
		return content.ActionDelete, g.of("products", "categories"), fmt.Sprintf(`{"id":%d}`, 1+g.IntN(6))
	default:
		return content.ActionCreate, "products", fmt.Sprintf(`{"id":%d,"slug":"p%d","status":%q,"stock":%d}`, id, id, g.of("draft", "published"), n)
	}
}

const busy = `{"items":{
 "languages":[{"code":"de-DE","sort":1},{"code":"fr-FR","sort":2},{"code":"it-IT","sort":3}],
 "tags":[{"id":1,"slug":"t1"}],
 "categories":[{"id":1,"slug":"c1","status":"published"},{"id":2,"slug":"c2","status":"published","parent":1},{"id":3,"slug":"c3","status":"draft","parent":2},{"id":4,"slug":"c4","status":"published","parent":2}],
 "products":[
  {"id":1,"slug":"p1","status":"published","stock":1,"translations":[{"languages_code":"de-DE","name":"a"},{"languages_code":"fr-FR","name":"b"}],"variations":[{"sku":"v1","stock":1},{"sku":"v2","stock":9}],"categories":[{"categories_id":1},{"categories_id":3}],"tags":[{"tags_id":1}]},
  {"id":2,"slug":"p2","status":"draft","stock":6,"translations":[{"languages_code":"it-IT","name":"c"}],"variations":[{"sku":"v3","stock":8,"related_product":1}],"categories":[{"categories_id":1}],"tags":[{"tags_id":1}]},
  {"id":3,"slug":"p3","status":"published","stock":8,"translations":[{"languages_code":"de-DE","name":"d"}],"variations":[{"sku":"v4","stock":5,"related_product":2}],"categories":[{"categories_id":2}]}],
 "link":[{"id":1,"title":"one"},{"id":2,"title":"two"}],
 "menu":[{"id":1,"slug":"m","status":"published","links":[{"collection":"link","item":"1"}]}],
 "header":[{"id":1,"slug":"h","menu":1}],
 "index":{"translations":[{"languages_code":"de-DE","popular_list":[{"products_id":1},{"products_id":2}]}]}}}`

// Caches rely on this.
func TestWritesChangeOnlyRepliesWithRecordedTags(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := writeGenerator{rand.New(rand.NewPCG(seed, 0))}
	m := content.Default()
	s := load(t, m, busy, nil)
	replies := map[string]content.Result{}
	for _, target := range watched() {
		replies[target] = tracedRead(t, s, m, target)
	}
	reread, reused := 0, 0
	for range 800 {
		before, err := s.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		a, collection, item := random.item()
		if a == content.ActionDelete {
			_, err = s.Write(t.Context(), content.Write{Collection: m.Collection(collection), Action: a, Access: content.System, Keys: []any{keyIn(item)}})
		} else {
			_, err = write(t, s, m, a, collection, item)
		}
		if err != nil {
			continue // of a deleted record, or a duplicate
		}
		what, err := content.ChangedSince(t.Context(), s, before)
		if err != nil || what == nil {
			t.Fatal(what, err)
		}
		for _, target := range watched() {
			now := tracedRead(t, s, m, target)
			same := string(now.Body) == string(replies[target].Body)
			switch meets := what.Meets(replies[target].Touched); {
			case !meets && !same:
				t.Errorf("%s %s %s changed %s\nfrom %s\nto   %s\ntags %v\nwhat %+v", a, collection, item, target, replies[target].Body, now.Body, replies[target].Touched, what)
			case !meets:
				reused++
			default:
				reread++
			}
			replies[target] = now
		}
		if t.Failed() {
			return
		}
	}
	if reused < reread {
		t.Errorf("%d replies were reused, %d read again: the tags are too coarse", reused, reread)
	}
	t.Logf("%d replies reused, %d read again", reused, reread)
}

func keyIn(item string) any {
	var id int64
	if _, err := fmt.Sscanf(strings.TrimSpace(item), `{"id":%d}`, &id); err != nil {
		panic(err)
	}
	return id
}

func tracedRead(t *testing.T, s *store.Store, m *content.Model, target string) content.Result {
	t.Helper()
	q, err := parseQuery(m, target)
	if err != nil {
		t.Fatal(target, err)
	}
	q.Trace = true
	r, err := s.Read(t.Context(), q)
	if err != nil {
		t.Fatal(target, err)
	}
	return r
}
