package api

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"github.com/google/uuid"

	"github.com/narratoria/narratoria"
)

// An Event is something that happened in an engine.
type Event struct {
	_       struct{} `doc:"something that happened in an engine"`
	Number  int64    `json:"number" doc:"from 1, without gaps, whatever story it is of"`
	Kind    string   `json:"kind" enum:"opened,stage,narrative,turn,takenBack,switched,degraded,portrait,health,leaving,model,failed,closed,warning,suspended,resumed,lost" doc:"what happened; see the table of kinds"`
	Story   string   `json:"story,omitempty" doc:"the story that it happened in; left out for what concerns all"`
	Text    string   `json:"text,omitempty" max:"65536" doc:"for people, or what is shown of the turn so far"`
	Turn    int64    `json:"turn,omitempty" doc:"the turn that the story is in now; story.last has its record"`
	Asset   *Asset   `json:"asset,omitempty" doc:"the portrait that has arrived"`
	Model   string   `json:"model,omitempty" max:"64" doc:"the model that is brought in or checked"`
	Percent int64    `json:"percent,omitempty" doc:"how much of that is done; left out for nothing"`
	Since   int64    `json:"since,omitempty" doc:"of lost: the first number that is missing; number is the last"`
}

// JSON is the event on one line with sorted keys.
func (e Event) JSON() []byte { return appendJSON(nil, e) }

// A KindMeaning is what a kind of events says.
type KindMeaning struct{ Kind, Means string }

// Kinds is the closed list.
var Kinds = []KindMeaning{
	{"opened", "a story was begun or taken up; turn is the one it is in"},
	{"stage", "a turn is being played, or a story opened; text is what is done: planning, narrate, ..."},
	{"narrative", "text is how the turn begins, to be shown at once; the next begins with it and has more, or has none, which takes it back"},
	{"turn", "a turn was told; one of a number that was told before stands in its place"},
	{"takenBack", "the last turn was taken back"},
	{"switched", "the story goes on along another branch"},
	{"degraded", "text is what the player had to do without in the turn before"},
	{"portrait", "asset arrived with the turn before"},
	{"health", "text says how a skill does now"},
	{"leaving", "text says who that is not on this device may be sent what skills have written, and what that is"},
	{"model", "model is being brought in or checked; percent is how much of it is done"},
	{"failed", "nothing came of a call; text says why"},
	{"closed", "the story is closed; text is quit or ended"},
	{"warning", "something is wrong and keeps nobody from playing; text says what"},
	{"suspended", "the engine has let go of everything"},
	{"resumed", "the engine may be called again"},
	{"lost", "events were not kept until they were read: those from since to number are missing; story.last tells where a story is"},
}

// keptEvents is how many an engine keeps for whoever reads late.
const keptEvents = 1024

// A stream is the events of an engine. Its readers hold nothing in it, and nobody waits for
// them.
type stream struct {
	id string // another engine's is another

	mutex       sync.Mutex
	first, last int64 // numbers of the oldest that is kept, and of the newest
	kept        [keptEvents]Event
	ended       bool
	news        chan struct{} // closed with the next event, or the end
}

func newStream() *stream {
	return &stream{id: uuid.NewString(), first: 1, news: make(chan struct{})}
}

// add numbers an event and tells whoever waits for it.
func (s *stream) add(e Event) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.ended {
		return
	}
	s.last++
	e.Number = s.last
	if s.last-s.first >= keptEvents {
		s.first++
	}
	s.kept[s.last%keptEvents] = e
	close(s.news)
	s.news = make(chan struct{})
}

// end ends it: what is kept can still be read.
func (s *stream) end() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.ended {
		s.ended = true
		close(s.news)
	}
}

// next is the event of a number, or of a story the first from there on; what is lost is an
// event, too. Where there is none yet, news is closed when there may be; nil is never again.
// at is the number to ask for then.
func (s *stream) next(number int64, story string) (e Event, at int64, news <-chan struct{}, found bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if number < s.first {
		return Event{Number: s.first - 1, Kind: "lost", Since: number}, s.first, nil, true
	}
	for ; number <= s.last; number++ {
		if e := s.kept[number%keptEvents]; story == "" || e.Story == story || e.Story == "" {
			return e, number + 1, nil, true
		}
	}
	if s.ended {
		return e, number, nil, false
	}
	return e, number, s.news, false
}

// from is the number that somebody may begin to read at: from itself, or the next event for
// 0. Those that cannot be next are refused.
func (s *stream) from(number int64, id string) (int64, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if id != "" && id != s.id {
		return 0, &Error{
			Code: Lost, Message: fmt.Sprintf("the stream %s has ended with its engine; this one is %s", id, s.id),
			Hint:   "begin anew: leave stream out, and read story.last for where the story is",
			Oldest: s.first, Newest: s.last,
		}
	}
	switch {
	case number == 0:
		return s.last + 1, nil
	case number > s.last+1:
		return 0, &Error{Code: Lost, Message: fmt.Sprintf("there is no event %d yet; the newest is %d", number, s.last), Oldest: s.first, Newest: s.last}
	}
	return number, nil
}

// events are those from a number on, as they happen, until the stream or ctx ends.
func (s *stream) events(ctx context.Context, number int64, story string) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for {
			e, at, news, found := s.next(number, story)
			number = at
			switch {
			case found:
				if ctx.Err() != nil || !yield(e) {
					return
				}
			case news == nil:
				return
			default:
				select {
				case <-news:
				case <-ctx.Done():
					return
				}
			}
		}
	}
}

// eventOf is what happened in a story, as the stream has it.
func eventOf(storyName string, e narratoria.Event) Event {
	told := Event{Kind: string(e.Kind), Story: storyName, Text: e.Text}
	if e.Kind == narratoria.Opened {
		told.Text = "" // the story's name
	}
	if e.Record != nil {
		told.Turn = e.Record.Turn
	}
	if e.Asset != nil {
		asset := assetOf(*e.Asset)
		told.Asset = &asset
	}
	return told
}
