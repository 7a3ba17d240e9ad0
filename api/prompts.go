package api

import (
	"context"

	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/story/event"
)

type promptParams struct {
	Story     string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open"`
	Turn      int64  `json:"turn" min:"1" doc:"which turn"`
	Character string `json:"character,omitempty" max:"1024" doc:"from whose view: an id, a name or a word of it; the player unless given"`
	Branch    string `json:"branch,omitempty" max:"64" doc:"along which branch; the one that the story is told along unless given"`
	Event     int64  `json:"event,omitempty" min:"1" doc:"as it was at an event of the log: what is after it is not seen"`
	Moment    int64  `json:"moment,omitempty" min:"1" doc:"as it was at a moment: what is of later ones is not seen"`
	Hidden    bool   `json:"hidden,omitempty" doc:"give texts also where something that stands before them is hidden"`
}

// Prompts are what models were asked for in a turn, from one view.
type Prompts struct {
	_           struct{}     `doc:"what models were asked for in a turn, from one view"`
	Character   string       `json:"character" doc:"whose view, by their id"`
	Name        string       `json:"name" doc:"what they are called"`
	Generations []Generation `json:"generations" doc:"one for each call of a model: the plan, and then by task and part; none where nobody was asked"`
	More        int          `json:"more" doc:"how many calls there were beyond what is kept of a turn"`
}

// Generation is one call of a model.
type Generation struct {
	_        struct{}       `doc:"one call of a model"`
	Task     string         `json:"task" doc:"what for: plan, generate, ..."`
	Part     string         `json:"part,omitempty" doc:"which part of the task"`
	By       string         `json:"by" doc:"who asked: planner, a script as SKILL/SCRIPT, or afterwards, of a turn that was over"`
	Prompt   string         `json:"prompt,omitempty" doc:"which prompt of theirs, with its version, where they say"`
	Model    string         `json:"model" doc:"who was asked"`
	Wrote    string         `json:"wrote,omitempty" doc:"who answered; left out where nobody did"`
	Passed   []PassedModel  `json:"passed,omitempty" doc:"those who were to answer before, and did not"`
	Sampling PromptSampling `json:"sampling" doc:"how the text was asked for"`
	Took     int64          `json:"took" doc:"milliseconds; 0 where it is not kept, as in a story with a seed"`
	Tokens   PromptTokens   `json:"tokens" doc:"that the call took, as the model counts; 0 where it does not say"`

	Sections   []PromptSection   `json:"sections" doc:"what the prompt is made of, in its order, and what was left out of it"`
	Considered []PromptCandidate `json:"considered,omitempty" doc:"what was looked at for it"`

	Answer      string   `json:"answer" doc:"what the model wrote, or its beginning; where it failed, what it had written until then"`
	AnswerBytes int      `json:"answerBytes" doc:"how much that was as a whole"`
	End         string   `json:"end" enum:"used,mended,refused,failed,given,unfinished" doc:"what was made of it: used as it is; mended, what was left of it; refused, nothing of it; failed, there was none; given to a script, which did not say; unfinished, nobody waited any longer"`
	Why         string   `json:"why,omitempty" doc:"why it was not used as it is"`
	Left        []string `json:"left,omitempty" doc:"what was left out of it, a phrase each"`
	Untold      bool     `json:"untold,omitempty" doc:"its texts are not kept, since those of the turn are too large"`
	Withheld    bool     `json:"withheld,omitempty" doc:"its texts are not shown, since something that stands before them is hidden"`
}

// PassedModel is a model that did not answer.
type PassedModel struct {
	_     struct{} `doc:"a model that did not answer"`
	Model string   `json:"model" doc:"its name"`
	Why   string   `json:"why" doc:"in a word: timeout, unreachable, ..."`
}

// PromptSampling is how a text was asked for.
type PromptSampling struct {
	_         struct{} `doc:"how a text was asked for"`
	MaxTokens int      `json:"maxTokens" doc:"that the answer might have"`
	Heat      int      `json:"heat" doc:"how far from the likeliest word it might go, in thousandths"`
	Seed      int64    `json:"seed,omitempty" doc:"the same text was asked for again with it"`
	Stop      []string `json:"stop,omitempty" doc:"ends the text where one of them would begin"`
	Form      string   `json:"form,omitempty" doc:"schema or grammar; left out for any text"`
	FormText  string   `json:"formText,omitempty" doc:"that schema or grammar, or its beginning"`
	FormBytes int      `json:"formBytes,omitempty" doc:"of all of it; left out for any text, and in saves of before it was kept"`
	Within    int64    `json:"within" doc:"milliseconds that it had; 0 where it is not kept"`
}

// PromptTokens are those that a call took.
type PromptTokens struct {
	_      struct{} `doc:"tokens that a call took"`
	Prompt int      `json:"prompt" doc:"of the prompt"`
	Text   int      `json:"text" doc:"of the answer"`
	Reused int      `json:"reused" doc:"of the prompt's, those at its beginning that were read for a call before and not again, where that is said; 0 in a story with a seed"`
}

// PromptSection is a part of a prompt.
type PromptSection struct {
	_        struct{} `doc:"a part of a prompt"`
	Name     string   `json:"name" doc:"which part"`
	Role     string   `json:"role" doc:"of which message: system, user or assistant"`
	Tier     string   `json:"tier,omitempty" doc:"must, should or nice, where whoever asked had these"`
	Text     string   `json:"text" doc:"what it says, or its beginning"`
	Bytes    int      `json:"bytes" doc:"of all that it says"`
	Tokens   int      `json:"tokens" doc:"that it has"`
	Reckoned bool     `json:"reckoned" doc:"the tokens are reckoned by its bytes; else they are counted as the model does"`
	Dropped  string   `json:"dropped,omitempty" doc:"why it was not sent"`
}

// PromptCandidate is something that was looked at for a prompt.
type PromptCandidate struct {
	_       struct{}         `doc:"something that was looked at for a prompt"`
	Kind    string           `json:"kind" doc:"what it is: a memory, a piece of lore"`
	Text    string           `json:"text" doc:"what it says, or its beginning"`
	Scores  map[string]int64 `json:"scores" doc:"by which it was ranked, in thousandths"`
	Dropped string           `json:"dropped,omitempty" doc:"why it is not in the prompt"`
}

func prompts(ctx context.Context, c *Client, p promptParams) (all Prompts, err error) {
	where := event.Where{Branch: event.BranchID(p.Branch), Position: event.Position(p.Event), Moment: event.Sequence(p.Moment)}
	err = c.engine.readable(ctx, p.Story, func(told readable) error {
		state, err := told.Shown(ctx, where, 0)
		if err != nil {
			return err
		}
		in := mindfulOf(state)
		who, err := in.person(p.Character)
		if err != nil {
			return err
		}
		kept, err := told.Prompts(ctx, where, p.Turn, who, p.Hidden)
		if err != nil {
			return err
		}
		all = Prompts{Character: string(who), Name: in.name(who), Generations: make([]Generation, len(kept.Generations)), More: kept.More}
		for i, g := range kept.Generations {
			all.Generations[i] = generationOf(g)
		}
		return nil
	})
	return all, err
}

func generationOf(g generation.Generation) Generation {
	all := Generation{
		Task: g.Task, Part: g.Part, By: g.By, Prompt: g.Prompt, Model: g.Model, Wrote: g.Wrote,
		Sampling: PromptSampling{
			MaxTokens: g.Sampling.MaxTokens, Heat: g.Sampling.Heat, Seed: g.Sampling.Seed, Stop: g.Sampling.Stop,
			Form: g.Sampling.Form, FormText: g.Sampling.FormText, FormBytes: g.Sampling.FormBytes, Within: g.Sampling.Within,
		},
		Took: g.Took, Tokens: PromptTokens{Prompt: g.Usage.Prompt, Text: g.Usage.Text, Reused: g.Usage.Reused},
		Answer: g.Answer, AnswerBytes: g.AnswerBytes, End: string(g.End), Why: g.Why, Left: g.Left,
		Untold: g.Untold, Withheld: g.Withheld, Sections: make([]PromptSection, len(g.Sections)),
	}
	for _, p := range g.Passed {
		all.Passed = append(all.Passed, PassedModel{Model: p.Model, Why: string(p.Why)})
	}
	for i, s := range g.Sections {
		all.Sections[i] = PromptSection{
			Name: s.Name, Role: s.Role, Tier: s.Tier, Text: s.Text, Bytes: s.Bytes, Tokens: s.Tokens, Reckoned: s.Reckoned, Dropped: s.Dropped,
		}
	}
	for _, c := range g.Considered {
		scores := make(map[string]int64, len(c.Scores))
		for _, s := range c.Scores {
			scores[s.Name] = s.Value
		}
		all.Considered = append(all.Considered, PromptCandidate{Kind: c.Kind, Text: c.Text, Scores: scores, Dropped: c.Dropped})
	}
	return all
}
