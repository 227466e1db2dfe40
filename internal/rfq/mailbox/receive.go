package mailbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// Limits of what is fetched.
const (
	maxMail     = 40 << 20 // bytes of a mail; of a larger one, what is within them is read
	headerBatch = 50       // headers fetched at once
	maxRefusals = 5        // of one mail by the store, before it is left in the mailbox
)

// arrived is a mail in the mailbox.
type arrived struct {
	place rfq.MailPlace
	uid   imap.UID
	size  int64
	raw   []byte // its header
}

// readNew reads all mails that are not done with, in their order. It returns an error if
// the rest must be read later.
func (r *Reader) readNew(ctx context.Context, c *connection) error {
	if err := errors.Join(c.selectMailbox(r.o.Address), r.removeErased(ctx, c)); err != nil {
		return err
	}
	name := r.o.Address.Name()
	from, err := r.o.Store.ReadUpTo(ctx, name, c.validity)
	if err != nil {
		return err
	}
	uids, err := c.uidsAfter(imap.UID(from))
	if err != nil {
		return err
	}
	for len(uids) > 0 {
		batch := uids[:min(len(uids), headerBatch)]
		uids = uids[len(batch):]
		headers, err := c.headers(batch)
		if err != nil {
			return err
		}
		for _, one := range headers {
			one.place = rfq.MailPlace{Mailbox: name, Validity: c.validity, UID: uint32(one.uid)}
			stored, err := r.read(ctx, c, one)
			if err != nil {
				return fmt.Errorf("read mail %d: %w", one.uid, err)
			}
			if stored { // else the position is stored with the batch
				if err := r.o.Store.SetReadUpTo(ctx, r.holder, one.place); err != nil {
					return err
				}
			}
		}
		done := rfq.MailPlace{Mailbox: name, Validity: c.validity, UID: uint32(batch[len(batch)-1])}
		if err := r.o.Store.SetReadUpTo(ctx, r.holder, done); err != nil {
			return err
		}
	}
	return nil
}

// read stores a mail of a request and marks it as read; it reports whether it did. Other
// mails are left as they are.
func (r *Reader) read(ctx context.Context, c *connection, a arrived) (stored bool, err error) {
	h, err := parseHeader(a.raw)
	if err != nil {
		r.leaveDamaged(a, "", err)
		return false, nil
	}
	request, found, err := r.requestOf(ctx, h)
	if err != nil {
		return false, err
	}
	if !found && !h.Report {
		r.metrics.count(outcomeOther)
		return false, nil
	}
	raw, err := c.fetch(a.uid)
	if raw == nil || err != nil { // nil: removed meanwhile
		return false, err
	}
	mail, err := parse(raw, a.size > int64(len(raw)))
	if err != nil {
		if found { // the history of the request shows that there is a mail
			if _, err := r.store(ctx, a, request, unreadable(h, raw)); err != nil {
				return false, err
			}
		}
		r.leaveDamaged(a, request.Reference, err)
		return found, nil
	}
	if !found {
		if request, found, err = r.returnedTo(ctx, mail.Returned); err != nil || !found {
			r.metrics.count(outcomeOther)
			return false, err
		}
	}
	if stored, err = r.store(ctx, a, request, mail); !stored || err != nil {
		return false, err
	}
	return true, c.markRead(a.uid)
}

// requestOf finds the request of a mail by its tokens. A mail that this program sent is of
// none: the address of a request may be that of the mailbox.
func (r *Reader) requestOf(ctx context.Context, h header) (request rfq.Request, found bool, err error) {
	if h.Own != "" {
		if _, own, err := r.byToken(ctx, h.Own); own || err != nil {
			return rfq.Request{}, false, err
		}
	}
	for _, token := range h.Tokens {
		if request, found, err = r.byToken(ctx, token); found || err != nil {
			return request, found, err
		}
	}
	return rfq.Request{}, false, nil
}

func (r *Reader) returnedTo(ctx context.Context, b returned) (rfq.Request, bool, error) {
	return r.byToken(ctx, b.Token)
}

func (r *Reader) byToken(ctx context.Context, token string) (request rfq.Request, found bool, err error) {
	request, err = r.o.Store.ByReplyToken(ctx, r.o.Key, token)
	if fault.KindOf(err) == fault.NotFound {
		return rfq.Request{}, false, nil
	}
	return request, err == nil, err
}

// unreadable returns what is known of a mail that cannot be parsed.
func unreadable(h header, raw []byte) content {
	if h.Copy == "" {
		h.Copy = copyOf(raw)
	}
	return content{header: h, Cut: true}
}

// leaveDamaged leaves a mail that cannot be read for a person.
func (r *Reader) leaveDamaged(a arrived, reference string, cause error) {
	r.metrics.count(outcomeDamaged)
	r.o.Log.Error("mail is not readable; it stays unread in the mailbox", "mailbox", a.place.Mailbox, "uid", a.place.UID, "reference", reference, "error", cause)
}

// store stores a mail, and reports whether it did. A mail that the store refuses is left for a person: the request was
// erased meanwhile or has too many mails, or the mail was refused repeatedly by a store
// that works.
func (r *Reader) store(ctx context.Context, a arrived, request rfq.Request, mail content) (stored bool, err error) {
	known, err := r.o.Store.MailKnown(ctx, request.ID, mail.Copy)
	if err != nil {
		return false, err
	}
	in := rfq.Incoming{
		Place: a.place, Copy: mail.Copy, Subject: mail.Subject, Text: mail.Text, Automatic: mail.Automatic,
		Mail: rfq.Mail{ID: mail.ID, From: mail.From, Quoted: mail.Quoted, Absent: mail.Absent, Cut: mail.Cut},
	}
	bounce := mail.Returned.Failed && mail.Returned.Delivery != ""
	if !known && !bounce {
		if err := r.addFiles(ctx, &in, mail.Files); err != nil {
			return false, err
		}
	}
	outcome := outcomeReply
	switch {
	case bounce:
		outcome = outcomeBounce
		err = r.o.Store.ReceiveBounce(ctx, request.Reference, in, mail.Returned.Delivery, mail.Returned.Reason)
	case mail.Automatic:
		outcome = outcomeAutomatic
		err = r.o.Store.ReceiveMail(ctx, request.Reference, in)
	default:
		err = r.o.Store.ReceiveMail(ctx, request.Reference, in)
	}
	if known {
		outcome = outcomeCopy
	}
	if err == nil {
		delete(r.refused, a.uid)
		r.metrics.count(outcome)
		return true, nil
	}
	return false, r.refuse(ctx, a, request, err)
}

// refuse returns the error of a mail that could not be stored, or nil if it is left in the
// mailbox for good.
func (r *Reader) refuse(ctx context.Context, a arrived, request rfq.Request, err error) error {
	refused, _ := errors.AsType[*fault.Error](err)
	permanent := refused != nil && (refused.Kind == fault.NotFound || refused.Code == rfq.CodeTooManyMails)
	if r.refused[a.uid]++; !permanent && (r.refused[a.uid] < maxRefusals || r.o.Store.Ready(ctx) != nil) {
		return err
	}
	delete(r.refused, a.uid)
	r.leaveDamaged(a, request.Reference, err)
	return nil
}

// addFiles stores the attached files, and names those that are not accepted.
func (r *Reader) addFiles(ctx context.Context, in *rfq.Incoming, files []attachment) error {
	for _, f := range files {
		file, err := r.o.Store.AddFile(ctx, f.Name, bytes.NewReader(f.Data))
		switch fault.KindOf(err) {
		case fault.Invalid, fault.Unsupported, fault.TooLarge:
			in.Absent = append(in.Absent, f.Name)
			continue
		default:
		}
		if err != nil {
			return err
		}
		in.Files = append(in.Files, file.ID)
	}
	return nil
}

// removeErased removes the mails of erased requests from the mailbox.
func (r *Reader) removeErased(ctx context.Context, c *connection) error {
	erased, err := r.o.Store.ErasedMails(ctx, r.o.Address.Name())
	if err != nil || len(erased) == 0 {
		return err
	}
	var uids imap.UIDSet
	for _, p := range erased {
		if p.Validity == c.validity { // else the mailbox was created again
			uids.AddNum(imap.UID(p.UID))
		}
	}
	if len(uids) > 0 {
		if err := c.remove(uids); err != nil {
			return err
		}
	}
	return r.o.Store.MailsRemoved(ctx, erased)
}

// uidsAfter returns the UIDs of all mails after one, in their order.
func (c *connection) uidsAfter(after imap.UID) (uids []imap.UID, err error) {
	var newer imap.UIDSet
	newer.AddRange(after+1, 0) // 0 is the last one, also if it is not newer
	err = c.within(commandTimeout, func() error {
		found, err := c.UIDSearch(&imap.SearchCriteria{UID: []imap.UIDSet{newer}}, nil).Wait()
		if err == nil {
			uids = sorted(found.All, after)
		}
		return err
	})
	return uids, err
}

// headers fetches the headers of mails, in the order of uids. Those that were removed
// meanwhile are left out.
func (c *connection) headers(uids []imap.UID) (list []arrived, err error) {
	section := &imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader, Peek: true, Partial: &imap.SectionPartial{Size: maxHeader}}
	err = c.within(fetchTimeout, func() error {
		found, err := c.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{UID: true, RFC822Size: true, BodySection: []*imap.FetchItemBodySection{section}}).Collect()
		byUID := map[imap.UID]*imapclient.FetchMessageBuffer{}
		for _, m := range found {
			byUID[m.UID] = m
		}
		for _, uid := range uids {
			if m := byUID[uid]; m != nil {
				list = append(list, arrived{uid: uid, size: m.RFC822Size, raw: m.FindBodySection(section)})
			}
		}
		return err
	})
	return list, err
}

// fetch returns the first maxMail bytes of a mail, without marking it as read.
func (c *connection) fetch(uid imap.UID) (raw []byte, err error) {
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: maxMail}}
	err = c.within(fetchTimeout, func() error {
		found, err := c.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}).Collect()
		for _, m := range found {
			if m.UID == uid {
				raw = m.FindBodySection(section)
			}
		}
		return err
	})
	return raw, err
}

// markRead marks a mail as read.
func (c *connection) markRead(uid imap.UID) error {
	flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagSeen}}
	return c.within(commandTimeout, func() error { return c.Store(imap.UIDSetNum(uid), flags, nil).Close() })
}

// remove removes mails. Without UIDPLUS they are marked as deleted only: EXPUNGE alone
// would remove the mails that others have marked.
func (c *connection) remove(uids imap.UIDSet) error {
	flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	err := c.within(commandTimeout, func() error { return c.Store(uids, flags, nil).Close() })
	if err != nil || !c.Caps().Has(imap.CapUIDPlus) {
		return err
	}
	return c.within(commandTimeout, func() error { return c.UIDExpunge(uids).Close() })
}
