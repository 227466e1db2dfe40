package rfq

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestClientAddressIsNotExportedAndIsErased(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		const address = "2001:db8:1:2:3:4:5:6"
		s.at(noon)
		old := add(t, s, Message{Name: "Old", ClientAddress: address})
		if again := add(t, s, Message{Name: "Old", ClientAddress: "203.0.113.9"}); !again.Duplicate {
			t.Error("the same content from another address is another request")
		}
		s.at(noon.Add(time.Hour))
		young, forgotten := add(t, s, Message{Name: "Young", ClientAddress: address}), add(t, s, Message{Name: "Forgotten", ClientAddress: address})
		r, err := s.ByReference(t.Context(), old.Reference)
		if err != nil || r.ClientAddress != address {
			t.Errorf("stored %q, %v", r.ClientAddress, err)
		}
		if text, err := json.Marshal(r); err != nil || strings.Contains(string(text), address) {
			t.Errorf("the delivered and exported body has the address: %s, %v", text, err)
		}
		if err := s.Forget(t.Context(), forgotten.Reference); err != nil {
			t.Fatal(err)
		}
		for i, want := range []int64{1, 0} {
			if n, err := s.ForgetAddressesBefore(t.Context(), noon.Add(time.Minute)); n != want || err != nil {
				t.Errorf("pass %d: got %d, %v, want %d", i, n, err, want)
			}
		}
		for _, tt := range []struct{ reference, want string }{{old.Reference, ""}, {young.Reference, address}, {forgotten.Reference, ""}} {
			if r, err := s.ByReference(t.Context(), tt.reference); err != nil || r.ClientAddress != tt.want {
				t.Errorf("%s: got %q, %v, want %q", r.Name, r.ClientAddress, err, tt.want)
			}
		}
	})
}
