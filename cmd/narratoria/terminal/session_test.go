package terminal

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/persistence"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var update = flag.Bool("update", false, "write the transcripts anew")

// played is a session over input, and its screen.
func played(t *testing.T, game Game, input string) (*Session, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	s := &Session{Game: game, Screen: NewScreen(&out, Manner{Width: 72}), Lines: ReadLines(strings.NewReader(input)), Echo: true, PlayAgain: "narratoria play grey-harbour"}
	t.Cleanup(s.Lines.Close)
	return s, &out
}

// A transcript is what a player types and the screen that comes of it. Run with
// -update to write them anew, and read what changed.
func TestTranscripts(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.input")
	if err != nil || len(inputs) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, input := range inputs {
		t.Run(filepath.Base(input), func(t *testing.T) {
			lines, err := os.ReadFile(input)
			if err != nil {
				t.Fatal(err)
			}
			s, out := played(t, harbour(), string(lines))
			s.Restart = func(context.Context) (Game, error) { return s.Game, nil }
			if err := s.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			compare(t, strings.TrimSuffix(input, ".input")+".screen", out.String())
		})
	}
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// Nothing that a campaign, a skill or a model wrote acts on the terminal, with
// colours or without; and what it says is shown all the same.
func TestHostileTextActsOnNothing(t *testing.T) {
	for _, colour := range []bool{false, true} {
		var out bytes.Buffer
		s := &Session{Game: harbour(), Screen: NewScreen(&out, Manner{Width: 60, Colour: colour})}
		s.show(hostile())
		if _, err := s.details(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Screen.Say(s.unknown("\x1b[2J\u202ewhat", ""))
		if _, err := s.typed(t.Context(), nil, "\x1b[2J\u202ewhat"); err != nil {
			t.Fatal(err)
		}
		shown := out.String()
		for _, own := range []style{bold, dim, strong, warn, reset, italic, noItalic} {
			if colour {
				shown = strings.ReplaceAll(shown, string(own), "")
			}
		}
		for _, r := range shown {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Fatalf("colour %v: %U reached the terminal:\n%q", colour, r, shown)
			}
		}
		for _, word := range []string{
			"name", "time", "weather", "taken", "narrative", "prose", "more", "stat", "formula", "band", "about", "modifier", "because",
			"text", "difficulty", "hint", "source", "ground", "degraded", "kind", "called", "path", "event", "payload", "skill", "key", "value",
			"dice", "rolled", "step", "state", "error", "stage",
		} {
			if !strings.Contains(strings.ToLower(shown), word) {
				t.Errorf("colour %v: %q is not shown", colour, word)
			}
		}
	}
}

// The negative control of the test above: without Clean it would see something.
func TestHostileRecordIsHostile(t *testing.T) {
	for _, text := range []string{hostile().Prose, hostile().Choices[0].Text, hostile().UI[0].Event} {
		if !strings.ContainsAny(text, "\x1b\x00\u202e") {
			t.Errorf("%q acts on nothing", text)
		}
	}
}

func TestNoLineIsWiderThanTheScreen(t *testing.T) {
	for _, width := range []int{1, 20, 33, 72, 80, 500} {
		var out bytes.Buffer
		s := &Session{Game: harbour(), Screen: NewScreen(&out, Manner{Width: width})}
		for _, r := range []*engine.Record{arrival(), answer("x"), failed("x"), hostile()} {
			s.show(r)
		}
		for _, show := range []func(context.Context) (bool, error){s.look, s.people, s.inventory, s.journal, s.details} {
			if _, err := show(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		most := min(max(width, narrowest), widest)
		for line := range strings.Lines(out.String()) {
			if n := Cells(strings.TrimRight(line, "\n")); n > most {
				t.Errorf("width %d: %d cells: %q", width, n, line)
			}
		}
	}
}

// A window that is made wider or narrower is filled from the next turn on.
func TestTheWindowChanges(t *testing.T) {
	game := endless(3)
	tell := game.script
	game.script = func(turn int64, choice string) (*engine.Record, error) {
		r, err := tell(turn, choice)
		r.Prose = strings.Repeat("word ", 60)
		return r, err
	}
	s, out := played(t, game, "1\n1\n1\nq\n")
	widths := []int{30, 500, 0, 0}
	s.Width = func() int { next := widths[0]; widths = widths[1:]; return next }
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var shown []int // the longest line of each turn
	for _, turn := range strings.Split(out.String(), "> 1\n") {
		most := 0
		for line := range strings.Lines(turn) {
			if strings.HasPrefix(line, "word") {
				most = max(most, Cells(strings.TrimRight(line, "\n")))
			}
		}
		shown = append(shown, most)
	}
	if diff := cmp.Diff([]int{69, 29, 79, 79}, shown); diff != "" {
		t.Errorf("widths (-want +got):\n%s", diff)
	}
}

// What came of a question is said once, after it.
func TestSettledThreads(t *testing.T) {
	for want, thread := range map[string]engine.Thread{
		"What became of Matty?":         {Title: "What became of Matty?", Outcome: "What became of Matty?"},
		"Who paid? Mr Gaunt did.":       {Title: "Who paid?", Outcome: "Mr Gaunt did."},
		"The letter: You gave it back.": {Title: "The letter", Outcome: "You gave it back."},
		"The letter":                    {Title: "The letter"},
	} {
		if got := settled(thread); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 13, []string{"one two three"}},
		{"one two three", 12, []string{"one two", "three"}},
		{"  one \n two\t", 20, []string{"one two"}},
		{"abcdefghij", 4, []string{"abcd", "efgh", "ij"}},
		{"a bcdefghij", 4, []string{"a", "bcde", "fghi", "j"}},
		{"灯台は暗い 夜", 6, []string{"灯台は", "暗い", "夜"}},
		{"cafe\u0301 noir", 4, []string{"cafe\u0301", "noir"}},
		{"灯", 1, []string{"灯"}},
	} {
		if diff := cmp.Diff(c.want, Wrap(c.text, c.width)); diff != "" {
			t.Errorf("Wrap(%q, %d) (-want +got):\n%s", c.text, c.width, diff)
		}
	}
}

// Emphasis is shown where it can be, ends with each line, and takes no room.
func TestEmphasis(t *testing.T) {
	for _, c := range []struct {
		text   string
		colour bool
		want   string
	}{
		{"in the *Constance Ash*, he", false, "\nin the Constance Ash,\nhe\n"},
		{"in the *Constance Ash*, he", true, "\nin the \x1b[3mConstance Ash\x1b[23m,\nhe\n"},
		{"it is in the *Constance Ash*", true, "\nit is in the \x1b[3mConstance\x1b[23m\n\x1b[3mAsh\x1b[23m\n"},
		{"2 * 3 * 4 and *", true, "\n2 * 3 * 4 and *\n"},
		{"\ue000a\ue001", true, "\na\n"},
	} {
		var out bytes.Buffer
		NewScreen(&out, Manner{Width: 22, Colour: c.colour}).Paragraphs(c.text)
		if out.String() != c.want {
			t.Errorf("%q: %q, want %q", c.text, out.String(), c.want)
		}
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("one two three", 7)
	f.Add("灯台は暗い", 3)
	f.Fuzz(func(t *testing.T, text string, width int) {
		width = width%200 + 2
		lines := Wrap(text, width)
		if got := strings.Join(strings.Fields(strings.Join(lines, "")), ""); got != strings.Join(strings.Fields(text), "") {
			t.Fatalf("words were lost: %q", lines)
		}
		for _, line := range lines {
			if width >= 2 && Cells(line) > width {
				t.Fatalf("%d cells of %d: %q", Cells(line), width, line)
			}
		}
	})
}

// Every way of naming a command or a choice, and what does not name one.
func TestWordsAtThePrompt(t *testing.T) {
	for line, want := range map[string]string{
		"?": "help", "help": "help", "HELP": "help", "h": "help", "l": "look", "p": "people", "i": "inventory",
		"inv": "inventory", "j": "journal", "r": "retry", "b": "back", "q": "quit", "exit": "quit",
		"d": "details", "continue": "choices", "loo": "", "rest": "", "lok": "",
	} {
		if c, ok := commandOf(line); c.name != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", line, c.name, want)
		}
	}
	for line, want := range map[string]string{"loo": "look", "ret": "retry", "rest": "restart", "re": "", "QUI": "quit", "lok": "", "looks": ""} {
		if c, ok := begunCommand(line); c.name != want || ok != (want != "") {
			t.Errorf("%q begins %q, want %q", line, c.name, want)
		}
	}
	s := &Session{Game: harbour(), last: arrival()}
	for line, want := range map[string]int{
		"1": 0, "3": 2, "0": -1, "4": -1, "-1": -1, "01": 0, "wait": 2, "arrival/climb": 1, "climb to the lamp": 1, "Climb to the lamp.": 1, "climb": -1, "1.5": -1, "": -1, ".": -1,
	} {
		if got := narratoria.Chosen(s.last, line); got != want {
			t.Errorf("%q is choice %d, want %d", line, got, want)
		}
	}
	for line, want := range map[string]string{
		"lok":                    `"lok" is no choice and no command; did you mean "look"?`,
		"inventroy":              `"inventroy" is no choice and no command; did you mean "inventory"?`,
		"go up to the lamp":      `There is no "lamp" here to go to. Did you mean 2, "Climb to the lamp."?`,
		"who paid?":              `"who paid" is nothing that can be done here. Did you mean 1, "Ask Ines who paid for the oil."?`,
		"xyzzy":                  `"xyzzy" is nothing that can be done here. Type a number from 1 to 3, or ? for help.`,
		"9":                      `There is no choice "9" here. Type a number from 1 to 3, or ? for help.`,
		"look into the lok":      `There is no "lok" here to do that with.`,
		"ask Ines about Tobias":  `There is nothing to be had here about "Tobias".`, // another deed is not what was meant
		"sing to the moon":       `"sing to the moon" is nothing that can be done here.`,
		strings.Repeat("x", 500): `"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" is nothing that can be done here.`,
	} {
		if got := s.unknown(line, s.Game.Read(line).Refusal); got != want {
			t.Errorf("%q: %s", line, got)
		}
	}
}

// A full disk is said, and the same choice may be made again.
func TestPlayGoesOnAfterAFullDisk(t *testing.T) {
	game := endless(3)
	tell, full := game.script, true
	game.script = func(turn int64, choice string) (*engine.Record, error) {
		if turn == 2 && full {
			full = false
			return nil, persistence.ErrFull
		}
		return tell(turn, choice)
	}
	s, out := played(t, game, "2\n2\nq\n")
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"", "c2", "c2"}, game.played); diff != "" {
		t.Errorf("played (-want +got):\n%s", diff)
	}
	if !strings.Contains(out.String(), "the disk is full") || !strings.Contains(out.String(), "Turn 2.") {
		t.Error(out.String())
	}
}

// Any other error of the store ends the session with it.
func TestPlayEndsWithABrokenDisk(t *testing.T) {
	game := endless(3)
	tell := game.script
	game.script = func(turn int64, choice string) (*engine.Record, error) {
		if turn == 2 {
			return nil, persistence.ErrBroken
		}
		return tell(turn, choice)
	}
	s, _ := played(t, game, "2\n2\nq\n")
	if err := s.Run(t.Context()); !errors.Is(err, persistence.ErrBroken) {
		t.Errorf("%v", err)
	}
}

func TestALongLineIsNoEnd(t *testing.T) {
	game := endless(3)
	s, out := played(t, game, strings.Repeat("x", longestLine+5)+"\n2\nq")
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "too long") || len(game.played) != 2 {
		t.Errorf("%v\n%s", game.played, out)
	}
}

// patient is a game whose turns end when their context does.
type patient struct {
	*tale
	stubborn bool // not even then
	release  chan struct{}
	started  chan struct{}
}

func (p *patient) Play(ctx context.Context, choice string) (*engine.Record, error) {
	if choice == "" {
		return p.tale.Play(ctx, choice)
	}
	p.started <- struct{}{}
	if p.stubborn {
		<-p.release
	} else {
		<-ctx.Done()
	}
	return p.tale.Play(ctx, choice)
}

// Ctrl-C in a turn ends what it waits for: the turn comes to its end and play goes
// on. At the prompt it leaves.
func TestInterruptInATurnAndAtThePrompt(t *testing.T) {
	game := &patient{tale: endless(3), started: make(chan struct{}, 1)}
	interrupts := make(chan os.Signal)
	in, typing := io.Pipe()
	s, out := played(t, game, "")
	s.Lines, s.Interrupt = ReadLines(in), interrupts
	defer s.Lines.Close()
	ended := make(chan error)
	go func() { ended <- s.Run(t.Context()) }()
	if _, err := io.WriteString(typing, "2\n"); err != nil {
		t.Fatal(err)
	}
	<-game.started
	interrupts <- os.Interrupt // the turn
	interrupts <- os.Interrupt // the prompt
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	typing.Close() // the last read
	if !strings.Contains(out.String(), "Turn 2.") || s.Lost() {
		t.Errorf("lost %v:\n%s", s.Lost(), out)
	}
}

// A second Ctrl-C leaves a turn that does not end, after a while and no sooner.
func TestSecondInterruptLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		game := &patient{tale: endless(3), started: make(chan struct{}, 1), stubborn: true, release: make(chan struct{})}
		interrupts := make(chan os.Signal)
		s, _ := played(t, game, "2\n")
		s.Interrupt = interrupts
		ended := make(chan error)
		go func() { ended <- s.Run(t.Context()) }()
		<-game.started
		interrupts <- os.Interrupt
		interrupts <- os.Interrupt
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if !s.Lost() {
			t.Error("a turn still runs, and nobody knows")
		}
		close(game.release)
	})
}

// interrupted is a session that nobody plays, to which a signal comes in the middle of a turn.
func interrupted(t *testing.T, game *patient) (s *Session, ended chan error, told *int) {
	interrupts := make(chan os.Signal)
	s, _ = played(t, game, "")
	s.Interrupt = interrupts
	ended, told = make(chan error), new(int)
	go func() {
		ended <- s.Follow(t.Context(), first{}, 10, func(*engine.Record) error { *told++; return nil })
	}()
	<-game.started
	interrupts <- os.Interrupt
	return s, ended, told
}

// The first signal lets a turn that nobody plays end, and is said.
func TestFollowEndsAfterTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		game := &patient{tale: endless(3), started: make(chan struct{}, 1), stubborn: true, release: make(chan struct{})}
		s, ended, told := interrupted(t, game)
		close(game.release)
		if err := <-ended; !errors.Is(err, ErrInterrupted) || *told != 2 || s.Lost() {
			t.Errorf("%v after %d turns", err, *told)
		}
	})
}

// A turn that nobody plays goes on with what it has when it is not over some time after the first signal.
func TestFollowWaitsForNothingLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, ended, told := interrupted(t, &patient{tale: endless(3), started: make(chan struct{}, 1)})
		began := time.Now()
		if err := <-ended; !errors.Is(err, ErrInterrupted) || *told != 2 || s.Lost() || time.Since(began) != ending {
			t.Errorf("%v after %d turns and %v", err, *told, time.Since(began))
		}
	})
}

// first always takes the first choice.
type first struct{}

func (first) Pick(r *engine.Record) (Picked, error) { return Picked{ID: r.Choices[0].ID}, nil }

// The opening counts as a turn; the record a story is taken up with does not.
func TestFollowCountsTurns(t *testing.T) {
	game := endless(3)
	var turns []int64
	each := func(r *engine.Record) error { turns = append(turns, r.Turn); return nil }
	for _, n := range []int{2, 3} {
		s, _ := played(t, game, "")
		if err := s.Follow(t.Context(), first{}, n, each); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]int64{1, 2, 2, 3, 4, 5}, turns); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
}

// Progress comes after half a second, changes with the stage, and is erased.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out watched
		p := &Progress{Out: &out}
		p.Begin("planning")
		wait(t, patience-1)
		if out.Len() > 0 {
			t.Errorf("shown too soon: %q", out.String())
		}
		wait(t, 1)
		p.Stage("narrate")
		p.End()
		if want := "\r\x1b[Kthinking what happens …\r\x1b[Ktelling it …\r\x1b[K"; out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
		out.Reset()
		p.Begin("planning")
		p.End()
		wait(t, 2*patience)
		if out.Len() > 0 {
			t.Errorf("shown after the end: %q", out.String())
		}
	})
}

func TestHostileStage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out watched
		p := &Progress{Out: &out, Width: 30}
		p.Begin("\x1b]0;x\x07" + strings.Repeat("long ", 50))
		wait(t, patience)
		p.End()
		text := strings.ReplaceAll(strings.ReplaceAll(out.String(), "\x1b[K", ""), "\r", "")
		if strings.ContainsAny(text, "\x1b\x07") || Cells(text) > 29 {
			t.Errorf("%q", text)
		}
	})
}

// A person who presses Enter is who is usual; one who decides is asked again
// until an answer can be taken.
func TestPersona(t *testing.T) {
	template := &campaign.Template{
		Mode: "guided", Guidance: "You come by the cart.",
		Classes: []campaign.Origin{{Name: "Clerk", Description: "Six years of columns."}, {Name: "Singer"}},
		Races:   []campaign.Origin{{Name: "Human"}},
		Stats:   []campaign.Stat{{ID: "nerve", Name: "Nerve", Min: 1, Max: 20, Default: 11}},
		Presets: []campaign.Preset{{Name: "Jo", Pronouns: "they"}},
	}
	for _, c := range []struct{ input, want string }{
		{"\n", "Jo they Clerk 11"},
		{"make\nMara\nshe\n2\n99\n17\n", "Mara she Singer 17"},
		{"?\nMara\n" + strings.Repeat("x", longestLine+5) + "\n\n", "Jo they Clerk 11"},
		{"what?\nma\n\nhe\n\n\n", "Jo he Clerk 11"},
		{"m\n\n\nsinger\n\n", "Jo they Singer 11"},
		{"m\n\nshee\nshe\n\n\n", "Jo she Clerk 11"},
	} {
		s, out := played(t, nil, c.input)
		p, err := s.Persona(template)
		if err != nil {
			t.Fatalf("%q: %v\n%s", c.input, err, out)
		}
		if got := strings.Join([]string{p.Name, p.Pronouns, p.Class, number(int64(p.Stats["nerve"]))}, " "); got != c.want {
			t.Errorf("%q: %s, want %s\n%s", c.input, got, c.want, out)
		}
	}
	s, out := played(t, nil, "m\n\n\n\nmany\n")
	if _, err := s.Persona(template); !errors.Is(err, ErrLeft) || !strings.Contains(out.String(), "it wants a number from 1 to 20") {
		t.Errorf("%v\n%s", err, out)
	}
	if strings.Contains(out.String(), "What are you?") {
		t.Error("a question with one answer was asked")
	}
}

// Whoever is asked is told what could be answered: the number of an option, and what
// it means, once.
func TestOptionsAreSaidOnce(t *testing.T) {
	for _, c := range []struct{ value, text, want string }{
		{"sea-legs", "Sea legs. You have been wet before.", "Sea legs. You have been wet before."},
		{"close-mouthed", "Close-mouthed. You can carry a thing.", "Close-mouthed. You can carry a thing."},
		{"Clerk", "Six years of columns.", "Clerk: Six years of columns."},
		{"sea-legs", "Sea", "sea-legs: Sea"},
		{"they", "", "they"},
	} {
		if got := optionText(campaign.Option{Value: c.value, Text: c.text}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	template := &campaign.Template{Mode: "guided", Classes: []campaign.Origin{{Name: "Clerk"}, {Name: "Singer"}}}
	s, out := played(t, nil, "m\n\n\n99\nsong\n2\n")
	if p, err := s.Persona(template); err != nil || p.Class != "Singer" {
		t.Fatalf("%+v, %v\n%s", p, err, out)
	}
	for _, want := range []string{`"99" cannot be taken; it wants a number from 1 to 2.`, `"song" cannot be taken; it wants a number from 1 to 2.`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
}

func TestPick(t *testing.T) {
	offers := []Offer{{"Grey Harbour", "A herring port."}, {"A Night Inn", ""}}
	for input, want := range map[string]int{"\n": 0, "1\n": 0, "2\n": 1, "3\nharbour\n2\n": 1} {
		s, out := played(t, nil, input)
		if got, err := s.Pick("What do you want to play?", offers); err != nil || got != want {
			t.Errorf("%q: %d, %v\n%s", input, got, err, out)
		}
	}
	for _, input := range []string{"", "q\n"} {
		s, _ := played(t, nil, input)
		if _, err := s.Pick("", offers); !errors.Is(err, ErrLeft) {
			t.Errorf("%q: %v", input, err)
		}
	}
}

func TestDevNullIsNoTerminal(t *testing.T) {
	file, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if Is(file) || Look(file).Live || Look(file).Colour {
		t.Error("nobody watches there")
	}
}
