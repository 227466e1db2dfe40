package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/request"
	"ferrule/web"
)

type doctorCommand struct {
	dataFlags
}

// check is one thing the doctor looks at: what it found, or what is wrong and
// what to do about it.
type check struct {
	name string
	run  func(ctx context.Context, data string) (string, error)
}

var errUnhealthy = errors.New("not everything is in order")

// Run prints a line for each check. The configuration was checked when the
// flags were read.
func (c *doctorCommand) Run(ctx context.Context, out io.Writer) error {
	var failed error
	for _, check := range []check{
		{"web build", checkBuild},
		{"data folder", checkFolder},
		{"content", checkContent},
		{"requests", checkRequests},
	} {
		found, err := check.run(ctx, c.Data)
		if err != nil {
			failed = errUnhealthy
			fmt.Fprintf(out, "FAIL  %-12s %v\n", check.name, err)
			continue
		}
		fmt.Fprintf(out, "OK    %-12s %s\n", check.name, found)
	}
	return failed
}

func checkBuild(context.Context, string) (string, error) {
	build, err := web.Load()
	if err != nil {
		return "", err
	}
	return build.ID, nil
}

// leastFree is how much room the data folder should have, in bytes.
const leastFree = 256 << 20

func checkFolder(_ context.Context, data string) (string, error) {
	if err := os.MkdirAll(data, 0o755); err != nil {
		return "", fmt.Errorf("%w; create it or choose another with --data", err)
	}
	probe, err := os.CreateTemp(data, ".doctor-*")
	if err != nil {
		return "", fmt.Errorf("%w; make the folder writable for this user", err)
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return "", err
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(data, &disk); err != nil {
		return "", err
	}
	free := disk.Bavail * uint64(disk.Bsize) //nolint:gosec // a block size is positive
	if free < leastFree {
		return "", fmt.Errorf("%s has %d MB left; make room, a full disk loses requests", data, free>>20)
	}
	return fmt.Sprintf("%s, %d MB free", data, free>>20), nil
}

func checkContent(ctx context.Context, data string) (string, error) {
	s, err := store.Open(ctx, data, content.Default())
	if err != nil {
		return "", err
	}
	health, err := s.Check(ctx)
	if err := errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	if len(health.Problems) > 0 {
		return "", errors.New(strings.Join(health.Problems, "; "))
	}
	if health.Items["products"] == 0 {
		return "", errors.New("there are no products; load content with: ferrule content import DIR")
	}
	return fmt.Sprintf("revision %d, %d products", health.Revision, health.Items["products"]), nil
}

func checkRequests(ctx context.Context, data string) (string, error) {
	s, err := request.Open(ctx, data)
	if err != nil {
		return "", err
	}
	health, err := s.Check(ctx)
	if err := errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	if len(health.Problems) > 0 {
		return "", errors.New(strings.Join(health.Problems, "; "))
	}
	return fmt.Sprintf("%d stored", health.Requests), nil
}
