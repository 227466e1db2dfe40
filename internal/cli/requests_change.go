package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/rfq"
)

type answeredCommand struct {
	referenceFlags

	By string `help:"Name of the person who answered." required:"" placeholder:"NAME"`
}

func (c *answeredCommand) Run(ctx context.Context, out io.Writer) error {
	return c.with(ctx, func(s *rfq.Store, r rfq.Request) error {
		if err := s.Answer(ctx, r.Reference, c.By); err != nil {
			return err
		}
		r, err := s.ByReference(ctx, r.Reference) // another command may have been first
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s was answered %s.\n", r.Reference, answered(r, s.Calendar().Zone))
		return err
	})
}

type reopenCommand struct{ referenceFlags }

func (c *reopenCommand) Run(ctx context.Context, out io.Writer) error {
	return c.with(ctx, func(s *rfq.Store, r rfq.Request) error {
		if err := s.Reopen(ctx, r.Reference); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "%s is open.\n", r.Reference)
		return err
	})
}

type spamCommand struct {
	referenceFlags

	By   string `help:"Name of the person who marks it." placeholder:"NAME"`
	Undo bool   `help:"Remove the mark, as release does."`
}

// Validate implements kong's check.
func (c *spamCommand) Validate() error {
	if c.Undo == (c.By != "") {
		return errors.New("use --by NAME to mark the request as spam, or --undo to remove the mark")
	}
	return nil
}

func (c *spamCommand) Run(ctx context.Context, out io.Writer) error {
	if c.Undo {
		return (&releaseCommand{c.referenceFlags}).Run(ctx, out)
	}
	return c.with(ctx, func(s *rfq.Store, r rfq.Request) error {
		if err := s.MarkSpam(ctx, r.Reference, c.By); err != nil {
			return err
		}
		r, err := s.ByReference(ctx, r.Reference) // another command may have been first
		if err != nil {
			return err
		}
		if by := markedSpam(r, s.Calendar().Zone); by != "" {
			_, err = fmt.Fprintf(out, "%s was marked as spam %s.\n", r.Reference, by)
		} else {
			_, err = fmt.Fprintf(out, "%s was classified as spam when it was received (%s).\n", r.Reference, r.SpamReason)
		}
		return err
	})
}

type releaseCommand struct{ referenceFlags }

func (c *releaseCommand) Run(ctx context.Context, out io.Writer) error {
	return c.with(ctx, func(s *rfq.Store, r rfq.Request) error {
		if err := s.Release(ctx, r.Reference); err != nil {
			return err
		}
		message := "%s is no longer marked as spam; it will be delivered.\n"
		if r.State != rfq.StateSpam {
			message = "%s was not marked as spam; nothing has changed.\n"
		}
		_, err := fmt.Fprintf(out, message, r.Reference)
		return err
	})
}

type resendCommand struct{ referenceFlags }

func (c *resendCommand) Run(ctx context.Context, out io.Writer) error {
	return c.with(ctx, func(s *rfq.Store, r rfq.Request) error {
		if err := s.Resend(ctx, r.Reference); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "The failed deliveries of %s will be retried.\n", r.Reference)
		return err
	})
}

type fileCommand struct {
	referenceFlags

	ID     string `arg:"" help:"The file's id, as show lists it."`
	Output string `short:"o" help:"File to write, which must not exist, or - for standard output. If not given, the file's own name in the working directory." placeholder:"FILE"`
}

func (c *fileCommand) Run(ctx context.Context, out io.Writer) error {
	return c.with(ctx, func(s *rfq.Store, r rfq.Request) (err error) {
		files, err := s.FilesOf(ctx, r.ID)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(files, func(f rfq.File) bool { return f.ID == c.ID }) {
			return fmt.Errorf("%s has no file %q; to list its files: ferrule requests show %[1]s", r.Reference, c.ID)
		}
		f, bytes, err := s.OpenFile(ctx, c.ID)
		if err != nil {
			return err
		}
		defer func() { _ = bytes.Close() }() // it was only read
		if c.Output == "-" {
			_, err := io.Copy(out, bytes)
			return err
		}
		name := c.Output
		if name == "" {
			name = f.Name
		}
		to, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // the operator names the file
		if errors.Is(err, os.ErrExist) {
			return fmt.Errorf("%s already exists; choose another file with -o", name)
		}
		if err != nil {
			return err
		}
		_, err = io.Copy(to, bytes)
		if err = errors.Join(err, to.Close()); err != nil {
			return errors.Join(err, os.Remove(name))
		}
		_, err = fmt.Fprintf(out, "%s, %s, %s\n", name, f.Type, count(int(f.Size), "byte", "bytes"))
		return err
	})
}

type forgetCommand struct {
	app.DataConfig
	app.RetentionConfig

	Reference string `help:"Reference of the request, in any spelling." required:"" placeholder:"REFERENCE"`
}

// Run erases without asking for confirmation. It prints what was erased and which
// recipients have a copy.
func (c *forgetCommand) Run(ctx context.Context, out io.Writer) error {
	return referenceFlags{c.DataConfig, c.Reference}.with(ctx, func(s *rfq.Store, r rfq.Request) error {
		if r.State == rfq.StateForgotten {
			_, err := fmt.Fprintf(out, "%s was already forgotten.\n", r.Reference)
			return err
		}
		deliveries, err := s.DeliveryStatuses(ctx, r.ID)
		if err != nil {
			return err
		}
		s.SetRetainOffers(c.RetainOffers)
		if err := record(ctx, c.DataConfig, account.RequestForgotten, r.Reference, ""); err != nil {
			return err
		}
		if err := s.Forget(ctx, r.Reference); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: erased name, phone, e-mail address, message, notes, letters, drafts, the link to the request, %s. The form, language, times and %s without typed text remain.\n",
			r.Reference, count(len(r.Files), "file", "files"), count(len(r.Lines), "line", "lines"))
		if err := writeKept(ctx, out, s, r); err != nil {
			return err
		}
		var elsewhere []string
		for _, t := range deliveries {
			if t.State == "done" && !slices.Contains(elsewhere, t.Target) {
				elsewhere = append(elsewhere, t.Target)
			}
		}
		if len(elsewhere) > 0 {
			fmt.Fprintf(out, "It was already delivered: erase it there too (%s).\n", strings.Join(elsewhere, ", "))
		}
		return nil
	})
}

// writeKept prints the offers that are kept of a forgotten request, why and until when.
func writeKept(ctx context.Context, out io.Writer, s *rfq.Store, r rfq.Request) error {
	offers, err := s.Offers(ctx, r.ID)
	for _, o := range offers {
		fmt.Fprintf(out, "Kept as a business letter until %s (--retain-offers), readable at the desk by owners alone: offer %s, sent on %s, %s.\n",
			s.OfferRetention(o).In(s.Calendar().Zone).Format(time.DateOnly), o.Offer.Number, o.SentAt.In(s.Calendar().Zone).Format(time.DateOnly), o.State)
	}
	return err
}

// writeFile writes a file atomically: to a temporary file, which is renamed.
func writeFile(name string, write func(io.Writer) error) error {
	to, err := os.CreateTemp(filepath.Dir(name), ".export-*")
	if err != nil {
		return err
	}
	err = write(to)
	if err = errors.Join(err, to.Chmod(0o600), to.Close()); err == nil {
		err = os.Rename(to.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(to.Name()))
	}
	return nil
}
