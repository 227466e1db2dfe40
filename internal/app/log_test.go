package app

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestRepeatedProblemsAreLoggedABoundedNumberOfTimes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := slog.New(newBoundedLog(slog.NewTextHandler(&out, nil)))
		for i := range 1000 {
			log.With("n", i).Error("request failed")
			log.WithGroup("g").Info("request", "n", i)
		}
		log.Error("disk is full")
		count := func(text string) int { return strings.Count(out.String(), text) }
		if got := count(`msg="request failed"`); got != maxRepeated {
			t.Errorf("the repeated error is logged %d times, want %d", got, maxRepeated)
		}
		if got := count("msg=request "); got != 1000 {
			t.Errorf("the requests of the access log: %d of 1000", got)
		}
		if count(`msg="disk is full"`) != 1 {
			t.Error("another error is not logged")
		}
		time.Sleep(logWindow)
		log.Error("request failed")
		log.Error("request failed")
		if !strings.Contains(out.String(), "not_logged=950") || count("not_logged=") != 1 {
			t.Errorf("later: %s", out.String()[max(0, out.Len()-200):])
		}
	})
}
