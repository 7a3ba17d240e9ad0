package knowledge_test

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/knowledge"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
)

// A program that has its own dialogue, and wants each of its characters to draw on what reached them
// and on nothing else. It keeps them in memory here; persistence/sqlite keeps them in a directory.
func Example() {
	ctx := context.Background()
	store := persistence.New(mem.New(), &persistence.Options{Embedder: lexical.New()})
	save, err := store.Create(ctx, "psu", "psu-1980")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer save.Close()
	base := knowledge.Open(save)
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	must(base.RegisterCharacter(ctx, knowledge.Character{ID: "alex", Name: "Alex", Traits: knowledge.Object{"disposition": "guarded"}}))
	must(base.RegisterCharacter(ctx, knowledge.Character{ID: "webb", Name: "Dr. Webb", Traits: knowledge.Object{"role": "investigator"}}))
	must(base.CreateMoment(ctx, knowledge.Moment{ID: "scene-1", Sequence: 1, Label: "First meeting"}))
	take, err := base.CreateTake(ctx, knowledge.NewTake{Notes: "initial run"})
	must(err)

	// Something that Webb alone knows.
	fact, err := base.LogFact(ctx, knowledge.NewFact{Content: "Alex's father was part of the 1980 experiment.", Category: "backstory", Moment: "scene-1"})
	must(err)
	_, err = base.LogKnowledge(ctx, knowledge.Learning{Character: "webb", Fact: fact, Moment: "scene-1", Take: take, Source: "research"})
	must(err)

	show := func(who string, take knowledge.TakeID) {
		state, err := base.QueryState(ctx, knowledge.Query{Character: knowledge.CharacterID(who), Moment: "scene-1", Take: take})
		must(err)
		fmt.Printf("%s, on %s:\n", state.Name, take)
		for _, f := range state.Facts {
			fmt.Printf("  knows by %s: %s\n", f.Source, f.Content)
		}
		for _, m := range state.Memories {
			fmt.Printf("  %s: %s\n", m.Kind, m.Text)
		}
	}
	said, err := base.Dialogue(ctx, knowledge.Line{
		Speaker: "webb", Text: "I've been looking into what happened at PSU in 1980.", Moment: "scene-1", Take: take, Listeners: []knowledge.CharacterID{"alex"},
	})
	must(err)
	_, err = base.Dialogue(ctx, knowledge.Line{
		Speaker: "alex", Text: "I don't know what you're talking about.", Moment: "scene-1", Take: take, Listeners: []knowledge.CharacterID{"webb"},
	})
	must(err)
	show("alex", take)
	show("webb", take)

	// It did not go well: once more, from before the first line. The first take is as it was.
	again, err := base.CreateTake(ctx, knowledge.NewTake{Parent: take, Before: said.Event, Notes: "Webb more direct"})
	must(err)
	_, err = base.Dialogue(ctx, knowledge.Line{
		Speaker: "webb", Text: "Your father was there.", Moment: "scene-1", Take: again, Listeners: []knowledge.CharacterID{"alex"},
	})
	must(err)
	show("alex", again)
	// Output:
	// Alex, on take-2:
	//   heard: I've been looking into what happened at PSU in 1980.
	//   said: I don't know what you're talking about.
	// Dr. Webb, on take-2:
	//   knows by research: Alex's father was part of the 1980 experiment.
	//   said: I've been looking into what happened at PSU in 1980.
	//   heard: I don't know what you're talking about.
	// Alex, on take-3:
	//   heard: Your father was there.
}
