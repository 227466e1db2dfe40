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
	text string
	stmt *sql.Stmt
}

func newStatements(db *sql.DB) *statements {
	return &statements{db: db, byText: make(map[string]*list.Element), recent: list.New()}
}

func (c *statements) lookup(text string) *sql.Stmt {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byText[text]
	if e == nil {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*kept).stmt //nolint:forcetypeassert // nothing else is put in
}

func (c *statements) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	if stmt := c.lookup(text); stmt != nil {
		return stmt, nil
	}
	stmt, err := c.db.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byText[text]; e != nil { // prepared by another reader meanwhile
		_ = stmt.Close()                 //nolint:sqlclosecheck // only this one is superfluous
		return e.Value.(*kept).stmt, nil //nolint:forcetypeassert // nothing else is put in
	}
	c.byText[text] = c.recent.PushFront(&kept{text, stmt})
	if c.recent.Len() > maxStatements {
		last := c.recent.Back()
		old := c.recent.Remove(last).(*kept) //nolint:forcetypeassert // nothing else is put in
		delete(c.byText, old.text)
		_ = old.stmt.Close() // database/sql lets a running query finish first
	}
	return stmt, nil
}

func (c *statements) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.recent.Front(); e != nil; e = e.Next() {
		_ = e.Value.(*kept).stmt.Close() //nolint:forcetypeassert // nothing else is put in
	}
	c.recent.Init()
	clear(c.byText)
}
