package engine

import (
	"context"
	"strings"
	"time"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// mostSpeaking is how long, since the turn is waited for, somebody may take to find words: a model may be asked for them, and nothing of the turn is
// told before. Where something else took that time they have leastSpeaking all the same, in which they find the line that is theirs without a model.
const (
	mostSpeaking  = 2 * time.Second
	leastSpeaking = 400 * time.Millisecond
)

// longestSaid is how many characters of what somebody says are heard.
const longestSaid = 400

// speak lets whoever the deed is done towards say something, where nothing else of theirs is told. It
// is a plan of its own, as theirs: what the host gives it is of their view, and what comes of it is
// what they said, which everybody there hears.
func speak(ctx context.Context, t *performer, came resolved) resolved {
	who := came.Addressed()
	if who == "" || !came.chats() || t.w.Silent(who) || t.place() != t.state().People[event.CharacterID(who)].Place {
		return came
	}
	catalogue := t.g.selectable()
	ctx, cancel := context.WithTimeout(ctx, max(mostSpeaking-time.Since(t.awaited), leastSpeaking))
	defer cancel()
	result, _ := t.runFixed(ctx, event.MainPart, character(who), narrator.Speaking(catalogue, who), catalogue)
	if result == nil {
		return came
	}
	t.leaveOut(result)
	for i := range result.Tools {
		said := strictjson.AsString(result.Tools[i].Output["said"])
		if said = strings.Trim(prose.CleanLine(said, longestSaid), `"“” `); said == "" {
			continue
		}
		t.foreign(func() {
			t.stage(event.Event{Kind: event.Said, Actor: event.Actor(who), Cause: came.acted, Data: event.Data{
				"speaker": who, "text": said, "to": []string{string(event.Player)},
			}})
		})
		came.Said = said
		break
	}
	return came
}

// chats reports whether the deed is one to which somebody says something of their own: no author wrote
// it, and nothing was learned by it.
func (t *resolved) chats() bool {
	if t.Taken == nil || t.Answered || len(t.Authored) > 0 || len(t.Learned) > 0 || t.grade().Failed() {
		return false
	}
	return t.Action.Kind == action.Talk || t.Action.Kind == action.Befriend || t.Action.Kind == action.Say
}
