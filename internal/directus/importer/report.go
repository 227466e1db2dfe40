package importer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Report is what an import did, and what it could not bring.
type Report struct {
	Source      string
	Time        time.Time
	Collections []*Count
	Files       FileCount
	Extended    bool // the Directus has more than the model declared
	Users       UserCount

	placed    []string // what was put elsewhere
	left      []string // what was not brought, and why
	conflicts []string // changed on both sides
	gone      []string // no longer in the Directus
	deleted   []string // deleted here
	removed   []string // deleted by the import
	next      []string // what to do next
}

// Count counts the records of one collection.
type Count struct {
	Name, Remote                 string // in the model and in the Directus
	Created, Changed, Same, Kept int
}

// FileCount counts the bytes of files.
type FileCount struct {
	Fetched, Present int
	Bytes            int64 // fetched
}

// UserCount counts users and roles.
type UserCount struct {
	Users, KnownUsers, Roles, KnownRoles int

	administrators []string // addresses of those who have become editors
	invited        []string
	notes          []string
}

func (r *Report) place(format string, args ...any) {
	r.placed = append(r.placed, fmt.Sprintf(format, args...))
}

func (r *Report) leave(format string, args ...any) {
	r.left = append(r.left, fmt.Sprintf(format, args...))
}

// Complete reports whether everything was brought.
func (r *Report) Complete() bool { return len(r.left) == 0 }

// Left returns the number of things that could not be brought.
func (r *Report) Left() int { return len(r.left) }

// maxListed limits the entries of one list on standard output.
const maxListed = 20

// Text returns the report in sentences. Lists of more than 20 entries are shortened unless
// whole is set.
func (r *Report) Text(whole bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Import from %s, %s\n", r.Source, r.Time.Format(time.DateTime))
	r.counts(&b)
	section := func(title string, list []string) {
		if len(list) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n%s\n", title)
		for i, line := range list {
			if i == maxListed && !whole {
				fmt.Fprintf(&b, "  … and %d more, see report.txt\n", len(list)-i)
				break
			}
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	section("Put elsewhere:", r.placed)
	section("Not brought:", r.left)
	section("Changed in the Directus and here; the records of here were kept:", r.conflicts)
	section("No longer in the Directus; the records of here were kept:", r.gone)
	section("No longer in the Directus, and deleted here:", r.removed)
	section("Deleted here, and not brought again:", r.deleted)
	section("Users and roles:", r.users())
	section("What to do next:", r.next)
	return b.String()
}

func (r *Report) counts(b *strings.Builder) {
	var created, changed, same, kept int
	width := 0
	for _, c := range r.Collections {
		created, changed, same, kept = created+c.Created, changed+c.Changed, same+c.Same, kept+c.Kept
		width = max(width, len(c.title()))
	}
	fmt.Fprintf(b, "\nRecords: %d new, %d changed, %d unchanged, %d kept as they are here\n", created, changed, same, kept)
	for _, c := range r.Collections {
		fmt.Fprintf(b, "  %-*s %6d new %6d changed %6d unchanged %6d kept\n", width, c.title(), c.Created, c.Changed, c.Same, c.Kept)
	}
	fmt.Fprintf(b, "Files: the bytes of %d fetched (%.1f MB), of %d already here\n", r.Files.Fetched, float64(r.Files.Bytes)/1e6, r.Files.Present)
}

func (c *Count) title() string {
	if c.Remote == c.Name {
		return c.Name
	}
	return c.Name + " (" + c.Remote + ")"
}

func (r *Report) users() []string {
	u := r.Users
	out := []string{fmt.Sprintf("New: %s, %s. Already here, and unchanged: %s, %s.", plural(u.Users, "user"), plural(u.Roles, "role"), plural(u.KnownUsers, "user"), plural(u.KnownRoles, "role"))}
	if len(u.administrators) > 0 {
		out = append(out, "Administrators of the Directus, who are editors here: "+strings.Join(slices.Sorted(slices.Values(u.administrators)), ", ")+".")
	}
	if len(u.invited) > 0 {
		out = append(out, "Invited, without a password: "+strings.Join(slices.Sorted(slices.Values(u.invited)), ", ")+".")
	}
	return append(out, u.notes...)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// encode encodes what is always JSON.
func encode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic("importer: encode JSON: " + err.Error())
	}
	return text
}
