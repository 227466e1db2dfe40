package bom_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSentencesThatRequestArticlesBecomeLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		// German.
		"Guten Tag, wir brauchen 4 Winkelverschraubungen 16S bis Freitag.":                            {"|4|Winkelverschraubungen 16S|bis Freitag"},
		"Bitte bieten Sie 20 Stück FR-GV-12S-71 an.":                                                  {"|20|FR-GV-12S-71|"},
		"Bitte bieten Sie uns 20 Stück Schneidring 12L an.":                                           {"|20|Schneidring 12L|"},
		"Können Sie uns 10 Kugelhähne DN 25 anbieten?":                                                {"|10|Kugelhähne DN 25|"},
		"Hallo Herr Meier, ich bräuchte noch 6 Stk Blindflansche DN 50 PN 16.":                        {"|6|Blindflansche DN 50 PN 16|"},
		"Wir benötigen dringend 15 Überwurfmuttern M18x1,5.":                                          {"|15|Überwurfmuttern M18x1,5|dringend"},
		"Für unser Projekt 4711 benötigen wir 8 Kugelhähne DN 50.":                                    {"|8|Kugelhähne DN 50|"},
		"Sehr geehrte Damen und Herren, bitte senden Sie uns ein Angebot über 12 Stück FR-WV-12S-71.": {"|12|FR-WV-12S-71|"},
		"Bitte um Preis und Lieferzeit für 25 FR-GV-16S-71":                                           {"|25|FR-GV-16S-71|"},
		"Guten Morgen, 5x FR-GV-12S-71 bitte.":                                                        {"|5|FR-GV-12S-71|"},
		"Guten Tag, wir brauchen 20 Schneidringe 12L und 10 Überwurfmuttern 12L bis KW 50.":           {"|20|Schneidringe 12L|bis KW 50", "|10|Überwurfmuttern 12L|bis KW 50"},
		"Hallo, könnten Sie mir bitte 3 Kugelhähne DN 32 PN 40 anbieten?":                             {"|3|Kugelhähne DN 32 PN 40|"},
		"Guten Tag, wir brauchen vier Winkelverschraubungen 16S.":                                     {"|4|Winkelverschraubungen 16S|"},
		"Anbei unsere Bestellung über 30 Stk. FR-GV-12S-71.":                                          {"|30|FR-GV-12S-71|"},
		"Guten Tag, wir brauchen für unsere Anlage 6 Kugelhähne DN 25 sowie 12 Flansche DN 50 PN 16.": {"|6|Kugelhähne DN 25|", "|12|Flansche DN 50 PN 16|"},
		// English.
		"Please quote 10 ball valves DN 25 PN 40.":                                   {"|10|ball valves DN 25 PN 40|"},
		"we need 5 pcs straight union 12S and 3 elbows 16S asap":                     {"|5|straight union 12S|asap", "|3|elbows 16S|asap"},
		"Hi John, could you please quote 20 straight unions 12S?":                    {"|20|straight unions 12S|"},
		"Dear Sirs, please send us your best price for 6 blind flanges DN 50 PN 16.": {"|6|blind flanges DN 50 PN 16|"},
		"We are looking for 8 pcs of FR-GV-12S-71 by Friday.":                        {"|8|FR-GV-12S-71|by Friday"},
		"Can you supply 12 gaskets DN 50 PN 16?":                                     {"|12|gaskets DN 50 PN 16|"},
		"Hello, I'd like to order 4 FR-WV-12S-71 please.":                            {"|4|FR-WV-12S-71|"},
		"Could we get a price on 2 check valves DN 25":                               {"|2|check valves DN 25|"},
		"Thanks, and please add 15 cutting rings 12L to our order.":                  {"|15|cutting rings 12L to our order|"},
		"We require 100 pcs FR-GV-16S-71, delivery by 15.12.2026.":                   {"|100|FR-GV-16S-71|delivery by 15.12.2026"},
		// French.
		"Nous avons besoin de 12 raccords droits 12S":                                           {"|12|raccords droits 12S|"},
		"Bonjour, merci de nous chiffrer 10 vannes à boisseau sphérique DN 25.":                 {"|10|vannes à boisseau sphérique DN 25|"},
		"Veuillez nous faire une offre pour 20 pièces FR-GV-12S-71.":                            {"|20|FR-GV-12S-71|"},
		"Pourriez-vous nous faire un devis pour 6 brides pleines DN 50 PN 16 ?":                 {"|6|brides pleines DN 50 PN 16|"},
		"Bonjour Monsieur, il nous faudrait 8 coudes 12S pour vendredi.":                        {"|8|coudes 12S|pour vendredi"},
		"Je voudrais commander 5 FR-WV-12S-71 s'il vous plaît.":                                 {"|5|FR-WV-12S-71|"},
		"Merci de me faire parvenir votre meilleur prix pour 15 joints DN 50 PN 16":             {"|15|joints DN 50 PN 16|"},
		"Nous recherchons 4 clapets anti-retour DN 25 et 4 robinets à tournant sphérique DN 25": {"|4|clapets anti-retour DN 25|", "|4|robinets à tournant sphérique DN 25|"},
		// Italian.
		"Vi chiediamo un'offerta per n. 20 guarnizioni DN 50 PN 16":             {"|20|guarnizioni DN 50 PN 16|"},
		"Buongiorno, ci servono 10 valvole a sfera DN 25 entro venerdì.":        {"|10|valvole a sfera DN 25|entro venerdì"},
		"Buongiorno, avremmo bisogno di 6 raccordi dritti 12S.":                 {"|6|raccordi dritti 12S|"},
		"Potete quotare 5 pz FR-GV-12S-71?":                                     {"|5|FR-GV-12S-71|"},
		"Vorremmo ordinare 12 flange cieche DN 50 PN 16.":                       {"|12|flange cieche DN 50 PN 16|"},
		"Si richiede la vostra migliore offerta per 8 valvole di ritegno DN 25": {"|8|valvole di ritegno DN 25|"},
		"Gentile Signora, vorrei 4 gomiti 12S e 4 dadi M18x1,5.":                {"|4|gomiti 12S|", "|4|dadi M18x1,5|"},
		"Spett.le Ditta, con la presente ordiniamo n. 30 FR-GV-16S-71":          {"|30|FR-GV-16S-71|"},
		// Several sentences, and articles before the first quantity.
		"Guten Tag Herr Müller. Wir brauchen 4 Winkelverschraubungen 16S. Bitte liefern Sie bis Freitag an Werk 2. Danke!": {"|4|Winkelverschraubungen 16S|"},
		"Hi, can you quote 10 ball valves DN 25? We also need 5 blind flanges DN 50 PN 16.":                                {"|10|ball valves DN 25|", "|5|blind flanges DN 50 PN 16|"},
		"20 Stk. Schneidring 12L. Bitte auch 10 Überwurfmuttern 12L.":                                                      {"|20|Schneidring 12L|", "|10|Überwurfmuttern 12L|"},
		"Bitte Kugelhahn DN 25 und 4 Flansche DN 50":                                                                       {"|1|Kugelhahn DN 25 und 4 Flansche DN 50|"},
		"Für die Kugelhähne DN 25 brauchen wir 4 Dichtungen DN 25":                                                         {"|4|Dichtungen DN 25|"},
		"Avremmo bisogno di 6 raccordi dritti 12S":                                                                         {"|6|raccordi dritti 12S|"},
		"Il nous faudrait 8 coudes 12S":                                                                                    {"|8|coudes 12S|"},
		"Wir brauchen einen Kugelhahn DN 50.":                                                                              {"|1|Kugelhahn DN 50|"},
	} {
		if diff := cmp.Diff(want, rowsOf(t, text, "de-DE")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestSentencesBrokenBehindAQuantityAreJoined(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Guten Tag, wir brauchen 4\nWinkelverschraubungen 16S bis Freitag.":                      {"|4|Winkelverschraubungen 16S|bis Freitag"},
		"Please quote 10 ball valves DN 25 and 5 pcs\nblind flanges DN 50 PN 16\n\nBest regards": {"|10|ball valves DN 25|", "|5|blind flanges DN 50 PN 16|", "footer"},
		"Bitte liefern Sie Ersatzteile für Tank 12\nKugelhahn DN 25":                             {"greeting", "|1|Kugelhahn DN 25|"},
		"Unsere Bestellung 4711 vom Oktober\nKugelhahn DN 25":                                    {"reference", "|1|Kugelhahn DN 25|"},
		"Bitte 20 Schneidringe 12L und 10\nKugelhähne DN 25, 5 Stk":                              {"|20|Schneidringe 12L und 10|", "|5|Kugelhähne DN 25|"},
		"Bitte bieten Sie an: 4\n10 Kugelhähne DN 25":                                            {"greeting", "|10|Kugelhähne DN 25|"},
	} {
		if diff := cmp.Diff(want, rowsOf(t, text, "de-DE")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestSentencesWithoutAnArticleRequestNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Bitte liefern Sie bis 15.12. an unser Werk 2.",
		"Unser Projekt 4711 braucht schnelle Antwort",
		"Tel. 052 123 45 67",
		"Wir sind 20 Mitarbeiter und brauchen ein Angebot",
		"Guten Tag, wir brauchen Ihr Angebot innerhalb von 3 Tagen.",
		"Bitte geben Sie uns 2 % Skonto auf alle Verschraubungen.",
		"Wir haben seit 10 Jahren Ventile von Ihnen.",
		"Bitte bieten Sie Verschraubungen der Reihe 12S an.",
		"Bitte die Flansche nach EN 1092 anbieten.",
		"Bitte die 20 Positionen der Flansche DN 50 anbieten.",
		"Wir benötigen die Ventile bis 15.12.2026.",
		"Für Fragen zu den Flanschen: 052 123 45 67",
		"Bitte alle Kugelhähne in PN 40.",
		"Please quote the following 4 items:",
		"Please deliver the valves within 2 weeks.",
		"We are a company with 40 employees making valves.",
		"Hello, further to our call at 10 about flanges",
		"Nous sommes une société de 20 personnes.",
		"Merci de livrer les vannes avant le 15/12.",
		"Veuillez livrer les brides sous 3 semaines.",
		"Siamo un'azienda con 30 dipendenti.",
		"Vi chiediamo di consegnare le valvole entro 10 giorni.",
		"Buongiorno, abbiamo 3 linee con valvole vostre.",
		"Lieferung der Flansche bis 12 Uhr",
		"Wir haben die 10 Kugelhähne DN 25 erhalten, danke.",
		"We received 10 ball valves DN 25 yesterday.",
		"Nous avons bien reçu les 10 vannes DN 25.",
		"Abbiamo ricevuto 10 valvole a sfera DN 25.",
		"Wir haben ein Problem mit einem Kugelhahn DN 50.",
		"Wir brauchen bis KW 12\n",
		"Thanks for the 3 samples of ball valves.",
	} {
		for _, row := range rowsOf(t, text, "de-DE") {
			if row[0] == '|' {
				t.Errorf("%q requests %s", text, row)
			}
		}
	}
}
