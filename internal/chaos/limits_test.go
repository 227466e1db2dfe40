package chaos_test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// within starts a command after shell commands that limit it.
func within(limits string, command *exec.Cmd) *exec.Cmd {
	return exec.Command("/bin/sh", append([]string{"-c", limits + ` && exec "$@"`, "sh"}, command.Args...)...) //nolint:gosec // the program under test
}

// descriptors lets idle clients take all of 64 file descriptors.
func descriptors(c *chaosCase) {
	c.row.rounds = 1
	s := c.tryServe(within("ulimit -n 64", c.serveCommand()))
	if s.address == "" {
		c.Fatalf("it does not start with 64 descriptors: %s", s.log())
	}
	l := c.newLedger()
	for range 3 {
		l.accepts(s)
	}
	var idle []net.Conn
	for range 100 {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.address, "http://"))
		c.must(err)
		idle = append(idle, conn)
	}
	c.until("the limit is logged", func() bool {
		return strings.Contains(s.log(), "too many open files") || strings.Contains(s.log(), "limit of open files")
	})
	s.mustRun()
	for _, conn := range idle {
		c.must(conn.Close())
	}
	l.accepts(s)
	s.pages()
	c.says(s.log(), "too many open files", "LimitNOFILE")
	l.verifyAfterRestart(s)
}

// memory runs the server, an import and a backup with 512 MB of memory.
func memory(c *chaosCase) {
	c.row.rounds = 1
	limits, peak := c.limitMemory(512 << 20)
	s := c.tryServe(within(limits, c.serveCommand()))
	if s.address == "" {
		c.Fatal(s.log())
	}
	l := c.newLedger()
	stop := l.writeUntil(s)
	var readers sync.WaitGroup
	for reader := range 8 {
		readers.Go(func() {
			for i := range 20 {
				s.get(fmt.Sprintf("/assets/17026721-90c3-5f9a-8470-b284b91ab195?width=%d", 100+8*(20*reader+i)))
				s.get(fmt.Sprintf("/en/search?q=union+%d+%d", reader, i))
				s.get("/api/content/items/products?limit=-1&fields=*,translations.*")
			}
		})
	}
	readers.Wait()
	stop()
	s.mustRun()
	if len(l.refused) > 0 {
		c.Errorf("writes were refused: %v, %s", l.refused, l.refusal)
	}
	for _, command := range [][]string{{"content", "import", "demo"}, {"backup", "--to", filepath.Join(c.TempDir(), "backups")}} {
		if out, err := within(limits, exec.Command(program, append(command, "--data", c.data)...)).CombinedOutput(); err != nil { //nolint:gosec // the program under test
			c.Errorf("%v: %v %s", command, err, out)
		}
	}
	c.row.message = peak()
	for word := range l.words {
		delete(l.words, word) // the import replaced the content
	}
	l.verifyAfterRestart(s)
}

// limitMemory returns shell commands that limit their process to an amount of memory, and
// a function that reports its use: by a cgroup, of either version, or else by a limit of
// the process on its data.
func (c *chaosCase) limitMemory(limit int) (commands string, peak func() string) {
	name := "ferrule-chaos-" + strconv.Itoa(os.Getpid())
	for _, v := range []struct{ root, limit, peak string }{
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes"},
		{"/sys/fs/cgroup", "memory.max", "memory.peak"},
	} {
		group := filepath.Join(v.root, name)
		if os.Mkdir(group, 0o755) != nil { //nolint:gosec // a folder of the kernel
			continue
		}
		c.Cleanup(func() {
			for end := time.Now().Add(patience); os.Remove(group) != nil && time.Now().Before(end); { // until its processes have ended
				time.Sleep(10 * time.Millisecond)
			}
		})
		if os.WriteFile(filepath.Join(group, v.limit), []byte(strconv.Itoa(limit)), 0o600) != nil {
			continue
		}
		return "echo $$ > " + filepath.Join(group, "cgroup.procs"), func() string {
			text, err := os.ReadFile(filepath.Join(group, v.peak))
			c.must(err)
			used, err := strconv.Atoi(string(bytes.TrimSpace(text)))
			c.must(err)
			return fmt.Sprintf("cgroup of %d MB, with files in memory %d MB were used", limit>>20, used>>20)
		}
	}
	return fmt.Sprintf("ulimit -d %d", limit>>10), func() string { return fmt.Sprintf("no cgroup; limit of the process on its data: %d MB", limit>>20) }
}

// clock sets the program's clock an hour ahead and back while it runs.
func clock(c *chaosCase) {
	s, set := c.serveWithClock()
	l := c.newLedger()
	session := c.signIn(s)
	stop := l.writeUntil(s)
	for _, offset := range []time.Duration{time.Hour, 0, -time.Hour, 0} {
		c.row.rounds++
		before := l.count()
		set(offset)
		c.until("writes are acknowledged", func() bool { return l.count() > before+40 })
		if date := c.date(s); date.Sub(time.Now().Add(offset)).Abs() > time.Minute {
			c.Fatalf("the clock shows %s, want an offset of %s", date, offset)
		}
		session = c.refresh(s, session)
		s.pages()
	}
	stop()
	if len(l.refused) > 0 {
		c.Errorf("writes were refused: %v, %s", l.refused, l.refusal)
	}
	c.row.message = fmt.Sprintf("served without a refusal; sessions go on; %d mails were repeated under their key", c.delivered(l))
	l.verifyAfterRestart(s)
}

// date returns the time of the server's clock.
func (c *chaosCase) date(s *server) time.Time {
	c.Helper()
	reply, err := client.Get(s.address + "/healthz")
	c.must(err)
	c.must(reply.Body.Close())
	date, err := http.ParseTime(reply.Header.Get("Date"))
	c.must(err)
	return date
}
