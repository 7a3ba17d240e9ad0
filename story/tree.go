package story

import "github.com/narratoria/narratoria/story/event"

func characterIDs(ids []string) []event.CharacterID {
	var all []event.CharacterID
	for _, id := range ids {
		all = append(all, event.CharacterID(id))
	}
	return all
}
