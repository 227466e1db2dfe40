package render

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ferrule/internal/fault"
)

func bundle(t testing.TB) string {
	t.Helper()
	source, err := os.ReadFile("testdata/bundle.js")
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

func newPool(t testing.TB, o Options) *Pool {
	t.Helper()
	p, err := New(bundle(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return p
}

func TestCallReturnsWhatTheBundleReturns(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{VMs: 1})
	ctx := t.Context()
	for _, input := range []string{"", `{"a":"<b> & \" ü€😀"}`, "line\u2028end", strings.Repeat("x", 1<<20)} {
		if got, err := p.Plan(ctx, input); err != nil || got != input {
			t.Errorf("plan of %d bytes: got %d bytes, error %v", len(input), len(got), err)
		}
	}
	if got, err := p.Routes(ctx); err != nil || got != `{"routes":[],"languages":[]}` {
		t.Errorf("routes: %q, %v", got, err)
	}
	if got, err := p.Page(ctx, "long"); err != nil || got != strings.Repeat("ü€😀", 20000) {
		t.Errorf("page: %d bytes, %v", len(got), err)
	}
}

func TestNewRefusesABrokenBundle(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"syntax error":     "globalThis.ferrule = {",
		"throws":           "throw new Error('at start')",
		"nothing set":      "1",
		"function missing": "globalThis.ferrule = { routes() {}, plan() {} }",
	} {
		if p, err := New(source, Options{VMs: 1}); err == nil {
			_ = p.Close(t.Context())
			t.Errorf("%s: no error", name)
		}
	}
}

func TestFailuresAreClassifiedAndBrokenMachinesReplaced(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		act     string
		reason  Reason
		message string
	}{
		{"throw", Exception, "TypeError: no such fitting"},
		{"plain", Exception, "a plain string"},
		{"hostile", Exception, ""},
		{"number", Exception, "returned no string"},
		{"missing", Exception, "TypeError"},
		{"nesting", Stack, "call stack"},
		{"recursion", Stack, "call stack"},
		{"memory", Memory, "out of memory"},
		{"string", Memory, "out of memory"},
		{"loop", Timeout, ""},
		{"stubborn", Timeout, ""},
		{"regexp", Timeout, ""},
	} {
		t.Run(c.act, func(t *testing.T) {
			t.Parallel()
			timeout := time.Minute // the race detector slows the engine down
			if c.reason == Timeout {
				timeout = 2 * time.Second
			}
			p := newPool(t, Options{VMs: 1, Timeout: timeout})
			_, err := p.Page(t.Context(), c.act)
			var failure *Failure
			if !errors.As(err, &failure) {
				t.Fatalf("got %v, want a *Failure", err)
			}
			if failure.Reason != c.reason || !strings.Contains(failure.Message, c.message) {
				t.Errorf("got %s %q, want %s %q", failure.Reason, failure.Message, c.reason, c.message)
			}
			if fault.KindOf(err) != fault.Internal {
				t.Errorf("kind %v, stack of %d bytes", fault.KindOf(err), len(failure.Stack))
			}
			if got, err := p.Plan(t.Context(), "after"); err != nil || got != "after" {
				t.Errorf("the next call: %q, %v", got, err)
			}
			want := uint64(1)
			if c.reason == Exception {
				want = 0
			}
			if got := p.Stats(); got.Discarded != want || got.VMs != 1 {
				t.Errorf("%d machines discarded, %d alive; want %d and 1", got.Discarded, got.VMs, want)
			}
		})
	}
}

func TestAnExceptionCarriesItsStack(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{VMs: 1})
	_, err := p.Page(t.Context(), "throw")
	var failure *Failure
	if !errors.As(err, &failure) || !strings.Contains(failure.Stack, "at ") {
		t.Errorf("no stack in %#v", failure)
	}
	if strings.Contains(failure.Error(), "\n") {
		t.Errorf("the error text contains the stack: %q", failure.Error())
	}
}

func TestPromiseJobsEndWithTheirCall(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{VMs: 1, Timeout: 2 * time.Second})
	if got, err := p.Page(t.Context(), "jobs"); err != nil || got != "ok" {
		t.Fatalf("%q, %v: the result was returned before the jobs ran", got, err)
	}
	if _, err := p.Plan(t.Context(), "x"); err != nil {
		t.Errorf("the next call: %v", err)
	}
	if got := p.Stats().Discarded; got != 1 {
		t.Errorf("%d machines discarded, want the one with endless jobs", got)
	}
}

// The bundle must be pure, but the pool does not make it so: globals of one
// machine last, and machines share nothing.
func TestGlobalsBelongToOneMachine(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{VMs: 1})
	for _, want := range []string{"1", "2"} {
		if got, err := p.Page(t.Context(), "count"); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	q := newPool(t, Options{VMs: 1})
	if got, err := q.Page(t.Context(), "count"); err != nil || got != "1" {
		t.Errorf("another machine: got %q, %v", got, err)
	}
}

func TestAMachineIsReplacedAfterManyCalls(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{VMs: 1})
	for range maxCalls {
		if _, err := p.Page(t.Context(), "count"); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := p.Page(t.Context(), "count"); err != nil || got != "1" {
		t.Errorf("got %q, %v, want a new machine's 1", got, err)
	}
	if got := p.Stats(); got.Created != 2 || got.Discarded != 0 {
		t.Errorf("created %d, discarded %d; want 2 and 0", got.Created, got.Discarded)
	}
}

func TestMachinesAreBounded(t *testing.T) {
	t.Parallel()
	const vms = 2
	p := newPool(t, Options{VMs: vms, Queue: 100, Timeout: time.Minute})
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if _, err := p.Page(t.Context(), "page"); err != nil {
				t.Error(err)
			}
			if got := p.Stats(); got.VMs > vms || got.Running > vms {
				t.Errorf("%d machines, %d running; want at most %d", got.VMs, got.Running, vms)
			}
		})
	}
	wg.Wait()
	if got := p.Stats(); got.Created > vms {
		t.Errorf("%d machines created, want at most %d", got.Created, vms)
	}
}

// until polls a condition that other goroutines establish.
func until(holds func() bool) {
	for !holds() {
		runtime.Gosched()
	}
}

// occupy starts n calls that run until the returned function ends them. Calls
// made before have released their slots by then: a call keeps its slot briefly
// after its caller has returned.
func occupy(t *testing.T, p *Pool, n int) (release func()) {
	t.Helper()
	until(func() bool { return len(p.slots) == 0 })
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() { _, _ = p.Page(ctx, "loop") })
	}
	until(func() bool { return len(p.slots)+int(p.waiting.Load()) >= n })
	return func() { cancel(); wg.Wait() }
}

func TestAFullQueueRejectsImmediately(t *testing.T) {
	t.Parallel()
	var rejected atomic.Int32
	p := newPool(t, Options{VMs: 1, Queue: 2, Timeout: time.Minute, Observe: func(o Observation) {
		if o.Outcome == "rejected" {
			rejected.Add(1)
		}
	}})
	release := occupy(t, p, 3) // one runs, two wait
	_, err := p.Plan(t.Context(), "x")
	if fault.KindOf(err) != fault.TooMany {
		t.Errorf("got %v, want TooMany", err)
	}
	if rejected.Load() != 1 || p.Stats().Rejected != 1 {
		t.Errorf("%d refusals observed, %d counted", rejected.Load(), p.Stats().Rejected)
	}
	release()
}

func TestCancelingTheContextEndsTheCall(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{VMs: 1, Timeout: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		until(func() bool { return p.Stats().Running == 1 })
		cancel()
	}()
	_, err := p.Page(ctx, "loop")
	var failure *Failure
	if !errors.As(err, &failure) || failure.Reason != Canceled {
		t.Errorf("running: got %v", err)
	}

	release := occupy(t, p, 1)
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, err := p.Page(ctx, "loop"); fault.KindOf(err) != fault.Unavailable || !errors.Is(err, context.Canceled) {
		t.Errorf("waiting: got %v", err)
	}
	release()
	if got, err := p.Plan(t.Context(), "after"); err != nil || got != "after" {
		t.Errorf("afterwards: %q, %v", got, err)
	}
}

func TestCloseWaitsForRunningCallsAndRefusesOthers(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{VMs: 1, Timeout: time.Hour})
	running, waiting := make(chan error, 1), make(chan error, 1)
	go func() { _, err := p.Page(context.Background(), "loop"); running <- err }()
	until(func() bool { return len(p.slots) == 1 })
	go func() { _, err := p.Plan(context.Background(), "x"); waiting <- err }()
	until(func() bool { return p.waiting.Load() == 1 })

	ctx, cancel := context.WithCancel(t.Context())
	closed := make(chan error, 1)
	go func() { closed <- p.Close(ctx) }()
	if err := <-waiting; fault.KindOf(err) != fault.Unavailable {
		t.Errorf("waiting call: %v", err)
	}
	if _, err := p.Plan(t.Context(), "x"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("call after Close: %v", err)
	}
	select {
	case err := <-closed:
		t.Fatalf("Close did not wait for the running call: %v", err)
	default:
	}
	cancel() // the deadline of Close expires
	if err := <-closed; !errors.Is(err, context.Canceled) {
		t.Errorf("Close: %v", err)
	}
	var failure *Failure
	if err := <-running; !errors.As(err, &failure) || failure.Reason != Canceled {
		t.Errorf("running call: %v", err)
	}
	if got := p.Stats(); got.VMs != 0 || got.Running != 0 {
		t.Errorf("%d machines and %d calls left", got.VMs, got.Running)
	}
}

// Calls of every kind at once, for the race detector.
func TestConcurrentCallsOfEveryKind(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{VMs: 3, Queue: 1000, Timeout: time.Second})
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Go(func() {
			act := []string{"throw", "loop", "jobs", "rejection", "memory", "count"}[i%6]
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+i)*10*time.Millisecond)
			defer cancel()
			_, _ = p.Page(ctx, act)
			input := strings.Repeat("x", i)
			if got, err := p.Plan(t.Context(), input); err == nil && got != input {
				t.Errorf("plan %d: got %q", i, got)
			}
		})
	}
	wg.Wait()
	if got := p.Stats(); got.VMs > 3 || got.Waiting != 0 {
		t.Errorf("%d machines, %d waiting", got.VMs, got.Waiting)
	}
}

func BenchmarkCall(b *testing.B) {
	for _, c := range []struct{ name, input string }{{"empty", ""}, {"100KB", strings.Repeat("x", 100<<10)}} {
		b.Run(c.name, func(b *testing.B) {
			p := newPool(b, Options{VMs: 1})
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Plan(b.Context(), c.input); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNewMachine(b *testing.B) {
	limits := limits{memory: defaultMemory, timeout: time.Minute}
	code, err := compile(bundle(b), limits)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		m, err := newMachine(code, limits)
		if err != nil {
			b.Fatal(err)
		}
		m.close()
	}
}
