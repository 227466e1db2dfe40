package store

import (
	"container/list"
	"context"
	"database/sql"
	"sync"
)

// maxStatements is how many statements stay prepared. A site has a few dozen
// shapes of query; the rest of the room is for API clients.
const maxStatements = 256

// statements keeps the most recently used prepared statements by their text.
type statements struct {
	db     *sql.DB
	mu     sync.Mutex
	byText map[string]*list.Element
	recent *list.List // of *kept, the latest first
}

type kept struct {
	text  string
	stmt  *sql.Stmt
	users int  // who run it now
	gone  bool // no longer kept: the last of its users closes it
}

func newStatements(db *sql.DB) *statements {
	return &statements{db: db, byText: make(map[string]*list.Element), recent: list.New()}
}

// run has use run the statement of that text, which is prepared if it is not.
func (c *statements) run(ctx context.Context, text string, use func(*sql.Stmt) error) error {
	p := c.take(text)
	if p == nil {
		stmt, err := c.db.PrepareContext(ctx, text)
		if err != nil {
			return err
		}
		p = c.keep(text, stmt)
	}
	defer c.release(p)
	return use(p.stmt)
}

func (c *statements) take(text string) *kept {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byText[text]
	if e == nil {
		return nil
	}
	c.recent.MoveToFront(e)
	p := e.Value.(*kept) //nolint:forcetypeassert // nothing else is put in
	p.users++
	return p
}

func (c *statements) keep(text string, stmt *sql.Stmt) *kept {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := &kept{text: text, stmt: stmt, users: 1}
	if c.byText[text] != nil { // prepared by another reader meanwhile
		p.gone = true
		return p
	}
	c.byText[text] = c.recent.PushFront(p)
	if c.recent.Len() > maxStatements {
		c.drop(c.recent.Back())
	}
	return p
}

func (c *statements) release(p *kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p.users--
	if p.gone && p.users == 0 {
		_ = p.stmt.Close()
	}
}

func (c *statements) drop(e *list.Element) {
	p := c.recent.Remove(e).(*kept) //nolint:forcetypeassert // nothing else is put in
	delete(c.byText, p.text)
	p.gone = true
	if p.users == 0 {
		_ = p.stmt.Close()
	}
}

func (c *statements) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.recent.Len() > 0 {
		c.drop(c.recent.Front())
	}
}
