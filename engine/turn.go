package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/portraits"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A turn is one turn in the making. What it holds besides the staged events is
// what later steps of the same turn need to know of the earlier ones.
type turn struct {
	g     *Game
	story *story.Turn
	began time.Time
	ids   map[string]int // how many ids of a kind were given

	telling.Turn // what came of it so far

	set         settings // what skills are configured to
	w           *world.World
	choice      *choice            // that was made; nil for the opening
	typed       string             // the words it was typed in, "" for none
	acting      bool               // the deed is being done: what changes came of it
	changes     []action.Change    // that came of it
	cause       event.Position     // of what happens now: the choice, the beat that is told
	acted       event.Position     // of the deed; 0 for none
	topic       string             // of the choice or beat whose effects happen
	heard       world.Subject      // what came up in what was learned
	led         []string           // beats a choice leads to, until they are told
	judged      bool               // verdicts were given
	kept        bool               // the turn's memory was kept
	asked       episodic           // what was recalled for checks last
	impressions []world.Impression // what opinions are to be changed by the deed
	sent        int                // bytes of what skills want shown

	arrivedPictures []portraits.Picture // that were drawn since the turn before

	lenient bool          // a campaign or a skill lets something happen
	refused *RefusedError // the first of the engine's own events that the story refused; nil for none

	degraded []string
	stages   []Stage
	mark     time.Time
}

// view is the player's, of the story with all that was staged.
func (t *turn) view() *story.View { return t.state().Player() }

// now is the situation with all that was staged.
func (t *turn) now() world.Situation { return t.w.At(t.state()) }

// sight is the world as the player sees it now.
func (t *turn) sight() world.Sight { return t.w.Seen(t.view()) }

// teller tells the turn as it is now.
func (t *turn) teller() telling.Teller { return telling.Teller{Sight: t.sight(), Turn: t.Turn} }

// names are those of what there is, and of the topics of offers.
func (t *turn) names(offers ...world.Offer) *world.Names { return t.sight().Names(offers) }

// state is the story with all that was staged.
func (t *turn) state() *story.State { return t.story.State() }

// add stages an event that the engine itself brings about.
func (t *turn) add(kind event.Kind, data event.Data) event.Position {
	return t.stage(event.Event{Kind: kind, Actor: event.EngineSelf, Cause: t.cause, Data: data})
}

// stage stages an event. One that the story refuses is an error of the turn, which is not
// written then; but see foreign.
func (t *turn) stage(e event.Event) event.Position {
	position, err := t.story.Add(e)
	switch {
	case err == nil:
	case t.lenient:
		t.trouble(err)
	case t.refused == nil:
		t.refused = &RefusedError{t.state().Turn.Number, err}
	}
	return position
}

// foreign lets something happen that a campaign or a skill wants. What the story refuses
// of it is left out, and does not keep the turn from being told.
func (t *turn) foreign(happen func()) {
	was := t.lenient
	t.lenient = true
	happen()
	t.lenient = was
}

// A RefusedError says that a turn was not written, because the story refused what the engine
// made of it: a fault of the program. Nothing of the turn is kept; another choice may do.
type RefusedError struct {
	Turn int64
	Err  error // why
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("turn %d cannot be told, which is a fault of the program: %v. Nothing of it is kept; choose otherwise.", e.Turn, e.Err)
}

func (e *RefusedError) Unwrap() error { return e.Err }

// trouble notes, for whoever runs the program, what was left out.
func (t *turn) trouble(err error) {
	t.note("left out", err)
}

// note puts into the log what came of something.
func (t *turn) note(outcome string, err error) {
	t.g.opts.Log.Write(runlog.Entry{Kind: runlog.Execution, Level: runlog.Warn, Outcome: outcome, Message: err.Error()})
}

// degrade notes, for the player, what there was to do without, once each.
func (t *turn) degrade(sentence string) {
	if !slices.Contains(t.degraded, sentence) {
		t.degraded = append(t.degraded, sentence)
	}
}

// newID is an id that is this turn's own: "fact-12-1".
func (t *turn) newID(kind string) string {
	t.ids[kind]++
	return fmt.Sprintf("%s-%d-%d", kind, t.state().Turn.Number, t.ids[kind])
}

// stageDone notes how long a stage took.
func (t *turn) stageDone(name string) {
	now := time.Now()
	t.stages = append(t.stages, Stage{Name: name, Microseconds: now.Sub(t.mark).Microseconds()})
	t.mark = now
}

// Play plays one turn: the choice with an id of the last record, or "" for the
// opening. It always gives a record but for *ChoiceError, ErrEnded, *RefusedError and what
// the store says (persistence.ErrFull, ...); after those the turn may be played again.
func (g *Game) Play(ctx context.Context, id string) (*Record, error) { return g.play(ctx, id, "") }

// play plays a turn; words are those the choice was typed in, "" for none.
func (g *Game) play(ctx context.Context, id, words string) (*Record, error) {
	picked, err := g.pick(id)
	if err != nil {
		return nil, err
	}
	t := g.begin(picked)
	t.typed = words
	t.arrivals()
	t.stageDone("wait for pictures")
	if err := t.resolve(); err != nil {
		g.studio.Return(t.arrivedPictures)
		return nil, err
	}
	t.stageDone("resolve")
	t.main(ctx)
	t.settle(ctx)
	t.close(ctx)
	return t.commit(context.WithoutCancel(ctx))
}

// commit writes the turn and gives its record. One that had been written before,
// though the store could not say so, is shown as it was written.
func (t *turn) commit(ctx context.Context) (*Record, error) {
	if t.refused != nil {
		t.note("refused", t.refused)
		t.g.studio.Return(t.arrivedPictures)
		return nil, t.refused
	}
	receipt, err := t.story.Commit(ctx)
	if err != nil {
		t.g.studio.Return(t.arrivedPictures)
		return nil, fmt.Errorf("turn %d: %w", t.state().Turn.Number, err)
	}
	t.stageDone("commit")
	t.g.afterwards()
	if receipt.Repeated {
		record, err := t.g.Last(ctx)
		if err == nil {
			record.Resumed = false
		}
		return record, err
	}
	record, err := t.g.record(t.story.Events(), t.state().Session.Number)
	if err != nil {
		return nil, err
	}
	record.Timings = t.stages
	return record, nil
}

// ErrEnded: the story has come to its end.
var ErrEnded = errors.New("the story has ended")

// pick finds the choice that was made: one of those offered, or any action that is
// possible now, by its id.
func (g *Game) pick(id string) (*choice, error) {
	s := g.story.State()
	if s.Turn.Number == 0 {
		if id != "" {
			return nil, &ChoiceError{Choice: id}
		}
		return nil, nil
	}
	now := g.now()
	offered := now.offered()
	if s.Ending != "" && len(offered) == 0 {
		return nil, ErrEnded
	}
	var ids []string
	for _, c := range offered {
		if c.ID == id {
			return &c, nil
		}
		ids = append(ids, c.ID)
	}
	if c, possible := now.possible(id); possible {
		return &c, nil
	}
	if slices.ContainsFunc(s.Offered, func(o strictjson.Object) bool { return strictjson.AsString(o["id"]) == id }) {
		return nil, &ChoiceError{Choice: id, Gone: true}
	}
	return nil, newChoiceError(id, ids)
}

// offered are the choices that the last turn ended with. A story that came to its
// end offered none; where it shall run on, it offers what can always be done, and
// from then on runs on by itself. What is gone since, because the campaign's files have
// changed, is offered no more, and what can always be done stands in its place.
func (s sight) offered() []Choice {
	runsOn := s.State.Ending != "" && s.noEndings && len(s.State.Offered) == 0
	if !runsOn && len(s.State.Offered) == 0 {
		return nil
	}
	open, last := s.Offers(), lookIn(s.View)
	var all []Choice
	for _, offered := range s.State.Offered {
		if c := last.readChoice(offered); s.has(c, open) {
			all = append(all, c)
		}
	}
	if runsOn || len(all) < len(s.State.Offered) {
		names := naming{s.Names(open)}
		all = names.filled(all, names.genericChoices(open, int(s.State.Turn.Number), nil), fewestChoices)
	}
	return all
}

// has reports whether a choice that was offered can be made: its author still has it, or
// it is one of what is open, naming things of the same kinds.
func (s sight) has(c Choice, open []world.Offer) bool {
	if beatID, id, ok := world.AuthorsID(c.ID); ok && c.Source == event.Written {
		beat, told := s.Beat(beatID)
		if !told {
			return false
		}
		_, written := beat.Choice(id)
		return written
	}
	return slices.ContainsFunc(open, func(o world.Offer) bool {
		return o.ID() == c.ID && slices.Equal(o.Refs(), c.Action.Refs())
	})
}

// begin opens a turn. Its seed is the story's where there is one, so that the same
// choices bring the same turns; the branch is in it, so that one taken back and
// played again goes another way.
func (g *Game) begin(picked *choice) *turn {
	s, where := g.story.State(), g.story.Where()
	number := s.Turn.Number + 1
	seed := rng.New()
	if s.Seed != "" {
		seed = rng.FromString(s.Seed).Derive("turn", fmt.Sprint(number), string(where.Branch))
	}
	now := time.Now()
	t := &turn{
		g: g, w: g.world, began: now, mark: now, ids: map[string]int{},
		story: g.story.Begin(event.TurnID(fmt.Sprintf("turn/%s/%d", where.Branch, number))),
	}
	t.Seed = seed
	t.chosen(picked)
	t.stage(event.Event{
		Kind: event.TurnOpened, Actor: event.EngineSelf, Moment: t.nextMoment(number),
		Data: event.Data{"turn": fmt.Sprintf("turn-%d", number), "number": number, "seed": seed.UUID().String()},
	})
	t.configure()
	return t
}

// chosen takes the choice that was made; nil is none.
func (t *turn) chosen(c *choice) {
	if t.choice = c; c != nil {
		t.Choice = c.ID
	}
}

// nextMoment is the moment of a turn: moments are turns.
func (t *turn) nextMoment(number int64) event.Moment {
	label := "The beginning"
	if place, ok := t.w.Place(t.place()); ok {
		label = place.Name
	}
	return event.Moment{
		Sequence: max(event.Sequence(number), t.state().Moment.Sequence+1),
		Label:    prose.CleanLine(label, 100), Timed: true, Minutes: t.state().Minutes,
	}
}

// A record is an event of the turn.
type record = persistence.Record

// resolve lets the choice happen: the check, its words and effects, movement,
// time, and the beats that are due now. Its error is a *ChoiceError.
func (t *turn) resolve() error {
	if t.choice != nil {
		if err := t.choose(); err != nil {
			return err
		}
	}
	t.routine()
	t.tellBeats()
	t.premise()
	t.openScene()
	t.meet()
	t.end()
	return nil
}

// premise opens a story that has no opening beat: it tells who the player is and
// what it is about.
func (t *turn) premise() {
	if t.choice == nil && len(t.Beats) == 0 {
		t.Authored = append(t.Authored, world.Paragraphs(t.w.Campaign.Premise.Body)...)
		t.rememberPremise()
	}
}

// premiseTag marks what the player remembers of the premise.
const premiseTag = "premise"

// rememberPremise keeps what a premise that was told says of the people, places and
// things of the story. It is all that the player knows of them then.
func (t *turn) rememberPremise() {
	for _, line := range t.w.Premise() {
		t.add(event.MemoryKept, event.Data{ // at no place: it was told, and did not happen here
			"memory": t.newID("memory"), "knower": string(event.Player), "words": line.Words, "significance": string(action.Medium),
			"source": string(event.Narrative), "characters": t.characters(line.People), "tags": append([]string{premiseTag}, line.Others...),
		})
	}
}

// takeAuthored lets a choice happen as its author wrote it.
func (t *turn) takeAuthored(beat *campaign.Beat, written *campaign.Choice) {
	facts := t.progress()
	paragraphs, effects, leads, minutes := written.Prose.Tell(&facts.Facts), written.Effects, written.LeadsTo, written.Minutes
	if written.Check != nil {
		outcome := t.roll(beat, written)
		if told := outcome.Prose.Tell(&facts.Facts); len(told) > 0 {
			paragraphs = told
		} else if outcome.Description != "" && len(paragraphs) == 0 {
			paragraphs = []string{t.w.ToPlayer(outcome.Description)}
		}
		effects = slices.Concat(effects, outcome.Effects)
		if outcome.LeadsTo != "" {
			leads = outcome.LeadsTo
		}
		minutes += outcome.Minutes
	}
	t.Authored = append(t.Authored, paragraphs...)
	if leads != "" {
		t.led = append(t.led, leads)
	}
	if minutes == 0 {
		minutes = world.UsualMinutes
	}
	t.pass(int64(minutes))
	t.topic = written.Topic
	t.apply(effects)
}

// openScene begins a scene where the player has come to another place, or the
// story has just begun.
func (t *turn) openScene() {
	s := t.state()
	if s.Scene.Open {
		return
	}
	t.add(event.SceneOpened, event.Data{
		"scene": t.newID("scene"), "type": string(t.teller().Type()), "place": t.place(), "present": append(t.now().Present(), string(event.Player)),
	})
}

// leaveScene closes the scene the player goes away from.
func (t *turn) leaveScene() {
	s := t.state()
	if !s.Scene.Open {
		return
	}
	t.add(event.SceneClosed, event.Data{"scene": s.Scene.ID, "significance": string(t.sceneWeight())})
}

// sceneWeight is that of the weightiest thing that the player perceived in the scene, or
// that of the beats told in it.
func (t *turn) sceneWeight() action.Significance {
	s, weight := t.state(), action.Low
	for entry := range t.view().JournalBack() {
		if entry.Turn < s.Scene.Turn {
			break
		}
		if entry.Significance.Rank() > weight.Rank() {
			weight = entry.Significance
		}
	}
	for id, turn := range s.Reached {
		if b, ok := t.w.Beat(id); ok && int64(turn) >= s.Scene.Turn && b.Priority >= campaign.High {
			return action.High
		}
	}
	return weight
}

// meet shows the portraits of people met now: the author's at once; others are
// drawn between the turns and arrive later.
func (t *turn) meet() {
	t.portrait(string(event.Player))
	for _, id := range t.view().Present() {
		t.portrait(id)
	}
}
