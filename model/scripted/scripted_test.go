package scripted_test

import (
	"errors"
	"testing"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/model/test"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestContract(t *testing.T) {
	test.Suite(t, test.Driver{New: func(_ *testing.T, b test.Behaviour) model.Generator {
		return scripted.New("script", test.Script(b)...)
	}})
}

func TestScript(t *testing.T) {
	m := scripted.New("script", scripted.Say("a", "b"))
	answer, err := m.Generate(t.Context(), test.Request(), nil)
	if want := (model.Usage{Prompt: 2, Text: 2}); err != nil || answer.Text != "ab" || answer.Usage != want || answer.By != "script" {
		t.Errorf("it says %+v: %v", answer, err)
	}
	if _, err = m.Generate(t.Context(), test.Request(), nil); !errors.Is(err, model.Missing) {
		t.Errorf("behind its script it says %v", err)
	}
	if asked := m.Requests(); len(asked) != 2 || asked[0].Messages[1].Text != test.Answer {
		t.Errorf("it was asked %v", asked)
	}
}
