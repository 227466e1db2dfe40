// Package accounttest is a device with passkeys, for tests.
package accounttest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

// Authenticator is a device that keeps one passkey of each user at each site.
type Authenticator struct {
	Origin string // of the page that asks
	Count  uint32 // of signatures; a copied device falls behind
	keys   []key
}

type key struct {
	id, user []byte
	site     string
	private  *ecdsa.PrivateKey
}

// Flags of authenticator data: present, verified, may be synced, has a new passkey.
const (
	present  = 0x01
	verified = 0x04
	attested = 0x40
)

var encode = base64.RawURLEncoding.EncodeToString //nolint:gochecknoglobals // a short name

// Create answers the options of a challenge with a new passkey.
func (a *Authenticator) Create(t testing.TB, options json.RawMessage) json.RawMessage {
	t.Helper()
	var o struct {
		Challenge string
		RP        struct{ ID string }
		User      struct{ ID string }
	}
	must(t, json.Unmarshal(options, &o))
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	user, err := base64.RawURLEncoding.DecodeString(o.User.ID)
	must(t, err)
	k := key{id: make([]byte, 16), user: user, site: o.RP.ID, private: private}
	_, _ = rand.Read(k.id)
	a.keys = append(a.keys, k)
	point, err := private.PublicKey.Bytes()
	must(t, err)
	public, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	must(t, err)
	data := a.data(k.site, present|verified|attested)
	data = append(data, make([]byte, 16)...) // no model
	data = binary.BigEndian.AppendUint16(data, uint16(len(k.id)))
	data = append(append(data, k.id...), public...)
	object, err := webauthncbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	must(t, err)
	return reply(t, k.id, map[string]string{"clientDataJSON": encode(a.client(t, "webauthn.create", o.Challenge)), "attestationObject": encode(object)})
}

// Get answers the options of a challenge with the latest passkey of the site.
func (a *Authenticator) Get(t testing.TB, options json.RawMessage) json.RawMessage {
	t.Helper()
	var o struct{ Challenge, RPID string }
	must(t, json.Unmarshal(options, &o))
	var k key
	for _, each := range a.keys {
		if each.site == o.RPID {
			k = each
		}
	}
	if k.private == nil {
		t.Fatalf("the device has no passkey of %s", o.RPID)
	}
	a.Count++
	data, client := a.data(k.site, present|verified), a.client(t, "webauthn.get", o.Challenge)
	hash := sha256.Sum256(client)
	sum := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, k.private, sum[:])
	must(t, err)
	return reply(t, k.id, map[string]string{
		"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(signature), "userHandle": encode(k.user),
	})
}

func (a *Authenticator) data(site string, flags byte) []byte {
	hash := sha256.Sum256([]byte(site))
	return binary.BigEndian.AppendUint32(append(hash[:], flags), a.Count)
}

func (a *Authenticator) client(t testing.TB, kind, challenge string) []byte {
	t.Helper()
	text, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.Origin, "crossOrigin": false})
	must(t, err)
	return text
}

func reply(t testing.TB, id []byte, response map[string]string) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(map[string]any{"id": encode(id), "rawId": encode(id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{}})
	must(t, err)
	return text
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
