package story

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/event"
)

// toldTurns is for how many turns the composer's history is kept: within them it
// repeats nothing.
const toldTurns = 20

// offeredTurns is for how many turns what was offered is kept, so that the same
// words are not offered again.
const offeredTurns = 10

// Apply is the state after one more event. It is a function of its arguments
// alone: no clock, no chance, no float, no order of a map. It refuses nothing,
// because what is in the log has happened; of a record only the event and its
// position count. s stays as it is.
func (s *State) Apply(r persistence.Record) *State {
	next := s.fork()
	next.apply(r)
	return next
}

// Stage is Apply for an event that is not in the log yet: what it lets be remembered is
// found beside what the log has.
func (s *State) Stage(r persistence.Record) *State {
	next := s.fork()
	next.stage(r)
	return next
}

// stage is apply, with the row that the event writes.
func (s *State) stage(r persistence.Record) (persistence.Change, bool) {
	change, has := rowOf(s, r)
	s.apply(r)
	if has {
		change.Event = int(r.Position - s.staging() - 1)
		s.staged = append(s.staged, change)
	}
	return change, has
}

// staging is the position after which events are staged.
func (s *State) staging() event.Position {
	if s.source == nil {
		return 0
	}
	return s.source.at.Position
}

// Fold is the state after the events of a log, from its beginning.
func Fold(records []persistence.Record) *State {
	s := new(State).fork()
	for _, r := range records {
		s.apply(r)
	}
	return s
}

// apply changes s itself, which nobody else may see yet.
func (s *State) apply(r persistence.Record) {
	s.unshare()
	s.Position = r.Position
	if r.Event.Perception != nil {
		s.perceivedBy(r, witnesses(r.Event)...)
	}
	s.Latest = max(s.Latest, r.Event.Moment.Sequence)
	if m := r.Event.Moment; m.Sequence > 0 && m.Sequence >= s.Moment.Sequence && !s.isAhead(r.Event) {
		s.Moment = m
	}
	s.countWritten(r.Event)
	s.World.Apply(r.Position, r.Event)
	s.Minds.Apply(r.Position, r.Event)
	if reduce := reducers[r.Event.Kind]; reduce != nil {
		reduce(s, r)
	}
}

// reducers says what each kind means for the state, but for what everybody knows of it, which is
// story/mind's. Those with nil are the book-keeping of how a turn came about, and what is that
// room's alone.
var reducers = map[event.Kind]func(*State, persistence.Record){
	event.PlaythroughStarted: (*State).started,
	event.ConfigChanged:      (*State).configured,
	event.SessionOpened:      (*State).sessionOpened,
	event.SessionClosed:      (*State).sessionClosed,
	event.EntityAdded:        (*State).entityAdded,
	event.TurnOpened:         (*State).turnOpened,

	event.ChoiceMade:       (*State).choiceMade,
	event.Acted:            (*State).acted,
	event.CheckRolled:      nil,
	event.DiceRolled:       nil,
	event.Moved:            (*State).moved,
	event.TimePassed:       (*State).timePassed,
	event.WeatherChanged:   (*State).weatherChanged,
	event.Said:             (*State).said,
	event.Happened:         (*State).happened,
	event.CharacterChanged: (*State).characterChanged,
	event.ItemGained:       (*State).itemGained,
	event.ItemLost:         (*State).itemLost,

	event.ContainerChanged:  (*State).containerChanged,
	event.ItemPut:           (*State).itemPut,
	event.ActivityChanged:   (*State).activityChanged,
	event.OccasionPlanned:   nil,
	event.OccasionStarted:   nil,
	event.OccasionCompleted: (*State).occasionOver,
	event.OccasionCancelled: (*State).occasionOver,
	event.OccasionExpired:   (*State).occasionOver,

	event.FactEstablished: nil,
	event.FactLearned:     (*State).factLearned,
	event.ClaimMade:       (*State).claimMade,
	event.TopicRaised:     (*State).topicRaised,
	event.TopicSettled:    (*State).topicSettled,
	event.SecretRevealed:  nil,
	event.MemoryKept:      (*State).memoryKept,
	event.MemoryWithdrawn: (*State).memoryWithdrawn,
	event.MemoryPinned:    (*State).memoryPinned,
	event.MemoryUnpinned:  (*State).memoryUnpinned,
	event.MemoryWeighed:   (*State).memoryWeighed,
	event.RelationBegun:   (*State).relationBegun,
	event.RelationChanged: (*State).relationChanged,
	event.RelationNoted:   nil,
	event.GroupChanged:    nil,

	event.BeatReached:     (*State).beatReached,
	event.BeatDeferred:    (*State).beatDeferred,
	event.BeatSkipped:     (*State).beatSkipped,
	event.ThreadOpened:    (*State).threadOpened,
	event.ThreadContinued: (*State).threadContinued,
	event.ThreadResolved:  (*State).threadResolved,
	event.SceneOpened:     (*State).sceneOpened,
	event.SceneClosed:     (*State).sceneClosed,
	event.EndingReached:   (*State).endingReached,
	event.VerdictGiven:    (*State).verdictGiven,

	event.MomentMade:    (*State).momentMade,
	event.LoreAdded:     (*State).loreAdded,
	event.LoreWithdrawn: (*State).loreWithdrawn,

	event.PlanSettled:    nil,
	event.StatePatched:   (*State).statePatched,
	event.DataSet:        (*State).dataSet,
	event.DataDeleted:    (*State).dataDeleted,
	event.AssetAdded:     nil,
	event.PortraitMade:   (*State).portraitMade,
	event.UISent:         nil,
	event.Narrated:       (*State).narrated,
	event.ChoicesOffered: (*State).choicesOffered,
	event.Degraded:       nil,
	event.Generated:      nil,
	event.SceneSummed:    nil,
}

// started takes over who the player is. parameters may hold:
//
//	clock     minutes of the day at the start
//	relation  {person: {unit_minutes, keep}, faction: {unit_minutes, keep}}
func (s *State) started(r persistence.Record) {
	e := r.Event
	s.Campaign = Campaign{ID: e.Text("campaign"), Version: e.Text("version"), Digest: e.Text("digest")}
	s.Seed, s.Persona, s.Parameters = e.Text("seed"), e.Object("persona"), e.Object("parameters")
	s.Minutes = max(0, strictjson.AsInteger(s.Parameters["clock"]))
	player := s.People[event.Player]
	player.Place = strictjson.AsString(s.Persona["place"])
	for _, id := range strictjson.AsStrings[string](s.Persona["items"]) {
		player.Items = withItem(player.Items, id, 1)
	}
	player.Changes = protocol.Merge(nil, s.Persona)
	delete(player.Changes, "place")
	delete(player.Changes, "items")
	s.setPerson(event.Player, player)
	mind := s.mind(event.Player)
	mind.People[event.Player] = Acquaintance{Place: player.Place, Items: player.Items, Changes: player.Changes}
	mind.visit("", player.Place, s.Turn.Number)
	for _, item := range player.Items {
		mind.hold(item.ID)
	}
}

func (s *State) configured(r persistence.Record) {
	s.Parameters = protocol.Merge(s.Parameters, r.Event.Object("parameters"))
}

func (s *State) sessionOpened(r persistence.Record) {
	s.Session = Session{ID: r.Event.Text("session"), Number: r.Event.Whole("number"), Open: true, Turn: s.Turn.Number}
}

func (s *State) sessionClosed(r persistence.Record) {
	if s.Session.ID == r.Event.Text("session") {
		s.Session.Open = false
	}
}

func (s *State) entityAdded(r persistence.Record) {
	e := r.Event
	entity := Entity{
		ID: e.Text("entity"), Type: event.EntityType(e.Text("type")), Name: e.Text("name"), Place: e.Text("place"),
		Attributes: e.Object("attributes"),
	}
	own(s, partEntities, &s.Entities)[entity.ID] = entity
	if _, there := s.People[event.CharacterID(entity.ID)]; entity.Type == event.Person && !there {
		s.setPerson(event.CharacterID(entity.ID), Character{Place: entity.Place})
	}
}

// turnOpened begins a turn: whoever is with the player is seen in it, and sees the player.
func (s *State) turnOpened(r persistence.Record) {
	e := r.Event
	s.Turn = Opened{
		ID: event.TurnID(e.Text("turn")), Number: e.Whole("number"), Session: s.Session.Number, Seed: e.Text("seed"), First: r.Position,
	}
	s.Shown, s.Offered, s.perceived = "", nil, nil
	s.meet(event.Player, s.Present()...)
	for _, id := range s.World.SeenBy(event.Player) {
		s.meet(id, event.Player)
	}
}

func (s *State) choiceMade(r persistence.Record) {
	chosen, _ := action.Parse(r.Event.Value("action"))
	taken := Taken{ID: r.Event.Text("choice"), Action: chosen, Turn: s.Turn.Number}
	s.Taken = s.Taken.with(taken)
	if topic := chosen.Topic.ID; topic != "" {
		own(s, partBroughtUp, &s.broughtUp)[topic] = taken.Turn
	}
	if _, before := s.chosen[taken.ID]; !before && strings.Contains(taken.ID, "/") {
		own(s, partChosen, &s.chosen)[taken.ID] = true
	}
}

// note writes into the journal what was perceived, and by whom.
func (s *State) note(r persistence.Record, entry Entry) {
	entry.Kind, entry.Position, entry.By = r.Event.Kind, r.Position, witnesses(r.Event)
	entry.Turn, entry.Minutes = s.Turn.Number, s.minutesOf(r.Event)
	if entry.Place == "" {
		entry.Place = s.perceivedAt(&entry)
		for _, w := range entry.By {
			if place := s.People[w].Place; place != entry.Place {
				entry.elsewhere = append(entry.elsewhere, standing{w, place})
			}
		}
	}
	for _, w := range entry.By {
		k := s.mind(w)
		k.journal = k.journal.with(int32(s.Journal.Len()))
	}
	s.Journal = s.Journal.with(entry)
}

// perceivedAt is where those are who perceived something: where the player is, or else
// the first of them.
func (s *State) perceivedAt(entry *Entry) string {
	if len(entry.By) == 0 || entry.perceived(event.Player) {
		return s.Place()
	}
	return s.People[entry.By[0]].Place
}

// minutesOf is when something happened.
func (s *State) minutesOf(e event.Event) int64 {
	if e.Moment.Timed {
		return e.Moment.Minutes
	}
	return s.Minutes
}

func (s *State) timePassed(r persistence.Record) {
	s.Minutes = plus(s.Minutes, max(0, r.Event.Whole("minutes")))
}

func (s *State) weatherChanged(r persistence.Record) {
	if place := r.Event.Text("place"); place != "" {
		own(s, partWeathers, &s.Weathers)[place] = r.Event.Text("weather")
		return
	}
	s.Weather, s.Weathers = r.Event.Text("weather"), nil
	s.owned &^= partWeathers
}

func (s *State) said(r persistence.Record) {
	e := r.Event
	speaker := event.CharacterID(e.Text("speaker"))
	s.note(r, Entry{Speaker: speaker, Text: e.Text("text"), Who: append([]event.CharacterID{speaker}, characterIDs(e.Texts("to"))...)})
	s.eachWitness(e, func(w event.CharacterID) { s.notice(w, speaker) })
}

func (s *State) happened(r persistence.Record) {
	e := r.Event
	who := characterIDs(e.Texts("who"))
	s.note(r, Entry{Text: e.Text("text"), Place: e.Text("place"), Who: who, Significance: action.Significance(e.Text("significance"))})
	s.eachWitness(e, func(w event.CharacterID) {
		for _, id := range who {
			s.notice(w, id)
		}
	})
}

// beatReached also takes over what follows from a beat: effects may hold
//
//	led  ids of beats that it led to
func (s *State) beatReached(r persistence.Record) {
	id := r.Event.Text("beat")
	if _, told := s.Reached[id]; !told {
		own(s, partReached, &s.Reached)[id] = int(s.Turn.Number)
	}
	if slices.Contains(s.Led, id) {
		s.Led = slices.DeleteFunc(slices.Clone(s.Led), func(led string) bool { return led == id })
	}
	for _, led := range strictjson.AsStrings[string](r.Event.Object("effects")["led"]) {
		if !slices.Contains(s.Led, led) {
			s.Led = append(s.Led, led)
		}
	}
}

func (s *State) beatDeferred(r persistence.Record) {
	beat, now := r.Event.Text("beat"), s.Turn.Number
	waits, waiting := s.Deferred[beat]
	if !waiting || waits.Last < now-1 {
		waits.First = now
	}
	waits.Last = now
	own(s, partDeferred, &s.Deferred)[beat] = waits
}

func (s *State) beatSkipped(r persistence.Record) {
	own(s, partSkipped, &s.Skipped)[r.Event.Text("beat")] = r.Event.Text("reason")
}

// threadOpened lets somebody follow a line of the plot: the player, where it does not say
// who does.
func (s *State) threadOpened(r persistence.Record) {
	e := r.Event
	opened := Thread{
		ID: e.Text("thread"), Title: e.Text("title"), Summary: e.Text("summary"),
		Open: true, Turn: s.Turn.Number, Position: r.Position, Opened: r.Position,
	}
	who := followers(e)
	for _, id := range who {
		k := s.mind(id)
		k.Threads = append(slices.Clip(k.Threads), opened)
	}
	s.perceivedBy(r, who...)
}

// followers are those who follow a thread that an event opens, sorted.
func followers(e event.Event) []event.CharacterID {
	who := characterIDs(e.Texts("characters"))
	if len(who) == 0 {
		return []event.CharacterID{event.Player}
	}
	slices.Sort(who)
	return slices.Compact(who)
}

func (s *State) threadContinued(r persistence.Record) {
	s.changeThread(r, func(t *Thread) {
		if summary := r.Event.Text("summary"); summary != "" {
			t.Summary = summary
		}
		t.Turn, t.Position = s.Turn.Number, r.Position
	})
}

func (s *State) threadResolved(r persistence.Record) {
	s.changeThread(r, func(t *Thread) {
		t.Open, t.Outcome, t.Turn, t.Position = false, r.Event.Text("outcome"), s.Turn.Number, r.Position
	})
}

// changeThread changes a thread for all who follow it, and who know of it by that.
func (s *State) changeThread(r persistence.Record, change func(*Thread)) {
	id, who := r.Event.Text("thread"), []event.CharacterID(nil)
	for follower, k := range s.Known {
		if k.threadAt(id) >= 0 {
			who = append(who, follower)
		}
	}
	slices.Sort(who)
	for _, follower := range who {
		k := s.mind(follower)
		k.Threads = slices.Clone(k.Threads)
		change(&k.Threads[k.threadAt(id)])
	}
	s.perceivedBy(r, who...)
}

// threadAt is the place of the thread of an id among those that somebody follows, -1 for
// none.
func (k *Knowledge) threadAt(id string) int {
	return slices.IndexFunc(k.Threads, func(t Thread) bool { return t.ID == id })
}

// sceneOpened begins a scene: the player's, or one among others, beside which theirs goes on.
func (s *State) sceneOpened(r persistence.Record) {
	e := r.Event
	opened := Scene{
		ID: e.Text("scene"), Type: e.Text("type"), Place: e.Text("place"),
		Present: characterIDs(e.Texts("present")), Turn: s.Turn.Number, Open: true,
	}
	if PlayersScene(e) {
		s.Scene = opened
		return
	}
	s.Apart = append(slices.Clip(s.Apart), opened)
}

func (s *State) sceneClosed(r persistence.Record) {
	id := r.Event.Text("scene")
	if i := s.apart(id); i >= 0 {
		s.Apart = slices.Delete(slices.Clone(s.Apart), i, i+1)
	} else if s.Scene.ID == id {
		s.Scene.Open = false
	}
}

// apart is the place of the scene of an id among those that go on without the player, -1 for none.
func (s *State) apart(id string) int {
	return slices.IndexFunc(s.Apart, func(scene Scene) bool { return scene.ID == id })
}

func (s *State) endingReached(r persistence.Record) { s.Ending = r.Event.Text("ending") }

func (s *State) verdictGiven(r persistence.Record) {
	own(s, partVerdicts, &s.Verdicts)[r.Event.Text("question")] = r.Event.Flag("yes")
}

func (s *State) statePatched(r persistence.Record) {
	patch := r.Event.Object("patch")
	s.keepPatch(r, patch)
	s.Free = protocol.Merge(s.Free, patch)
}

// dataOf names what a skill keeps: of the player's view under its own name, of
// another one's under name@knower, which no skill is called.
func dataOf(e event.Event) string {
	skill := e.Text("skill")
	if knower := e.Text("knower"); knower != "" && knower != string(event.Player) {
		return skill + "@" + knower
	}
	return skill
}

func (s *State) dataSet(r persistence.Record) {
	value := r.Event.Value("value")
	s.keepData(r, value, true)
	s.ownData(dataOf(r.Event))[r.Event.Text("key")] = value
}

func (s *State) dataDeleted(r persistence.Record) {
	name, key := dataOf(r.Event), r.Event.Text("key")
	if _, has := s.Data[name][key]; has {
		s.keepData(r, nil, false)
		delete(s.ownData(name), key)
	}
}

// ownData gives a skill's data for writing.
func (s *State) ownData(name string) map[string]any {
	all := own(s, partData, &s.Data)
	if !s.ownedData[name] {
		if s.ownedData == nil {
			s.ownedData = make(map[string]bool)
		}
		s.ownedData[name] = true
		copied := make(map[string]any, len(all[name])+1)
		for key, value := range all[name] {
			copied[key] = value
		}
		all[name] = copied
	}
	return all[name]
}

func (s *State) portraitMade(r persistence.Record) {
	e := r.Event
	own(s, partPortraits, &s.Portraits)[event.CharacterID(e.Text("who"))] = Portrait{
		Blob: e.Text("blob"), Media: e.Text("media"), Origin: event.Likeness(e.Text("origin")), Description: e.Text("description"),
	}
}

// narrated takes over the prose, and what the composer needs of it to repeat
// nothing, which is prose.Told as a tree.
func (s *State) narrated(r persistence.Record) {
	e := r.Event
	s.Shown = strings.TrimPrefix(s.Shown+"\n\n"+e.Text("text"), "\n\n")
	if told := e.Object("told"); told != nil {
		s.Told = append(s.Told, told)
		s.Told = s.Told[max(0, len(s.Told)-toldTurns):]
	}
}

func (s *State) choicesOffered(r persistence.Record) {
	s.Offered = nil
	for _, item := range r.Event.List("choices") {
		if choice, ok := item.(strictjson.Object); ok {
			s.Offered = append(s.Offered, choice)
		}
	}
	before := s.Lately[max(0, len(s.Lately)-offeredTurns+1):]
	s.Lately = append(slices.Clone(before), s.Offered)
}
