package prose_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/prose"
)

func TestArticles(t *testing.T) {
	for _, phrase := range strings.Split("an hour|a one-eyed man|an old key|a uniform|an unimportant note|a unit|a European|a ewe|an heir|an honest man|a house|"+
		"an 8|an 11|an 18-year-old|a 10|an S-bend|a U-boat|an X|an umbrella|a used cup|a user|an usher|a useful thing|a union|an uncle|a once-proud hall|an onion|an iron bar|an MP|a CUP|an éclair|a hat|a usual day|an uninvited guest", "|") {
		want, rest, _ := strings.Cut(phrase, " ")
		if got := prose.Article(rest); got != want {
			t.Errorf("%s %s", got, rest)
		}
	}
	for thing, want := range map[string]string{
		"brass key": "a brass key", "oilskin": "an oilskin", "matches": "some matches", "the lamp": "the lamp", "Ines's coat": "Ines's coat",
		"pair of boots": "a pair of boots", "two coins": "two coins", "compass": "a compass", "": "",
	} {
		if got := prose.WithArticle(thing); got != want {
			t.Errorf("WithArticle(%q) = %q, want %q", thing, got, want)
		}
	}
	for thing, want := range map[string]string{"a brass key": "the brass key", "Saint Orla": "Saint Orla", "some matches": "the matches", "oil": "the oil", "her coat": "her coat", "an ear": "the ear"} {
		if got := prose.Definite(thing); got != want {
			t.Errorf("Definite(%q) = %q, want %q", thing, got, want)
		}
	}
}

func TestVerbs(t *testing.T) {
	for _, line := range strings.Split("be is was been being|have has had had having|carry carries carried carried carrying|stop stops stopped stopped stopping|lie lies lay lain lying|"+
		"go goes went gone going|watch watches watched watched watching|play plays played played playing|open opens opened opened opening|admit admits admitted admitted admitting|"+
		"take takes took taken taking|can can could could canning|see sees saw seen seeing|wait waits waited waited waiting|quit quits quit quit quitting|fix fixes fixed fixed fixing|"+
		"rely relies relied relied relying|agree agrees agreed agreed agreeing|offer offers offered offered offering|beg begs begged begged begging|quarrel quarrels quarrelled quarrelled quarrelling", "|") {
		f := strings.Fields(line)
		third := prose.Subject{Person: prose.Third}
		got := strings.Join([]string{f[0], prose.Verb(f[0], third, prose.Present), prose.Verb(f[0], third, prose.Past), prose.Participle(f[0]), prose.Ing(f[0])}, " ")
		if got != line {
			t.Errorf("%s, want %s", got, line)
		}
	}
	for _, c := range []struct {
		s    prose.Subject
		t    prose.Tense
		want string
	}{
		{prose.Subject{Person: prose.First}, prose.Present, "am"}, {prose.Subject{Person: prose.Second}, prose.Present, "are"},
		{prose.Subject{Person: prose.First}, prose.Past, "was"}, {prose.Subject{Person: prose.Second}, prose.Past, "were"},
		{prose.Subject{Person: prose.Third, Plural: true}, prose.Past, "were"}, {prose.Subject{}, prose.Present, "are"},
	} {
		if got := prose.Verb("be", c.s, c.t); got != c.want {
			t.Errorf("be, %v, %s: %q, want %q", c.s, c.t, got, c.want)
		}
	}
}

func TestSmallWords(t *testing.T) {
	for got, want := range map[string]string{
		prose.Possessive("Ines"):             "Ines's",
		prose.Possessive("Mara"):             "Mara's",
		prose.Possessive("the Lamp Keepers"): "the Lamp Keepers'",
		prose.Join([]string{"a", "b", "c"}):  "a, b and c",
		prose.Join([]string{"a", "b"}):       "a and b",
		prose.Join(nil):                      "",
		prose.SentenceCase(`"éclairs?"`):     `"Éclairs?"`,
		prose.SentenceCase("7 men"):          "7 men",
		prose.MidSentence("The Gannet"):      "the Gannet",
		prose.MidSentence("Ines knows"):      "Ines knows",
		prose.MidSentence("I know"):          "I know",
		prose.EndSentence("so it is"):        "so it is.",
		prose.EndSentence(`"Is it?"`):        `"Is it?"`,
		prose.EndSentence("as it was,"):      "as it was.",
		prose.Span(3):                        "a few minutes",
		prose.Span(15):                       "a quarter of an hour",
		prose.Span(60):                       "an hour",
		prose.Span(300):                      "five hours",
		prose.Span(1440 * 3):                 "three days",
		prose.Span(1440 * 21):                "three weeks",
		prose.Span(1440 * 800):               "two years",
		prose.Number(21):                     "21",
		strings.Join(prose.Sentences("Mr. Cole is out. \"Is he?\" So. On… and on."), "|"): `Mr. Cole is out.|"Is he?"|So.|On…|and on.`,
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	last := ""
	for minutes := range 3 * 365 * 1440 {
		if span := prose.Span(minutes); span != last && (strings.HasPrefix(span, "one ") || strings.HasPrefix(span, "no ")) {
			t.Fatalf("%d minutes are %q", minutes, span)
		} else {
			last = span
		}
	}
}

func TestEcho(t *testing.T) {
	you := prose.Persona{}
	pastI := prose.Persona{Person: prose.First, Tense: prose.Past}
	mara := prose.Persona{Name: "Mara", Pronouns: "she", Person: prose.Third}
	pastMara := prose.Persona{Name: "Mara", Pronouns: "she", Person: prose.Third, Tense: prose.Past}
	for _, c := range []struct {
		choice string
		p      prose.Persona
		want   string // "" where a doubt is right
	}{
		{"Ask Ines who paid for the oil.", you, "You ask Ines who paid for the oil."},
		{"Ask Ines who paid for the oil.", pastI, "I asked Ines who paid for the oil."},
		{"Ask Ines who paid for the oil?", mara, "Mara asks Ines who paid for the oil."},
		{"Climb the dark stair to the lamp room (Nerve)", mara, "Mara climbs the dark stair to the lamp room."},
		{"Show Tobias your key and leave", pastMara, "Mara showed Tobias her key and left."},
		{"Tell her what you saw", mara, "Mara tells her what she saw."},
		{"Beg Tobias to help you", pastI, "I begged Tobias to help me."},
		{"Take the rope and lamp", you, "You take the rope and lamp."},
		{"Take bread and water", pastI, ""},
		{"Take the rope and lamp", pastMara, ""},
		{"Take the rope and the lamp", pastMara, "Mara took the rope and the lamp."},
		{"Do not open the door", pastI, "I did not open the door."},
		{"Don't open the door", mara, "Mara does not open the door."},
		{"Quietly open the door", mara, "Mara quietly opens the door."},
		{"Ask where the key is", pastI, "I asked where the key was."},
		{"Ask what Ines sells", pastI, ""},
		{"Ask what to do", pastI, "I asked what to do."},
		{"Be patient", you, "You are patient."},
		{"Be patient", mara, "Mara is patient."},
		{"Towards the quay", you, ""},
		{"The quay", you, ""},
		{"", you, ""},
		{`"I never saw the oil."`, you, `"I never saw the oil," you say.`},
		{`"Who are you?"`, mara, `"Who are you?" Mara says.`},
		{"Take the key. Leave the letter.", you, "You take the key. You leave the letter."},
		{"Take the key. Leave the letter.", pastMara, "Mara took the key. She left the letter."},
		{"Go down to the cellar, then light the lamp", pastI, "I went down to the cellar, then lit the lamp."},
		{"Offer to stay and help", pastI, ""},
		{"Wait", pastMara, "Mara waited."},
		{"Lie to Ines about the coin", pastI, ""},
	} {
		got, certain := prose.Echo(c.choice, c.p)
		if certain != (c.want != "") || got != c.want {
			t.Errorf("%q: %q, %v; want %q", c.choice, got, certain, c.want)
		}
	}
}

func TestRetell(t *testing.T) {
	for _, c := range []struct{ text, first, third string }{
		{"You gave Ines your last coin.", "I gave Ines my last coin.", "Mara gave Ines her last coin."},
		{"Ines saw you when you were asleep.", "Ines saw me when I was asleep.", "Ines saw Mara when she was asleep."},
		{"The boat was yours.", "The boat was mine.", "The boat was Mara's."},
		{"Tobias lied.", "Tobias lied.", "Tobias lied."},
	} {
		if got := prose.Retell(c.text, prose.Persona{Person: prose.First}); got != c.first {
			t.Errorf("first: %q, want %q", got, c.first)
		}
		if got := prose.Retell(c.text, prose.Persona{Person: prose.Third, Name: "Mara", Pronouns: "she"}); got != c.third {
			t.Errorf("third: %q, want %q", got, c.third)
		}
		if got := prose.Retell(c.text, prose.Persona{}); got != c.text {
			t.Errorf("second: %q, want %q", got, c.text)
		}
	}
}
