package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
)

const (
	writeRows  = 100     // records per request
	maxPayload = 1 << 20 // bytes per request that a Directus accepts by default
)

// save creates or changes records of a collection.
func (p *pusher) save(ctx context.Context, c *content.Collection, method string, rows []map[string]any) error {
	path := "/items/" + url.PathEscape(c.Name)
	if !c.Singleton {
		return p.rows(ctx, c, method, path+"?fields="+url.QueryEscape(c.Key.Name), rows)
	}
	for _, row := range rows {
		if err := p.write(ctx, "push "+c.Name, http.MethodPatch, path, row); err != nil {
			return err
		}
	}
	return nil
}

// rows writes records in as few requests as their number and size allow. If one is
// refused as too large, those after it have half the size.
func (p *pusher) rows(ctx context.Context, c *content.Collection, method, path string, rows []map[string]any) error {
	for len(rows) > 0 {
		some, size, err := p.batch(rows)
		if err != nil {
			return err
		}
		what := fmt.Sprintf("push %s %v to %v", c.Name, some[0][c.Key.Name], some[len(some)-1][c.Key.Name])
		err = p.write(ctx, what, method, path, some)
		switch {
		case err == nil:
			rows = rows[len(some):]
		case !client.IsTooLarge(err):
			return err
		case len(some) == 1:
			return fmt.Errorf("%w; it has %d bytes: raise MAX_PAYLOAD_SIZE of the Directus, and the limit of a proxy before it", err, size)
		default:
			p.payload = size / 2
		}
	}
	return nil
}

// batch returns the records of the next request and the size of its body.
func (p *pusher) batch(rows []map[string]any) (some []map[string]any, size int, err error) {
	size = len("[]")
	for i, row := range rows {
		text, err := json.Marshal(row)
		if err != nil {
			return nil, 0, err
		}
		if i == writeRows || i > 0 && size+len(",")+len(text) > p.payload {
			return rows[:i], size, nil
		}
		size += len(",") + len(text)
	}
	return rows, size, nil
}
