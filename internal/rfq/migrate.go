package rfq

import (
	"context"
	"strings"

	"ferrule/internal/database"
)

// migrations returns the schema migrations, applied in order, each once, and never
// changed afterwards. Columns are those that lists and exports select by; body is
// the whole Message. Tables are declared in the dialect of SQLite, see declaration.
func migrations() []string {
	return []string{
		`CREATE TABLE requests (
			id              INTEGER PRIMARY KEY AUTOINCREMENT,
			reference       TEXT NOT NULL UNIQUE,
			idempotency_key TEXT NOT NULL UNIQUE,
			created_at      TEXT NOT NULL,
			language        TEXT NOT NULL,
			form_id         INTEGER NOT NULL,
			form_key        TEXT NOT NULL,
			source          TEXT NOT NULL,
			name            TEXT NOT NULL,
			phone           TEXT NOT NULL,
			email           TEXT NOT NULL,
			line_count      INTEGER NOT NULL,
			body            TEXT NOT NULL CHECK (json_valid(body))
		) STRICT`,
		`CREATE TABLE searches_without_result (
			words    TEXT NOT NULL,
			language TEXT NOT NULL,
			count    INTEGER NOT NULL,
			last     TEXT NOT NULL,
			PRIMARY KEY (words, language)
		) STRICT, WITHOUT ROWID`,
		// token is the secret of the link to the request's page. digest detects the
		// same content under another key. reminded_at is when the reminder was
		// planned.
		`ALTER TABLE requests ADD COLUMN token TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE requests ADD COLUMN state TEXT NOT NULL DEFAULT 'open'`,
		`ALTER TABLE requests ADD COLUMN digest TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE requests ADD COLUMN answered_at TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE requests ADD COLUMN answered_by TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE requests ADD COLUMN reminded_at TEXT NOT NULL DEFAULT ''`,
		`CREATE UNIQUE INDEX requests_token ON requests (token) WHERE token <> ''`,
		`CREATE INDEX requests_digest ON requests (digest, created_at)`,
		`CREATE INDEX requests_state ON requests (state, created_at)`,
		// A file is stored before its request; until then request_id is null and the
		// file may be deleted. Its bytes are in the file store.
		`CREATE TABLE request_files (
			id         TEXT PRIMARY KEY,
			request_id INTEGER REFERENCES requests (id) ON DELETE CASCADE,
			position   INTEGER NOT NULL DEFAULT 0,
			name       TEXT NOT NULL,
			type       TEXT NOT NULL,
			size       INTEGER NOT NULL,
			created_at TEXT NOT NULL
		) STRICT`,
		`CREATE INDEX request_files_request ON request_files (request_id, position)`,
		`CREATE INDEX request_files_created ON request_files (created_at) WHERE request_id IS NULL`,
		// Deliveries of events to targets. For one request and target the order is
		// preserved: a delivery waits until those with a lower id are done or dead.
		`CREATE TABLE request_deliveries (
			id            INTEGER PRIMARY KEY AUTOINCREMENT,
			request_id    INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
			event         TEXT NOT NULL,
			target        TEXT NOT NULL,
			key           TEXT NOT NULL UNIQUE,
			state         TEXT NOT NULL DEFAULT 'waiting',
			attempts      INTEGER NOT NULL DEFAULT 0,
			created_at    TEXT NOT NULL,
			due_at        TEXT NOT NULL,
			claimed_until TEXT NOT NULL DEFAULT '',
			settled_at    TEXT NOT NULL DEFAULT '',
			last_error    TEXT NOT NULL DEFAULT ''
		) STRICT`,
		`CREATE INDEX request_deliveries_order ON request_deliveries (request_id, target, id)`,
		// digest is that of the bytes: the same file uploaded twice has the same.
		`ALTER TABLE request_files ADD COLUMN digest TEXT NOT NULL DEFAULT ''`,
		`CREATE INDEX requests_created ON requests (created_at)`,
		`CREATE TABLE request_secrets (
			name  TEXT PRIMARY KEY,
			value TEXT NOT NULL
		) STRICT`,
		// The next deliveries of one target: an unavailable target must not delay
		// another.
		`CREATE INDEX request_deliveries_next ON request_deliveries (target, due_at, id) WHERE state = 'waiting'`,
		`CREATE INDEX request_deliveries_dead ON request_deliveries (settled_at) WHERE state = 'dead'`,
		// The last execution of each periodic job, by any server.
		`CREATE TABLE request_rounds (
			name    TEXT PRIMARY KEY,
			done_at TEXT NOT NULL
		) STRICT, WITHOUT ROWID`,
		// When and by whom the request was marked as spam; empty where it was
		// classified automatically.
		`ALTER TABLE requests ADD COLUMN spam_at TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE requests ADD COLUMN spam_by TEXT NOT NULL DEFAULT ''`,
		// Deleted files whose bytes are yet to be removed.
		`CREATE TABLE request_files_erased (
			id TEXT PRIMARY KEY
		) STRICT, WITHOUT ROWID`,
		// The IP address of the sender; empty once erased.
		`ALTER TABLE requests ADD COLUMN client_address TEXT NOT NULL DEFAULT ''`,
		`CREATE INDEX requests_client_address ON requests (created_at) WHERE client_address <> ''`,
		// The account that works on the request; empty for none. Accounts are in another
		// database.
		`ALTER TABLE requests ADD COLUMN assignee TEXT NOT NULL DEFAULT ''`,
		// Lists of the desk are counted and ordered in these alone: a body is large.
		`CREATE INDEX requests_desk_state ON requests (state, created_at, id, assignee, language)`,
		`CREATE INDEX requests_desk_created ON requests (created_at, id, state, assignee, language)`,
		`CREATE INDEX requests_desk_assignee ON requests (assignee, state, created_at, id, language)`,
		`CREATE INDEX requests_email ON requests (lower(email), created_at) WHERE email <> ''`,
		`CREATE INDEX requests_answered ON requests (answered_at, created_at) WHERE answered_at <> ''`,
		// The folded words that Inbox searches, none once erased. A request of a former
		// build has none until FillSearch. Requests are never deleted: a foreign key would
		// only cost a check for each word while a visitor waits.
		`CREATE TABLE request_words (
			word       TEXT NOT NULL,
			request_id INTEGER NOT NULL,
			PRIMARY KEY (word, request_id)
		) STRICT, WITHOUT ROWID`,
		`CREATE INDEX request_words_request ON request_words (request_id)`,
		// Changes of requests, each written in the transaction of its change. Names and
		// texts are empty once erased.
		`CREATE TABLE request_history (
			id         INTEGER PRIMARY KEY AUTOINCREMENT,
			request_id INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
			at         TEXT NOT NULL,
			by_id      TEXT NOT NULL,
			by_name    TEXT NOT NULL,
			kind       TEXT NOT NULL,
			text       TEXT NOT NULL
		) STRICT`,
		`CREATE INDEX request_history_request ON request_history (request_id, id)`,
		// What each account has read.
		`CREATE TABLE request_reads (
			user_id    TEXT NOT NULL,
			request_id INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
			PRIMARY KEY (user_id, request_id)
		) STRICT, WITHOUT ROWID`,
		`CREATE INDEX request_reads_request ON request_reads (request_id)`,
		// How an answered request continues, see Outcome.
		`ALTER TABLE requests ADD COLUMN outcome TEXT NOT NULL DEFAULT ''`,
		`CREATE TABLE request_letters (
			id         INTEGER PRIMARY KEY AUTOINCREMENT,
			request_id INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
			at         TEXT NOT NULL,
			by_id      TEXT NOT NULL,
			by_name    TEXT NOT NULL,
			kind       TEXT NOT NULL,
			language   TEXT NOT NULL,
			subject    TEXT NOT NULL,
			text       TEXT NOT NULL,
			offer      TEXT NOT NULL
		) STRICT`,
		`CREATE INDEX request_letters_request ON request_letters (request_id, id)`,
		// The letter that an event of the kind letter delivers; 0 for other events.
		`ALTER TABLE request_deliveries ADD COLUMN letter_id INTEGER NOT NULL DEFAULT 0`,
		// Offers as they were sent; state and decision alone change. They stay when the
		// request is forgotten: they are business letters.
		`CREATE TABLE request_offers (
			number      TEXT PRIMARY KEY,
			request_id  INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
			version     INTEGER NOT NULL,
			state       TEXT NOT NULL,
			sent_at     TEXT NOT NULL,
			sent_by_id  TEXT NOT NULL,
			sent_by     TEXT NOT NULL,
			valid_until TEXT NOT NULL,
			body        TEXT NOT NULL CHECK (json_valid(body)),
			document    BLOB NOT NULL,
			decided_at  TEXT NOT NULL DEFAULT '',
			decision    TEXT NOT NULL DEFAULT '{}'
		) STRICT`,
		`CREATE UNIQUE INDEX request_offers_version ON request_offers (request_id, version)`,
		`CREATE INDEX request_offers_open ON request_offers (valid_until) WHERE state = 'open'`,
		// When the clock of a request was started again, empty for its receipt, and when it
		// ends: a change of the calendar does not move it. A request of a former build has
		// no end until FillDeadlines.
		`ALTER TABLE requests ADD COLUMN clock_at TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE requests ADD COLUMN deadline_at TEXT NOT NULL DEFAULT ''`,
		// The end of the open offer, empty for none, and why a request was won or lost.
		`ALTER TABLE requests ADD COLUMN expires_at TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE requests ADD COLUMN outcome_reason TEXT NOT NULL DEFAULT ''`,
		`CREATE INDEX requests_desk_deadline ON requests (state, deadline_at, id, assignee, language)`,
		`CREATE INDEX requests_waiting ON requests (created_at, id, state, assignee, language) WHERE outcome = 'waiting'`,
		`CREATE INDEX requests_expires ON requests (expires_at, id, created_at, state, assignee, language) WHERE expires_at <> ''`,
		`CREATE INDEX requests_answer_times ON requests (answered_at, created_at, clock_at) WHERE answered_at <> ''`,
		// What a person has typed for an answer that is not sent, as JSON.
		`CREATE TABLE request_drafts (
			user_id    TEXT NOT NULL,
			request_id INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
			saved_at   TEXT NOT NULL,
			body       TEXT NOT NULL CHECK (json_valid(body)),
			PRIMARY KEY (user_id, request_id)
		) STRICT, WITHOUT ROWID`,
		`CREATE INDEX request_drafts_request ON request_drafts (request_id)`,
		// When it was announced that an offer ends.
		`ALTER TABLE request_offers ADD COLUMN reminded_at TEXT NOT NULL DEFAULT ''`,
		// What a letter received by mail has besides its text, see Mail; empty for others.
		`ALTER TABLE request_letters ADD COLUMN mail TEXT NOT NULL DEFAULT ''`,
		// The letter that a file was attached to; 0 for the request itself.
		`ALTER TABLE request_files ADD COLUMN letter_id INTEGER NOT NULL DEFAULT 0`,
		// The mailbox that is read: up to which mail, and by which server until when.
		`CREATE TABLE request_mailboxes (
			mailbox    TEXT PRIMARY KEY,
			validity   INTEGER NOT NULL DEFAULT 0,
			uid        INTEGER NOT NULL DEFAULT 0,
			holder     TEXT NOT NULL,
			held_until TEXT NOT NULL
		) STRICT, WITHOUT ROWID`,
		// The stored mails, each written in the transaction of its letter. The digest tells
		// copies of a mail; it is empty once the request is erased, and the mail is then
		// removed from the mailbox.
		`CREATE TABLE request_mails (
			mailbox    TEXT NOT NULL,
			validity   INTEGER NOT NULL,
			uid        INTEGER NOT NULL,
			request_id INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
			digest     TEXT NOT NULL,
			PRIMARY KEY (mailbox, validity, uid)
		) STRICT, WITHOUT ROWID`,
		`CREATE INDEX request_mails_request ON request_mails (request_id, digest)`,
		`CREATE INDEX request_mails_erased ON request_mails (mailbox) WHERE digest = ''`,
	}
}

// Version returns the version of the stored data that this program writes.
func Version() int { return len(migrations()) }

// declaration returns a statement in the dialect of the database. Both compare texts
// bytewise.
func declaration(statement string, k database.Kind) string {
	if k == database.SQLite {
		return statement
	}
	return strings.NewReplacer(
		" INTEGER PRIMARY KEY AUTOINCREMENT", " bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
		" INTEGER", " bigint",
		" TEXT", ` text COLLATE "C"`,
		" BLOB", " bytea",
		" CHECK (json_valid(body))", " CHECK (body::json IS NOT NULL)",
		") STRICT, WITHOUT ROWID", ")",
		") STRICT", ")",
	).Replace(statement)
}

// migrate migrates the database to the latest version.
func migrate(ctx context.Context, db *database.DB) error {
	steps := migrations()
	for i, step := range steps {
		steps[i] = declaration(step, db.Kind)
	}
	return database.Migrate(ctx, db, "request_migrations", steps)
}
