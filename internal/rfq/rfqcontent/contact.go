package rfqcontent

import (
	"cmp"
	"context"
	"regexp"

	"ferrule/internal/content"
)

// noContact is the recipient of mails to the supplier where no address is known.
const noContact = "supplier@localhost"

var mailAddress = regexp.MustCompile(`[\w.+-]+@[\w-]+(\.[\w-]+)+`)

// ContactAddress returns the first mail address in the supplier's contacts, be it
// text or a link, or an address that receives nothing if there is none.
func (r Reader) ContactAddress(ctx context.Context) string {
	result, err := r.Source.Read(ctx, content.Query{Collection: "contacts", Fields: []string{"translations.contact_us_list"}})
	if err != nil {
		return noContact // the model may not have the collection
	}
	return cmp.Or(string(mailAddress.Find(result.Body)), noContact)
}
