package server

import (
	"time"

	"ferrule/internal/challenge"
	"ferrule/internal/limit"
	"ferrule/internal/request"
)

const (
	// everyone is how many addresses' worth of requests are stored in all. A
	// company behind one address is as many people; so many companies at once
	// are none.
	everyone = 20
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
// Every process counts on its own: behind a balancer with several servers a
// limit is that many times as high.
type intake struct {
	forms, all      *limit.Limiter // requests by address, and those that were stored
	bytes, allBytes *limit.Limiter // of files
	challenges      *challenge.Challenges
}

// total is the one key of what counts for all together.
const total = ""

// newIntake makes limits of so many requests per address and window.
func newIntake(rate int, challenges *challenge.Challenges) *intake {
	return &intake{
		forms: limit.New(rate, time.Now), all: limit.New(everyone*rate, time.Now),
		bytes: limit.Over(time.Hour, uploadBytes, time.Now), allBytes: limit.Over(time.Hour, allUploadBytes, time.Now),
		challenges: challenges,
	}
}

// admit counts one form of an address and reports whether it may be read.
func (in *intake) admit(address string) bool {
	return in.all.Share(total) < 1 && in.forms.Allow(address)
}

// undo takes back what admit counted, for a form that was answered with a
// challenge: an attacker must not use up the limit of those who would answer it.
func (in *intake) undo(address string) { in.forms.Undo(address) }

// count counts a form that was stored. Others do not count for all together,
// or else a sender of nonsense would shut out everybody.
func (in *intake) count() { in.all.Allow(total) }

// crowded reports whether so much comes, from an address or from all, that a
// browser has to work first.
func (in *intake) crowded(address string) bool {
	return in.forms.Share(address) > crowd || in.all.Share(total) > crowd
}

// check spends the answer to a challenge that a form carries.
func (in *intake) check(body []byte) error { return in.challenges.Check(proofOf(body)) }

// admitFile counts a file of an address by its bytes, before they are read. A
// negative size is one that the sender does not tell.
func (in *intake) admitFile(address string, size int64) bool {
	if size < 0 || size > request.MaxFileBytes {
		size = request.MaxFileBytes
	}
	return in.allBytes.Share(total) < 1 && in.bytes.AllowN(address, int(size)) && in.allBytes.AllowN(total, int(size))
}
