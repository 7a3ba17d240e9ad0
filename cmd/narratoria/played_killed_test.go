package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/story/event"
)

// A play that is killed at any moment goes on where it was: at the last turn that
// was committed, and never before the last one that was shown. What comes is what
// would have come, nothing is lost and nothing is doubled.
func TestPlayedAndKilled(t *testing.T) {
	const each = 5 // times that one story is killed
	kills := soak.Count(50)
	var well atomic.Int64 // kills, of stories in which nothing was wrong
	t.Cleanup(func() {    // after the last of the parallel ones
		criteria.Measured(t, "SC-019", "after %d of %d kills at random moments every turn was told as it would have been", well.Load(), kills)
		criteria.Measured(t, "SC-026", "in %d of %d kills of the program nothing that was shown was lost and nothing doubled", well.Load(), kills)
	})
	for i := 0; i*each < kills; i++ {
		t.Run(strconv.Itoa(i+1), func(t *testing.T) {
			t.Parallel()
			n := min(each, kills-i*each)
			if playAndKill(t, strconv.Itoa(i+1), n, rand.New(rand.NewPCG(4, uint64(i)))); !t.Failed() {
				well.Add(int64(n))
			}
		})
	}
}

// playAndKill kills one story so many times, and looks at it each time.
func playAndKill(t *testing.T, seed string, kills int, moments *rand.Rand) {
	whole := newUser(t).plays("--auto", "60", "--seed", seed, "grey-harbour")
	u, crashed := newUser(t), 0
	last := int64(0) // turn that was shown
	w := witness{whole, map[int64]string{}}
	check := func(r told) {
		if wrong := w.wrong(r); wrong != "" {
			t.Error(wrong)
		}
	}
	for range kills {
		// At the beginning, and up to seven turns after the last; in a turn, or between
		// two.
		shown := u.killed(seed, last+moments.Int64N(8), time.Duration(moments.IntN(80_000))*time.Microsecond)
		for _, r := range shown {
			check(r)
			last = max(last, r.Turn)
		}
		if open, closed := u.holdLog(last); closed != crashed {
			t.Errorf("%d sessions were killed before, and %d are closed as crashed", crashed, closed)
		} else if open {
			crashed++
		}
	}
	rest := u.plays(goOn(u, "--auto", "60", "--seed", seed)...)
	if first := rest[0]; first.Turn < last || last > 0 && !first.Resumed {
		t.Errorf("goes on at turn %d (resumed %v), and turn %d was shown", first.Turn, first.Resumed, last)
	}
	for i, r := range rest {
		check(r)
		if r.Turn != rest[0].Turn+int64(i) {
			t.Errorf("turn %d comes as number %d after %d", r.Turn, i, rest[0].Turn)
		}
	}
	if end := rest[len(rest)-1].Turn; end < int64(len(whole)) {
		t.Errorf("the story ends with turn %d, want %d", end, len(whole))
	}
	if open, closed := u.holdLog(rest[len(rest)-1].Turn); open || closed != crashed {
		t.Errorf("%d sessions were killed, and %d are closed as crashed; the last is open: %v", crashed, closed, open)
	}
	t.Logf("seed %s: killed %d times, %d in a session, up to turn %d", seed, kills, crashed, last)
}

const killedSave = "killed"

// goOn are the arguments that take the save up, or begin it where the one before
// was killed before there was one.
func goOn(u *user, args ...string) []string {
	args = append(args, "--save", killedSave, "grey-harbour")
	if strings.Contains(u.does("saves"), killedSave) {
		return append(args, "--continue")
	}
	return args
}

// killed plays until a turn was shown, waits for a moment, and kills the program.
// It gives what was shown, with all that lay in the pipe.
func (u *user) killed(seed string, until int64, moment time.Duration) (shown []told) {
	u.t.Helper()
	cmd := u.command(append([]string{"play", "--json"}, goOn(u, "--auto", "60", "--seed", seed)...)...)
	pipe, err := cmd.StdoutPipe()
	must(u.t, err)
	must(u.t, cmd.Start())
	out := bufio.NewReader(pipe)
	take := func() bool {
		line, err := out.ReadString('\n')
		if err == nil {
			shown = append(shown, recordOf(u.t, line))
		}
		return err == nil // half a line was never shown
	}
	for until > 0 && (len(shown) == 0 || shown[len(shown)-1].Turn < until) && take() {
	}
	<-time.After(moment)
	must(u.t, cmd.Process.Kill())
	for take() {
	}
	_ = cmd.Wait() // says that it was killed
	return shown
}

// A witness holds what is shown to what happened in a play that nobody disturbed, and to
// what was shown before.
type witness struct {
	whole []told
	prose map[int64]string // by turn
}

func (w *witness) wrong(r told) string {
	if diff := unlike(w.whole, r); diff != "" {
		return diff
	}
	if before, shown := w.prose[r.Turn]; shown && before != r.Prose {
		return fmt.Sprintf("turn %d was shown as\n%s\nand then as\n%s", r.Turn, before, r.Prose)
	}
	w.prose[r.Turn] = r.Prose
	return ""
}

// unlike is how a record differs from the turn of a play that nobody disturbed, or
// "". Where stored events stand in the log does differ: sessions are in it too. So do
// the words: whoever comes back is reminded of what was done.
func unlike(whole []told, r told) string {
	if r.Turn < 1 || r.Turn > int64(len(whole)) {
		return fmt.Sprintf("turn %d of %d", r.Turn, len(whole))
	}
	if got, want := essence(r), essence(whole[r.Turn-1]); got != want {
		return fmt.Sprintf("turn %d is not what it would have been:\n%s\nwant\n%s", r.Turn, got, want)
	}
	return ""
}

// essence is what happens in a turn and can be done after it.
func essence(r told) string {
	var b strings.Builder
	if r.Choice != nil {
		fmt.Fprintf(&b, "> %s\n", r.Choice.Text)
	}
	fmt.Fprintf(&b, "%s\n", r.Scene.Place)
	for _, c := range r.Choices {
		fmt.Fprintf(&b, "- %s %s\n", c.ID, c.Text)
	}
	if r.Ending != nil {
		b.WriteString(*r.Ending)
	}
	return b.String()
}

// holdLog looks at the save as it lies there, which can be read from end to end.
// It gives whether the last session is open, and how many were closed as crashed.
func (u *user) holdLog(shown int64) (open bool, crashed int) {
	u.t.Helper()
	if !strings.Contains(u.does("saves"), killedSave) {
		if shown > 0 {
			u.t.Errorf("turn %d was shown, and there is no save", shown)
		}
		return false, 0
	}
	wrong, open, crashed := readSessions(u.log(killedSave), shown)
	for _, w := range wrong {
		u.t.Error(w)
	}
	return open, crashed
}

// readSessions is what is wrong with a log in which no turn was taken back: all
// turns are in it whole, once and in order, at least as far as was shown, each in a
// session; sessions follow one another.
func readSessions(events []event.Event, shown int64) (wrong []string, open bool, crashed int) {
	turn, narrated, session := int64(0), int64(0), int64(0)
	for _, e := range events {
		switch e.Kind {
		case event.TurnOpened:
			if turn++; e.Whole("number") != turn || narrated != turn-1 || !open {
				wrong = append(wrong, fmt.Sprintf("turn %d stands as number %d in the log, after %d that were told; a session is open: %v", e.Whole("number"), turn, narrated, open))
			}
		case event.Narrated:
			narrated++
		case event.SessionOpened:
			if session++; e.Whole("number") != session || open {
				wrong = append(wrong, fmt.Sprintf("session %d stands as number %d in the log; another is open: %v", e.Whole("number"), session, open))
			}
			open = true
		case event.SessionClosed:
			open = false
			if e.Text("reason") == "crashed" {
				crashed++
			}
		}
	}
	if turn < shown || narrated != turn {
		wrong = append(wrong, fmt.Sprintf("the log holds %d turns, %d of them told, and turn %d was shown", turn, narrated, shown))
	}
	return wrong, open, crashed
}

// What the search for lost and doubled turns looks for, it finds.
func TestPlayedLossIsFound(t *testing.T) {
	well := func() (all []event.Event) {
		add := func(kind event.Kind, number int64) {
			all = append(all, event.Event{Kind: kind, Data: event.Data{"number": number}})
		}
		for session := range int64(2) {
			add(event.SessionOpened, session+1)
			for turn := range int64(2) {
				add(event.TurnOpened, session*2+turn+1)
				add(event.Narrated, 0)
			}
			add(event.SessionClosed, 0)
		}
		return all
	}
	if wrong, open, crashed := readSessions(well(), 4); wrong != nil || open || crashed != 0 {
		t.Fatalf("what is whole is refused: %q", wrong)
	}
	if wrong, _, _ := readSessions(well(), 5); wrong == nil {
		t.Error("a turn that was shown and is lost is not found")
	}
	for i := range len(well()) - 1 {
		lost, doubled := well(), well()
		lost = append(lost[:i], lost[i+1:]...)
		doubled = append(doubled[:i+1], doubled[i:]...)
		for name, events := range map[string][]event.Event{"lost": lost, "doubled": doubled} {
			if wrong, _, _ := readSessions(events, 4); wrong == nil && well()[i].Kind != event.SessionClosed {
				t.Errorf("event %d, %s, is %s, and is not missed", i, well()[i].Kind, name)
			}
		}
	}
	one := told{Turn: 1, Prose: "Fog.", Choices: []toldChoice{{ID: "a", Text: "Go on"}}}
	other := func(change func(*told)) told {
		r := one
		change(&r)
		return r
	}
	for name, r := range map[string]told{
		"another turn":             other(func(r *told) { r.Turn = 2 }),
		"other choices":            other(func(r *told) { r.Choices = nil }),
		"a turn with other words":  other(func(r *told) { r.Prose = "Rain." }),
		"another place to be told": other(func(r *told) { r.Scene.Place = "quay" }),
	} {
		w := witness{[]told{one}, map[int64]string{}}
		if w.wrong(one) != "" || w.wrong(r) == "" {
			t.Errorf("%s is not told from what was", name)
		}
	}
}
