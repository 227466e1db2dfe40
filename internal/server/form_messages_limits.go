package server

import (
	"context"
	"net/http"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/proofofwork"
	"ferrule/internal/ratelimit"
	"ferrule/internal/rfq"
)

const (
	// everyone is how many addresses' worth of requests are stored in all. A
	// company behind one address is as many people; so many companies at once
	// are none.
	everyone = 20
	// refusals is how many forms of an address may be refused, or fail to be stored,
	// for one that may be stored: a person corrects a form a few times.
	refusals = 5
	// cheapForm is how large a form may be, in bytes, to be parsed for an address
	// above that limit: a tenth of a millisecond. For a larger one, or one with
	// files, its browser has to work.
	cheapForm = 4 << 10
	// crowd is the share of a limit from which on a browser has to work. What is
	// below it, a hurried buyer or a whole office, notices nothing.
	crowd = 0.5
	// challengeBits makes 2^18 hashes on average: half a second to two of a
	// telephone's time.
	challengeBits = 18
	// Files of one address, and of all together, in bytes per hour: ten full
	// requests, and what a disk has to bear until unsent files are swept.
	uploadBytes    = 500 << 20
	allUploadBytes = 10 * uploadBytes
)

// intake holds what keeps one sender, or all together, from sending too much.
// Requests are counted by all servers of a table together, files by each on its
// own: behind a balancer with several servers that limit is as many times as high.
type intake struct {
	forms, all      *ratelimit.Shared  // requests by address, and those that were stored
	refused         *ratelimit.Shared  // forms by address that were not taken
	bytes, allBytes *ratelimit.Limiter // of files
	challenges      *proofofwork.Challenges
}

// total is the one key of what counts for all together.
const total = ""

// newIntake makes limits of so many requests per address and window.
func newIntake(rate int, table *ratelimit.Table, challenges *proofofwork.Challenges) *intake {
	return &intake{
		forms: table.New("requests", rate, time.Now), all: table.New("requests of all", everyone*rate, time.Now),
		refused: table.New("refused requests", refusals*rate, time.Now),
		bytes:   ratelimit.Over(time.Hour, uploadBytes, time.Now), allBytes: ratelimit.Over(time.Hour, allUploadBytes, time.Now),
		challenges: challenges,
	}
}

// open reports whether a form of an address may be read. It counts nothing: a
// form that is refused must not use up the limit of those that can be stored.
func (in *intake) open(ctx context.Context, address string) bool {
	return in.all.Share(ctx, total) < 1 && in.forms.Share(ctx, address) < 1
}

// admit counts one valid form of an address and reports whether it may be stored.
func (in *intake) admit(ctx context.Context, address string) bool {
	return in.all.Share(ctx, total) < 1 && in.forms.Allow(ctx, address)
}

// undo takes back what admit counted, for a form that was not stored: an
// attacker must not use up the limit of those whose form is.
func (in *intake) undo(ctx context.Context, address string) { in.forms.Undo(ctx, address) }

// refuse counts a form that was not taken, and returns err, its reason, or
// TooMany above the limit of an address. Valid forms are still taken then. A
// failure of the program stays what it is.
func (in *intake) refuse(ctx context.Context, address string, err error, words rfq.Words) error {
	allowed := in.refused.Allow(ctx, address)
	if kind := fault.KindOf(err); allowed || kind == fault.TooMany || kind.Status() >= http.StatusInternalServerError {
		return err
	}
	return fault.Wrap(fault.TooMany, err, "%s", words.TooMany)
}

// suspects reports whether an address has reached its limit of refused forms.
func (in *intake) suspects(ctx context.Context, address string) bool {
	return in.refused.Share(ctx, address) >= 1
}

// count counts a form that was stored. Others do not count for all together,
// or else a sender of nonsense would shut out everybody.
func (in *intake) count(ctx context.Context) { in.all.Allow(ctx, total) }

// crowded reports whether so much comes, from an address or from all, that a
// browser has to work first.
func (in *intake) crowded(ctx context.Context, address string) bool {
	return in.forms.Share(ctx, address) > crowd || in.all.Share(ctx, total) > crowd
}

// check spends the answer to a challenge that a form carries.
func (in *intake) check(body []byte) error { return in.challenges.Check(proofOf(body)) }

// admitFile counts a file of an address by its bytes, before they are read. A
// negative size is one that the sender does not tell.
func (in *intake) admitFile(address string, size int64) bool {
	if size < 0 || size > rfq.MaxFileBytes {
		size = rfq.MaxFileBytes
	}
	return in.allBytes.Share(total) < 1 && in.bytes.AllowN(address, int(size)) && in.allBytes.AllowN(total, int(size))
}
