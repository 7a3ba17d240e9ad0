package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// knowing lets the player have learned facts.
func knowing(s *story.State, facts ...string) {
	s.Facts = map[string]story.Fact{}
	for _, content := range facts {
		s.Facts[content] = story.Fact{ID: content, Content: content}
		s.Learned = append(s.Learned, story.Learned{Who: event.Player, Fact: content})
	}
}

// What there is to tell of a campaign of few files is its setting; of any other its
// public lore, and nothing that a profile, a secret or private lore says.
func TestAccounts(t *testing.T) {
	texts := func(c *campaign.Campaign) string {
		var all []string
		for _, a := range accounts(c) {
			all = append(all, a.fact())
		}
		return strings.Join(all, "\n")
	}
	minimal := texts(sample(t, "minimal"))
	for _, want := range []string{"Abbot Celestin is eighty, almost blind", "Pietro has had flour on his sleeves", "Forty sacks of flour"} {
		if !strings.Contains(minimal, want) {
			t.Errorf("nobody can tell that %s", want)
		}
	}
	if strings.Contains(minimal, "straight face") || strings.Contains(minimal, "You ") {
		t.Error("how the story is to be told is told in it")
	}
	harbour := sample(t, "grey-harbour")
	told := texts(harbour)
	if !strings.Contains(told, "It is said that there was a light on Gannet Head") || !strings.Contains(told, "Eleven bodies were recovered") {
		t.Errorf("of public lore there is only:\n%s", told)
	}
	for i := range harbour.People {
		p := &harbour.People[i]
		for _, hidden := range append(valuesOf(p.Relationships), p.Background) {
			for _, sentence := range prose.Sentences(hidden) {
				if strings.Contains(told, strings.TrimSuffix(sentence, ".")) {
					t.Errorf("%s: %q is told", p.ID, sentence)
				}
			}
		}
	}
	for _, d := range harbour.Lore {
		if slices.Contains(d.Audience, "public") {
			continue
		}
		for _, sentence := range prose.Sentences(strings.Join(strings.Fields(d.Body), " ")) {
			if len(sentence) > 20 && strings.Contains(told, sentence) {
				t.Errorf("%s: %q is told", d.File, sentence)
			}
		}
	}
}

func valuesOf(m map[string]string) (all []string) {
	for _, key := range sortedKeys(m) {
		all = append(all, m[key])
	}
	return all
}

// Whoever is asked tells of what they are asked about, then of something else, and
// each thing once; they speak of themselves as people do; and in the end nobody has
// anything to add and nobody is offered to be talked with.
func TestTheAskedTell(t *testing.T) {
	c := sample(t, "minimal")
	s := standing(c, "refectory", 10*60)
	ask := func(topic string) doing {
		m := move{ID: "talk:abbot-celestin", Kind: moveTalk, Person: "abbot-celestin", PersonName: "Abbot Celestin", Topic: topic, Minutes: 15}
		return m.outcome(c, s)
	}
	topical, aside := 0, 0
	for range 100 {
		d := ask("the Ossuary")
		if len(d.Learns) == 0 {
			break
		}
		fact := d.Learns[0]
		if knows := slices.ContainsFunc(s.Learned, func(l story.Learned) bool { return l.Fact == fact }); knows {
			t.Fatalf("told twice: %q", fact)
		}
		if d.Aside {
			aside++
		} else if topical++; aside > 0 || !strings.Contains(fact, "Ossuary") {
			t.Errorf("after %d others: %q", aside, fact)
		}
		told := toldFacts(c, tellingInput{Person: "abbot-celestin", Learned: d.Learns})[0]
		if strings.Contains(told, "Abbot Celestin") {
			t.Errorf("he says %q", told)
		}
		var before []string
		for _, l := range s.Learned {
			before = append(before, l.Fact)
		}
		s.Learned = nil
		knowing(s, append(before, fact)...)
	}
	if topical < 3 || aside < 15 {
		t.Errorf("%d things of the Ossuary and %d others", topical, aside)
	}
	if d := ask("Lucan Dreyer"); len(d.Learns) > 0 || d.Whom != "Lucan Dreyer" {
		t.Errorf("when all is told: %+v", d)
	}
	s.Taken = []story.Taken{{ID: "talk:abbot-celestin", Turn: s.Turn.Number}}
	offered := func() bool { return len(ofKind(moves(c, s), moveTalk)) > 0 }
	if offered() {
		t.Error("somebody who has nothing to add is to be talked with again")
	}
	s.Turn.Number += restOfTheTalkedOut
	if !offered() {
		t.Error("nobody may ever talk with him again")
	}
}

// Of an author's people nothing is told but what is public and to the point.
func TestAnAuthorsPeopleKeepToTheTopic(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "net-loft", 10*60)
	for topic, want := range map[string]string{"the false light on Gannet Head": "Gannet Head", "the bread in the basket": "", "the weather": ""} {
		m := move{Kind: moveTalk, Person: "ines", PersonName: "Ines Vane", Topic: topic}
		got := strings.Join(m.outcome(c, s).Learns, "")
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", topic, got)
		}
	}
}

// Somebody who does not speak tells nothing; asked about a place, they look there.
func TestTheSilentPoint(t *testing.T) {
	c := sample(t, "minimal")
	s := standing(c, "last-house", 10*60)
	for _, kind := range []string{moveTalk, movePress, moveAskHelp, moveBefriend} {
		d := move{Kind: kind, Person: "pietro", PersonName: "Pietro", Topic: "the Ossuary"}.outcome(c, s)
		if len(d.Learns) > 0 || d.Where != "ossuary" {
			t.Errorf("%s: %+v", kind, d)
		}
	}
}

// A success and half of one bring what was asked for; a failure does not.
func TestWhatPressingBrings(t *testing.T) {
	c := sample(t, "minimal")
	s := standing(c, "refectory", 10*60)
	d := move{Kind: movePress, Person: "abbot-celestin", PersonName: "Abbot Celestin", Topic: "the Ossuary"}.outcome(c, s)
	if len(d.Learns) != 1 || !d.Grudged {
		t.Errorf("%+v", d)
	}
	if d := (move{Kind: moveBefriend, Person: "abbot-celestin", PersonName: "Abbot Celestin"}).outcome(c, s); d.Grudged {
		t.Error("half a friend tells all")
	}
}

// A look at a thing shows what its author says of it, and thinking back brings what
// was learned, and whom to ask or where to go.
func TestLookingAndRemembering(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "quay", 16*60)
	if d := (move{Kind: moveExamine, Item: "fid"}).outcome(c, s); len(d.Seen) < 2 || !strings.Contains(d.Seen[0], "splicing rope") {
		t.Errorf("%+v", d)
	}
	s.Threads = []story.Thread{{ID: "why-dark", Title: "Why is the Tooth dark?", Open: true}}
	knowing(s, "The well is dry.", "The lamp is out.", "The boats are home.")
	d := move{Kind: moveRecall}.outcome(c, s)
	if !slices.Equal(d.Known, []string{"The boats are home.", "The lamp is out."}) {
		t.Errorf("%+v", d)
	}
	m := sample(t, "minimal")
	at := standing(m, "varn", 16*60)
	if d := (move{Kind: moveRecall}).outcome(m, at); d.Whom == "" || d.Whom == "Pietro" || d.Whom == "Lucan Dreyer" {
		t.Errorf("to ask next: %+v", d)
	}
}

func TestInOwnWords(t *testing.T) {
	abbot := &campaign.Person{Name: "Abbot Celestin", Pronouns: "he"}
	crowd := &campaign.Person{Name: "Jo Fell", Pronouns: "they"}
	for _, test := range []struct {
		teller *campaign.Person
		text   string
		want   string
		ok     bool
	}{
		{abbot, "Abbot Celestin rules the house.", "He rules the house.", true},
		{abbot, "Abbot Celestin's key is lost.", "His key is lost.", true},
		{abbot, "The notes are read to Abbot Celestin.", "The notes are read to him.", true},
		{abbot, "It was so, whatever Abbot Celestin was told.", "It was so, whatever he was told.", true},
		{abbot, "Nobody but Abbot Celestin knows.", "Nobody but Abbot Celestin knows.", false},
		{abbot, "The Ossuary is dry.", "The Ossuary is dry.", true},
		{crowd, "Jo Fell waits.", "Jo Fell waits.", false},
		{crowd, "It belongs to Jo Fell.", "It belongs to them.", true},
	} {
		if got, ok := inOwnWords(test.text, test.teller); got != test.want || ok != test.ok {
			t.Errorf("%q: %q, %t", test.text, got, ok)
		}
	}
}

// A person introduced in this turn, and a place described, are not told of again.
func TestDescriptionsAreNoNews(t *testing.T) {
	c := sample(t, "minimal")
	s := standing(c, "varn", 9*60)
	s.Facts = map[string]story.Fact{}
	for _, a := range unheard(c, s) {
		if p, ok := c.Place(a.Of); ok && p.Description == a.Text {
			t.Errorf("news: %q", a.Text)
		}
	}
	s.Memories = []story.Memory{{Knower: event.Player, Summary: "Saint Orla is too light.", Tags: []string{premiseTag}}}
	for _, a := range unheard(c, s) {
		if strings.Contains(strings.Join(strings.Fields(c.Premise.Body), " "), a.Text) {
			t.Errorf("the premise was told, and this is news: %q", a.Text)
		}
	}
}

// Who goes somewhere to ask is told there, by whoever is there to ask.
func TestGoingToAsk(t *testing.T) {
	for text, want := range map[string]string{
		"Go to the inn and ask there who paid":                   "who paid",
		"Go to the inn and ask about the oil, as you asked Ines": "the oil",
		"See if anyone at the inn can tell you who paid":         "who paid",
		"Go to the inn": "",
	} {
		if got := askedThere(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	c := sample(t, "minimal")
	s := standing(c, "varn", 10*60)
	m, ok := findMove(c, s, "go:refectory", "Go to the Refectory and ask there who oiled the lock of the Ossuary")
	if d := m.outcome(c, s); !ok || len(d.Learns) != 1 || d.Teller != "abbot-celestin" || !strings.Contains(d.Learns[0], "Ossuary") {
		t.Errorf("%+v", d)
	}
	m, _ = findMove(c, s, "go:last-house", "Go to the Last House and ask there who oiled the lock of the Ossuary")
	if d := m.outcome(c, s); len(d.Learns) > 0 {
		t.Errorf("the silent tell: %+v", d)
	}
}

func TestFirstSpoken(t *testing.T) {
	for text, want := range map[string]string{
		`"I sleep badly. It is the sums." Honor looks away. Rain falls.`: `"I sleep badly. It is the sums."`,
		`Honor looks away. "No."`: "Honor looks away.",
		"":                        "",
	} {
		if got := firstSpoken(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
