package vector_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/persistence/vector"
)

// short is dense with windows of so many words.
type short struct {
	*dense
	words int
}

func (s short) Window() int { return s.words }

// What is asked once and held against vectors where they are kept, is worth what a search finds.
func TestAskedIsScores(t *testing.T) {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab \x00灯")), 0, 40, -1)
	rapid.Check(t, func(t *rapid.T) {
		d := &dense{name: "d", dimensions: rapid.IntRange(1, 9).Draw(t, "dimensions")}
		x := vector.NewIndex(short{d, rapid.IntRange(1, 9).Draw(t, "window")}, vector.NewSlab(0)) // texts of several windows
		query, content := text.Draw(t, "query"), text.Draw(t, "text")
		want, err := x.Scores(t.Context(), query, texts(content), nil)
		if err != nil {
			t.Fatal(err)
		}
		asked, err := x.Ask(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := x.Vectors(t.Context(), content)
		if err != nil {
			t.Fatal(err)
		}
		d.fault = func([][]float32) ([][]float32, error) { return nil, errors.New("is not asked any more") }
		if got, err := asked.Score(kept); err != nil || got != want[0] {
			t.Fatalf("%v, %v, and a search has %v", got, err, want[0])
		}
	})
}

// What is no vector is said to be none.
func TestAskedOfWhatIsNoVector(t *testing.T) {
	d := &dense{name: "d", dimensions: 4}
	x := vector.NewIndex(d, vector.NewSlab(0))
	asked, err := x.Ask(t.Context(), "lamp")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := x.Vectors(t.Context(), "oil")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{kept[:len(kept)-1], append([]byte{1}, kept...), append([]byte{0, 0, 0, 0}, kept[:4]...)} {
		if _, err := asked.Score(bad); !errors.Is(err, vector.ErrVector) {
			t.Errorf("%x: %v", bad, err)
		}
	}
	d.fault = func([][]float32) ([][]float32, error) { return nil, errors.New("broken") }
	if _, err := x.Ask(t.Context(), "lamp"); err == nil {
		t.Error("an embedder that fails has a query asked")
	}
	if _, err := x.Vectors(t.Context(), "lamp"); err == nil {
		t.Error("an embedder that fails makes vectors")
	}
}
