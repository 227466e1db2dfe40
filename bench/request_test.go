package bench

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
)

const senders = 32

// BenchmarkAcceptedRequests measures how fast requests of sixty lines from 32
// concurrent senders are stored and synced: without deliveries, and with deliveries to
// two targets that reply immediately. p50-ms and p99-ms are the latency of one
// request.
func BenchmarkAcceptedRequests(b *testing.B) {
	for _, database := range []string{"SQLite", "PostgreSQL"} {
		for _, targets := range []int{0, 3} {
			b.Run(fmt.Sprintf("%s/targets=%d", database, targets), func(b *testing.B) {
				address := ""
				if database == "PostgreSQL" {
					address = durable(b)
				}
				accept(b, address, targets)
			})
		}
	}
}

// durable returns the address of a PostgreSQL that syncs its commits, unlike that of
// the tests.
func durable(b *testing.B) string {
	b.Helper()
	address := databasetest.NewServer(b).Database(b)
	db, err := sql.Open("pgx", address)
	if err != nil {
		b.Fatal(err)
	}
	for _, statement := range []string{`ALTER SYSTEM SET fsync = on`, `ALTER SYSTEM SET full_page_writes = on`, `SELECT pg_reload_conf()`} {
		if _, err := db.ExecContext(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	return address
}

func accept(b *testing.B, address string, targets int) {
	b.Helper()
	s, err := rfq.OpenAt(b.Context(), address, b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	names := []string{"mail", "confirmation", "webhook"}[:targets]
	s.SetRouter(func(rfq.Event, rfq.Message) []string { return names })
	var lines []rfq.Line
	for i := range 60 {
		lines = append(lines, rfq.Line{UID: fmt.Sprint(i), SKU: "FR-GV-12S-04", Slug: "straight-union-s", Quantity: 10})
	}
	var next atomic.Int64
	took := make([][]time.Duration, senders)
	var all sync.WaitGroup
	b.ResetTimer()
	for i := range senders {
		all.Go(func() {
			for n := next.Add(1); n <= int64(b.N); n = next.Add(1) {
				began := time.Now()
				m := rfq.Message{Name: fmt.Sprintf("Sender %d", n), Message: strings.Repeat("x", 200), Lines: lines, Language: "de-DE"}
				if _, err := s.Add(context.WithoutCancel(b.Context()), m); err != nil {
					b.Error(err)
					return
				}
				took[i] = append(took[i], time.Since(began))
			}
		})
	}
	all.Wait()
	b.StopTimer()
	waits := slices.Concat(took...)
	slices.Sort(waits)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
	b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "p99-ms")
	if err := errors.Join(s.Close()); err != nil {
		b.Fatal(err)
	}
}
