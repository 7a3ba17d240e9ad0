// Package storyteller is the bundled skill storyteller: it tells the turn.
//
//	narrate {kind, focus}
//
// What there is to tell it reads from the story: "$telling" is a prose.Scene,
// which the composer of package prose turns into three paragraphs at the most, and which
// ends with whatever the author wrote for the turn. Of the steps it depends on it takes
// what they recalled: one memory of any result that has "memories", and one
// sentence of any that has "snippets", see memory.go and lore.go. What the player did,
// and what a memory is of, are data: no sentence is read to learn it, and a summary is
// quoted as it stands.
//
// Input, all of it optional:
//
//	kind   the kind of scene, where the plan knows better than the story:
//	       "travel", "dialogue", "danger" or "resolution"
//	focus  what the turn is about: a person who is then in front, a thing
//
// Where the story has no "$telling", as when a plan is run by hand, the input
// makes the scene: text (told first, as it is), place, choice (in its own words),
// weather, part, people.
//
// Where the program has a model that writes, and the author's words for what is about are used up, the model is
// asked for what is wanted of them, a sentence at a time; see besides.go. What happened is told before that and
// without it: it may be slow, absent or a liar, and no more is lost than how a place looks.
//
// Configuration: style is "terse", "vivid" or "poetic"; where it is not set the
// story's own counts, else "vivid". words "author" asks no model. provider, model, apiKey and fallbackProvider
// are of the specification; which models there are, the settings of the program say for all skills, and a
// log line tells that to whoever sets them here.
//
// Output: {words, told, memory, written}. told is what the composer has to remember of the
// turn, a prose.Told, memory the handle of the memory that was told, or "", and written how many sentences a model wrote.
// The prose is the UI event narration, one for each paragraph, with source: what the
// paragraph is made of; one that continues goes on with the paragraph before.
//
// Errors: bad_input. A scene that cannot be read, and results that are not what
// they say, are logged, and the turn is told without them.
package storyteller

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit"
)

type input struct {
	Kind  string `json:"kind"`
	Focus string `json:"focus"`

	// What makes the scene where the story has none.
	Text    string `json:"text"`
	Place   any    `json:"place"` // a name, or an object with one
	Choice  any    `json:"choice"`
	Weather string `json:"weather"`
	Part    string `json:"part"`
	People  []any  `json:"people"`
	Present []any  `json:"present"` // as steps that a trigger added are given it
}

type config struct {
	Provider         string      `json:"provider"`
	Model            string      `json:"model"`
	APIKey           string      `json:"apiKey"`
	Style            prose.Style `json:"style"`
	FallbackProvider string      `json:"fallbackProvider"`
	Words            string      `json:"words"`
}

type output struct {
	Words  int        `json:"words"`
	Told   prose.Told `json:"told"`
	Memory string     `json:"memory"`

	Written int `json:"written,omitzero"`
}

// Narrate is the script narrate.
func Narrate(ctx context.Context, inv *kit.Invocation) error {
	var in input
	var set config
	if err := errors.Join(inv.ReadInput(&in), inv.ReadConfig(&set)); err != nil {
		return err
	}
	now, err := turnOf(ctx, inv, in, set.Style)
	if err != nil {
		return err
	}
	if set.Provider != "" {
		inv.Log("info", "which models write is set for all skills, by models.text of the settings; the provider that is set for this skill is not asked", map[string]any{"provider": set.Provider})
	}
	results := resultsOf(inv)
	memory := results.memory(now)
	if memory != nil {
		told := memory.told()
		now.scene.Memory = &told
	}
	if len(results.snippets) > 0 && now.asks() {
		if now.met, err = metOf(ctx, inv); err != nil {
			return err
		}
	}
	if lore := results.lore(now); now.asks() && lore != nil {
		now.scene.Lore = lore
	}
	tell(ctx, inv, now.scene, memory, set.Words != wordsOfAuthors)
	return nil
}

// wordsOfAuthors has no model asked.
const wordsOfAuthors = "author"

// tell composes the turn and gives it to the player, and what a model has to say besides.
func tell(ctx context.Context, inv *kit.Invocation, scene prose.Scene, memory *memory, besides bool) {
	telling := prose.Compose(scene)
	out := output{Told: telling.History.Last()}
	for _, piece := range telling.Pieces {
		inv.UI("narration", map[string]any{"text": piece.Text, "speaker": piece.Speaker, "source": piece.Source})
		out.Words += prose.Words(piece.Text)
	}
	if memory != nil && telling.Remembered {
		out.Memory = memory.ID
	}
	if besides && telling.Room > 0 && inv.Has(generate) {
		for sentence := range writtenOf(ctx, inv, scene, telling) {
			inv.UI("narration", map[string]any{"text": sentence, "source": action.ByTeller, "continues": out.Written > 0})
			out.Words += prose.Words(sentence)
			out.Told = out.Told.With(sentence)
			out.Written++
		}
	}
	inv.Output(out)
	inv.Summary(summary(telling))
}

// summary is the telling's first sentence.
func summary(telling prose.Telling) string {
	if sentences := prose.Sentences(telling.Text()); len(sentences) > 0 {
		return prose.CleanLine(sentences[0], 120)
	}
	return ""
}

// convert reads a value that came as JSON into what it should be. What it has
// beside that is of no interest: another skill's output says more than one reader
// needs.
func convert(value, into any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
