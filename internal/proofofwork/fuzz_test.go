package proofofwork

import "testing"

// No token is accepted that was not issued.
func FuzzCheck(f *testing.F) {
	issuer := New([]byte("another secret of thirty-two bytes"))
	f.Add(issuer.Issue(0), "0")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, token, nonce string) {
		if err := New([]byte("a secret of at least thirty-two bytes")).Check(token, nonce); err == nil {
			t.Errorf("%q is accepted", token)
		}
	})
}
