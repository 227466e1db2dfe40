package content
import "net/url"
func parseModel(data []byte) (*Model, error) { return &Model{}, nil }
func parseQuery(m *Model, collection string, v url.Values) (Query, error) { return Query{Collection: collection}, nil }
