package content

import (
	"context"
	"iter"
	"maps"
)

// Changer is a source that records changes.
type Changer interface {
	// Changes returns the tags of what changed after a revision. complete is
	// false if the changes are unknown, as after an import; then anything may
	// have changed.
	Changes(ctx context.Context, since int64) (tags []Tag, complete bool, err error)
}

// Changed indexes the tags of changes, to be matched with the tags of replies.
type Changed struct {
	tags        map[Tag]bool
	collections map[string]bool
}

// ChangedSince returns what a source changed after a revision; nil if that is
// unknown and anything may have changed.
func ChangedSince(ctx context.Context, source Source, since int64) (*Changed, error) {
	changer, ok := source.(Changer)
	if !ok {
		return nil, nil //nolint:nilnil // nil means anything
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

// Tags returns the tags of the changed rows, columns and, with an empty ID,
// whole collections.
func (c *Changed) Tags() iter.Seq[Tag] { return maps.Keys(c.tags) }

// Meets reports whether any of the tags that a reply depends on has changed. An
// empty ID on either side stands for the whole collection.
func (c *Changed) Meets(tags []Tag) bool {
	for _, t := range tags {
		if c.collections[t.Collection] && (t.ID == "" || c.tags[t] || c.tags[Tag{Collection: t.Collection}]) {
			return true
		}
	}
	return false
}
