package story_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// What was hidden is told of nobody, wherever it is asked about, and is known as it was; who learned
// the same again later learned it then. Shown again it is told as ever.
func TestWhatIsHiddenIsNotTold(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		turn := openTurn(t, p)
		claim := func(turn *story.Turn, id, speaker, to, heard, content string) event.Position {
			t.Helper()
			data := event.Data{"claim": id, "speaker": speaker, "content": content, "truth": "sincere", "to": []string{to}}
			if heard != "" {
				data["heard"] = heard
			}
			at, err := turn.Add(event.Event{Kind: event.ClaimMade, Actor: event.EngineSelf, Data: data, Perception: (&event.Perception{
				WitnessedBy: []event.CharacterID{event.CharacterID(speaker), event.CharacterID(to)}, ApparentAudience: []event.CharacterID{event.CharacterID(speaker), event.CharacterID(to)},
			}).Sorted()})
			must(t, err)
			return at
		}
		add(t, turn, event.FactEstablished, event.Data{"fact": "tide", "content": "The tide is turning."})
		saw := add(t, turn, event.FactLearned, event.Data{"who": "ines", "fact": "tide", "source": "witnessed"})
		first := claim(turn, "c-1", "ned", "ines", "", "The oil was stolen.")
		claim(turn, "c-2", "ines", "player", "c-1", "Somebody stole the oil.")
		add(t, turn, event.FactLearned, event.Data{"who": "ines", "fact": "tide", "source": "told", "from": "ned"})
		commit(t, turn)

		told := func(who event.CharacterID) string {
			t.Helper()
			shown, err := p.Shown(t.Context(), event.Where{}, 0)
			must(t, err)
			minds := shown.ShownMinds()
			var all []string
			for _, k := range minds.Known(who) {
				all = append(all, k.Content+" "+string(k.How))
				for _, by := range k.Chain {
					all = append(all, "<"+string(by))
				}
			}
			return strings.Join(all, " ")
		}
		before, through := told("ines"), told("player")
		if before != "The tide is turning. witnessed The oil was stolen. told <ned Somebody stole the oil. said <ines <ned" || !strings.HasSuffix(through, "<ines <ned") {
			t.Fatalf("told was %q and %q", before, through)
		}
		must(t, p.Hide(t.Context(), first))
		if got := told("ines"); got != "The tide is turning. witnessed Somebody stole the oil. said <ines" {
			t.Errorf("with the claim hidden Ines is told to know %q", got)
		}
		if got := told("player"); !strings.HasSuffix(got, "<ines") {
			t.Errorf("with the claim hidden the player has it from %q", got)
		}
		state, err := p.Shown(t.Context(), event.Where{}, 0)
		must(t, err)
		minds := state.ShownMinds()
		if is, shown := p.State().As("ines").Bond("ned"), state.As("ines").Bond("ned"); len(is.Between) != 1 || len(shown.Between) != 0 {
			t.Errorf("Ines has with Ned %+v, and is told %+v", is.Between, shown.Between)
		}
		if _, err := minds.Who("The oil was stolen"); err == nil {
			t.Error("who heard the hidden claim is told")
		}
		must(t, p.Hide(t.Context(), saw))
		if got := told("ines"); got != "Somebody stole the oil. said <ines The tide is turning. told" {
			t.Errorf("with both hidden Ines is told to know %q", got)
		}
		if !p.State().As("ines").Knows("tide") || p.State().Minds.Known("ines")[0].How != mind.HowWitnessed {
			t.Error("what was hidden is not known any more")
		}
		must(t, p.Unhide(t.Context(), first))
		must(t, p.Unhide(t.Context(), saw))
		if a, b := told("ines"), told("player"); a != before || b != through {
			t.Errorf("shown again it is %q and %q", a, b)
		}
	})
}

// A memory that was hidden is shown by nothing that is shown of a character: their bonds, what they recall, what is pinned. They have it still.
func TestAHiddenMemoryIsShownByNothing(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		turn := openTurn(t, p)
		kept := add(t, turn, event.MemoryKept, event.Data{"memory": "m", "knower": "ines", "words": "Ned kissed me.", "characters": []string{"ned"}, "significance": "high"})
		add(t, turn, event.MemoryKept, event.Data{"memory": "n", "knower": "ines", "words": "The lamp went out.", "significance": "low"})
		add(t, turn, event.MemoryPinned, event.Data{"who": "ines", "memory": "m"})
		commit(t, turn)
		shown := func() string {
			state, err := p.Shown(t.Context(), event.Where{}, 0)
			must(t, err)
			v := state.As("ines")
			recalled, err := v.Recall(t.Context(), story.Query{Text: "kissed"})
			must(t, err)
			_, all, err := v.Best(t.Context(), story.Query{})
			must(t, err)
			return fmt.Sprint(len(v.Bond("ned").Alone), len(recalled), len(v.Pinned()), all)
		}
		if got := shown(); got != "1 1 1 2" {
			t.Fatalf("shown were %s", got)
		}
		must(t, p.Hide(t.Context(), kept))
		if got := shown(); got != "0 0 0 1" {
			t.Errorf("of what is hidden are shown %s", got)
		}
		if v := p.State().As("ines"); len(v.Bond("ned").Alone) != 1 || len(v.Pinned()) != 1 {
			t.Error("what was hidden is not remembered any more")
		}
		must(t, p.Unhide(t.Context(), kept))
		if got := shown(); got != "1 1 1 2" {
			t.Errorf("shown again are %s", got)
		}
	})
}

// What was hidden is left out of the journal that is shown, and what is left keeps its names.
func TestTheJournalThatIsShown(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	tell(t, p)
	v := p.State().Player()
	all := v.Object()["$journal"].([]any)
	hidden, _ := v.Position(all[1].(strictjson.Object)["id"].(string))
	must(t, p.Hide(t.Context(), hidden))
	without, err := p.Shown(t.Context(), event.Where{}, 0)
	must(t, err)
	shown := without.Player().Object()["$journal"].([]any)
	if want := append(slices.Clone(all[:1]), all[2:]...); !reflect.DeepEqual(shown, want) {
		t.Errorf("shown is\n%v\nnot\n%v", shown, want)
	}
	if again := v.Object()["$journal"].([]any); !reflect.DeepEqual(again, all) {
		t.Error("the view itself is another")
	}
}

// What somebody learned is told as of a moment from which on it is so, with its words, and not at all
// before; and nobody learns it before that.
func TestNobodyKnowsWhatIsNotYetSo(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		turn := openTurn(t, p)
		now := turn.State().Moment
		add(t, turn, event.FactEstablished, event.Data{"fact": "wreck", "content": "There is a wreck."})
		for _, kind := range []event.Kind{event.FactLearned, event.SecretRevealed} {
			early := event.Event{
				Kind: kind, Actor: event.EngineSelf, Moment: event.Moment{Sequence: now.Sequence - 1, Timed: true},
				Data: event.Data{"who": "ines", "fact": "wreck", "source": "witnessed"},
			}
			if kind == event.SecretRevealed {
				early.Data, early.Perception = event.Data{"whose": "ines", "fact": "wreck"}, &event.Perception{}
			}
			if _, err := turn.Add(early); err == nil || !strings.Contains(err.Error(), `"wreck" is so from`) {
				t.Errorf("%s before it is so: %v", kind, err)
			}
		}
		add(t, turn, event.FactLearned, event.Data{"who": "ines", "fact": "wreck", "source": "otherwise", "how": "by the gulls"})
		if _, err := turn.Add(event.Event{Kind: event.FactLearned, Actor: event.EngineSelf, Data: event.Data{"who": "ned", "fact": "wreck", "source": "otherwise"}}); err == nil {
			t.Error("otherwise, without words")
		}
		commit(t, turn)
		before, err := p.Shown(t.Context(), event.Where{Moment: now.Sequence - 1}, 0)
		must(t, err)
		then := before.ShownMinds()
		if known := then.Known("ines"); len(known) != 0 || then.HasLearned("ines", "wreck") {
			t.Errorf("before, Ines knew %+v", known)
		}
		if _, err := then.Who("wreck"); err == nil {
			t.Error("before, it can be asked about")
		}
		later, err := p.Shown(t.Context(), event.Where{Moment: now.Sequence}, 0)
		must(t, err)
		after := later.ShownMinds()
		if known := after.Known("ines"); len(known) != 1 || known[0].Content != "There is a wreck." || known[0].How != mind.HowOtherwise || known[0].Way != "by the gulls" {
			t.Errorf("then, Ines knows %+v", known)
		}
	})
}

// In a log that was written elsewhere somebody may have learned what is not so yet: as of then it is
// left out, id and all.
func TestOldLogsOfWhatIsNotYetSo(t *testing.T) {
	var minds mind.Minds
	minds.Apply(1, event.Event{Kind: event.EntityAdded, Data: event.Data{"entity": "ines", "type": "person", "name": "Ines"}})
	minds.Apply(2, event.Event{Kind: event.FactLearned, Data: event.Data{"who": "ines", "fact": "wreck", "source": "witnessed"}})
	if len(minds.Known("ines")) != 0 || len(minds.Pieces("ines")) != 0 || minds.HasLearned("ines", "wreck") {
		t.Errorf("Ines knows %+v", minds.Known("ines"))
	}
	if _, err := minds.Who("wreck"); err == nil {
		t.Error("it can be asked about")
	}
	minds.Apply(3, event.Event{Kind: event.FactEstablished, Data: event.Data{"fact": "wreck", "content": "There is a wreck."}})
	if known := minds.Known("ines"); len(known) != 1 || known[0].Content != "There is a wreck." {
		t.Errorf("Ines knows %+v", known)
	}
}

// What a bond or a group is said to be is not shown where the event that said so was hidden, and what was said of it before no longer
// holds.
func TestWhatARelationIsSaidToBe(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	add(t, turn, event.EntityAdded, event.Data{"entity": "watch", "type": "group", "name": "The Watch"})
	add(t, turn, event.RelationNoted, event.Data{"who": "ines", "whom": "ned", "trust": 10000, "summary": "A friend."})
	summary := add(t, turn, event.RelationNoted, event.Data{"who": "ines", "whom": "ned", "summary": "More than that."})
	trust := add(t, turn, event.RelationNoted, event.Data{"who": "ines", "whom": "ned", "trust": 20000})
	group := add(t, turn, event.GroupChanged, event.Data{"group": "watch", "members": []string{"ines", "ned"}, "summary": "Two of them.", "dynamic": "close"})
	commit(t, turn)
	shown := func() string {
		state, err := p.Shown(t.Context(), event.Where{}, 0)
		must(t, err)
		b, g := state.As("ines").Bond("ned"), state.As("ines").Groups()[0]
		return fmt.Sprintf("%d %q %q %q %d", b.Trust, b.Summary, g.Summary, g.Dynamic, len(g.Members))
	}
	for _, c := range []struct {
		hide event.Position
		want string
	}{
		{0, `20000 "More than that." "Two of them." "close" 2`},
		{summary, `20000 "" "Two of them." "close" 2`},
		{trust, `0 "" "Two of them." "close" 2`},
		{group, `0 "" "" "" 2`},
	} {
		if c.hide > 0 {
			must(t, p.Hide(t.Context(), c.hide))
		}
		if got := shown(); got != c.want {
			t.Errorf("shown is %s, not %s", got, c.want)
		}
	}
	if b := p.State().As("ines").Bond("ned"); b.Trust != 20000 || b.Summary != "More than that." {
		t.Errorf("what was hidden is not so any more: %+v", b)
	}
}
