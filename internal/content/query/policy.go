package query

import (
	"errors"
	"fmt"
	"time"

	"ferrule/internal/content"
)

// CheckPolicy binds the filters of all permissions of a policy, nil for the
// public one, so that an unknown name in one of them is an error at startup and
// not in the first query. The error lists all problems.
func CheckPolicy(m *content.Model, p *content.Policy) error {
	var problems []error
	for _, c := range m.Collections {
		for _, action := range content.Actions() {
			rule, err := m.Rule(p, c, action)
			if err != nil {
				continue // not allowed
			}
			b := &binder{model: m, access: content.System}
			if _, err := b.filter(c, rule, nil); err != nil {
				problems = append(problems, fmt.Errorf("permission of %s: %w", c.Name, err))
			}
		}
	}
	return errors.Join(problems...)
}

// Restriction binds the filter that selects the items of c on which a write may
// perform an action; nil selects all. The error is *fault.Error of kind Forbidden if
// the writer may perform it on none.
func Restriction(m *content.Model, w *content.Write, c *content.Collection, a content.Action, now time.Time) (*Cond, error) {
	rule, err := m.Rule(w.Access, c, a)
	if err != nil {
		return nil, err
	}
	// As in reading, a rule may filter by fields that its subject may not see.
	b := &binder{model: m, access: content.System, vars: content.Variables{Now: now, User: w.Access.UserID()}}
	return b.filter(c, rule, nil)
}
