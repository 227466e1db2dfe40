package content

import (
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"
	"unicode/utf8"
)

// Prepare validates a record against its writer's permissions and its columns,
// and adds generated values. It returns the columns to store, in the form of
// ParseValue, without those of Record.One. Errors are *Refusal or *fault.Error.
func (m *Model) Prepare(w *Write, r *Record, a Action, now time.Time) (map[*Field]any, error) {
	if err := r.checkFile(a); err != nil {
		return nil, err
	}
	given := make(map[string]any, len(r.Fields))
	maps.Copy(given, r.Fields)
	var validation *Filter
	if !w.Access.isAll() {
		allowed := m.permission(w.Access, r.Collection, a)
		if allowed == nil {
			return nil, forbidden(r.Collection)
		}
		if err := allowed.checkNames(r, a); err != nil {
			return nil, err
		}
		for name, preset := range allowed.presets {
			if _, ok := given[name]; !ok && !r.links(name) {
				given[name] = w.preset(preset)
			}
		}
		validation = allowed.validation
	}
	p := preparation{w: w, record: r, action: a, given: given, now: now, values: make(map[*Field]any, len(given))}
	for _, f := range r.Collection.Fields {
		if f.Type != Alias && !r.links(f.Name) {
			p.column(f)
		}
	}
	if err := p.anyToOne(); err != nil {
		return nil, err
	}
	v := validator{record: r, values: p.values, now: now}
	found, err := v.problems(validation)
	if err != nil {
		return nil, err
	}
	if p.problems = append(p.problems, found...); len(p.problems) > 0 {
		return nil, &Refusal{Problems: p.problems}
	}
	p.complete()
	maps.Copy(p.values, r.Set)
	return p.values, nil
}

// checkNames rejects fields that the writer may not set.
func (p *permission) checkNames(r *Record, a Action) error {
	if p.fields == nil {
		return nil
	}
	names := slices.Sorted(maps.Keys(r.Fields))
	for _, l := range r.One {
		names = append(names, l.Field.Name)
	}
	for _, rows := range r.Many {
		names = append(names, rows.Field.Name)
	}
	if r.Key != nil && a == ActionCreate {
		names = append(names, r.Collection.Key.Name)
	}
	if r.Parent != nil {
		names = append(names, r.Parent.Field.Name)
	}
	for _, name := range names {
		if !p.fields[name] {
			return ForbiddenField(name, r.Collection, r.relations())
		}
	}
	return nil
}

// relations returns the names in a record's path.
func (r *Record) relations() Path {
	var at Path
	for _, step := range r.Path {
		if name, ok := step.(string); ok && name != "create" && name != "update" {
			at = append(at, name)
		}
	}
	return at
}

// links reports whether the record has an item for that foreign key, or is a row
// of its alias.
func (r *Record) links(name string) bool {
	return r.Parent != nil && r.Parent.Field.Name == name ||
		slices.ContainsFunc(r.One, func(l Linked) bool { return l.Field.Name == name })
}

// preset returns the value of a permission's preset for this writer.
func (w *Write) preset(v any) any {
	if v != currentUser {
		return v
	}
	if w.User == "" {
		return nil
	}
	return w.User
}

// preparation is the state of Prepare.
type preparation struct {
	w        *Write
	record   *Record
	action   Action
	given    map[string]any
	now      time.Time
	values   map[*Field]any
	problems []Problem
}

// column parses the value of one column.
func (p *preparation) column(f *Field) {
	raw, given := p.given[f.Name]
	if f == f.Collection.Key {
		p.key(f)
		return
	}
	_, set := p.record.Set[f]
	switch {
	case set:
		return
	case !given && p.action == ActionCreate && f.Required && f.Default == nil && !f.isGenerated():
		p.complain(f, "required", "is required")
		return
	case !given:
		return
	case raw == nil && f.Required && !f.isGenerated():
		p.values[f] = nil
		p.complain(f, "nnull", "can't be null")
		return
	}
	if s, ok := raw.(string); ok && f.isTime() && nowShape.MatchString(s) {
		if at, err := (Variables{Now: p.now}).evalTime(s); err == nil {
			raw = FormatTime(f.Type, at)
		}
	}
	v, err := ParseValue(f, raw)
	switch {
	case errors.Is(err, errNotNumeric):
		p.complain(f, string(f.Type), "has to be a number")
		return
	case err != nil:
		p.complain(f, string(f.Type), err.Error())
		return
	}
	if text, ok := v.(string); ok {
		v = CleanMarkup(f, text)
	}
	p.fits(f, v)
	p.values[f] = v
}

func (p *preparation) key(f *Field) {
	switch {
	case p.action != ActionCreate:
	case p.record.Key != nil:
		p.values[f] = p.record.Key
	case !f.isGenerated():
		p.complain(f, "required", "is required")
	}
}

func (p *preparation) complain(f *Field, kind, must string) {
	p.problems = append(p.problems, validationProblem(p.record, f, kind, must, nil))
}

// fits validates the length, precision and scale of the declared column.
func (p *preparation) fits(f *Field, v any) {
	switch t := v.(type) {
	case string:
		if f.Length > 0 && utf8.RuneCountInString(t) > f.Length {
			p.problems = append(p.problems, columnProblem(f, t, CodeValueTooLong, "Value %q for field %q in collection %q is too long."))
		}
	case float64:
		if f.Type == Decimal && math.Abs(t) >= math.Pow10(f.Precision-f.Scale) {
			p.problems = append(p.problems, columnProblem(f, t, CodeValueOutOfRange, "Value %q for field %q in collection %q is out of range."))
		}
	}
}

// anyToOne requires many-to-any items to name an allowed collection.
func (p *preparation) anyToOne() error {
	for f, v := range p.values {
		if f.Kind != AnyToOne || v == nil {
			continue
		}
		name, given := p.given[f.Relation.CollectionField.Name]
		if !given && p.action == ActionUpdate {
			continue // an omitted value stays unchanged
		}
		if !slices.ContainsFunc(f.Relation.Allowed, func(c *Collection) bool { return name == c.Name }) {
			return notAllowed(f, name)
		}
	}
	return nil
}

// complete sets generated values: users and dates.
func (p *preparation) complete() {
	for _, f := range p.record.Collection.Fields {
		switch {
		case f.HasSpecial("uuid") && p.action == ActionCreate && p.values[f] == nil:
			p.values[f] = NewUUID()
		case f.HasSpecial("date-created") && p.action == ActionCreate, f.HasSpecial("date-updated") && p.action == ActionUpdate:
			p.values[f] = FormatTime(f.Type, p.now)
		case f.HasSpecial("user-created") && p.action == ActionCreate, f.HasSpecial("user-updated") && p.action == ActionUpdate:
			p.values[f] = nil
			if v, err := ParseValue(f, p.w.User); err == nil && p.w.User != "" {
				p.values[f] = v
			}
		}
	}
}

// isGenerated reports whether a created record gets a value for the field if it
// has none.
func (f *Field) isGenerated() bool {
	return f.AutoIncrement || f.HasSpecial("uuid") || f.HasSpecial("date-created") || f.HasSpecial("user-created") ||
		f == f.Collection.Key && f.Collection.Singleton && keyClass(f.Type) == "number"
}

func (f *Field) isTime() bool {
	return f.Type == Timestamp || f.Type == DateTime || f.Type == Date || f.Type == Time
}

// NewUUID returns a random UUID (RFC 9562, version 4).
func NewUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
