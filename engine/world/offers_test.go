package world

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func TestOffersAreDistinctEverywhere(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		for i := range c.Places {
			for hour := int64(1); hour < 24; hour += 5 {
				turn := standing(t, c, c.Places[i].ID, hour*60)
				turn.acquaint().opens("matty", "What became of Matty?")
				turn.opens("done", "Done")
				turn.add(event.ThreadResolved, event.Data{"thread": "done", "outcome": "Done"})
				ids, words, all := map[string]bool{}, map[string]bool{}, turn.offers()
				names := turn.names(all...)
				for _, o := range all {
					checkOffer(t, turn, o, names)
					if ids[o.ID()] || words[names.Say(o.Action)] {
						t.Errorf("%s: %s twice: %s", c.Places[i].ID, o.ID(), names.Say(o.Action))
					}
					ids[o.ID()], words[names.Say(o.Action)] = true, true
				}
				if !ids["pursue:matty"] || ids["pursue:done"] || !ids["wait"] || ids["recall"] {
					t.Errorf("%s: %v", c.Places[i].ID, sortedKeys(ids))
				}
			}
		}
	}
}

// checkOffer holds an offer to what every one of them is, and what it does to it.
func checkOffer(t *testing.T, turn *turn, o Offer, names *Names) {
	t.Helper()
	said := names.Say(o.Action)
	if o.Minutes <= 0 || strings.Contains(said, "  ") || strings.HasSuffix(said, " ") || o.By != action.Player || o.Worth() < 0 || o.Worth() > 100 || (o.Gives == "") != (o.Worth() == 0) {
		t.Errorf("%+v, %q", o, said)
	}
	if o.Action.Topic != o.Topic.Ref() || (o.Topic.ID == "") != (o.Topic.Words == "") {
		t.Errorf("%s is of the topic %v and of %+v", o.ID(), o.Action.Topic, o.Topic)
	}
	for _, r := range o.Refs() {
		if noun, known := names.Noun(r); !known || noun.Text == "" {
			t.Errorf("%s: %s has no name", o.ID(), r)
		}
	}
	d := turn.now().Consequences(o)
	if (d.To != "") != (o.Kind == action.Go) || d.Stat != o.Stat || d.Minutes != o.Minutes || len(d.Learns) > 2 {
		t.Errorf("%s does %+v", o.ID(), d)
	}
	for grade, impressions := range d.Impressions {
		if (grade == action.Certain) != (d.Stat == "") {
			t.Errorf("%s: impressions after %q with stat %q", o.ID(), grade, d.Stat)
		}
		for _, i := range impressions {
			_, person := turn.w.Someone(i.Who)
			_, faction := turn.w.Faction(i.Who)
			if !person && !faction || i.By == 0 || i.Significance.Rank() < 0 {
				t.Errorf("%s: %+v", o.ID(), i)
			}
		}
	}
}

// What each kind is offered towards and with, in a harbour where there is one of each.
func TestOffersOfEachKind(t *testing.T) {
	files := but(harbour, "characters/player/template.json", `{"stats": [{"id": "nerve", "name": "Nerve", "default": 10, "words": ["dare"], "gates": [{"at_least": 9, "unlocks": "Balance on the rail."}, {"at_least": 99, "unlocks": "Fly"}]}], "preset": {"name": "Jo", "stats": {"nerve": 10}}, "starting_items": ["rope"]}`)
	turn := standing(t, written(t, files), "quay", 10*60).acquaint()
	turn.opens("dark", "Why is the lamp dark?")
	turn.did(action.Action{Kind: action.Search, Place: action.PlaceRef("quay")})
	var all []Offer
	for range 6 { // what can be asked about changes
		turn.later(1)
		all = append(all, turn.offers()...)
	}
	for kind, want := range map[action.Kind][]string{
		action.Talk:     {"talk:ines"},
		action.Ask:      {"ask:ines#why-the-lamp-is-dark", "ask:ines#tobias-orr", "ask:ines#the-anchor"},
		action.Tell:     {"tell:ines#why-the-lamp-is-dark"},
		action.AskHelp:  {"ask-help:ines", "ask-help:ines#why-the-lamp-is-dark"},
		action.Befriend: {"befriend:ines"},
		action.Press:    {"press:ines", "press:ines#why-the-lamp-is-dark"},
		action.Show:     {"show:ines:rope#the-coil-of-rope"},
		action.Give:     {"give:ines:rope"},
		action.Pursue:   {"pursue:dark"},
		action.Examine:  {"examine:quay", "examine:rope"},
		action.Search:   {"search:quay"},
		action.Go:       {"go:inn", "go:inn#why-the-lamp-is-dark", "go:chapel"},
		action.Wait:     {"wait"},
		action.Recall:   {"recall", "recall#why-the-lamp-is-dark"},
		action.Train:    {"train:nerve-0"},
	} {
		ids := idsOf(slices.DeleteFunc(slices.Clone(all), func(o Offer) bool { return o.Kind != kind }))
		for _, id := range want {
			if !slices.Contains(ids, id) {
				t.Errorf("%s: no %s among %v", kind, id, ids)
			}
		}
	}
	for _, id := range idsOf(all) {
		if strings.HasPrefix(id, "train:nerve-1") || strings.HasPrefix(id, "go:chapel#") || strings.Contains(id, ":tobias") {
			t.Errorf("%s is offered", id)
		}
	}
	if o := offered(t, turn, "train:nerve-0"); o.Words != "Balance on the rail" || turn.names().Say(o.Action) != "Balance on the rail" {
		t.Errorf("%+v", o)
	}
}

// Every offer is its own, however strange the ids and words are that it is made of.
func TestOffersOfStrangeIDsStayApart(t *testing.T) {
	files := but(harbour,
		"world/places.json", `{"places": [
			{"id": "quay", "name": "the Long Quay", "exits": ["a", "a#b", "a:b", "brass-key"]}, {"id": "a", "name": "???"}, {"id": "a#b", "name": "¡A b!"},
			{"id": "a:b", "name": "a, b"}, {"id": "brass-key", "name": "The Brass Key"}]}`,
		"world/items.json", `{"items": [{"id": "a", "name": "an a", "at": "quay"}, {"id": "a:b", "name": "an a b"}, {"id": "brass-key", "name": "a brass key", "at": "quay"}, {"id": "quay", "name": "a quay", "at": "quay"}]}`)
	c, _ := loaded(t, files)
	turn := standing(t, c, "quay", 10*60).acquaint()
	for _, id := range []string{"a", "a:b", "brass-key"} {
		turn.gain(id)
	}
	turn.opens("t", "???")
	turn.opens("u", "Wer hat das Öl?")
	turn.opens("v", "谁点的灯？")
	turn.opens("w", strings.Repeat("a very long question about oil and ", 20))
	all := turn.offers()
	named := map[string]string{}
	for _, o := range all {
		key := fmt.Sprint(o.Kind, o.To, o.Item, o.Action.Topic, o.Place, o.Thread, o.Choice)
		if before, twice := named[o.ID()]; twice {
			t.Errorf("%s is %s and %s", o.ID(), before, key)
		}
		named[o.ID()] = key
		if strings.HasSuffix(o.ID(), "#") || o.Action.Topic.ID == "" && o.Topic.Words != "" {
			t.Errorf("%s is of a topic without an id: %+v", o.ID(), o.Topic)
		}
		if !turn.w.Extracted && o.Kind == action.Examine && !o.Item.None() && !o.Place.None() {
			t.Errorf("%+v", o)
		}
	}
	for _, id := range []string{"examine:brass-key", "show:ines:a#the-a", "give:ines:a"} {
		if named[id] == "" {
			t.Errorf("no %s among %q", id, idsOf(all))
		}
	}
	for _, id := range []string{"go:a", "go:brass-key", "give:ines:a:b"} { // to the story "a" is a thing, and "a:b" nothing
		if named[id] != "" {
			t.Errorf("%s is offered, and would be refused", id)
		}
	}
}

func TestTopicsChangeWithTheTurns(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "net-loft", 16*60).acquaint()
	first := map[string]bool{}
	for range 6 {
		asked := slices.DeleteFunc(turn.offers(), func(o Offer) bool { return o.Kind != action.Ask || o.Whom().ID != "ines" })
		first[asked[0].Topic.ID] = true
		turn.later(1)
	}
	if len(first) != 6 {
		t.Errorf("six turns gave first the topics %q", sortedKeys(first))
	}
}

func TestTopicsAreWhatThePlayerMayKnow(t *testing.T) {
	c := sample(t, "grey-harbour")
	for i := range c.People {
		turn := standing(t, c, c.People[i].Place, 16*60)
		for _, topic := range asking(turn).topicsFor(c.People[i].ID) {
			for _, secret := range []string{"Tobias", "What is so", "scratched", "Resolution", "light-book", "Honor Strake", "burner"} {
				if strings.Contains(topic.Words, secret) {
					t.Errorf("%s can be asked about %q before it is known", c.People[i].ID, topic)
				}
			}
		}
	}
	turn := standing(t, c, "net-loft", 16*60)
	spoken := func() []Subject { return turn.now().spokenThings() }
	fact := "The missing burner was in a flour barrel. It is the four-wick burner, and the salt house hid it."
	turn.add(event.FactEstablished, event.Data{"fact": "f", "content": fact})
	turn.add(event.FactLearned, event.Data{"who": "ines", "fact": "f", "source": "witnessed"})
	if slices.Contains(spoken(), SubjectOf("the four-wick burner")) {
		t.Error("what somebody else learned is a topic")
	}
	turn.knowing(fact)
	if topics := spoken(); !slices.Contains(topics, SubjectOf("the four-wick burner")) || !slices.Contains(topics, SubjectOf("the salt house")) {
		t.Errorf("what was learned is no topic: %q", topics)
	}
}

// asking is what offers are made from.
func asking(t *turn) *offering { return t.now().offering() }

func TestTopicsOfThreads(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 16*60)
	turn.opens("a", "Why is the Tooth dark?")
	turn.opens("b", "Really?")
	turn.opens("c", "???")
	turn.opens("d", "Closed?")
	turn.add(event.ThreadResolved, event.Data{"thread": "d", "outcome": "Yes"})
	for _, topic := range turn.now().threadTopics() {
		if topic.ID == "" || topic.Words == "" || topic.ID != action.Slug(topic.Words) || topic.ID == "closed" {
			t.Errorf("%+v", topic)
		}
	}
	if topics := turn.now().threadTopics(); len(topics) == 0 || topics[0].Words != "why the Tooth is dark" {
		t.Errorf("%q", topics)
	}
}

func TestTitleTopics(t *testing.T) {
	for title, want := range map[string]string{
		"The List of Lights, entry 114":            "the List of Lights",
		"Demand for light dues, third notice":      "the demand for light dues",
		"Notice to Mariners, No. 61":               "the Notice to Mariners",
		"St Olave's burial register, October 1887": "St Olave's burial register",
		"What they say about the keeper":           "what they say about the keeper",
		"Why the flame was brown":                  "why the flame was brown",
		"Tablet in the chancel of St Olave's":      "the tablet in the chancel of St Olave's",
		"Élan of the sea":                          "the élan of the sea",
		strings.Repeat("so very ", 8) + "long":     "",
	} {
		if got := titleTopic(title); got != want {
			t.Errorf("%q is %q, want %q", title, got, want)
		}
	}
}

// withThings is a campaign with a thing of the plot and one that lies about.
func withThings(t *testing.T) *campaign.Campaign {
	t.Helper()
	c := *sample(t, "grey-harbour")
	c.Items = append(slices.Clone(c.Items), campaign.Item{ID: "shell", Name: "a shell", At: "quay"}, campaign.Item{ID: "burner", Name: "the burner", At: "quay"})
	return &c
}

func TestOnlyLooseThingsAreTakenAndGiven(t *testing.T) {
	turn := standing(t, withThings(t), "quay", 16*60)
	turn.movePerson("wren", "quay")
	found := func() string { return turn.now().Consequences(offered(t, turn, "search:quay")).Gains }
	if got := found(); got != "shell" {
		t.Errorf("searching finds %q", got)
	}
	for _, o := range turn.offers() {
		if o.Kind == action.Give {
			t.Errorf("what belongs to the plot can be given away: %+v", o)
		}
	}
	turn.gain("shell")
	if got := found(); got == "shell" {
		t.Error("what is carried is found again")
	}
	give := offered(t, turn, "give:wren:shell")
	if said := turn.names().Say(give.Action); said != "Give Wren Tallis the shell" {
		t.Errorf("%q", said)
	}
	d := turn.now().Consequences(give)
	if d.Loses != "shell" || d.Impressions[action.Certain][0] != (Impression{"wren", 15, action.Medium}) || d.Impressions[action.Certain][1].Who != "lamp" {
		t.Errorf("%+v", d)
	}
	turn.did(give.Action)
	turn.lose("shell")
	if got := found(); got == "shell" {
		t.Error("what was given away is found again")
	}
}

// Where an author wrote no way from a place there is none, and never one to where the
// player stands already.
func TestWaysLeadWhereTheirAuthorSays(t *testing.T) {
	files := but(harbour, "world/places.json", `{"places": [
		{"id": "quay", "name": "the Long Quay", "description": "A granite quay.", "exits": ["quay", "cell"]}, {"id": "inn", "name": "the Anchor", "description": "A low room.", "exits": ["quay"]},
		{"id": "chapel", "name": "the chapel", "description": "A cold room.", "exits": ["quay"]}, {"id": "cell", "name": "the cell", "description": "Four walls."}]}`)
	c, _ := loaded(t, files) // that one cannot leave a place is a warning
	for place, want := range map[string][]string{"quay": {"go:cell"}, "inn": {"go:quay"}, "cell": nil} {
		turn := standing(t, c, place, 10*60)
		var ways []string
		for _, o := range turn.offers() {
			if o.Kind == action.Go && o.Topic.ID == "" {
				ways = append(ways, o.ID())
			}
		}
		if !slices.Equal(ways, want) {
			t.Errorf("from %s: %v, want %v", place, ways, want)
		}
	}
}

// Everybody's own part is called as they are, whoever else is there.
func TestEverybodysOwnPart(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.movePerson("tobias", "quay")
	all := turn.offers()
	names := turn.names(all...)
	said := map[string]bool{}
	for _, o := range all {
		said[names.Say(o.Action)] = true
	}
	for _, want := range []string{"Ask Ines Vane about her part in all this", "Ask Tobias Orr about his part in all this"} {
		if !said[want] {
			t.Errorf("no %q among %q", want, sortedKeys(said))
		}
	}
}

// Whose part is asked about is whose it is, though two are called by the same words.
func TestTwoOwnPartsOfTheSameWords(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.movePerson("tobias", "quay")
	tobias, _ := turn.w.Someone("tobias")
	tobias.Pronouns = "she/her"
	names := turn.names(turn.offers()...)
	var possible []action.Action
	for _, o := range turn.now().Possible() {
		possible = append(possible, o.Action)
	}
	for line, want := range map[string]string{
		"ask ines about her part in all this": "ask:ines#own-part:ines", "ask tobias about her part in all this": "ask:tobias#own-part:tobias",
	} {
		if reading := grammar.Read(line, possible, names); !reading.Found || reading.Action.ID() != want {
			t.Errorf("%q is read as %+v", line, reading)
		}
	}
}

// Somebody's own part is known by its id: an author's topic in the words that we have for
// it is a topic like any other.
func TestAnAuthorsTopicIsNobodysOwnPart(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	own, written := asking(turn).own("ines"), SubjectOf("her part in all this")
	if own.Words != written.Words || own.ID == written.ID {
		t.Fatalf("%+v is called otherwise than, or is the same as, %+v", own, written)
	}
	if !IsOwnPart(own.ID) || IsOwnPart(written.ID) {
		t.Errorf("%v and %v are taken for each other", own, written)
	}
	own.Words = "the windmill"
	for topic, names := range map[Subject][]string{own: {"Ines Vane"}, written: nil} {
		if of := turn.w.inquiryOf("the quay", topic, "ines"); !slices.Equal(of.names, names) {
			t.Errorf("%+v is about %q, want %q", topic, of.names, names)
		}
		turn.raise(topic)
	}
	known := turn.now().knownTopics()
	if slices.Contains(known, own) || !slices.Contains(known, written) {
		t.Errorf("one can bring up %v", known)
	}
}

// A made choice is nobody's authored one, whatever it is called.
func TestMadeChoicesAreNotTheAuthors(t *testing.T) {
	s := &story.State{}
	for _, id := range []string{"wait", "pursue:a/b", "bell/ring"} {
		s = s.Apply(persistence.Record{Event: event.Event{Kind: event.ChoiceMade, Data: event.Data{"choice": id}}})
	}
	facts := condition.Facts{Taken: Compile(written(t, harbour)).At(s).chosen()}
	for id, want := range map[string]bool{"wait": false, "bell/ring": true, "ring": true, "pursue:a/b": false, "b": false} {
		if facts.Chose(id) != want {
			t.Errorf("%s: %v", id, !want)
		}
	}
}

// What the player had once lies loose no more, and what they only looked at does.
func TestWhatLiesLoose(t *testing.T) {
	c := written(t, but(harbour, "world/items.json", `{"items": [{"id": "fid", "name": "a fid", "at": "quay"}]}`))
	turn := standing(t, c, "quay", 10*60)
	lies := func() bool {
		typed := slices.ContainsFunc(turn.now().Possible(), func(o Offer) bool { return o.ID() == "take:fid" })
		if is := slices.Contains(turn.now().loose("quay"), "fid"); typed == is {
			return is
		}
		t.Fatal("what lies there is not what may be taken")
		return false
	}
	turn.did(action.Action{Kind: action.Examine, Item: action.ItemRef("fid")})
	if !lies() {
		t.Error("it was looked at, and is gone")
	}
	turn.gain("fid")
	if lies() {
		t.Error("it is carried, and lies there")
	}
	if turn.lose("fid"); lies() {
		t.Error("it was carried once, and lies there again")
	}
}

// A document without a title is not brought up by the name of its file.
func TestUntitledLoreIsNoTopic(t *testing.T) {
	for untitled, want := range map[bool]int{false: 1, true: 0} {
		c := &campaign.Campaign{Lore: []campaign.Document{{Title: "harbour notes 2", Audience: []string{"public"}, Untitled: untitled}}}
		if got := loreTopics(c); len(got) != want {
			t.Errorf("untitled %t: %d topics", untitled, len(got))
		}
	}
}

// A topic is somebody's concern where it names them, or came up at a beat that was told with them
// there; before that it is nobody's, whatever their author has written of it.
func TestWhomATopicConcerns(t *testing.T) {
	turn := standing(t, written(t, but(harbour, "plot/beats.json", `{"beats": [
		{"id": "oil", "title": "The oil", "place": "quay", "people": ["ines"], "topic": "the oil", "effects": [{"thread": {"id": "lamp", "title": "Why is the lamp dark?"}}],
			"choices": [{"id": "ask", "text": "Ask her", "topic": "the ledger"}]}]}`)), "quay", 9*60)
	concerns := func(person, topic string) bool {
		return turn.w.Seen(turn.view()).Concerns(person, SubjectOf(topic).Ref(), action.Ref{})
	}
	if concerns("ines", "the oil") || concerns("ines", "the ledger") {
		t.Error("it concerns her before it was told")
	}
	turn.add(event.BeatReached, event.Data{"beat": "oil", "priority": "medium"})
	turn.opens("lamp", "Why is the lamp dark?")
	for _, topic := range []string{"the oil", "the ledger", "why the lamp is dark"} {
		if !concerns("ines", topic) || concerns("tobias", topic) {
			t.Errorf("%s: Ines %v, Tobias %v", topic, concerns("ines", topic), concerns("tobias", topic))
		}
	}
	if !turn.w.Seen(turn.view()).Concerns("ines", action.Ref{}, action.ThreadRef("lamp")) {
		t.Error("a thread that she follows does not concern her")
	}
	turn.add(event.TopicRaised, event.Data{"topic": "ines-vane", "words": "Ines Vane"})
	if !concerns("ines", "Ines Vane") || concerns("tobias", "Ines Vane") {
		t.Error("her own name is another's concern")
	}
}

// What stands in a document is told of as that, by its title; what is only said stands in none.
func TestWhatAPieceStandsIn(t *testing.T) {
	w := Compile(written(t, but(harbour,
		"lore/notice.md", "---\nmode: strict\ntitle: Notice to Mariners, number 4\n---\nThe light was put out in 1887.",
		"lore/talk.md", "---\nmode: mythic\ntitle: What they say\n---\nThe light was put out by hand.", "lore/bare.md", "The light was put out.")))
	for piece, want := range map[string]string{"lore/notice.md#1": "the Notice to Mariners", "lore/talk.md#1": "", "lore/bare.md#1": "", "setting#3": "", "": "", "lore/notice.md": ""} {
		if got := w.Standing(piece); got != want {
			t.Errorf("%q: %q, want %q", piece, got, want)
		}
	}
}

// However much there is to be had here, a way is among what is put before the player.
func TestAWayIsAlwaysWorthwhile(t *testing.T) {
	c := sample(t, "grey-harbour")
	for i := range c.Places {
		turn := standing(t, c, c.Places[i].ID, 12*60)
		now := turn.acquaint().now()
		if open := now.Worthwhile(0); now.Ways() != slices.ContainsFunc(open, func(o Offer) bool { return o.Kind == action.Go }) {
			t.Errorf("%s: %v", c.Places[i].ID, open)
		}
		looks := 0
		for at, o := range now.Worthwhile(5) {
			if o.Kind == action.Examine && !o.Item.None() {
				looks++
				if at < 3 && o.Gives == "" {
					t.Errorf("%s: a thing in which nothing is to be seen is to be looked at: %s", c.Places[i].ID, o.ID())
				}
			}
		}
		if looks > 1 {
			t.Errorf("%s: %d things are to be looked at", c.Places[i].ID, looks)
		}
	}
}

// Nor is a way left out where there is nothing to go for: who was everywhere can go all the same.
func TestAWayIsThereForNothing(t *testing.T) {
	bare := 0
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		for i := range c.Places {
			turn := standing(t, c, c.Places[i].ID, 12*60)
			for _, place := range append(slices.Clone(c.Places), c.Places[i]) {
				turn.movePerson(string(event.Player), place.ID)
			}
			now := turn.now()
			open := now.Worthwhile(0)
			if now.Ways() != slices.ContainsFunc(open, func(o Offer) bool { return o.Kind == action.Go }) {
				t.Errorf("%s, %s: %v", name, c.Places[i].ID, open)
			}
			if !slices.ContainsFunc(open, func(o Offer) bool { return o.Kind == action.Go && o.Gives != "" }) {
				bare++
			}
		}
	}
	if bare == 0 {
		t.Error("there is something to go for from everywhere")
	}
}

// A thread that is called what a beat leaves to talk of, but for the article, is that topic.
func TestAThreadAndItsTopicAreOne(t *testing.T) {
	c := sample(t, "grey-harbour")
	turn := standing(t, c, "inn", 12*60)
	turn.opens("boats", "Seven boats are coming home in the dark")
	if topics := turn.now().threadTopics(); !slices.Equal(topics, []Subject{{ID: "the-seven-boats", Words: "the seven boats"}}) {
		t.Errorf("%+v", topics)
	}
	if other := turn.w.ThreadTopic("Who rang the bell?"); other.Words != "who rang the bell" {
		t.Errorf("%+v", other)
	}
}
