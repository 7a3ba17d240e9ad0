package echo_test

import (
	"errors"
	"testing"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/echo"
	"github.com/narratoria/narratoria/model/test"
)

func TestContract(t *testing.T) {
	why := "it says what it was told, and has a call of each in TestItsOwn"
	never := map[test.Behaviour]string{test.Refusing: "it has no opinions", test.MidWord: "it has all its words at once", test.Stalling: "it waits for nothing"}
	for _, b := range []test.Behaviour{test.Nothing, test.Looping, test.NotUTF8, test.Endless, test.Unasked, test.CutJSON, test.WrongJSON} {
		never[b] = why
	}
	test.Suite(t, test.Driver{Never: never, New: func(*testing.T, test.Behaviour) model.Generator { return echo.New() }})
}

func TestItsOwn(t *testing.T) {
	for said, want := range map[string]model.Kind{
		" \n":         model.Empty,
		"la\xffmp":    model.Malformed,
		"It is dark.": model.Unformed,
		test.Wrong:    model.Unformed,
		`{"mood": `:   model.Unformed,
		test.JSON:     "",
	} {
		r := test.Request()
		r.Form = test.Form()
		r.Messages[1].Text = said
		answer, err := echo.New().Generate(t.Context(), r, nil)
		if want == "" && answer.Text != said || want != "" && !errors.Is(err, want) {
			t.Errorf("of %q it says %q: %v, and is to be %s", said, answer.Text, err, want)
		}
	}
	r := test.Request()
	r.MaxTokens = 3
	answer, err := echo.New().Generate(t.Context(), r, nil)
	if want := (model.Usage{Prompt: 17, Text: 3}); err != nil || answer.Text != "The lamp gutters" || answer.End != model.Length || answer.Usage != want {
		t.Errorf("of three tokens it says %+v: %v", answer, err)
	}
	r.Messages = r.Messages[:1]
	if _, err = echo.New().Generate(t.Context(), r, nil); !errors.Is(err, model.Empty) {
		t.Errorf("with nobody to echo it says %v", err)
	}
}
