// Package enrichment has a language model say what rules did not find in an author's setting and premise.
//
//	read, err := enrichment.Complete(ctx, generator, setting, premise) // rules, and what a model found beside
//
//	sentences ──Asked──▶ Generator ──JSON──▶ Findings ──reading.Complete──▶ Reading: what can be seen to stand there
//	rules' finds ──┘                                        └── and why the rest is left out
//
// What holds of it:
//
//   - A model names sentences, and words that stand in them. What it says in words of its own enters nothing.
//   - What rules found stays, whatever it says.
//   - It is asked twice at most, in [Time] together. Where nothing comes of that there is no reading, and the error says why.
//   - It is sent the sentences of both texts and the names that rules found, and nothing else.
package enrichment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
)

// How a model is asked.
const (
	Task   = "enrich"   // by which the settings name who is asked
	Prompt = "enrich/1" // the version of what it is told: whoever changes the words of it counts on

	Time = 15 * time.Second // for all that it is asked
	asks = 2

	answerTokens = 1024
)

// Complete reads a setting and a premise by rules, and has a model say what these did not find; [reading.Reading.Completed] says what that was.
// What is asked is noted in the context's ledger. The error is that of the model, or that of its context.
func Complete(ctx context.Context, g model.Generator, setting, premise string) (*reading.Reading, error) {
	ctx, cancel := context.WithTimeout(ctx, Time)
	defer cancel()
	reader := reading.New()
	messages, sections := Messages(reader.Read(setting, premise), func(texts []string) []int {
		return model.Count(ctx, g, model.Place{Task: Task}, texts)
	})
	var failed error
	for n := 1; n <= asks && ctx.Err() == nil; n++ {
		until, _ := ctx.Deadline()
		answer, call, err := generation.Ask(ctx, g, generation.Asked{
			As: "player", By: "reading", Prompt: Prompt, Sections: sections, Request: model.Request{
				Place: model.Place{Task: Task, Part: fmt.Sprintf("reading-%d", n)}, Messages: messages, Form: form(),
				MaxTokens: answerTokens, Within: time.Until(until), Seed: int64(n),
			},
		}, nil)
		var found reading.Findings
		if err == nil {
			if found, err = findings(answer.Text); err != nil {
				call.End(generation.Refused, err.Error())
			}
		}
		if err != nil {
			if failed = err; !worthless(err) {
				break
			}
			continue
		}
		read, left := reader.Complete(setting, premise, found)
		read.Completed.Model, read.Completed.Prompt = generation.ModelOf(answer.By), Prompt
		read.Completed.At = time.Now().UTC().Format(time.RFC3339)
		end(call, read.Completed, left)
		return read, nil
	}
	if ctx.Err() != nil && failed == nil {
		failed = ctx.Err()
	}
	return nil, failed
}

// end notes what was made of an answer.
func end(call *generation.Call, added *reading.Completion, left []string) {
	switch {
	case len(left) == 0:
		call.End(generation.Used, "")
	case added.Empty():
		call.End(generation.Refused, "nothing of it was to be taken", left...)
	default:
		call.End(generation.Mended, "", left...)
	}
}

// worthless reports whether there was an answer of which nothing can be read: another may be better. Who refuses to read an author's texts is not asked again.
func worthless(err error) bool {
	return model.AskAgain(err) && !errors.Is(err, model.Refused) || errors.Is(err, errUnread) || errors.Is(err, model.Malformed) || errors.Is(err, model.Incomplete)
}
