package offer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

func dec(text string) decimal.Decimal { return decimal.RequireFromString(text) }

// sample is the offer of the drawn document.
func sample() Offer {
	three := []Delivery{{Days: 3}}
	lines := []Line{
		{Position: "1", Name: "Giunzione diritta 12S", SKU: "FR-GV-12S-71", Quantity: dec("40"), Price: dec("14.60"), Deliveries: three, Certificate: "3.1"},
		{Position: "2", Name: "Flangia a collarino DN 80 PN 40", SKU: "FR-VF-080-040-71", Quantity: dec("6"), Price: dec("118"), Deliveries: []Delivery{{Date: "2026-12-02"}}, Certificate: "3.1"},
		{Position: "3", Name: "Valvola a sfera", SKU: "FR-KH2-025-063-08", Replaces: "FR-KH2-025-063-71", Quantity: dec("2"), Price: dec("92.40"), Deliveries: three},
		{Position: "4", Name: "Guarnizione", SKU: "FR-FD-080-040", Quantity: dec("6"), Price: dec("6.80"), Deliveries: three},
		{Position: "5", Name: "Tubo", SKU: "FR-ER-12-1.5-71", Quantity: dec("60"), Unit: "m", Price: dec("9.80"), Deliveries: three, Certificate: "3.1"},
	}
	for i := range lines {
		lines[i].Deliveries = slices.Clone(lines[i].Deliveries)
		lines[i].Deliveries[0].Quantity = lines[i].Quantity
	}
	return Offer{
		Number: "A-4M8-21R", Version: 1, Language: "it-IT", Currency: "CHF", Date: "2026-11-23", ValidUntil: "2026-12-07",
		Recipient: []string{"Officine Valgrande S.r.l.", "Giulia Ferrante"}, Contact: Contact{Name: "Jonas Brunner"},
		Lines: lines, Charges: []Charge{{Text: "Certificato", Amount: dec("18")}, {Text: "Trasporto", Amount: dec("64")}},
	}
}

func TestTotalOfTheDrawnOffer(t *testing.T) {
	got := sample().Total()
	for name, pair := range map[string][2]string{
		"sum": {got.Sum.String(), "2105.6"}, "net": {got.Net.String(), "2187.6"}, "total": {got.Total.String(), "2187.6"}, "line 5": {got.Lines[4].String(), "588"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s is %s, want %s", name, pair[0], pair[1])
		}
	}
}

func TestAmountsAreRoundedHalfUpPerLineInMinorUnits(t *testing.T) {
	for _, c := range []struct{ currency, quantity, price, discount, per, want string }{
		{"CHF", "3", "0.335", "0", "1", "1.01"}, // 1.005
		{"CHF", "1", "0.0049", "0", "1", "0"},
		{"CHF", "1", "0.005", "0", "1", "0.01"},
		{"EUR", "250", "12.3456", "0", "100", "30.86"}, // 30.864
		{"EUR", "7", "1.0001", "0", "1000", "0.01"},
		{"EUR", "3", "19.99", "12.5", "1", "52.47"}, // 52.47375
		{"JPY", "3", "333.5", "0", "1", "1001"},     // 1000.5
		{"KWD", "3", "0.3335", "0", "1", "1.001"},   // 1.0005
		{"EUR", "0.125", "8.0008", "0", "1", "1"},   // 1.0001
	} {
		l := Line{Quantity: dec(c.quantity), Price: dec(c.price), Discount: dec(c.discount), Per: dec(c.per).IntPart()}
		if got := (Offer{Currency: c.currency, Lines: []Line{l}}).Total().Lines[0]; !got.Equal(dec(c.want)) {
			t.Errorf("%s %s × %s per %s less %s %%: %s, want %s", c.currency, c.quantity, c.price, c.per, c.discount, got, c.want)
		}
	}
}

func TestVATByRateAndRounding(t *testing.T) {
	o := Offer{Currency: "CHF", VAT: true, Round5: true, Discount: dec("10"), Lines: []Line{
		{Quantity: dec("1"), Price: dec("100.03"), VATRate: dec("8.1")},
		{Quantity: dec("1"), Price: dec("50.05"), VATRate: dec("2.6")},
		{Quantity: dec("1"), Price: dec("33.33"), VATRate: dec("8.10")}, // the same rate
		{Quantity: dec("1"), Price: dec("999"), NotOffered: "out of production"},
	}, Charges: []Charge{{Text: "freight", Amount: dec("20"), VATRate: dec("8.1")}}}
	got := o.Total()
	bases, vat := decimal.Zero, decimal.Zero
	for _, v := range got.VAT {
		bases, vat = bases.Add(v.Base), vat.Add(v.Amount)
	}
	// 133.36 - 13.34 + 20 = 140.02 at 8.1 %: 11.34; 50.05 - 5.01 = 45.04 at 2.6 %: 1.17.
	if len(got.VAT) != 2 || !got.VAT[1].Base.Equal(dec("140.02")) || !got.VAT[1].Amount.Equal(dec("11.34")) || !got.VAT[0].Amount.Equal(dec("1.17")) {
		t.Fatalf("VAT %+v", got.VAT)
	}
	if !bases.Equal(got.Net) || !got.Net.Equal(dec("185.06")) {
		t.Fatalf("the bases add up to %s, net is %s", bases, got.Net)
	}
	if !got.Total.Equal(dec("197.55")) || !got.Net.Add(vat).Add(got.Rounding).Equal(got.Total) { // 197.57
		t.Fatalf("total %s with rounding %s", got.Total, got.Rounding)
	}
}

func TestCheckNamesEveryProblemAtItsField(t *testing.T) {
	if problems := sample().Check("2026-11-23"); len(problems) != 0 {
		t.Fatalf("the sample has problems: %v", problems)
	}
	for field, spoil := range map[string]func(o *Offer){
		"currency":                      func(o *Offer) { o.Currency = "Fr." },
		"validUntil":                    func(o *Offer) { o.ValidUntil = "2026-11-22" },
		"recipient":                     func(o *Offer) { o.Recipient = []string{" "} },
		"contact.name":                  func(o *Offer) { o.Contact.Name = "" },
		"lines":                         func(o *Offer) { o.Lines = nil },
		"discount":                      func(o *Offer) { o.Discount = dec("100.5") },
		"charges.1.amount":              func(o *Offer) { o.Charges[1].Amount = dec("-1") },
		"lines.1.sku":                   func(o *Offer) { o.Lines[1].SKU = "" },
		"lines.1.price":                 func(o *Offer) { o.Lines[1].Price = dec("0.00001") },
		"lines.2.price":                 func(o *Offer) { o.Lines[2].Price = decimal.Zero },
		"lines.3.price":                 func(o *Offer) { o.Lines[3].Price = dec("1e9999") },
		"lines.3.quantity":              func(o *Offer) { o.Lines[3].Quantity = dec("1e-9999") },
		"lines.3.per":                   func(o *Offer) { o.Lines[3].Per = 10 },
		"lines.3.certificate":           func(o *Offer) { o.Lines[3].Certificate = "3.3" },
		"lines.4.deliveries":            func(o *Offer) { o.Lines[4].Deliveries[0].Quantity = dec("59") },
		"lines.4.deliveries.0.date":     func(o *Offer) { o.Lines[4].Deliveries[0].Date = "2.12.2026" },
		"lines.4.deliveries.0.quantity": func(o *Offer) { o.Lines[4].Deliveries[0].Quantity = dec("1e9999") },
		"lines.0.notOffered":            func(o *Offer) { o.Lines[0].NotOffered = strings.Repeat("x", 301) },
		"notes":                         func(o *Offer) { o.Notes = strings.Repeat("ü", maxText+1) },
	} {
		o := sample()
		spoil(&o)
		fields := []string{}
		for _, p := range o.Check("2026-11-23") {
			fields = append(fields, p.Field)
		}
		if fmt.Sprint(fields) != fmt.Sprint([]string{field}) {
			t.Errorf("problems at %v, want only at %s", fields, field)
		}
	}
	o := sample()
	for i := range o.Lines {
		o.Lines[i].NotOffered = "out of production"
	}
	if problems := o.Check("2026-11-23"); len(problems) != 1 || problems[0].Field != "lines" {
		t.Errorf("an offer of nothing: %v", problems)
	}
}

func TestValidUntilIsTheEndOfTheDayInTheZone(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Zurich")
	if err != nil {
		t.Fatal(err)
	}
	end, ok := Date("2026-10-25").End(zone) // a day of 25 hours
	if want := time.Date(2026, 10, 25, 23, 0, 0, 0, time.UTC); !ok || !end.Equal(want) {
		t.Fatalf("ends at %s, want %s", end.UTC(), want)
	}
}

func TestNumbers(t *testing.T) {
	if a, b := Number("F-4M8-21R", 1), Number("F-4M8-21R", 3); a != "A-4M8-21R" || b != "A-4M8-21R-3" {
		t.Fatal(a, b)
	}
}

func TestOfferSurvivesJSON(t *testing.T) {
	body, err := json.Marshal(sample())
	if err != nil {
		t.Fatal(err)
	}
	var back Offer
	if err := json.Unmarshal(body, &back); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(back); err != nil || string(again) != string(body) {
		t.Fatalf("%v\n%s\n%s", err, body, again)
	}
	if strings.Contains(string(body), "discount") {
		t.Errorf("zero fields are written: %s", body)
	}
}
