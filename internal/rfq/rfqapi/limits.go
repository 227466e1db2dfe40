package rfqapi

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
	// globalFactor: the limit of stored requests of all clients is 20 times the
	// limit of one. A company behind one address is one client; 20 companies do not
	// reach their limits at once.
	globalFactor = 20
	// refusalFactor is how many forms of a client may be rejected, or fail to be
	// stored, for one that may be stored: a person corrects a form a few times.
	refusalFactor = 5
	// freeFormSize is the largest form, in bytes, that is parsed without a proof of
	// work for a client above that limit: it takes a tenth of a millisecond.
	freeFormSize = 4 << 10
	// challengeThreshold is the share of a limit above which a proof of work is
	// required. Neither a fast buyer nor an office with one address reaches it.
	challengeThreshold = 0.5
	// challengeBits requires 2^18 hashes on average: 0.5 to 2 seconds on a
	// phone.
	challengeBits = 18
	// Uploads of one client, and of all, in bytes per hour: ten full requests, and
	// the disk space that files use until they are deleted unsent.
	uploadBytes    = 500 << 20
	allUploadBytes = 10 * uploadBytes
)

// limits are the rate limits of each client and of all clients together. Requests
// are counted by all servers of a table together, uploads by each server: the limit
// of uploads multiplies with the number of servers.
type limits struct {
	requests, allRequests *ratelimit.Shared  // valid forms by client; requests that were stored
	refusals              *ratelimit.Shared  // forms by client that were rejected
	uploads, allUploads   *ratelimit.Limiter // bytes of files
	challenges            *proofofwork.Challenges
}

// allClients is the one key of a limit that counts all clients together.
const allClients = ""

// newLimits returns limits of rate requests per client and window.
func newLimits(rate int, table *ratelimit.Table, challenges *proofofwork.Challenges) *limits {
	return &limits{
		requests: table.New("requests", rate, time.Now), allRequests: table.New("requests of all", globalFactor*rate, time.Now),
		refusals: table.New("refused requests", refusalFactor*rate, time.Now),
		uploads:  ratelimit.NewWithWindow(time.Hour, uploadBytes, time.Now), allUploads: ratelimit.NewWithWindow(time.Hour, allUploadBytes, time.Now),
		challenges: challenges,
	}
}

// belowLimit reports whether a form of a client may be read. It counts nothing: a
// rejected form must not use up the limit of those that can be stored.
func (l *limits) belowLimit(ctx context.Context, client string) bool {
	return l.allRequests.Share(ctx, allClients) < 1 && l.requests.Share(ctx, client) < 1
}

// reserve counts one valid form of a client and reports whether it may be stored.
func (l *limits) reserve(ctx context.Context, client string) bool {
	return l.allRequests.Share(ctx, allClients) < 1 && l.requests.Allow(ctx, client)
}

// release undoes reserve for a form that was not stored: failures must not use up
// the limit of forms that can be stored.
func (l *limits) release(ctx context.Context, client string) { l.requests.Undo(ctx, client) }

// countRefusal counts a rejected form and returns err, its reason, or TooMany
// above the client's limit of refusals. Valid forms are still accepted then. An
// internal error is returned unchanged.
func (l *limits) countRefusal(ctx context.Context, client string, err error, texts rfq.Texts) error {
	allowed := l.refusals.Allow(ctx, client)
	if kind := fault.KindOf(err); allowed || kind == fault.TooMany || kind.Status() >= http.StatusInternalServerError {
		return err
	}
	return fault.Wrap(fault.TooMany, err, "%s", texts.TooMany)
}

// overRefusals reports whether a client has reached its limit of rejected forms.
func (l *limits) overRefusals(ctx context.Context, client string) bool {
	return l.refusals.Share(ctx, client) >= 1
}

// countStored counts a stored request against the limit of all clients. Other
// forms do not count, or one client with invalid forms would block the others.
func (l *limits) countStored(ctx context.Context) { l.allRequests.Allow(ctx, allClients) }

// overThreshold reports whether a client, or all together, have used so much of
// a limit that a proof of work is required.
func (l *limits) overThreshold(ctx context.Context, client string) bool {
	return l.requests.Share(ctx, client) > challengeThreshold || l.allRequests.Share(ctx, allClients) > challengeThreshold
}

// checkProof verifies and consumes the solution of a challenge in a form.
func (l *limits) checkProof(body []byte) error { return l.challenges.Check(proofOf(body)) }

// reserveUpload counts a file of a client by its bytes, before they are read, and
// reports whether it may be sent. A negative size is an unknown one.
func (l *limits) reserveUpload(client string, size int64) bool {
	if size < 0 || size > rfq.MaxFileBytes {
		size = rfq.MaxFileBytes
	}
	return l.allUploads.Share(allClients) < 1 && l.uploads.AllowN(client, int(size)) && l.allUploads.AllowN(allClients, int(size))
}
