package quickjs

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

func loaded(t *testing.T, memory int64, source string) *Machine {
	t.Helper()
	m, err := New(memory, 10*time.Minute) // emulated, a processor is slow
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	code, err := m.Compile(source)
	if err == nil {
		err = m.Load(code)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Allocations of all sizes are made, resized and freed; none may overlap another.
func TestAllocationsKeepTheirContents(t *testing.T) {
	t.Parallel()
	m := loaded(t, 64<<20, `globalThis.it = { churn(seed) {
		let random = Number(seed);
		const next = (n) => (random = (random * 1103515245 + 12345) % 2147483648) % n;
		const kept = new Map();
		for (let i = 0; i < 5000; i++) {
			const at = next(400), size = next(20) ? next(700) : next(70000), mark = next(256);
			const had = kept.get(at);
			if (had && !(had.text === had.mark.repeat(had.size) && had.bytes.every((b) => b === had.byte) && had.list.length === had.size % 90 && had.list.every((v) => v.n === had.size)))
				return "lost at " + i;
			kept.delete(at);
			if (!next(3)) continue;
			const letter = String.fromCharCode(97 + mark % 26), list = [];
			for (let j = 0; j < size % 90; j++) list.push({ n: size });
			const text = letter.repeat(size >> 1) + letter.repeat(size - (size >> 1));
			kept.set(at, { size, mark: letter, byte: mark, list, text, bytes: new Uint8Array(size).fill(mark) });
		}
		return "kept";
	} }`)
	for _, seed := range []string{"1", "20261122"} {
		if got, err := m.Call("it", "churn", seed, new(Stop)); err != nil || got != "kept" {
			t.Errorf("seed %s: %q, %v", seed, got, err)
		}
	}
}

func TestExhaustedMemoryIsAnError(t *testing.T) {
	t.Parallel()
	m := loaded(t, 8<<20, `globalThis.it = { echo: (s) => s, fill: () => { const all = []; for (;;) all.push({ all }); } }`)
	for range 3 {
		_, err := m.Call("it", "fill", "", new(Stop))
		if e, ok := errors.AsType[*Error](err); !ok || e.Message != "out of memory" || e.Interrupted {
			t.Fatalf("got %v", err)
		}
	}
	if _, err := m.Call("it", "echo", strings.Repeat("x", 16<<20), new(Stop)); err == nil || !strings.Contains(err.Error(), "out of memory") {
		t.Errorf("a string larger than the memory: %v", err)
	}
}

// A machine may be called on any thread; the limit of recursion is that thread's.
func TestRecursionEndsOnAnyThread(t *testing.T) {
	t.Parallel()
	m := loaded(t, 64<<20, `globalThis.it = { deep: (n) => { const f = (n) => n && 1 + f(n - 1); return String(f(Number(n))); } }`)
	for range 8 {
		var thread sync.WaitGroup
		thread.Go(func() {
			if got, err := m.Call("it", "deep", "500", new(Stop)); err != nil || got != "500" {
				t.Errorf("500 deep: %q, %v", got, err)
			}
			_, err := m.Call("it", "deep", "1e9", new(Stop))
			if err == nil || !strings.Contains(err.Error(), "call stack size exceeded") {
				t.Errorf("without an end: %v", err)
			}
		})
		thread.Wait()
	}
}

func TestAStopThatIsSetBeforeTheCallInterruptsIt(t *testing.T) {
	t.Parallel()
	m := loaded(t, 8<<20, `globalThis.it = { loop() { for (;;); } }`)
	stop := new(Stop)
	stop.Set()
	_, err := m.Call("it", "loop", "", stop)
	if e, ok := errors.AsType[*Error](err); !ok || !e.Interrupted {
		t.Errorf("got %v", err)
	}
}
