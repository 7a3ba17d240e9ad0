// Package generation is what is kept of the texts that a turn had models write: what each was asked, what came of it,
// and what was made of that, so that it can be seen afterwards exactly.
//
//	ledger := generation.NewLedger(&generation.Options{Untimed: seeded}) // of one turn
//	ctx = ledger.In(ctx)                                                 // whoever asks a model within finds it there
//
//	answer, call, err := generation.Ask(ctx, generator, generation.Asked{By: "planner", Request: request}, tell)
//	call.End(generation.Mended, "a step names no script")
//
//	for _, kept := range ledger.Close() { ... }                          // of each character whose view was asked from
//
// The flow of one:
//
//	Asked ──Ask──▶ Generator ──answer or error──▶ whoever asked ──End──▶ Ledger ──Close──▶ Kept, one for each view ──▶ bytes
//
// Four rules hold for all of it:
//
//   - Nothing is decided by it. A turn is the same with a ledger and without one, and whoever asks in a context that
//     has none asks as ever.
//   - What was asked was made from one view. Those of several characters are kept apart from the beginning, and never
//     stand in one text.
//   - It is bounded, whatever a model says: see the Most constants. What there is no room for is left out from the
//     texts, and how much it was stays.
//   - It says which model, and not where it is; why there was no answer by its kind, and not in a server's words.
package generation

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
)

// The bounds of what is kept, in bytes and in numbers.
const (
	MostCalls      = 64        // of one turn; of those beyond it is kept how many they were
	MostPrompt     = 128 << 10 // of the texts of one call's sections
	MostSections   = 256       // of one call
	MostAnswer     = 32 << 10  // of one answer
	MostConsidered = 64        // of one call
	MostCandidate  = 1 << 10   // of the text of one of them
	MostForm       = 64 << 10  // of a schema or a grammar
	MostReason     = 400       // of a reason, and of each thing left out of an answer
	MostLeft       = 32        // of those
	MostKept       = 512 << 10 // of one view of a turn, as JSON: beyond it calls are kept without texts
)

// A Generation is one call of a model.
type Generation struct {
	Task     string   `json:"task"`           // "plan", "generate", ...
	Part     string   `json:"part,omitempty"` // of the task; see [model.Place]
	By       string   `json:"by"`             // who asked: planner, a script as SKILL/SCRIPT, or afterwards, of a turn that was over
	Prompt   string   `json:"prompt"`         // which prompt of theirs, with its version, as "plan/1"; "" where they do not say
	Model    string   `json:"model"`          // who was asked
	Wrote    string   `json:"wrote"`          // who answered; "" where nobody did
	Passed   []Passed `json:"passed,omitempty"`
	Sampling Sampling `json:"sampling"`

	Took   int64 `json:"took,omitempty"` // milliseconds; 0 where it was not noted
	Usage  Usage `json:"usage"`
	Untold bool  `json:"untold,omitempty"` // there was no room for the texts

	Sections   []Section   `json:"sections"`
	Considered []Candidate `json:"considered,omitempty"`

	Answer      string   `json:"answer"`      // as the model wrote it, with what stands around the JSON; of a call that failed what was written until then
	AnswerBytes int      `json:"answerBytes"` // of which Answer has the first
	End         End      `json:"end"`
	Why         string   `json:"why,omitempty"`
	Left        []string `json:"left,omitempty"` // what was left out of the answer, a phrase each

	Withheld bool `json:"withheld,omitempty"` // its texts are not shown: see Withhold
}

// Passed is somebody who was to answer before and did not, and why.
type Passed struct {
	Model string     `json:"model"`
	Why   model.Kind `json:"why"`
}

// Sampling is how a text was asked for.
type Sampling struct {
	MaxTokens int      `json:"maxTokens"`
	Heat      int      `json:"heat"`           // thousandths
	Seed      int64    `json:"seed,omitempty"` // 0 where none was asked for
	Stop      []string `json:"stop,omitempty"`
	Form      string   `json:"form,omitempty"`      // "schema" or "grammar"; "" is any text
	FormText  string   `json:"formText,omitempty"`  // it, to the letter
	FormBytes int      `json:"formBytes,omitempty"` // of which FormText has the first
	Within    int64    `json:"within,omitempty"`    // milliseconds that it had; 0 where it was not noted
}

// Usage is how many tokens a call took, as the model counts; 0 where it does not say.
type Usage struct {
	Prompt int `json:"prompt"`
	Text   int `json:"text"`
	Reused int `json:"reused,omitempty"` // of the prompt's, those that were read before and not again
}

// A Section is a part of a prompt.
type Section struct {
	Name   string `json:"name"` // which part it is: small letters, digits and hyphens; nothing of the story
	Role   string `json:"role"`
	Tier   string `json:"tier,omitempty"` // must, should or nice; "" where whoever asks has none
	Text   string `json:"text"`
	Bytes  int    `json:"bytes"`            // of which Text has the first
	Tokens int    `json:"tokens,omitempty"` // 0 where nobody counted
	// Reckoned says that the tokens were reckoned by the bytes, and not counted by the model's own tokenizer.
	Reckoned bool `json:"reckoned,omitempty"`
	// Dropped is why it was not sent; "" where it was.
	Dropped string `json:"dropped,omitempty"`
}

// A Candidate is something that was looked at for a prompt: a memory, a piece of lore.
type Candidate struct {
	Kind   string  `json:"kind"`
	Text   string  `json:"text"`
	Scores []Score `json:"scores,omitempty"`
	// Dropped is why it is not in the prompt; "" where it is.
	Dropped string `json:"dropped,omitempty"`
}

// A Score is one by which candidates are ranked, in thousandths.
type Score struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

// An End is what was made of a call. The names are fixed in saves.
type End string

// The ends.
const (
	Used       End = "used"       // the answer, as it is
	Mended     End = "mended"     // what was left of it
	Refused    End = "refused"    // there was one, and nothing of it was used
	Failed     End = "failed"     // there was none
	Given      End = "given"      // the answer was given to a script, which did not say what it made of it
	Unfinished End = "unfinished" // nobody waited for it any longer
)

// Ends are all of them.
func Ends() []End { return []End{Used, Mended, Refused, Failed, Given, Unfinished} }

// Withhold is the same without any text of the story or the model: what it was and what it cost.
func (g Generation) Withhold() Generation {
	g = g.untold()
	g.Untold, g.Withheld = false, true
	return g
}

// leftOut is why a section was not sent where the reason is not shown.
const leftOut = "left out"

// untold is it without texts.
func (g Generation) untold() Generation {
	g.Sections, g.Considered = slices.Clone(g.Sections), nil
	for i := range g.Sections {
		g.Sections[i].Text = ""
		if g.Sections[i].Dropped != "" { // which is in the words of whoever asked
			g.Sections[i].Dropped = leftOut
		}
	}
	g.Answer, g.Left, g.Sampling.Stop, g.Sampling.FormText, g.Untold = "", nil, nil, "", true
	if g.End != Failed { // of which it is a word of ours
		g.Why = ""
	}
	return g
}

// Kept is what is kept of a turn, of one view.
type Kept struct {
	Who         string       `json:"-"` // whose: a character's id
	Generations []Generation `json:"generations"`
	More        int          `json:"more,omitempty"` // there were, beyond what is kept
}

// Bytes are it as it is stored: one object of JSON, in the one form in which all documents of a save are.
func (k Kept) Bytes() []byte {
	data, err := json.Marshal(k)
	if err == nil {
		var tree any
		if tree, err = strictjson.Parse(data); err == nil {
			return strictjson.Encode(tree)
		}
	}
	panic(fmt.Sprintf("generation: %v", err)) // there is nothing in it that could not be written
}

// Read reads bytes that were stored. Members that a newer program wrote are passed over.
func Read(data []byte) (k Kept, err error) {
	err = json.Unmarshal(data, &k)
	return k, err
}

// ModelOf is which model a generator is, without where: names of generators end in an @ and the server of theirs, which
// is the user's own affair.
func ModelOf(generator string) string {
	if at := strings.LastIndexByte(generator, '@'); at > 0 {
		return generator[:at]
	}
	return generator
}

// order is that of the calls of a turn, which does not hang on which of them ended first: what was planned, and then by
// task and part.
func order(a, b Generation) int {
	planned := func(g Generation) int {
		if g.Task == "plan" {
			return 0
		}
		return 1
	}
	return cmp.Or(planned(a)-planned(b), strings.Compare(a.Task, b.Task), strings.Compare(a.Part, b.Part))
}
