package rfq

import (
	"strings"
	"testing"
)

func TestAReplyTokenNamesOneRequestAndNothingElseDoes(t *testing.T) {
	t.Parallel()
	keys := make([]ReplyKey, 2)
	for i := range keys {
		key, err := NewReplyKey([]byte(strings.Repeat(string(rune('a'+i)), 32)))
		must(t, err)
		keys[i] = key
	}
	seen := map[string]int64{}
	for id := int64(1); id <= 1000; id++ {
		token := keys[0].Token(id)
		if other, ok := seen[token]; ok {
			t.Fatalf("requests %d and %d have the same token", id, other)
		}
		seen[token] = id
		for _, written := range []string{token, strings.ToUpper(token)} {
			if got, ok := keys[0].requestID(written); !ok || got != id {
				t.Fatalf("%q is of request %d, %t; want %d", written, got, ok, id)
			}
		}
		if got, ok := keys[1].requestID(token); ok {
			t.Fatalf("the token of another site is of request %d", got)
		}
		wrong := []byte(token)
		wrong[id%26] = "abcd"[(strings.IndexByte("abcd", wrong[id%26])+1)%4]
		if got, ok := keys[0].requestID(string(wrong)); ok && got != id { // the last character has unused bits
			t.Fatalf("%q is of request %d", wrong, got)
		}
	}
	for _, wrong := range []string{"", "a", "F-7K3-94Q", strings.Repeat("a", 26), strings.Repeat("a", 1000), "\x00\xff"} {
		if _, ok := keys[0].requestID(wrong); ok {
			t.Errorf("%q is a token", wrong)
		}
	}
}
