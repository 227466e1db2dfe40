package proofofwork

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ferrule/internal/fault"
)

// answer does what the browser does.
func answer(token string, zeroBits int) string {
	for n := 0; ; n++ {
		nonce := strconv.Itoa(n)
		if sum := sha256.Sum256([]byte(token + "." + nonce)); zeros(sum[:]) >= zeroBits {
			return nonce
		}
	}
}

// wrong returns a nonce that does not answer.
func wrong(token string, zeroBits int) string {
	for n := 0; ; n++ {
		nonce := strconv.Itoa(n)
		if sum := sha256.Sum256([]byte(token + "." + nonce)); zeros(sum[:]) < zeroBits {
			return nonce
		}
	}
}

func TestAnswerIsValidOnce(t *testing.T) {
	t.Parallel()
	c := New([]byte("secret"))
	token := c.Issue(10)
	nonce := answer(token, 10)
	if err := c.Check(token, nonce); err != nil {
		t.Fatal(err)
	}
	if err := c.Check(token, nonce); err == nil || fault.KindOf(err) != fault.TooMany {
		t.Errorf("the second time: %v", err)
	}
}

func TestServersWithTheSameSecretAcceptAnAnswer(t *testing.T) {
	t.Parallel()
	token := New([]byte("secret")).Issue(8)
	if err := New([]byte("secret")).Check(token, answer(token, 8)); err != nil {
		t.Error(err)
	}
	if New([]byte("another")).Check(token, answer(token, 8)) == nil {
		t.Error("taken under another secret")
	}
}

func TestInvalidAnswersAreRefused(t *testing.T) {
	t.Parallel()
	c := New([]byte("secret"))
	token := c.Issue(12)
	nonce := answer(token, 12)
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	raw[8] = 0 // asks for no work
	for _, tt := range []struct{ about, token, nonce string }{
		{"nothing", "", ""},
		{"a wrong nonce", token, wrong(token, 12)},
		{"a nonce without end", token, strings.Repeat("1", 65)},
		{"a token that is cut", token[:20], nonce},
		{"a token that is none", "***", nonce},
		{"a token made easier", base64.RawURLEncoding.EncodeToString(raw), "0"},
	} {
		if err := c.Check(tt.token, tt.nonce); err == nil {
			t.Errorf("%s was taken", tt.about)
		}
	}
	if err := c.Check(token, nonce); err != nil {
		t.Errorf("wrong answers spent the token: %v", err)
	}
}

func TestTokenExpires(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := New([]byte("secret"))
		token, other := c.Issue(4), c.Issue(4)
		time.Sleep(lifetime)
		if err := c.Check(token, answer(token, 4)); err != nil {
			t.Errorf("in time: %v", err)
		}
		time.Sleep(time.Second)
		if c.Check(other, answer(other, 4)) == nil {
			t.Error("taken too late")
		}
	})
}

func TestSpentTokenStaysSpentUntilItExpires(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := New([]byte("secret"))
		time.Sleep(lifetime - time.Second)
		token := c.Issue(4)
		nonce := answer(token, 4)
		if err := c.Check(token, nonce); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		next := c.Issue(4)
		if err := c.Check(next, answer(next, 4)); err != nil { // begins a new span
			t.Fatal(err)
		}
		if c.Check(token, nonce) == nil {
			t.Error("taken again")
		}
	})
}

func TestTokenIsRefusedAfterTheClockWasSetBack(t *testing.T) {
	t.Parallel()
	c := New([]byte("secret"))
	token := c.Issue(4)
	c.now = func() time.Time { return time.Now().Add(-24 * time.Hour) }
	if c.Check(token, answer(token, 4)) == nil {
		t.Error("a token is good for a day")
	}
	if token = c.Issue(4); c.Check(token, answer(token, 4)) != nil {
		t.Error("a new one is refused")
	}
}
