package story

import (
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// journalShown is how much of the journal session state has.
const journalShown = 20

// Object is the view as session state has it, under the keys $player, $people,
// $relations, $time, $world, $threads and $journal, beside the free keys; and under $pinned
// where memories are. The object is the caller's; what it holds is shared, and not to be changed.
func (v *View) Object() strictjson.Object {
	o := strictjson.Object{}
	for key, value := range players(v, v.state.Free) {
		if !strings.HasPrefix(key, "$") {
			o[key] = value
		}
	}
	o["$player"], o["$time"], o["$world"] = v.PlayerObject(), v.time(), v.world()
	o["$people"], o["$relations"] = v.people()
	o["$threads"], o["$journal"] = v.threads(), v.journal()
	strictjson.PutList(o, "$pinned", v.pinned())
	return o
}

// PlayerObject is who the character is: as it was decided at the start, and what has
// become of that, as far as they noticed.
func (v *View) PlayerObject() strictjson.Object {
	o := make(strictjson.Object, len(v.Self())+2)
	maps.Copy(o, v.Self())
	strictjson.Put(o, "place", v.Place())
	items := make([]any, len(v.Items()))
	for i, item := range v.Items() {
		items[i] = item.ID
	}
	o["items"] = items
	if doing := activity(v.Doing()); doing != nil {
		o["activity"] = doing
	}
	return o
}

func (v *View) time() strictjson.Object {
	s := v.state
	return strictjson.Object{
		"day": strictjson.Int(s.Day()), "hour": strictjson.Int(s.Hour()), "minute": strictjson.Int(s.Minute()), "minutes": strictjson.Int(s.Minutes),
	}
}

func (v *View) world() strictjson.Object {
	o := strictjson.Object{}
	strictjson.Put(o, "weather", v.Weather())
	strictjson.Put(o, "place", v.Place())
	if things := v.things(); len(things) > 0 {
		o["things"] = things
	}
	return o
}

// people are those whom the character has met or sees now, and what they and the
// factions think of the character, as far as it showed.
func (v *View) people() (people, relations strictjson.Object) {
	people, relations = strictjson.Object{}, strictjson.Object{}
	for _, p := range v.People() {
		people[string(p.ID)] = v.person(p)
	}
	for _, who := range v.Regards() {
		if _, known := people[who]; known || v.state.Entities[who].Type != event.Person {
			relations[who] = Points(v.Regard(who))
		}
	}
	return people, relations
}

func (v *View) person(p Person) strictjson.Object {
	o := strictjson.Object{"name": p.Name, "met": p.Met != 0}
	strictjson.Put(o, "place", p.Place)
	strictjson.Put(o, "mood", strictjson.AsString(p.Changes["mood"]))
	if doing := activity(p.Doing); doing != nil {
		o["activity"] = doing
	}
	o["turns_ago"] = strictjson.Int(v.Turn() - p.Seen)
	return o
}

func (v *View) threads() []any {
	all := v.Threads()
	threads := make([]any, len(all))
	for i, t := range all {
		threads[i] = strictjson.Object{"id": t.ID, "title": t.Title, "open": t.Open}
	}
	return threads
}

func (v *View) pinned() (pinned []any) {
	for _, m := range v.Pinned() {
		pinned = append(pinned, strictjson.Object{"id": m.Handle, "text": v.Words(&m.Memory), "turns_ago": strictjson.Int(v.Turn() - m.Memory.Turn)})
	}
	return pinned
}

// journal is what happened lately.
func (v *View) journal() []any {
	shown := make([]any, 0, journalShown)
	for i, entry := range v.entries() {
		if len(shown) == journalShown {
			break
		}
		shown = append(shown, strictjson.Object{
			"id": handle('e', i), "text": v.EntryWords(&entry), "turns_ago": strictjson.Int(v.Turn() - entry.Turn),
		})
	}
	slices.Reverse(shown)
	return shown
}
