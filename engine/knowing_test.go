package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// knowing is the harbour with a letter that Ines knows of and lies about, and a friend of hers.
var knowing = but(harbour,
	"characters/npcs/ada/profile.json", `{"name": "Ada Bell", "role": "verger", "personality": {}, "pronouns": "she", "place": "chapel"}`,
	"characters/npcs/ines/profile.json", `{"name": "Ines Vane", "role": "net maker", "personality": {}, "pronouns": "she", "place": "quay", "faction": "keepers", "regards": {"tobias": 40}}`,
	"plot/knowledge.json", `{"facts": [
		{"id": "letter", "text": "The ninth man had a letter in his shirt.", "about": ["the ninth man"], "topic": "the wet letter", "known_by": ["ines", "ada"],
		 "tells": [{"who": "ada", "says": "The ninth man had nothing on him.", "when": {"custom": "not reached(\"sermon\")"}}, {"who": "ada"}]},
		{"id": "tide", "text": "It turns at six.", "about": ["the hours of the tide"], "known_by": ["tobias"],
		 "tells": [{"who": "tobias", "when": {"npc_state": {"tobias.opinion": {">=": 20}}}}],
		 "passes_on": [{"from": "tobias", "to": "ada"}]},
		{"id": "boats", "text": "Seven boats have sailed.", "about": ["the seven boats"], "known_by": ["ada"], "passes_on": [{"from": "ada", "to": "ines", "says": "Six boats have sailed.", "as": "mistake"}]}]}`,
	"plot/beats.json", `{"beats": [
		{"id": "quay", "title": "The quay", "topic": "the ninth man", "prose": ["Fog."], "conditions": {"scene_count": {"max": 2}}},
		{"id": "sermon", "title": "A sermon", "place": "chapel", "conditions": {"custom": "\"letter\" in ada.misled"}, "prose": ["A sermon."]},
		{"id": "told", "title": "Tobias knows", "place": "inn", "conditions": {"npc_state": {"tobias.facts": "letter"}}, "prose": ["“So,” he says."]}]}`)

// has is what somebody has of a fact, in words, and from whom.
func has(t *resolving, who, fact string) string {
	said := ""
	for _, k := range t.state().Minds.Known(event.CharacterID(who)) {
		if k.Fact == fact {
			said += string(k.How) + " " + string(k.From) + ": " + k.Content + "\n"
		}
	}
	return said
}

// What somebody tells who is asked is what they know, as a claim that names the fact, with its
// source, heard by all who are there; it is offered while it is news.
func TestWhatIsToldIsWhatIsKnown(t *testing.T) {
	turn := standing(t, written(t, knowing), "quay", 10*60)
	turn.movePerson("tobias", "quay")
	turn.raise(subject("the ninth man"), "")
	gives := func(id string) string { return turn.gives(id) }
	if got := gives("ask:ines#the-ninth-man"); got != "news" {
		t.Errorf("to ask who knows gives %q", got)
	}
	if got := gives("ask:tobias#the-ninth-man"); got != "" {
		t.Errorf("to ask who does not know gives %q", got)
	}
	turn.tries("ask:ines#the-ninth-man")
	const letter = "The ninth man had a letter in his shirt."
	for who, want := range map[string]string{
		"player": "told ines: " + letter + "\n", "tobias": "heard ines: " + letter + "\n", "ada": "witnessed : " + letter + "\n",
	} {
		if got := has(turn, who, "letter"); got != want {
			t.Errorf("%s has %q, want %q", who, got, want)
		}
	}
	if got := gives("ask:ines#the-ninth-man"); got != "" {
		t.Errorf("to ask once more gives %q", got)
	}
	if turn.view().TopicWords("the-wet-letter") == "" {
		t.Error("it leaves nothing to talk of")
	}
	last := turn.Learned[len(turn.Learned)-1]
	if last.Fact != "letter" || last.Speaker != "ines" {
		t.Errorf("what is told of the turn is %+v", last)
	}
	// Who heard it has it, and passes it on as hearsay.
	turn.movePerson("ines", "inn")
	if claim, held := turn.state().Minds.Holds("tobias", "letter"); !held || claim.Claim == "" {
		t.Fatalf("%+v", claim)
	}
	turn.tries("ask:tobias#the-ninth-man") // the player has it in these words
	if n := len(turn.state().Minds.Claims); n != 1 {
		t.Errorf("%d claims", n)
	}
}

// A secret is nobody's to give away who is asked, and what is kept back by its author's word is not
// told before it is time.
func TestWhatIsKeptBackIsNotTold(t *testing.T) {
	turn := standing(t, written(t, knowing), "inn", 10*60)
	turn.raise(subject("the hours of the tide"), "")
	turn.raise(subject("the false lamp"), "")
	if got := turn.gives("ask:tobias#the-hours-of-the-tide"); got != "" {
		t.Errorf("gives %q", got)
	}
	turn.tries("ask:tobias#the-hours-of-the-tide")
	turn.movePerson("ines", "inn")
	turn.tries("ask:ines#the-false-lamp")
	if so := turn.view().Pieces(); len(so) > 0 {
		t.Errorf("%+v", so)
	}
	turn.opinion("tobias", 30)
	turn.tries("ask:tobias#the-hours-of-the-tide")
	if got := has(turn, "player", "tide"); got != "told tobias: It turns at six.\n" {
		t.Errorf("%q", got)
	}
}

// A lie is a claim whose content is not what is so: who hears it is misled, and who has the truth as
// well has both, and knows of it.
func TestLiesMislead(t *testing.T) {
	turn := standing(t, written(t, knowing), "chapel", 10*60)
	turn.raise(subject("the ninth man"), "")
	turn.tries("ask:ada#the-ninth-man")
	facts := func() strictjson.Object { return strictjson.AsObject(turn.progress().State["$player"]) }
	if got := facts(); len(got["facts"].([]any)) != 0 || !slices.Equal(got["misled"].([]any), []any{"letter"}) {
		t.Errorf("%v %v", got["facts"], got["misled"])
	}
	for _, c := range turn.state().Minds.Claims {
		if c.Truth != "lie" || c.Fact != "letter" || c.From != "" {
			t.Errorf("%+v", c)
		}
	}
	for _, p := range turn.view().Pieces() {
		if p.Truth == "lie" {
			t.Error("who is lied to is shown that it is a lie")
		}
	}
	turn.movePerson("ines", "chapel")
	turn.tries("ask:ines#the-ninth-man")
	if got := facts(); !slices.Equal(got["facts"].([]any), []any{"letter"}) || len(got["misled"].([]any)) != 0 || !slices.Equal(got["contradicted"].([]any), []any{"letter"}) {
		t.Errorf("%v %v %v", got["facts"], got["misled"], got["contradicted"])
	}
	if people := turn.progress().People; !slices.Equal(strictjson.AsObject(people["ada"])["facts"].([]any), []any{"boats", "letter"}) {
		t.Errorf("%v", people["ada"])
	}
}

// What the player tells is a claim of theirs, of what they have it from; whoever hears it has it, and
// what their author wrote for that comes.
func TestThePlayerTells(t *testing.T) {
	turn := standing(t, written(t, knowing), "quay", 10*60)
	turn.acquaint()
	turn.raise(subject("the ninth man"), "")
	if got := turn.gives("tell:ines#the-ninth-man"); got != "" {
		t.Errorf("to tell what one does not know gives %q", got)
	}
	turn.tries("ask:ines#the-ninth-man")
	if got := turn.gives("tell:ines#the-ninth-man"); got != "" {
		t.Errorf("to tell whom one has it from gives %q", got)
	}
	turn.movePlayer("inn", nil)
	if got := turn.gives("tell:tobias#the-ninth-man"); got != "word" {
		t.Errorf("to tell who is taken not to know gives %q", got)
	}
	turn.tries("tell:tobias#the-ninth-man")
	why, err := turn.state().Minds.Why("letter", "tobias")
	if err != nil || len(why.Reasons) != 1 {
		t.Fatalf("%+v, %v", why, err)
	}
	var chain []string
	for _, hop := range why.Reasons[0] {
		chain = append(chain, string(hop.Who)+" "+string(hop.How))
	}
	if want := []string{"tobias told", "player told", "ines witnessed"}; !slices.Equal(chain, want) {
		t.Errorf("%q, want %q", chain, want)
	}
	if got := turn.gives("tell:tobias#the-ninth-man"); got != "" {
		t.Errorf("to tell it twice gives %q", got)
	}
	beat, _ := turn.w.Beat("told")
	if facts := turn.progress().Facts; beat.Conditions.Eval(&facts) != condition.Yes {
		t.Error("what waits for his knowing does not come")
	}
}

// Quietly, nobody else hears it.
func TestWhatIsSaidQuietlyIsHeardByTheTwo(t *testing.T) {
	turn := standing(t, written(t, knowing), "quay", 10*60)
	turn.movePerson("tobias", "quay")
	turn.raise(subject("the ninth man"), "")
	turn.tries("quietly:ask:ines#the-ninth-man")
	if got := has(turn, "player", "letter"); got == "" {
		t.Error("it was not told")
	}
	if got := has(turn, "tobias", "letter"); got != "" {
		t.Errorf("who stands by has %q", got)
	}
}

// People who are together elsewhere tell each other what the author says, and what follows from what
// they think of each other; who was not there does not know, and nobody tells the player.
func TestPeopleTellEachOther(t *testing.T) {
	turn := standing(t, written(t, knowing), "quay", 10*60)
	hear := func() {
		turn.Minutes = 10
		turn.hearsay()
	}
	hear()
	if n := len(turn.state().Minds.Claims); n != 0 {
		t.Errorf("%d claims of people who are apart", n)
	}
	turn.movePerson("ines", "inn") // to Tobias, of whom she thinks well; he thinks nothing of her
	hear()
	if got := has(turn, "tobias", "letter"); got != "told ines: The ninth man had a letter in his shirt.\n" {
		t.Errorf("%q", got)
	}
	if got := has(turn, "ines", "tide"); got != "" {
		t.Errorf("%q", got)
	}
	hear()
	if n := len(turn.state().Minds.Claims); n != 1 {
		t.Errorf("%d claims: one is told twice", n)
	}
	turn.movePerson("tobias", "chapel") // to Ada, whom he tells of the tide, by the author's word
	hear()
	if got := has(turn, "ada", "tide"); got != "told tobias: It turns at six.\n" {
		t.Errorf("%q", got)
	}
	turn.movePerson("ada", "inn") // and she is mistaken, to Ines
	hear()
	if got := has(turn, "ines", "boats"); got != "told ada: Six boats have sailed.\n" {
		t.Errorf("%q", got)
	}
	if of := turn.state().Minds.Informed("ines"); !slices.Equal(of.Otherwise, []string{"boats"}) || slices.Contains(of.So, "boats") {
		t.Errorf("%+v", of)
	}
	if known := turn.view().Pieces(); len(known) > 0 {
		t.Errorf("the player has %+v", known)
	}
	// Where the player is, they wait to be listened to.
	turn.movePerson("ines", "quay")
	turn.movePerson("tobias", "inn")
	before := len(turn.state().Minds.Claims)
	turn.movePerson("tobias", "quay")
	turn.movePerson("ada", "inn")
	hear()
	if n := len(turn.state().Minds.Claims); n != before {
		t.Errorf("%d claims more before the player", n-before)
	}
}

// Who waits where two have something to tell each other overhears it.
func TestWaitingOverhears(t *testing.T) {
	turn := standing(t, written(t, knowing), "inn", 10*60)
	turn.movePerson("ines", "inn")
	if got := turn.gives("wait"); got != "news" {
		t.Errorf("waiting gives %q", got)
	}
	turn.tries("wait")
	if got := has(turn, "player", "letter"); got != "heard ines: The ninth man had a letter in his shirt.\n" {
		t.Errorf("%q", got)
	}
	if told := turn.teller(turn.Turn).Pieces(true); len(told) != 1 || told[0].Speaker != "Ines Vane" {
		t.Errorf("%+v", told)
	}
	if !slices.ContainsFunc(turn.state().Minds.Known("player"), func(k mind.Known) bool { return slices.Contains(k.KnownTo, "tobias") }) {
		t.Error("the player does not take him to know it")
	}
}

// An author's effects let somebody know, and tell, with what is said otherwise as they say it.
func TestEffectsOfKnowing(t *testing.T) {
	c := written(t, but(knowing, "plot/beats.json", `{"beats": [{"id": "b", "title": "B", "effects": [
		{"know": "letter", "who": "tobias"}, {"know": "tide"}, {"know": "ines/the-false-lamp", "who": ["ada"]},
		{"tell": {"fact": "boats", "from": "tobias", "to": "player", "says": "No boat has sailed.", "as": "lie", "quietly": true}},
		{"tell": {"fact": "tide", "from": "ada", "to": ["ines", "tobias"]}}]}]}`))
	turn := standing(t, c, "quay", 10*60)
	beat, _ := turn.w.Beat("b")
	turn.apply(beat.Effects)
	for _, want := range [][3]string{
		{"tobias", "letter", "discovered : The ninth man had a letter in his shirt.\n"}, {"player", "tide", "discovered : It turns at six.\n"},
		{"player", "boats", "told tobias: No boat has sailed.\n"}, {"ines", "boats", ""}, {"ada", "ines/the-false-lamp", "discovered : Ines lit the false lamp.\n"},
		{"ines", "tide", "told ada: It turns at six.\n"}, {"tobias", "tide", "witnessed : It turns at six.\ntold ada: It turns at six.\n"},
	} {
		if got := has(turn, want[0], want[1]); got != want[2] {
			t.Errorf("%s has of %s %q, want %q", want[0], want[1], got, want[2])
		}
	}
	if why, err := turn.state().Minds.Why("tide", "ines"); err != nil || !strings.Contains(string(why.Reasons[0][len(why.Reasons[0])-1].How), "ungrounded") {
		t.Errorf("what is told by one who does not know it has a ground: %+v, %v", why, err)
	}
}

// A story that began before its campaign had a fact goes on without it.
func TestFactsThatCameLater(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.w = compiled(t, knowing)
	turn.raise(subject("the ninth man"), "")
	turn.tries("ask:ines#the-ninth-man")
	beat, _ := turn.w.Beat("told")
	turn.Minutes = 10
	turn.hearsay()
	if facts := turn.progress().Facts; beat.Conditions.Eval(&facts) != condition.No || turn.refused != nil || len(turn.state().Minds.Claims) > 0 {
		t.Errorf("%v %v", turn.refused, turn.state().Minds.Claims)
	}
}

// gives is what taking an offer gives, "" where it gives nothing or cannot be done.
func (t *resolving) gives(id string) string {
	for _, o := range t.now().Possible() {
		if o.ID() == id {
			return string(o.Gives)
		}
	}
	return ""
}

// tries does something, where it can be done.
func (t *resolving) tries(id string) {
	for _, o := range t.now().Possible() {
		if o.ID() == id {
			t.choose(chosen{Choice: &Choice{ID: id, Action: o.Action, Source: event.Made, Kind: event.ChoiceKind(o.Kind), Text: "-"}})
			return
		}
	}
}

func subject(words string) world.Subject { return world.SubjectOf(words) }

func compiled(t *testing.T, files map[string]string) *world.World {
	t.Helper()
	return world.Compile(written(t, files))
}

// Whom somebody has it from is told with it, as they say it; and in the journal.
func TestHearsayNamesWhomItIsFrom(t *testing.T) {
	turn := standing(t, written(t, knowing), "quay", 10*60)
	turn.acquaint()
	turn.raise(subject("the ninth man"), "")
	turn.movePerson("ines", "inn")
	turn.Minutes = 10
	turn.hearsay()
	turn.movePlayer("inn", nil)
	turn.movePerson("ines", "quay")
	turn.tries("ask:tobias#the-ninth-man")
	told := turn.teller(turn.Turn).Pieces(false)
	if len(told) != 1 || told[0].Speaker != "Tobias Orr" || told[0].From != "Ines Vane" {
		t.Errorf("%+v", told)
	}
	if facts := Following(func() Look { return Look{func() sight { return sight{Situation: turn.now()} }} }).Journal().Facts; !slices.Equal(facts, []string{"Tobias Orr, who has it from Ines Vane, says that the ninth man had a letter in his shirt."}) {
		t.Errorf("%q", facts)
	}
}

// What people think of each other is the story's directed relation, whoever moves it: a skill that does
// by relation.write has them talk, and fall silent.
func TestRelationsHavePeopleTalk(t *testing.T) {
	turn := standing(t, written(t, but(knowing, "characters/npcs/ines/profile.json", `{"name": "Ines Vane", "role": "net maker", "personality": {}, "pronouns": "she", "place": "inn"}`)), "quay", 10*60)
	thinks := func(by int64) {
		turn.stage(event.Event{Kind: event.RelationChanged, Actor: "npc-perception", Data: event.Data{"who": "ines", "whom": "tobias", "by": by * 1000}})
		turn.Minutes = 10
		turn.hearsay()
	}
	if thinks(29); has(turn, "tobias", "letter") != "" {
		t.Error("who thinks little of him tells him")
	}
	if thinks(1); has(turn, "tobias", "letter") == "" {
		t.Error("who thinks well of him does not tell him")
	}
}
