package content

import (
	"context"
	"iter"
	"maps"
)

// Changer is a source that knows what was changed.
type Changer interface {
	// Changes returns what was changed after a revision. Where that is not
	// known, as after an import, it is not complete and anything may have been.
	Changes(ctx context.Context, since int64) (tags []Tag, complete bool, err error)
}

// Changed is what changes of content touched, ready to be held against the
// tags of replies.
type Changed struct {
	tags        map[Tag]bool
	collections map[string]bool
}

// ChangedSince asks a source what was changed after a revision; nil if it does
// not know, and anything may have been.
func ChangedSince(ctx context.Context, source Source, since int64) (*Changed, error) {
	changer, ok := source.(Changer)
	if !ok {
		return nil, nil //nolint:nilnil // nil is anything
	}
	tags, complete, err := changer.Changes(ctx, since)
	if err != nil || !complete {
		return nil, err
	}
	c := &Changed{tags: make(map[Tag]bool, len(tags)), collections: make(map[string]bool)}
	for _, t := range tags {
		c.tags[t] = true
		c.collections[t.Collection] = true
	}
	return c, nil
}

// Tags are the rows, columns and, with an empty ID, whole collections that were
// changed.
func (c *Changed) Tags() iter.Seq[Tag] { return maps.Keys(c.tags) }

// Meets reports whether something that a reply was made of is among what
// changed. An empty ID is all of a collection, on either side.
func (c *Changed) Meets(tags []Tag) bool {
	for _, t := range tags {
		if c.collections[t.Collection] && (t.ID == "" || c.tags[t] || c.tags[Tag{Collection: t.Collection}]) {
			return true
		}
	}
	return false
}
