package mind

import (
	"fmt"

	"github.com/narratoria/narratoria/story/event"
)

// Subjects are what each of Known is of, in its order.
func (m *Minds) Subjects(who event.CharacterID) []string {
	var all []string
	_, of := m.own(who)
	for _, o := range of {
		all = append(all, fmt.Sprintf("%+v", o))
	}
	return all
}
