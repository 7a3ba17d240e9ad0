package event

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// ofEachKind is an event of each kind with all its fields.
func ofEachKind(t testing.TB) (lines [][]byte) {
	values := map[Type]any{
		Text: "It is \"so\",\nand é.", ID: "ada-é", Whole: int64(-7), Flag: true, Blob: HashOf(nil).String(),
		Texts: []any{"a", "b\n"}, IDs: []any{"ada", "ines"}, Tree: strictjson.Object{"a": []any{1, "b", false}}, Free: []any{nil, strictjson.Number("0.10")},
	}
	for _, s := range ours {
		data := Data{}
		for _, f := range s.fields {
			data[f.Name] = values[f.Type]
			switch {
			case f.Among != nil && f.Type == Texts:
				data[f.Name] = []any{f.Among[0]}
			case f.Among != nil:
				data[f.Name] = f.Among[0]
			case f.Members != nil:
				object := strictjson.Object{"id": "c"}
				for _, m := range f.Members {
					object[m.Name] = m.Among[0]
				}
				data[f.Name] = []any{object, object}
			}
		}
		e := Event{Kind: s.kind, Actor: "ada", Moment: Moment{Sequence: 1}, Data: data}
		if s.perceived {
			e.Perception = &Perception{WitnessedBy: []CharacterID{"ada", "ines"}, Noticed: map[CharacterID][]CharacterID{"ada": {"ines"}}}
		}
		line, err := Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	return lines
}

// What a program writes today is read in its bytes: nothing of the kind is left to be taken
// apart because somebody forgot it there.
func TestEventsAreReadInPlace(t *testing.T) {
	for _, line := range slices.Concat(recorded(t), ofEachKind(t)) {
		e, err := Decode(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if _, inPlace := e.Data.(*written); !inPlace {
			t.Errorf("taken apart: %s", line)
		}
	}
}

// An event goes on saying what it said, whatever becomes of the bytes that it was read from,
// and to any number of readers at once.
func TestADecodedEventIsItsOwn(t *testing.T) {
	for _, line := range ofEachKind(t) {
		text := bytes.Clone(line)
		e, err := Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		clear(text)
		var readers sync.WaitGroup
		for range 4 {
			readers.Go(func() {
				for name := range e.Fields() {
					e.Value(name)
				}
				if again, err := Encode(e); err != nil || !bytes.Equal(again, line) {
					t.Errorf("got %s (%v)\nwant %s", again, err, line)
				}
			})
		}
		readers.Wait()
		for _, value := range e.Fields() { // which is the caller's
			if list, is := value.([]any); is && len(list) > 0 {
				list[0] = "changed"
			}
		}
		if again, err := Encode(e); err != nil || !bytes.Equal(again, line) {
			t.Errorf("got %s (%v)\nwant %s", again, err, line)
		}
		if !strings.Contains(string(line), e.Data.(*written).String()) {
			t.Errorf("it is printed as %v", e.Data)
		}
	}
}

// That fields were checked as those of one kind says nothing of another.
func TestAnotherKindsFieldsAreChecked(t *testing.T) {
	for _, line := range ofEachKind(t) {
		e, err := Decode(line)
		if err != nil {
			t.Fatal(err)
		}
		plain := e
		plain.Data = e.Fields()
		for _, kind := range Kinds() {
			e.Kind, plain.Kind = kind, kind
			got, err := Encode(e)
			want, wantErr := Encode(plain)
			if !bytes.Equal(got, want) || !sameError(err, wantErr) || err != nil && !errors.Is(err, ErrInvalid) {
				t.Errorf("%s as %s: %s, %v; want %s, %v", line, kind, got, err, want, wantErr)
			}
		}
	}
}
