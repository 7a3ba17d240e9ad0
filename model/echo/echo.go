// Package echo is a model that says what it was told: the last message of the user, a word a
// piece and a token. It needs no script, so it stands where a test wants some model.
//
//	answer, err := echo.New().Generate(ctx, request, nil)
//
// Of a request with a form it makes no form: the user's message has to be of it already. It writes
// no more tokens than it may.
package echo

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
)

// Name is that of the model.
const Name = "echo"

// A Model has nothing to remember: all are the same.
type Model struct{}

var _ model.Generator = Model{}

// New gives the model.
func New() Model { return Model{} }

// Name names it.
func (Model) Name() string { return Name }

// Generate says the user's last message again. Where there is none it says nothing.
func (Model) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	return driver.Generate(ctx, driver.Call{Generator: Name}, r, tell, func(ctx context.Context, text *driver.Text) error {
		said, prompt := "", 0
		for _, m := range r.Messages {
			prompt += len(words(m.Text))
			if m.Role == model.User {
				said = m.Text
			}
		}
		tokens := words(said)
		end := model.Stopped
		if len(tokens) > r.Tokens() {
			tokens, end = tokens[:r.Tokens()], model.Length
		}
		text.Use(model.Usage{Prompt: prompt, Text: len(tokens)})
		for _, token := range tokens {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := text.Write(token); err != nil {
				return err
			}
		}
		text.End(end)
		return nil
	})
}

// words cuts a text in front of each word: together they are the text.
func words(text string) []string {
	var all []string
	for rest := text; rest != ""; {
		from := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsSpace(r) })
		to := -1
		if from >= 0 {
			to = strings.IndexFunc(rest[from:], unicode.IsSpace)
		}
		if to < 0 {
			all = append(all, rest)
			break
		}
		all = append(all, rest[:from+to])
		rest = rest[from+to:]
	}
	return slices.Clip(all)
}
