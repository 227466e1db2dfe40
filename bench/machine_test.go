package bench

import (
	"context"
	"fmt"
	"os"
	"testing"

	"ferrule/internal/render"
	"ferrule/web"
)

// BenchmarkMachineMemory renders the demo's pages some thousand times on one
// machine, and reports its resident memory after the bundle is loaded, after
// the first tenth of the renders and after all of them.
func BenchmarkMachineMemory(b *testing.B) {
	const renders = 2000 // fewer than render.maxCalls, after which a machine is replaced
	engine := &recordingEngine{}
	s := newStore(b)
	h := handler(b, newRecordedSite(b, s, newLists(b, s), 1, engine))
	var inputs []string
	for _, address := range []string{"/de", "/de/catalog/tube-fittings", product, "/de/imprint"} {
		get(b, h, address)
		inputs = append(inputs, engine.input)
	}
	build, err := web.Load()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		before := resident(b)
		pool, err := render.New(build.Bundle, render.Options{VMs: 1})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(resident(b)-before, "loaded-MiB")
		for i := range renders {
			if _, err := pool.Page(b.Context(), inputs[i%len(inputs)]); err != nil {
				b.Fatal(err)
			}
			if i+1 == renders/10 {
				b.ReportMetric(resident(b)-before, "warm-MiB")
			}
		}
		b.ReportMetric(resident(b)-before, "last-MiB")
		if err := pool.Close(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNewMachine compiles the bundle and creates the first machine.
func BenchmarkNewMachine(b *testing.B) {
	build, err := web.Load()
	if err != nil {
		b.Skip(err)
	}
	before := cpuTime(b)
	for b.Loop() {
		pool, err := render.New(build.Bundle, render.Options{VMs: 1})
		if err != nil {
			b.Fatal(err)
		}
		_ = pool.Close(context.Background())
	}
	b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
}

// resident returns the resident memory of this process, in MiB.
func resident(b *testing.B) float64 {
	b.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		b.Skip(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		b.Fatal(err)
	}
	return float64(pages*os.Getpagesize()) / (1 << 20)
}
