package store

import (
	"context"
	"iter"
	"time"

	"ferrule/internal/content"
)

// maxApplyTime is how long it may take to store a whole copy of another
// content system.
const maxApplyTime = time.Hour

// ApplyAll is Apply for more changes than memory holds. An error among them
// ends it, and nothing is stored. What a row refers to and is not there in the
// end is the database's error, without a name.
func (s *Store) ApplyAll(ctx context.Context, changes iter.Seq2[content.Change, error]) error {
	call := content.Write{Access: content.System}
	return s.changeWithin(ctx, maxApplyTime, &call, func(ctx context.Context, w *writer) error {
		if err := s.deferReferences(ctx, w.tx); err != nil {
			return err
		}
		for c, err := range changes {
			if err != nil {
				return err
			}
			if _, err := w.apply(ctx, &c); err != nil {
				return err
			}
		}
		return nil
	})
}
