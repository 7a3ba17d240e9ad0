package story_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A trail is what a log leads to event by event: of each its bytes and the state after it,
// as a digest. So a replay that goes another way is stopped where it leaves the trail.
type trail []string

// trails are the logs that have one, each in a file of the same name.
var trails = []string{"testdata/lighthouse-2.log", "testdata/logs/played-minimal-03.log.gz"}

// trailOf replays a log of lines.
func trailOf(lines [][]byte, follow func(at int, digest string) error) error {
	s := new(story.State)
	for i, line := range lines {
		e, err := event.Decode(line)
		if err != nil {
			return &leftTrail{i + 1, err}
		}
		s = s.Apply(persistence.Record{Event: e, Position: event.Position(i + 1)})
		h := sha256.New()
		h.Write(line)
		h.Write([]byte(dump(s)))
		if err := follow(i+1, fmt.Sprintf("%x", h.Sum(nil)[:10])); err != nil {
			return err
		}
	}
	return nil
}

// leftTrail says which event is the first that is not what it was, or leads elsewhere.
type leftTrail struct {
	at  int
	why error
}

func (e *leftTrail) Error() string { return fmt.Sprintf("event %d: %v", e.at, e.why) }

// verify replays a log along its trail.
func (known trail) verify(lines [][]byte) error {
	err := trailOf(lines, func(at int, digest string) error {
		if at > len(known) {
			return &leftTrail{at, errors.New("the log should have ended before it")}
		}
		if known[at-1] != digest {
			return &leftTrail{at, errors.New("it, or the state after it, is another than it was")}
		}
		return nil
	})
	if err == nil && len(lines) < len(known) {
		err = &leftTrail{len(lines) + 1, errors.New("it is missing")}
	}
	return err
}

// readTrail gives the lines of a log, and its trail.
func readTrail(t *testing.T, name string) ([][]byte, trail) {
	t.Helper()
	log, err := readGolden(name)
	must(t, err)
	lines := bytes.Split(bytes.TrimSuffix(log, []byte("\n")), []byte("\n"))
	file := name + ".trail"
	if *update {
		var digests trail
		must(t, trailOf(lines, func(_ int, digest string) error {
			digests = append(digests, digest)
			return nil
		}))
		must(t, os.WriteFile(file, []byte(strings.Join(digests, "\n")+"\n"), 0o644))
	}
	data, err := os.ReadFile(file)
	must(t, err)
	return lines, strings.Fields(string(data))
}

// Logs with a trail follow it.
func TestTrails(t *testing.T) {
	for _, name := range trails {
		lines, known := readTrail(t, name)
		if err := known.verify(lines); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A changed is one way to change the event at a place of a log, from 0; nil where it
// cannot be done there. The change is to be named at the place, unless it says so.
type changed struct {
	log    func(lines [][]byte, at int) [][]byte
	later  int // how many events after the place it is named
	unless func(lines [][]byte, at int) bool
}

// sameNext: an event that is like the next can go, and only the end tells.
func sameNext(lines [][]byte, at int) bool {
	return at+1 < len(lines) && bytes.Equal(lines[at], lines[at+1])
}

var changes = map[string]changed{
	"dropped":      {log: func(l [][]byte, at int) [][]byte { return slices.Delete(l, at, at+1) }, unless: sameNext},
	"all after it": {log: func(l [][]byte, at int) [][]byte { return l[:at] }},
	"doubled":      {log: func(l [][]byte, at int) [][]byte { return slices.Insert(l, at, l[at]) }, later: 1, unless: sameNext},
	"said again at the end": {log: func(l [][]byte, at int) [][]byte {
		if at != len(l)-1 {
			return nil
		}
		return append(l, l[at])
	}, later: 1},
	"swapped with the next": {log: func(l [][]byte, at int) [][]byte {
		if at+1 == len(l) {
			return nil
		}
		l[at], l[at+1] = l[at+1], l[at]
		return l
	}, unless: sameNext},
	"swapped with the last": {log: func(l [][]byte, at int) [][]byte {
		l[at], l[len(l)-1] = l[len(l)-1], l[at]
		return l
	}, unless: func(l [][]byte, at int) bool { return at == len(l)-1 || bytes.Equal(l[at], l[len(l)-1]) }},
	"reversed from it": {log: func(l [][]byte, at int) [][]byte {
		slices.Reverse(l[at:])
		return l
	}, unless: func(l [][]byte, at int) bool { return bytes.Equal(l[at], l[len(l)-1]) }},
	"another put in": {log: func(l [][]byte, at int) [][]byte {
		return slices.Insert(l, at, []byte(`{"actor":"engine","data":{"minutes":1},"kind":"time.passed","moment":{"sequence":9},"v":1}`))
	}},
	"cut short":         {log: func(l [][]byte, at int) [][]byte { l[at] = l[at][:len(l[at])/2]; return l }},
	"of no bytes":       {log: func(l [][]byte, at int) [][]byte { l[at] = nil; return l }},
	"one bit":           {log: func(l [][]byte, at int) [][]byte { l[at] = bytes.Clone(l[at]); l[at][len(l[at])/3] ^= 1; return l }},
	"spaced":            {log: func(l [][]byte, at int) [][]byte { l[at] = append([]byte("{ "), l[at][1:]...); return l }},
	"unknown version":   edited(func(o strictjson.Object) bool { o["v"] = int64(2); return true }),
	"unknown kind":      edited(func(o strictjson.Object) bool { o["kind"] = "sung"; return true }),
	"unknown member":    edited(func(o strictjson.Object) bool { o["mood"] = "fair"; return true }),
	"another actor":     edited(func(o strictjson.Object) bool { o["actor"] = "somebody"; return true }),
	"another cause":     edited(func(o strictjson.Object) bool { o["cause"] = int64(1); return true }),
	"a witness less":    edited(func(o strictjson.Object) bool { return fewer(o, "witnessed_by") }),
	"a thinker less":    edited(func(o strictjson.Object) bool { return fewer(o, "apparent_audience") }),
	"another moment":    edited(func(o strictjson.Object) bool { return setIn(o, "moment", "sequence", int64(77)) }),
	"other minutes":     edited(func(o strictjson.Object) bool { return setIn(o, "data", "minutes", int64(77)) }),
	"other words":       edited(func(o strictjson.Object) bool { return setIn(o, "data", "text", "Nothing was said.") }),
	"of somebody else":  edited(func(o strictjson.Object) bool { return setIn(o, "data", "who", "nobody") }),
	"another number":    edited(func(o strictjson.Object) bool { return setIn(o, "data", "by", int64(1)) }),
	"without its data":  edited(func(o strictjson.Object) bool { _, had := o["data"]; delete(o, "data"); return had }),
	"a field too many":  edited(func(o strictjson.Object) bool { return setNew(o, "data", "strange", "x") }),
	"a field elsewhere": edited(func(o strictjson.Object) bool { return setIn(o, "data", "to", "nowhere") }),
}

// edited changes the tree of an event, and writes it in the one form again.
func edited(edit func(strictjson.Object) bool) changed {
	return changed{log: func(l [][]byte, at int) [][]byte {
		o, err := strictjson.ParseObject(l[at])
		if err != nil || !edit(o) {
			return nil
		}
		again := strictjson.Append(nil, o)
		if bytes.Equal(again, l[at]) {
			return nil
		}
		l[at] = again
		return l
	}}
}

func fewer(o strictjson.Object, list string) bool {
	ids, _ := o[list].([]any)
	if len(ids) == 0 {
		return false
	}
	o[list] = ids[1:]
	return true
}

func setIn(o strictjson.Object, part, name string, value any) bool {
	inner, _ := o[part].(strictjson.Object)
	if _, there := inner[name]; !there {
		return false
	}
	inner[name] = value
	return true
}

func setNew(o strictjson.Object, part, name string, value any) bool {
	inner, is := o[part].(strictjson.Object)
	if is {
		inner[name] = value
	}
	return is
}

// A log that was changed in any of these ways, wherever, is found out, and where it was
// changed is named.
func TestAChangedLogIsNoticed(t *testing.T) {
	found := map[string]int{}
	for _, name := range trails {
		lines, known := readTrail(t, name)
		for what, change := range changes {
			// Evenly over the log, its ends included.
			for _, at := range []int{0, len(lines) / 5, 2 * len(lines) / 5, 3 * len(lines) / 5, 4 * len(lines) / 5, len(lines) - 1} {
				for at < len(lines) && (change.unless != nil && change.unless(lines, at) || change.log(slices.Clone(lines), at) == nil) {
					at++
				}
				if at == len(lines) {
					continue
				}
				err := known.verify(change.log(slices.Clone(lines), at))
				left, is := errors.AsType[*leftTrail](err)
				if !is || left.at != at+1+change.later {
					t.Errorf("%s, %s: event %d: found is %v", name, what, at+1, err)
				}
				found[what]++
			}
		}
	}
	for what := range changes {
		if found[what] == 0 {
			t.Errorf("%s: tried nowhere", what)
		}
	}
	t.Logf("%d ways to change a log, in %d places", len(changes), total(found))
}

func total[K comparable](counts map[K]int) (n int) {
	for _, count := range counts {
		n += count
	}
	return n
}

// wrongReducers do wrongly what one kind means.
var wrongReducers = map[string]struct {
	kind  event.Kind
	wrong func(s *story.State, r persistence.Record, right func(persistence.Record))
}{
	"nobody moves":              {event.Moved, nothing},
	"time passes twice":         {event.TimePassed, twice},
	"what is lost stays":        {event.ItemLost, nothing},
	"what is gained is doubled": {event.ItemGained, twice},
	"an opinion too much": {event.RelationChanged, func(_ *story.State, r persistence.Record, right func(persistence.Record)) {
		right(with(r, "by", r.Event.Whole("by")+1))
	}},
	"a memory is not taken back": {event.MemoryWithdrawn, nothing},
	"a claim is not heard":       {event.ClaimMade, nothing},
	"the wrong one learns": {event.FactLearned, func(s *story.State, r persistence.Record, right func(persistence.Record)) {
		right(r)
		s.Minds.Apply(r.Position, with(r, "who", "ines").Event)
	}},
	"a thread stays open": {event.ThreadResolved, nothing},
	"a topic stays open":  {event.TopicSettled, nothing},
	"a patch replaces": {event.StatePatched, func(s *story.State, r persistence.Record, _ func(persistence.Record)) {
		s.Free = protocol.Merge(nil, strictjson.Object{})
	}},
	"a beat is told elsewhere": {event.BeatReached, func(_ *story.State, r persistence.Record, right func(persistence.Record)) {
		right(with(r, "beat", "another"))
	}},
	"a choice is taken twice": {event.ChoiceMade, twice},
	"the wall clock is told": {event.Narrated, func(s *story.State, r persistence.Record, right func(persistence.Record)) {
		right(r)
		s.Shown += time.Now().String()
	}},
	"nobody hears what is said": {event.Said, func(_ *story.State, r persistence.Record, right func(persistence.Record)) {
		r.Event.Perception = &event.Perception{}
		right(r)
	}},
	"the weather stays":              {event.WeatherChanged, nothing},
	"what was offered is kept apart": {event.ChoicesOffered, twice},
	"a verdict is turned round": {event.VerdictGiven, func(s *story.State, r persistence.Record, right func(persistence.Record)) {
		right(with(r, "yes", false))
	}},
}

func nothing(*story.State, persistence.Record, func(persistence.Record)) {}

func twice(_ *story.State, r persistence.Record, right func(persistence.Record)) {
	right(r)
	right(r)
}

// with is a record whose event says something else.
func with(r persistence.Record, field string, value any) persistence.Record {
	data := r.Event.Fields()
	data[field] = value
	r.Event.Data = data
	return r
}

// A reducer that does wrongly is found out at the first event that it reduces, with the
// log as it was.
func TestAWrongReducerIsNoticed(t *testing.T) {
	lines, known := readTrail(t, "testdata/lighthouse-2.log")
	for what, reducer := range wrongReducers {
		first := 1 + slices.IndexFunc(lines, func(line []byte) bool {
			e, err := event.Decode(line)
			return err == nil && e.Kind == reducer.kind
		})
		undo := story.ReduceOtherwise(reducer.kind, reducer.wrong)
		err := known.verify(lines)
		undo()
		if left, is := errors.AsType[*leftTrail](err); !is || left.at != first {
			t.Errorf("%s: the first %s is event %d, and found is %v", what, reducer.kind, first, err)
		}
	}
	if err := known.verify(lines); err != nil {
		t.Errorf("with the right ones: %v", err)
	}
	t.Logf("%d wrong reducers", len(wrongReducers))
}
