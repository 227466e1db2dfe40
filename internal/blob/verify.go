package blob

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ferrule/internal/fault"
)

// Records calls each with the name and the size of every file that a record
// names; -1 for a size that is not recorded.
type Records func(ctx context.Context, each func(name string, size int64)) error

// Differences are the files that are not as their records say.
type Differences struct {
	Files   int      // that records name
	Missing []string // names of those that are not there, sorted
	Wrong   []string // of those that have another size
}

// Verify compares the sizes of files with their records. The depot is listed, at
// the cost of one call of the system for each file or of one request for a
// thousand objects, and no byte is read. Files come and go meanwhile: what does
// not fit is looked at twice.
func Verify(ctx context.Context, d Depot, records Records) (Differences, error) {
	found, err := compare(ctx, d, records)
	if err != nil || len(found.Missing)+len(found.Wrong) == 0 {
		return found, err
	}
	again, err := compare(ctx, d, records)
	if err != nil {
		return again, err
	}
	again.Missing = both(again.Missing, found.Missing)
	again.Wrong = both(again.Wrong, found.Wrong)
	return again, nil
}

func compare(ctx context.Context, d Depot, records Records) (Differences, error) {
	var found Differences
	sizes, err := d.Sizes(ctx)
	if err != nil {
		return found, fmt.Errorf("list files: %w", err)
	}
	err = records(ctx, func(name string, size int64) {
		found.Files++
		switch actual, ok := sizes[name]; {
		case !ok:
			found.Missing = append(found.Missing, name)
		case size >= 0 && actual != size:
			found.Wrong = append(found.Wrong, name)
		}
	})
	slices.Sort(found.Missing)
	slices.Sort(found.Wrong)
	return found, err
}

// both returns what two sorted lists have in common.
func both(a, b []string) []string {
	return slices.DeleteFunc(a, func(name string) bool {
		_, found := slices.BinarySearch(b, name)
		return !found
	})
}

// firstNames is how many names of each kind an error has.
const firstNames = 3

// Err returns a *fault.Error that counts the differences, nil if there are none.
// Its cause has the first names, which are not for everyone.
func (d Differences) Err() error {
	var counts, names []string
	count := func(of []string, what string) {
		if n := len(of); n > 0 {
			counts = append(counts, fmt.Sprintf("%d of %d are %s", n, d.Files, what))
			names = append(names, of[:min(n, firstNames)]...)
		}
	}
	count(d.Missing, "missing")
	count(d.Wrong, "of another size than their records say")
	if len(counts) == 0 {
		return nil
	}
	return fault.Wrap(fault.Unavailable, errors.New("first "+strings.Join(names, ", ")), "%s; restore them from a backup", strings.Join(counts, " and "))
}
