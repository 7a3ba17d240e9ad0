package story

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// admits says why an event cannot come next, nil when it can.
func (s *State) admits(r persistence.Record) error {
	e := r.Event
	if err := s.admitsMoment(e); err != nil {
		return err
	}
	if err := s.admitsPerception(e.Perception); err != nil {
		return err
	}
	for _, ref := range references[e.Kind] {
		if err := s.admitsReference(e, ref); err != nil {
			return err
		}
	}
	if rule := rules[e.Kind]; rule != nil {
		return rule(s, e)
	}
	return nil
}

// admitsMoment holds to the design: "kinds that change the world need a moment at
// or after the lineage's latest", and "writing against a moment that does not
// exist is an error". A new moment begins with the world, or with a turn.
func (s *State) admitsMoment(e event.Event) error {
	at, now := e.Moment.Sequence, s.Moment.Sequence
	switch {
	case e.Kind.Worldly() && at < now:
		return fmt.Errorf("moment: %d is before the story's latest, %d", at, now)
	case !e.Kind.Worldly() && e.Kind != event.TurnOpened && at > now && !s.made(at):
		return fmt.Errorf("moment: the story has not come to %d, it is at %d", at, now)
	}
	return nil
}

func (s *State) admitsPerception(p *event.Perception) error {
	if p == nil {
		return nil
	}
	return cmp.Or(s.admitsCharacters("witnessed_by", p.WitnessedBy), s.admitsCharacters("apparent_audience", p.ApparentAudience))
}

func (s *State) admitsCharacters(field string, ids []event.CharacterID) error {
	for _, id := range ids {
		if id != event.Player && !isPerson(s, string(id)) {
			return fmt.Errorf("%s: nobody knows a character %q", field, id)
		}
	}
	return nil
}

// A reference is a field that names something the story must know.
type reference struct {
	field string
	to    func(*State, string) bool
	what  string
}

func personIn(field string) reference { return reference{field, isPerson, "character"} }
func someIn(field string) reference {
	return reference{field, (*State).Exists, "character, faction or thing"}
}
func placeIn(field string) reference  { return reference{field, isPlace, "place"} }
func itemIn(field string) reference   { return reference{field, isOf(event.Item), "item"} }
func factIn(field string) reference   { return reference{field, isFact, "fact"} }
func threadIn(field string) reference { return reference{field, isThread, "thread"} }

func isPerson(s *State, id string) bool {
	_, is := s.People[event.CharacterID(id)]
	return is
}

func isPlace(s *State, id string) bool {
	_, is := s.Entities[id]
	return is || id == s.Place()
}

// containerIn is a field that names what can hold something: a place or an item.
func containerIn(field string) reference { return reference{field, isContainer, "place or container"} }

func isContainer(s *State, id string) bool {
	return isOf(event.Place, event.Item)(s, id) || id != "" && id == s.Place()
}

func isFact(s *State, id string) bool {
	_, is := s.Minds.Facts[id]
	return is
}

func isThread(s *State, id string) bool {
	for _, k := range s.Known {
		if k.threadAt(id) >= 0 {
			return true
		}
	}
	return false
}

func isClaim(s *State, id string) bool {
	_, is := s.Minds.Claims[id]
	return is
}

func isTopic(s *State, id string) bool {
	_, is := s.Topics[id]
	return is
}

func isMemory(s *State, id string) bool { return s.memory(id) >= 0 }

// isKnower reports whether an id can know something: a person's, or everyone's.
func isKnower(s *State, id string) bool { return id == string(event.Everyone) || isPerson(s, id) }

// references are the fields of each kind that name what must be there.
var references = map[event.Kind][]reference{
	event.CheckRolled:      {personIn("who"), personIn("person")},
	event.Moved:            {personIn("who"), placeIn("to")},
	event.WeatherChanged:   {placeIn("place")},
	event.Said:             {personIn("speaker"), personIn("to"), {"claims", isClaim, "claim"}},
	event.ClaimMade:        {personIn("speaker"), personIn("to"), factIn("fact"), {"heard", isClaim, "claim"}, someIn("thing"), containerIn("at"), someIn("about")},
	event.TopicRaised:      {someIn("by"), threadIn("thread")},
	event.TopicSettled:     {{"topic", isTopic, "topic"}},
	event.Happened:         {someIn("who"), placeIn("place")},
	event.CharacterChanged: {personIn("who")},
	event.ItemGained:       {personIn("who")},
	event.ItemLost:         {personIn("who")},
	event.ContainerChanged: {containerIn("container"), containerIn("inside")},
	event.ItemPut:          {itemIn("item"), containerIn("in"), personIn("by")},
	event.ActivityChanged:  {personIn("who"), someIn("attends")},
	event.OccasionPlanned:  {containerIn("place"), personIn("people"), itemIn("props"), {"topics", isTopic, "topic"}, threadIn("threads")},
	event.FactEstablished:  {factIn("supersedes"), someIn("about")},
	event.FactLearned:      {personIn("who"), factIn("fact"), someIn("from")},
	event.SecretRevealed:   {factIn("fact"), personIn("whose")},
	event.MemoryKept:       {{"knower", isKnower, "character"}, someIn("characters"), placeIn("place"), {"topic", isTopic, "topic"}},
	event.MemoryWithdrawn:  {{"memory", isMemory, "memory"}},
	event.MemoryPinned:     {{"memory", isMemory, "memory"}, personIn("who")},
	event.MemoryUnpinned:   {{"memory", isMemory, "memory"}, personIn("who")},
	event.MemoryWeighed:    {{"memory", isMemory, "memory"}},
	event.RelationBegun:    {someIn("who"), someIn("whom")},
	event.RelationChanged:  {someIn("who"), someIn("whom")},
	event.RelationNoted:    {someIn("who"), someIn("whom")},
	event.GroupChanged:     {{"group", isOf(event.Group), "group"}, personIn("members")},
	event.ThreadOpened:     {personIn("characters")},
	event.ThreadContinued:  {threadIn("thread")},
	event.ThreadResolved:   {threadIn("thread")},
	event.SceneOpened:      {placeIn("place"), personIn("present")},
	event.DataSet:          {personIn("knower")},
	event.DataDeleted:      {personIn("knower")},
	event.PortraitMade:     {personIn("who")},
	event.Generated:        {personIn("who")},
}

func (s *State) admitsReference(e event.Event, ref reference) error {
	ids := e.Texts(ref.field)
	if id := e.Text(ref.field); id != "" {
		ids = []string{id}
	}
	for _, id := range ids {
		if !ref.to(s, id) {
			return fmt.Errorf("%s: nobody knows a %s %q", ref.field, ref.what, id)
		}
	}
	return nil
}

// rules say what else cannot be.
var rules = map[event.Kind]func(*State, event.Event) error{
	event.PlaythroughStarted: func(s *State, _ event.Event) error {
		return refuse(s.Position != 0, "the story has begun already")
	},
	event.SessionOpened: func(s *State, e event.Event) error {
		return refuse(e.Whole("number") <= s.Session.Number, "the number is not after that of the session before, %d", s.Session.Number)
	},
	event.SessionClosed: func(s *State, e event.Event) error {
		return refuse(!s.Session.Open || e.Text("session") != s.Session.ID, "the session %q is not open", e.Text("session"))
	},
	event.TurnOpened: func(s *State, e event.Event) error {
		return refuse(e.Whole("number") != s.Turn.Number+1, "the number is %d, and the next turn is %d", e.Whole("number"), s.Turn.Number+1)
	},
	event.TimePassed: func(_ *State, e event.Event) error {
		return refuse(e.Whole("minutes") < 0, "minutes: time does not go back")
	},
	event.CharacterChanged: func(_ *State, e event.Event) error {
		changes := e.Object("changes")
		_, place := changes["place"]
		_, items := changes["items"]
		return errors.Join(
			refuse(changes == nil, "changes: an object is needed"),
			refuse(place, "changes: somebody's place changes by %q", event.Moved),
			refuse(items, "changes: what somebody has changes by %q and %q", event.ItemGained, event.ItemLost))
	},
	event.ItemGained: func(s *State, e event.Event) error {
		return errors.Join(
			refuse(e.Whole("count") < 1, "count: at least one"),
			s.admitsCarrying(e.Text("who"), e.Text("item")),
			s.admitsProps(e, "item"))
	},
	event.ItemLost: func(s *State, e event.Event) error {
		has := s.People[event.CharacterID(e.Text("who"))].count(e.Text("item"))
		return errors.Join(
			refuse(e.Whole("count") < 1, "count: at least one"),
			refuse(e.Whole("count") > has, "%s has %d of %q", e.Text("who"), has, e.Text("item")))
	},
	event.FactEstablished: func(s *State, e event.Event) error {
		return errors.Join(
			refuse(isFact(s, e.Text("fact")), "there is a fact %q already", e.Text("fact")),
			admitsAbout(e))
	},
	event.FactLearned: func(s *State, e event.Event) error {
		how, otherwise := e.Text("how"), event.Source(e.Text("source")) == event.Otherwise
		return errors.Join(
			s.admitsLearning(e),
			refuse(otherwise && how == "", "how: %q needs words", event.Otherwise))
	},
	event.SecretRevealed: (*State).admitsLearning,
	event.MemoryPinned:   func(s *State, e event.Event) error { return s.admitsPin(e, false) },
	event.MemoryUnpinned: func(s *State, e event.Event) error { return s.admitsPin(e, true) },
	event.MemoryWeighed:  (*State).admitsWeighing,
	event.MomentMade:     (*State).admitsMade,
	event.LoreAdded: func(s *State, e event.Event) error {
		_, there := s.Lore[e.Text("chunk")]
		return refuse(there, "there is a chunk %q already", e.Text("chunk"))
	},
	event.LoreWithdrawn: func(s *State, e event.Event) error {
		c, there := s.Lore[e.Text("chunk")]
		return errors.Join(
			refuse(!there, "nobody knows a chunk %q", e.Text("chunk")),
			refuse(c.Withdrawn, "the chunk %q was withdrawn already", e.Text("chunk")))
	},
	event.ChoiceMade: func(s *State, e event.Event) error {
		_, err := s.admitsAction(e)
		return err
	},
	event.CheckRolled: admitsModifiers,
	event.Acted:       (*State).admitsDeed,
	event.ClaimMade: func(s *State, e event.Event) error {
		return errors.Join(
			admitsAbout(e),
			refuse(isClaim(s, e.Text("claim")), "there is a claim %q already", e.Text("claim")),
			refuse((e.Text("thing") == "") != (e.Text("at") == ""), "thing, at: whereabouts are of something, and somewhere"),
			refuse(e.Text("heard") != "" && !s.Minds.HasHeard(event.CharacterID(e.Text("speaker")), e.Text("heard")), "heard: %q never heard %q", e.Text("speaker"), e.Text("heard")))
	},
	event.MemoryKept: func(s *State, e event.Event) error {
		of := e.Whole("of")
		entry, deed := s.deed(event.Position(of))
		return errors.Join(
			refuse(of == 0 && e.Text("words") == "", "of, words: a memory is of a deed or has words"),
			refuse(of != 0 && !deed, "of: %d is no deed", of),
			refuse(deed && !entry.perceived(event.CharacterID(e.Text("knower"))), "of: %q did not perceive %d", e.Text("knower"), of),
			refuse(isMemory(s, e.Text("memory")), "there is a memory %q already", e.Text("memory")),
			s.admitsBecause(e))
	},
	event.RelationBegun: func(s *State, e event.Event) error {
		score := e.Whole("score")
		return errors.Join(
			refuse(s.Relations[pairOf(e)].Begun, "%q has an opinion of %q already", e.Text("who"), e.Text("whom")),
			refuse(score != clampScore(score), "score: from %d to %d", -strongest, strongest))
	},
	event.ThreadOpened: func(s *State, e event.Event) error {
		follows := func(who event.CharacterID) bool { return s.knows(who).threadAt(e.Text("thread")) >= 0 }
		return refuse(slices.ContainsFunc(followers(e), follows), "there is a thread %q already", e.Text("thread"))
	},
	event.SceneOpened: func(s *State, e event.Event) error {
		return refuse(s.isOpen(e.Text("scene")), "there is a scene %q that is open", e.Text("scene"))
	},
	event.SceneClosed: func(s *State, e event.Event) error {
		return refuse(!s.isOpen(e.Text("scene")), "the scene %q is not open", e.Text("scene"))
	},
	event.OccasionPlanned:   (*State).admitsPlan,
	event.OccasionStarted:   (*State).admitsStage,
	event.OccasionCompleted: (*State).admitsStage,
	event.OccasionCancelled: (*State).admitsStage,
	event.OccasionExpired:   (*State).admitsStage,
	event.RelationNoted: func(_ *State, e event.Event) error {
		trust := e.Whole("trust")
		return refuse(trust != clampScore(trust), "trust: from %d to %d", -strongest, strongest)
	},
	event.EntityAdded:      (*State).admitsEntity,
	event.Moved:            (*State).admitsMove,
	event.ContainerChanged: (*State).admitsContainer,
	event.ItemPut:          (*State).admitsPutting,
	event.ActivityChanged:  (*State).admitsActivity,
	event.StatePatched: func(_ *State, e event.Event) error {
		patch := e.Object("patch")
		for key := range patch {
			if strings.HasPrefix(key, "$") {
				return errors.New("patch: keys that begin with $ are the story's own")
			}
		}
		return refuse(patch == nil, "patch: an object is needed")
	},
}

// MostAbout is how many characters and things a fact or a claim is about at most.
const MostAbout = 16

// admitsAbout looks whether something is about no more than a reader can be told of.
func admitsAbout(e event.Event) error {
	n := len(e.Texts("about"))
	return refuse(n > MostAbout, "about: there are %d, and a %s is about %d at most", n, map[bool]string{true: "claim", false: "fact"}[e.Kind == event.ClaimMade], MostAbout)
}

// admitsLearning looks whether a fact is so when it is learned.
func (s *State) admitsLearning(e event.Event) error {
	from, at := s.Minds.Facts[e.Text("fact")].Moment, e.Moment.Sequence
	return refuse(at < from, "moment: %q is so from %d on, and is learned at %d; establish it earlier, or have it learned later", e.Text("fact"), from, at)
}

// admitsWeighing looks whether a memory may matter more or less than it does: what is high stays so.
func (s *State) admitsWeighing(e event.Event) error {
	i := s.memory(e.Text("memory"))
	if i < 0 {
		return nil // which was said
	}
	is := s.Memories.At(i).Significance
	return errors.Join(
		refuse(is == action.High, "significance: %q is high, and stays so", e.Text("memory")),
		refuse(string(is) == e.Text("significance"), "significance: that of %q is %s already", e.Text("memory"), is))
}

// admitsPin looks whether a memory is somebody's, and whether they have it at hand already, or not.
func (s *State) admitsPin(e event.Event, pinned bool) error {
	i, who := s.memory(e.Text("memory")), event.CharacterID(e.Text("who"))
	if i < 0 {
		return nil // which was said
	}
	m := s.Memories.At(i)
	is := slices.Contains(s.Pins[who], m.Position)
	return errors.Join(
		refuse(m.Knower != who && m.Knower != event.Everyone, "memory: %q is not one of %q", m.ID, who),
		refuse(is && !pinned, "memory: %q is pinned already", m.ID),
		refuse(!is && pinned, "memory: %q is not pinned", m.ID))
}

// admitsMade looks whether a moment has an id and a number of its own.
func (s *State) admitsMade(e event.Event) error {
	id, sequence := e.Text("moment"), event.Sequence(e.Whole("sequence"))
	_, there := s.Moments[id]
	return errors.Join(
		refuse(there, "there is a moment %q already", id),
		refuse(sequence < 1, "sequence: from 1"),
		refuse(s.made(sequence), "sequence: another moment has the number %d", sequence))
}

func refuse(when bool, format string, args ...any) error {
	if !when {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// admitsBecause looks whether a memory rests on events that were.
func (s *State) admitsBecause(e event.Event) error {
	for _, item := range e.List("because") {
		if p := event.Position(strictjson.AsInteger(item)); p < 1 || p > s.Position {
			return fmt.Errorf("because: there is no event %v", item)
		}
	}
	return nil
}

// admitsAction looks whether an action names what there is.
func (s *State) admitsAction(e event.Event) (action.Action, error) {
	a, err := action.Parse(e.Value("action"))
	if err == nil {
		err = s.AllKnown(append(a.Refs(), a.By)...)
	}
	if err != nil {
		return a, fmt.Errorf("action: %w", err)
	}
	return a, refuse(a.Kind.Social() && slices.Contains(a.To, a.By), "action: nobody does %q to themselves", a.Kind)
}

func (s *State) admitsDeed(e event.Event) error {
	a, err := s.admitsAction(e)
	if err != nil {
		return err
	}
	if a.By.None() {
		return errors.New("action: nobody does it")
	}
	outcome, err := action.ParseOutcome(e.Value("outcome"))
	if err != nil {
		return fmt.Errorf("outcome: %w", err)
	}
	for _, c := range outcome.Changes {
		err := errors.Join(s.admitsRef(c.Who), s.admitsRef(c.What))
		if c.Event < 1 || c.Event > int64(s.Position) {
			err = fmt.Errorf("there is no event %d", c.Event)
		}
		if err != nil {
			return fmt.Errorf("outcome: %s: %w", c.Kind, err)
		}
	}
	return nil
}

// refers says of each kind of reference whether the story has what one names. Lore is
// kept beside the story.
var refers = map[action.RefKind]func(*State, string) bool{
	action.Person: isPerson, action.Item: isOf(event.Item), action.Faction: isOf(event.Faction, event.Group),
	action.Place: func(s *State, id string) bool { return isOf(event.Place)(s, id) || id == s.Place() },
	action.Fact:  isFact, action.Said: isClaim, action.Thread: isThread, action.Topic: isTopic,
	action.Lore: func(*State, string) bool { return true },
}

// isOf tells entities of some types.
func isOf(types ...event.EntityType) func(*State, string) bool {
	return func(s *State, id string) bool { return slices.Contains(types, s.Entities[id].Type) }
}

// AllKnown says which of some references names nothing that the story has, or a thing of
// another kind; nil where each is of something.
func (s *State) AllKnown(refs ...action.Ref) error {
	for _, r := range refs {
		if err := s.admitsRef(r); err != nil {
			return err
		}
	}
	return nil
}

func (s *State) admitsRef(r action.Ref) error {
	if r.None() || r == action.Player || refers[r.Kind](s, r.ID) {
		return nil
	}
	return fmt.Errorf("nobody knows a %s %q", r.Kind, r.ID)
}

// admitsModifiers reports what is wrong with what was added to a throw: why it was is of a
// closed list.
func admitsModifiers(_ *State, e event.Event) error {
	for i, item := range e.List("modifiers") {
		o, _ := item.(strictjson.Object)
		kind, _ := o["kind"].(string)
		if !slices.Contains(action.Bearings(), action.Bearing(kind)) {
			return fmt.Errorf("modifiers: %d: there is no kind %q", i, kind)
		}
	}
	return nil
}
