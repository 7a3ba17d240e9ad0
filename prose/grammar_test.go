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
