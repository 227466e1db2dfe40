package rfq

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// lines reads the cart's items. The errors of an item have keys such as
// "lines[3].quantity".
func (p *parser) lines() []Line {
	raw := p.fields["lines"]
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	var items []map[string]json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		p.fail("lines", p.texts.Wrong)
		return nil
	}
	if len(items) > MaxLines {
		p.fail("lines", p.texts.TooManyLines)
		return nil
	}
	out := make([]Line, 0, len(items))
	for i, item := range items {
		out = append(out, p.item(fmt.Sprintf("lines[%d].", i), item))
	}
	return out
}

// item reads one item of the cart; prefix is that of the keys of its errors.
func (p *parser) item(prefix string, fields map[string]json.RawMessage) Line {
	sub := parser{fields: fields, texts: p.texts, fieldErrors: map[string]string{}}
	l := Line{
		UID:          sub.line("uid", maxKey),
		ProductID:    sub.scalar("productId"),
		Slug:         sub.line("slug", maxTitle),
		SKU:          sub.line("sku", maxKey),
		Type:         sub.line("type", maxKey),
		Quantity:     sub.number("quantity"),
		Price:        sub.scalar("price"),
		Currency:     sub.line("currency", maxKey),
		Image:        sub.line("image", maxAddress),
		Translations: sub.structure("translations"),
		Variation:    sub.structure("variation"),
		Bundle:       sub.structure("bundle"),
		Meta:         sub.rest(),
	}
	l.cleanPosition()
	if l.UID == "" {
		sub.fail("uid", p.texts.Line)
	}
	if l.SKU == "" && l.Slug == "" && len(l.ProductID) == 0 {
		sub.fail("sku", p.texts.Line)
	}
	if l.Quantity < 1 || l.Quantity > maxQuantity {
		sub.fail("quantity", p.texts.Line)
	}
	if len(l.Price) > 0 && !numeric(l.Price) {
		sub.fail("price", p.texts.Line)
	}
	switch l.Type {
	case "", "simple", "variation", "bundle":
	default:
		sub.fail("type", p.texts.Line)
	}
	for field, message := range sub.fieldErrors {
		p.fail(prefix+field, message)
	}
	if len(l.Price) > 0 { // the price that a visitor sends is not trusted
		l.setMeta(metaSent, map[string]any{"price": l.Price, "currency": l.Currency})
		l.Price, l.Currency = nil, ""
	}
	return l
}

// cleanPosition makes the buyer's own number of the line one short text.
func (l *Line) cleanPosition() {
	sub := parser{fields: l.Meta, fieldErrors: map[string]string{}}
	position := sub.hidden(metaPosition, maxPosition)
	delete(l.Meta, metaPosition)
	if position != "" {
		l.setMeta(metaPosition, position)
	}
}

// scalar returns a number or a short string unchanged; nil when absent.
func (p *parser) scalar(field string) json.RawMessage {
	raw := p.fields[field]
	if len(raw) == 0 || string(raw) == "null" || string(raw) == `""` {
		return nil
	}
	if raw[0] == '{' || raw[0] == '[' || raw[0] == 't' || raw[0] == 'f' || len(raw) > maxKey {
		p.fail(field, p.texts.Wrong)
		return nil
	}
	return raw
}

// structure returns an object or a list unchanged; nil when absent.
func (p *parser) structure(field string) json.RawMessage {
	raw := p.fields[field]
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	if raw[0] != '{' && raw[0] != '[' {
		p.fail(field, p.texts.Wrong)
		return nil
	}
	return raw
}

// rest returns the item's meta with every field that Line does not name, so that an
// older server loses no field of a newer front end.
func (p *parser) rest() map[string]json.RawMessage {
	meta := map[string]json.RawMessage{}
	if raw := p.structure("meta"); raw != nil && json.Unmarshal(raw, &meta) != nil {
		p.fail("meta", p.texts.Wrong)
		return nil
	}
	for field, raw := range p.fields {
		switch field {
		case "uid", "productId", "slug", "sku", "type", "quantity", "price", "currency",
			"image", "translations", "variation", "bundle", "meta":
		default:
			if _, exists := meta[field]; !exists {
				meta[field] = raw
			}
		}
	}
	for _, reserved := range []string{metaKnown, metaSeen, metaSent, metaOpen, metaValues} {
		delete(meta, reserved)
	}
	if len(meta) == 0 {
		return nil
	}
	return meta
}

// numeric reports whether raw is a number, or a string that contains one, as content
// systems write decimals.
func numeric(raw json.RawMessage) bool {
	s := string(raw)
	if unquoted, err := strconv.Unquote(s); err == nil {
		s = unquoted
	}
	var n json.Number
	return json.Unmarshal([]byte(s), &n) == nil
}
