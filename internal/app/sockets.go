package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"

	"github.com/coreos/go-systemd/v22/activation"
)

// sockets are the open sockets that systemd passed. They stay open while the program is
// restarted, so that no connection is refused.
type sockets []net.Listener

// passedSockets returns the sockets that systemd passed to this process. Only the first
// call returns them.
func passedSockets() (sockets, error) {
	list, err := activation.Listeners()
	if err != nil {
		return nil, err
	}
	for _, l := range list {
		if l == nil {
			return nil, errors.New("systemd passed a socket that accepts no connections; use ListenStream= in the socket unit")
		}
	}
	return list, nil
}

// listen returns the socket with the port of an address, or else opens the address.
func (s *sockets) listen(ctx context.Context, address string) (net.Listener, error) {
	wanted, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, err
	}
	for i, l := range *s {
		if at, ok := l.Addr().(*net.TCPAddr); ok && at.Port == wanted.Port {
			*s = slices.Delete(*s, i, i+1)
			return l, nil
		}
	}
	return (&net.ListenConfig{}).Listen(ctx, "tcp", address)
}

// unused returns an error for sockets that no address of the configuration has the port of.
func (s sockets) unused() error {
	if len(s) == 0 {
		return nil
	}
	return fmt.Errorf("systemd passed the socket %s, and nothing is configured for its port; use the same port in ListenStream= of the socket unit and in --listen, --http-listen or --https-listen", s[0].Addr())
}

func (s sockets) Close() error {
	var err error
	for _, l := range s {
		err = errors.Join(err, l.Close())
	}
	return err
}
