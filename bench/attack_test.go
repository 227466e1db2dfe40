package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// attack is a hostile load.
type attack struct {
	Kind        string // a key of attacks
	Address     string
	Connections int
	Path        string
}

// attackVariable is the environment variable with the attack, in JSON, that the test
// binary runs instead of tests.
const attackVariable = "FERRULE_BENCH_ATTACK"

// clients is the number of loopback addresses that the connections of a load have: as
// many as keep 10,000 connections within the limit of each client.
const clients = 64

// attacks are what one connection does until stop is closed. number is its number.
var attacks = map[string]func(c *attackConn, number int, path string){
	// Requests of addresses that do not exist, all at once every two seconds.
	"slugs": func(c *attackConn, number int, _ string) {
		for round := 0; c.sleepUntilRound(round); round++ {
			c.request(fmt.Sprintf("GET /de/product/invented-%d-%d HTTP/1.1\r\nHost: bench\r\n\r\n", number, round))
		}
	},
	// One query after the other, none of which is cached.
	"query": func(c *attackConn, number int, path string) {
		for i := 0; c.running(); i++ {
			c.request(fmt.Sprintf("GET %s&n=%d-%d HTTP/1.1\r\nHost: bench\r\n\r\n", path, number, i))
		}
	},
	// A reply of which one byte is read each second, after its status.
	"slow readers": func(c *attackConn, _ int, path string) {
		for c.running() {
			if !c.send("GET " + path + " HTTP/1.1\r\nHost: bench\r\n\r\n") {
				continue
			}
			_ = c.conn.(*net.TCPConn).SetReadBuffer(4 << 10) //nolint:forcetypeassert // so that the server has to wait
			for read := c.readStatus(time.Minute); c.running() && read; read = c.readByte() {
				c.pause()
			}
		}
		c.countOpen()
	},
	// A file of which one byte is sent each second.
	"slow writers": func(c *attackConn, _ int, _ string) {
		for c.running() {
			c.send("POST /api/request-files HTTP/1.1\r\nHost: bench\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n")
			for c.running() && c.send("a") && !c.readStatus(time.Second) {
			}
			if c.running() {
				c.close()
			}
		}
		c.countOpen()
	},
}

// attackConn is a connection that is opened again when the server has closed it.
type attackConn struct {
	address string
	from    net.IP
	begin   time.Time
	stop    <-chan struct{}
	count   func(status string)

	conn    net.Conn
	replies *bufio.Reader
}

func (c *attackConn) running() bool {
	select {
	case <-c.stop:
		return false
	default:
		return true
	}
}

// sleep returns false if the load ends before.
func (c *attackConn) sleep(d time.Duration) bool {
	select {
	case <-c.stop:
		return false
	case <-time.After(d):
		return true
	}
}

func (c *attackConn) pause() { c.sleep(time.Second) }

// sleepUntilRound returns at the same time in all connections.
func (c *attackConn) sleepUntilRound(round int) bool {
	c.open()
	const each = 2 * time.Second
	return c.sleep(time.Until(c.begin.Add(time.Duration(round+1) * each)))
}

func (c *attackConn) open() bool {
	if c.conn != nil {
		return true
	}
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: c.from}, Timeout: 10 * time.Second}
	conn, err := dialer.Dial("tcp", c.address)
	if err != nil {
		c.count("not connected")
		c.pause()
		return false
	}
	c.conn, c.replies = conn, bufio.NewReader(conn)
	return true
}

func (c *attackConn) close() {
	if c.conn != nil {
		_ = c.conn.Close() // the load is over, or has failed
		c.conn = nil
	}
}

func (c *attackConn) send(text string) bool {
	if !c.open() {
		return false
	}
	if _, err := io.WriteString(c.conn, text); err != nil {
		c.count("closed")
		c.close()
		return false
	}
	return true
}

// readStatus waits for the status of a reply and counts it. It returns false if there is
// none yet.
func (c *attackConn) readStatus(wait time.Duration) bool {
	if c.conn == nil {
		return false
	}
	_ = c.conn.SetReadDeadline(time.Now().Add(wait)) // fails for a closed connection, as the read does
	line := make([]byte, len("HTTP/1.1 200"))
	_, err := io.ReadFull(c.conn, line)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return false
	}
	if err != nil {
		c.count("closed")
		c.close()
		return false
	}
	_ = c.conn.SetReadDeadline(time.Time{}) // as above
	c.count(string(line[len("HTTP/1.1 "):]))
	return true
}

// countOpen counts a connection that the server has not closed when the load ends.
func (c *attackConn) countOpen() {
	if c.conn != nil {
		c.count("open at the end")
	}
}

func (c *attackConn) readByte() bool {
	if c.conn == nil {
		return false
	}
	if _, err := c.conn.Read(make([]byte, 1)); err != nil {
		c.count("closed")
		c.close()
		return false
	}
	return true
}

// request sends a request and reads the reply.
func (c *attackConn) request(text string) {
	if !c.send(text) {
		return
	}
	reply, err := http.ReadResponse(c.replies, nil)
	if err == nil {
		_, err = io.Copy(io.Discard, reply.Body)
	}
	if err != nil {
		c.count("closed")
		c.close()
		return
	}
	c.count(fmt.Sprint(reply.StatusCode))
	if reply.Close {
		c.close()
	}
}

// run opens all connections and reports to out: "ready" when they are, and at the end
// of in the number of replies by status.
func (a attack) run(in io.Reader, out io.Writer) error {
	stop := make(chan struct{})
	var mu sync.Mutex
	counts := map[string]int{}
	count := func(status string) {
		mu.Lock()
		defer mu.Unlock()
		counts[status]++
	}
	var opened atomic.Int64
	var all sync.WaitGroup
	const ahead = 4 * time.Second // time to open the connections
	begin := time.Now().Add(ahead)
	for i := range a.Connections {
		all.Go(func() {
			c := &attackConn{address: a.Address, from: net.IPv4(127, 0, 0, byte(10+i%clients)), begin: begin, stop: stop, count: count}
			defer c.close()
			c.open()
			opened.Add(1)
			attacks[a.Kind](c, i, a.Path)
		})
	}
	for opened.Load() < int64(a.Connections) {
		time.Sleep(10 * time.Millisecond)
	}
	if a.Kind == "slugs" {
		time.Sleep(time.Until(begin))
	}
	fmt.Fprintln(out, "ready")
	_, err := io.Copy(io.Discard, in)
	close(stop)
	ended := make(chan struct{})
	go func() { all.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(30 * time.Second): // replies that did not come
	}
	mu.Lock()
	defer mu.Unlock()
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s: %d", status, counts[status]))
	}
	fmt.Fprintln(out, strings.Join(parts, ", "))
	return err
}

// attacker is a load in a process of its own.
type attacker struct {
	cmd *exec.Cmd
	in  io.Closer
	out *bufio.Reader
}

// runAttack runs a load in a process of its own until end is called.
func runAttack(ctx context.Context, load attack) (*attacker, error) {
	text, err := json.Marshal(load)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	a := &attacker{cmd: exec.CommandContext(context.WithoutCancel(ctx), self)}
	a.cmd.Env = append(os.Environ(), attackVariable+"="+string(text))
	a.cmd.Stderr = os.Stderr
	if a.in, err = a.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := a.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	a.out = bufio.NewReader(out)
	if err := a.cmd.Start(); err != nil {
		return nil, err
	}
	_, err = a.out.ReadString('\n')
	return a, err
}

// end ends the load and returns its replies by status.
func (a *attacker) end(b *testing.B) string {
	b.Helper()
	_ = a.in.Close() // it is read to its end
	line, err := a.out.ReadString('\n')
	if err := a.cmd.Wait(); err != nil {
		b.Error(err)
	}
	if err != nil {
		b.Error(err)
	}
	return strings.TrimSpace(line)
}
