package render

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/priority"
)

// Options configure a Pool. Zero values select the defaults.
type Options struct {
	VMs     int           // maximum number of virtual machines; default GOMAXPROCS - 1, at least 1
	Queue   int           // maximum number of waiting calls; default 32 for each VM
	Timeout time.Duration // limit for the run of one call, without waiting; default 4 s
	Memory  int64         // maximum memory of one VM in bytes; default 64 MiB

	// Observe is called after every call, in the caller's goroutine. It must be
	// fast and safe for concurrent use; nil for none.
	Observe func(Observation)
}

// Observation describes the duration and outcome of one call.
type Observation struct {
	Call    string        // "routes", "plan" or "page"
	Outcome string        // "ok", "rejected" (queue full or engine closed) or a Reason
	Wait    time.Duration // for a free VM
	Run     time.Duration // in the VM, as measured by the caller
}

// Stats is a snapshot of a Pool.
type Stats struct {
	VMs       int    // existing now
	Running   int    // calls that hold a VM now
	Waiting   int    // calls in the queue now
	Created   uint64 // VMs created since the start
	Discarded uint64 // VMs discarded after a failure since the start
	Rejected  uint64 // calls rejected because the queue was full
}

const (
	defaultTimeout = 4 * time.Second
	defaultMemory  = 64 << 20
	queuePerVM     = 32
)

// Pool is an Engine of at most Options.VMs QuickJS machines. Each belongs to a
// worker, a goroutine with its own thread, which has a lower priority on Linux:
// a render occupies a processor for long, and cached replies take precedence.
// New creates the first machine; each other one is created by its worker's
// first call.
type Pool struct {
	code    []byte
	limits  limits
	queue   int64
	observe func(Observation)

	slots   chan struct{} // one token for each running or submitted call
	work    chan call
	workers sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	calls   sync.WaitGroup // incremented under mu, and only while not closed
	closing chan struct{}
	base    context.Context // canceled when running calls are to be interrupted
	cut     context.CancelFunc

	waiting, running, alive      atomic.Int64
	created, discarded, rejected atomic.Uint64
}

var _ Engine = (*Pool)(nil)

// New compiles the bundle and runs it once, so that an invalid bundle is an
// error at start.
func New(bundle string, o Options) (*Pool, error) {
	if o.VMs <= 0 {
		// A thread of lower priority that runs Go code occupies one of Go's
		// processors (P) while the kernel does not schedule it. One P is always
		// left for cached replies.
		o.VMs = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if o.Queue <= 0 {
		o.Queue = queuePerVM * o.VMs
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.Memory <= 0 {
		o.Memory = defaultMemory
	}
	if o.Observe == nil {
		o.Observe = func(Observation) {}
	}
	limits := limits{memory: o.Memory, timeout: o.Timeout}
	code, err := compile(bundle, limits)
	if err != nil {
		return nil, fmt.Errorf("compile the server bundle: %w", err)
	}
	p := &Pool{
		code:    code,
		limits:  limits,
		queue:   int64(o.Queue),
		observe: o.Observe,
		slots:   make(chan struct{}, o.VMs),
		work:    make(chan call),
		closing: make(chan struct{}),
	}
	p.base, p.cut = context.WithCancel(context.Background())
	first, err := p.create()
	if err != nil {
		return nil, err
	}
	p.workers.Go(func() { p.serve(first) })
	for range o.VMs - 1 {
		p.workers.Go(func() { p.serve(nil) })
	}
	return p, nil
}

// Routes implements Engine.
func (p *Pool) Routes(ctx context.Context) (string, error) { return p.call(ctx, "routes", "") }

// Plan implements Engine.
func (p *Pool) Plan(ctx context.Context, input string) (string, error) {
	return p.call(ctx, "plan", input)
}

// Page implements Engine.
func (p *Pool) Page(ctx context.Context, input string) (string, error) {
	return p.call(ctx, "page", input)
}

// Stats returns the current values.
func (p *Pool) Stats() Stats {
	return Stats{
		VMs:       int(p.alive.Load()),
		Running:   int(p.running.Load()),
		Waiting:   int(p.waiting.Load()),
		Created:   p.created.Load(),
		Discarded: p.discarded.Load(),
		Rejected:  p.rejected.Load(),
	}
}

// Close rejects new and waiting calls, waits for the running ones and frees all
// machines. If ctx ends first, it interrupts the running calls, still waits for
// them and then returns the context's error.
func (p *Pool) Close(ctx context.Context) error {
	p.mu.Lock()
	first := !p.closed
	p.closed = true
	p.mu.Unlock()
	if first {
		close(p.closing)
	}

	stop := context.AfterFunc(ctx, p.cut)
	p.calls.Wait()
	inTime := stop()
	p.cut()
	if first {
		close(p.work)
	}
	p.workers.Wait()
	if !inTime {
		return ctx.Err()
	}
	return nil
}

var errClosed = errors.New("engine closed")

// call waits for a slot and has a worker run one function. The engine checks
// for an interrupt only occasionally, and the caller does not wait for a call
// that does not notice it.
func (p *Pool) call(ctx context.Context, name, input string) (string, error) {
	begin := time.Now()
	if err := p.acquire(ctx); err != nil {
		p.observe(Observation{Call: name, Outcome: "rejected", Wait: time.Since(begin)})
		return "", err
	}
	wait := time.Since(begin)

	run, cancel := context.WithTimeout(ctx, p.limits.timeout)
	defer cancel()
	defer context.AfterFunc(p.base, cancel)()
	results := make(chan result, 1)
	p.work <- call{run, name, input, results} // does not block: there are as many workers as slots

	var r result
	select {
	case r = <-results:
	case <-run.Done():
		r.failure = &Failure{Call: name, Reason: Timeout, Message: "no answer within the time limit"}
	}
	if r.failure != nil && r.failure.Reason == Timeout && (ctx.Err() != nil || p.base.Err() != nil) {
		r.failure.Reason = Canceled
	}
	o := Observation{Call: name, Outcome: "ok", Wait: wait, Run: time.Since(begin) - wait}
	if r.failure == nil {
		p.observe(o)
		return r.text, nil
	}
	o.Outcome = string(r.failure.Reason)
	p.observe(o)
	return "", fault.Wrap(fault.Internal, r.failure, "the page could not be rendered")
}

// call is one function call for a worker.
type call struct {
	ctx         context.Context
	name, input string
	results     chan<- result // buffered, for the one result
}

type result struct {
	text    string
	failure *Failure
}

// acquire takes a slot or waits in the queue. After a nil error the caller must
// submit a call to the workers: run releases the slot.
func (p *Pool) acquire(ctx context.Context) error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return fault.Wrap(fault.Unavailable, errClosed, "the server is shutting down")
	}
	p.calls.Add(1)
	p.mu.Unlock()

	err := p.wait(ctx)
	if err != nil {
		p.calls.Done()
	}
	return err
}

func (p *Pool) wait(ctx context.Context) error {
	select {
	case p.slots <- struct{}{}:
		return nil
	default:
	}
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > p.queue {
		p.rejected.Add(1)
		return fault.New(fault.TooMany, "too many pages are being rendered; try again later")
	}
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fault.Wrap(fault.Unavailable, ctx.Err(), "the page was not rendered in time")
	case <-p.closing:
		return fault.Wrap(fault.Unavailable, errClosed, "the server is shutting down")
	}
}

// serve runs calls on a machine, nil for none yet, until the pool is closed.
// The thread is never unlocked: it ends with the goroutine, so that no other
// goroutine inherits its priority.
func (p *Pool) serve(m *machine) {
	runtime.LockOSThread()
	priority.Lower()
	for c := range p.work {
		m = p.run(m, c)
	}
	if m != nil {
		p.free(m)
	}
}

// run owns the slot until the call has really ended. It returns the machine for
// the next call, nil if a new one must be created.
func (p *Pool) run(m *machine, c call) *machine {
	defer p.calls.Done()
	defer func() { <-p.slots }()
	p.running.Add(1)
	defer p.running.Add(-1)

	if m == nil {
		var err error
		if m, err = p.create(); err != nil {
			c.results <- result{failure: &Failure{Call: c.name, Reason: Crash, Message: err.Error()}}
			return nil
		}
	}
	left := context.AfterFunc(c.ctx, m.stop.Set)
	var r result
	r.text, r.failure = m.call(c.name, c.input)
	// A machine whose stop flag was set cannot be reused.
	healthy := left() && (r.failure == nil || r.failure.Reason == Exception)
	c.results <- r
	if !healthy || !m.drain() {
		p.discarded.Add(1)
	} else if m.calls < maxCalls {
		return m
	}
	p.free(m)
	return nil
}

func (p *Pool) create() (*machine, error) {
	m, err := newMachine(p.code, p.limits)
	if err != nil {
		return nil, fmt.Errorf("new virtual machine: %w", err)
	}
	p.alive.Add(1)
	p.created.Add(1)
	return m, nil
}

func (p *Pool) free(m *machine) {
	m.close()
	p.alive.Add(-1)
}
