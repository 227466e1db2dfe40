package page

import (
	"context"
	"runtime"
	"syscall"
	"testing"

	"ferrule/internal/render"
)

// attentive notes the priority of the thread that asks for a page.
type attentive struct {
	render.Engine
	heard chan int
}

func (a attentive) Page(ctx context.Context, input string) (string, error) {
	a.heard <- priorityOfThread()
	return a.Engine.Page(ctx, input)
}

// priorityOfThread is -1 where the kernel does not tell. What is more is preferred.
func priorityOfThread() int {
	n, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return -1
	}
	return n
}

func TestWhatMakesAPageGivesWayToWhoAskedForIt(t *testing.T) {
	t.Parallel()
	runtime.LockOSThread() // its priority would stay behind on another thread
	defer runtime.UnlockOSThread()
	h := build(t, nil)
	a := attentive{h.engine.Engine, make(chan int, 1)}
	h.engine.Engine = a
	for name, ask := range map[string]func(){
		"a visitor": func() { h.get("/fr/about") },
		"ahead":     func() { h.makePage(key{language: "fr-FR", prefixed: true, path: "/range"}) },
	} {
		ask()
		if made, own := <-a.heard, priorityOfThread(); made >= own {
			t.Errorf("%s: the page was made with priority %d, who asks has %d", name, made, own)
		}
	}
}
