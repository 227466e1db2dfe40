package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/render"
)

const (
	calls = 20  // of one round
	warm  = 300 // calls before the first round, so that Node has compiled the hot code
)

// BenchmarkPagesBesideNode compares the processor time of uncached pages with that of
// Node, which renders the same pages with the same bundle, in turns. "whole" is
// everything from the queries to the compressed document, "render" the bundle's page
// function renderTimes. Other pages of the same content are rendered first, so that data
// shared by pages are cached.
func BenchmarkPagesBesideNode(b *testing.B) {
	if testing.Short() {
		b.Skip("writes results.md")
	}
	node := startNode(b)
	engine := &recordingEngine{}
	s := newStore(b)
	h := handler(b, newRecordedSite(b, s, newLists(b, s), 1, engine))
	for _, address := range []string{"/de/about", "/de/contacts", "/de/catalog", "/de/catalog/flanges", "/de/product/elbow-union-s", "/de/privacy"} {
		get(b, h, address)
	}
	var t strings.Builder
	t.WriteString("| page | HTML, bytes | document, br | Node renders | QuickJS renders | times | whole page | **times Node** |\n|---|---|---|---|---|---|---|---|\n")
	for _, address := range []string{"/de", "/de/catalog/tube-fittings", product, "/de/imprint"} {
		b.Run(strings.ReplaceAll(address, "/", "_"), func(b *testing.B) {
			size := get(b, h, address).Body.Len()
			input, output := engine.input, engine.output
			if rendered := node.page(b, input, warm); rendered.HTML != output {
				b.Fatal("Node renders another page")
			}
			var pageTimes, renderTimes, nodeTimes, ratios []float64
			for b.Loop() {
				n := node.page(b, input, calls).Micros
				w := spent(b, func() { get(b, h, address) })
				nodeTimes, pageTimes, ratios = append(nodeTimes, n), append(pageTimes, w), append(ratios, w/n)
				renderTimes = append(renderTimes, spent(b, func() { _, _ = engine.Engine.Page(b.Context(), input) }))
			}
			b.ReportMetric(median(ratios), "times-node")
			b.ReportMetric(median(pageTimes)/1000, "whole-cpu-ms")
			b.ReportMetric(median(renderTimes)/1000, "render-cpu-ms")
			b.ReportMetric(median(nodeTimes)/1000, "node-cpu-ms")
			fmt.Fprintf(&t, "| `%s` | %d | %d | %.2f ms | %.1f ms | %.1f | %.1f ms | **%.1f** |\n", address, len(output), size,
				median(nodeTimes)/1000, median(renderTimes)/1000, median(renderTimes)/median(nodeTimes), median(pageTimes)/1000, median(ratios))
		})
	}
	if err := Record(".", "Pages that are not in the cache, beside Node", t.String()); err != nil {
		b.Fatal(err)
	}
}

// spent returns the processor time of one call in µs, averaged over a round.
func spent(b *testing.B, call func()) float64 {
	b.Helper()
	before := cpuTime(b)
	for range calls {
		call()
	}
	return float64((cpuTime(b) - before).Microseconds()) / calls
}

// recordingEngine is an engine that stores the input and output of its last page.
type recordingEngine struct {
	render.Engine
	input, output string
}

func (l *recordingEngine) Page(ctx context.Context, input string) (string, error) {
	output, err := l.Engine.Page(ctx, input)
	l.input, l.output = input, output
	return output, err
}

// node is a process of the pinned Node with the bundle loaded.
type node struct {
	in  io.Writer
	out *bufio.Reader
}

type nodePage struct {
	HTML   string  `json:"html"`
	Micros float64 `json:"micros"` // of processor time per call
}

func startNode(b testing.TB) *node {
	b.Helper()
	program, err := filepath.Abs("../node_modules/.bin/node")
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.CommandContext(b.Context(), program, "node-page.ts")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Skip("no Node to compare with; run make deps: ", err)
	}
	b.Cleanup(func() {
		_ = in.Close()
		if err := cmd.Wait(); err != nil && b.Context().Err() == nil {
			b.Error(err)
		}
	})
	return &node{in: in, out: bufio.NewReader(out)}
}

// page renders a page in Node the given number of times.
func (n *node) page(b testing.TB, input string, calls int) (p nodePage) {
	b.Helper()
	err := json.NewEncoder(n.in).Encode(map[string]any{"input": input, "calls": calls})
	if err == nil {
		err = json.NewDecoder(n.out).Decode(&p)
	}
	if err != nil {
		b.Fatal(err)
	}
	return p
}
