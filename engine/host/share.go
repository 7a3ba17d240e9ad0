package host

import (
	"fmt"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A shareError says that a skill has written all that it may, in this turn or by now. What
// skills write is searched, shown and copied in every turn that follows, so that without it
// each would be slower than the one before.
type shareError struct{ words string }

func (e *shareError) Error() string { return e.words }

// share refuses events for which a skill has no room left. It depends on what is in the log
// alone, and not on who else writes.
func (t *stagedStory) share(skill plan.SkillName, drafted []event.Event) error {
	more := 0
	for _, e := range drafted {
		more += story.WrittenSize(e)
	}
	written, may := t.state.Written(string(skill)), maxBegun+maxPlayed*int(t.state.Turn.Number)
	switch {
	case more == 0:
		return nil
	case written.Turn+more > maxTurn:
		return &shareError{fmt.Sprintf("with this the skill has written %d bytes in this turn, at most %d are taken in one", written.Turn+more, maxTurn)}
	case written.All+more > may:
		return &shareError{fmt.Sprintf("with this the skill has written %d bytes in this story, at most %d are taken by now, and %d more with each turn", written.All+more, may, maxPlayed)}
	}
	return nil
}
