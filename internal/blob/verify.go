package blob

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ferrule/internal/fault"
)

// Records calls each with the name and size of every file that has a record;
// size is -1 if it is not recorded.
type Records func(ctx context.Context, each func(name string, size int64)) error

// Differences are the files that do not match their records.
type Differences struct {
	Files   int      // number of files with a record
	Missing []string // names of missing files, sorted
	Wrong   []string // names of files with another size, sorted
}

// Verify compares the sizes of files with their records. It lists the store, at
// the cost of one system call for each file or one request for a thousand
// objects, and reads no contents. Because files change meanwhile, it compares
// twice and returns the common differences.
func Verify(ctx context.Context, s Store, records Records) (Differences, error) {
	found, err := compare(ctx, s, records)
	if err != nil || len(found.Missing)+len(found.Wrong) == 0 {
		return found, err
	}
	again, err := compare(ctx, s, records)
	if err != nil {
		return again, err
	}
	again.Missing = both(again.Missing, found.Missing)
	again.Wrong = both(again.Wrong, found.Wrong)
	return again, nil
}

func compare(ctx context.Context, s Store, records Records) (Differences, error) {
	var found Differences
	sizes, err := s.Sizes(ctx)
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

// both returns the intersection of two sorted lists.
func both(a, b []string) []string {
	return slices.DeleteFunc(a, func(name string) bool {
		_, found := slices.BinarySearch(b, name)
		return !found
	})
}

// firstNames is how many names of each kind an error contains.
const firstNames = 3

// Err returns a *fault.Error with the numbers of differences, nil if there are
// none. Its cause contains the first names, which must not be shown to clients.
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
