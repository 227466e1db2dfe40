// Package dovecottest runs a Dovecot for tests: a real IMAP server.
package dovecottest

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Server is a Dovecot that serves the mailboxes of one folder. Any user may sign in with
// the password "secret".
type Server struct {
	IMAP, IMAPS string // addresses, without and with TLS from the first byte

	t *testing.T
}

// daemonScript ends a daemon when its standard input is closed, at the latest with the
// test.
const daemonScript = `"$@" & read -r _; kill $!; wait`

// Start starts a Dovecot and returns when it accepts connections.
func Start(t *testing.T) *Server {
	t.Helper()
	const program = "/usr/sbin/dovecot"
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%v; install it: scripts/deps.sh mailbox", err)
	}
	folder, err := os.MkdirTemp("", "dovecot") // names of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	d := &Server{t: t, IMAP: freeAddress(t), IMAPS: freeAddress(t)}
	var log bytes.Buffer
	c := exec.CommandContext(context.WithoutCancel(t.Context()), "sh", "-c", daemonScript, "dovecot", program, "-F", "-c", d.configure(folder))
	c.Stdout, c.Stderr = &log, &log
	stdin, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	t.Cleanup(func() {
		_ = stdin.Close()
		<-ended
		_ = os.RemoveAll(folder)
	})
	for _, address := range []string{d.IMAP, d.IMAPS} {
		for {
			if connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address); err == nil {
				_ = connection.Close() // it accepts connections
				break
			}
			select {
			case <-ended:
				t.Fatalf("dovecot does not start: %s", log.String())
			default:
				runtime.Gosched()
			}
		}
	}
	return d
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// configure writes the configuration and returns its path.
func (d *Server) configure(folder string) string {
	d.t.Helper()
	login, internal, owner := "dovenull", "dovecot", "dovecot"
	if os.Getuid() != 0 {
		me, err := user.Current()
		if err != nil {
			d.t.Fatal(err)
		}
		login, internal, owner = me.Username, me.Username, me.Username
	}
	account, err := user.Lookup(owner)
	if err != nil {
		d.t.Fatal(err)
	}
	home := filepath.Join(folder, "home")
	uid, _ := strconv.Atoi(account.Uid)
	gid, _ := strconv.Atoi(account.Gid)
	if err := os.Mkdir(home, 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil { //nolint:gosec // its owner is another user if root runs the test
		d.t.Fatal(err)
	}
	if err := os.Chown(home, uid, gid); err != nil {
		d.t.Fatal(err)
	}
	d.writeCertificate(folder)
	port := func(address string) string { return address[strings.LastIndexByte(address, ':')+1:] }
	config := filepath.Join(folder, "dovecot.conf")
	text := fmt.Sprintf(`
base_dir = %[1]s/run
state_dir = %[1]s/state
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
default_login_user = %[2]s
default_internal_user = %[3]s
default_internal_group = %[8]s
first_valid_uid = 1
first_valid_gid = 1
disable_plaintext_auth = no
auth_failure_delay = 0
mail_max_userip_connections = 100
mail_location = maildir:~/Maildir
ssl = yes
ssl_cert = <%[1]s/cert.pem
ssl_key = <%[1]s/key.pem
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=%[4]d gid=%[5]d home=%[1]s/home/%%n
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  process_min_avail = 1
  inet_listener imap {
    port = %[6]s
  }
  inet_listener imaps {
    port = %[7]s
    ssl = yes
  }
}
`, folder, login, internal, uid, gid, port(d.IMAP), port(d.IMAPS), groupName(d.t, account))
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
	return config
}

func groupName(t *testing.T, account *user.User) string {
	t.Helper()
	group, err := user.LookupGroupId(account.Gid)
	if err != nil {
		t.Fatal(err)
	}
	return group.Name
}

// writeCertificate writes a self-signed certificate and its key.
func (d *Server) writeCertificate(folder string) {
	d.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		d.t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		d.t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		d.t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: certificate}, "key.pem": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			d.t.Fatal(err)
		}
	}
}

// URL returns the address of the INBOX of a user.
func (d *Server) URL(user string) string { return "imap://" + user + ":secret@" + d.IMAP + "/INBOX" }

// Client is a mail program of a person.
func (d *Server) Client(user string) *imapclient.Client {
	d.t.Helper()
	c, err := imapclient.DialInsecure(d.IMAP, nil)
	if err == nil {
		err = c.Login(user, "secret").Wait()
	}
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = c.Close() })
	return c
}

// Deliver adds mails to the INBOX of a user, as a mail server does.
func (d *Server) Deliver(user string, mails ...string) {
	d.t.Helper()
	c := d.Client(user)
	for _, mail := range mails {
		mail = strings.ReplaceAll(mail, "\n", "\r\n")
		command := c.Append("INBOX", int64(len(mail)), nil)
		if _, err := command.Write([]byte(mail)); err != nil {
			d.t.Fatal(err)
		}
		if err := command.Close(); err != nil {
			d.t.Fatal(err)
		}
		if _, err := command.Wait(); err != nil {
			d.t.Fatal(err)
		}
	}
}

// Unread returns the UIDs of the mails in the INBOX of a user, and whether they are unread.
func (d *Server) Unread(user string) map[imap.UID]bool {
	d.t.Helper()
	c := d.Client(user)
	if _, err := c.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
		d.t.Fatal(err)
	}
	out := map[imap.UID]bool{}
	var all imap.UIDSet
	all.AddRange(1, 0)
	found, err := c.Fetch(all, &imap.FetchOptions{UID: true, Flags: true}).Collect()
	if err != nil {
		d.t.Fatal(err)
	}
	for _, m := range found {
		out[m.UID] = true
		for _, flag := range m.Flags {
			if flag == imap.FlagSeen {
				out[m.UID] = false
			}
		}
	}
	return out
}
