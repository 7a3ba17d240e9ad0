package api

import (
	"context"
	"strings"

	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

func mindMethods() []Method {
	return []Method{
		onDisk("story.know", "What somebody in a story knows, the player unless another is named: facts, and what was said is so, in the order it was learned; how and since when, from whom, and whom they take to know it too. It is what that character knows and no more; what others know may be more than a player wants to be told.", know),
		onDisk("story.bond", "What somebody in a story has with one other, the player unless another is named: what they think of them, what they know of them or were told, what was said between the two, and what they remember of just the two; the latest twenty of each. It is what that character has, and the other knows nothing of it.", bond),
		onDisk("story.thinks", "What somebody in a story thinks that another knows, or thinks that a third thinks that a fourth knows, and so on: it follows from what the first perceived and from nothing else, so that they can be wrong. Of somebody alone it is what they know, each matter once.", thinks),
		onDisk("story.why", "How something reached somebody: who told them, who had told these, and so on back to whoever saw it, made it up, or said so without ground. It tells what no character knows.", why),
		onDisk("story.recall", "What somebody in a story remembers, the player unless another is named, in the order it was kept; with a text what of it bears on that, best first. It is what that character remembers and no more.", recall),
		following("story.pin", "Has somebody in a story have a memory at hand from now on, whatever is asked and however old it grows, along the branch that it is told along. Skills find it under $pinned.", pin),
		following("story.unpin", "Has somebody have a memory at hand no more. They remember it as they do others.", unpin),
		onDisk("story.prompt", "What models were asked for in a turn from somebody's view, the player's unless another is named, and what came of it: who was asked with which prompt, its parts with their tokens, what was looked at for it and why it was left out, the answer, and what was made of that. It is what that character perceived and no more. Where something that they had perceived until then is hidden, all texts are withheld.", prompts),
		onDisk("story.who", "Who knows something, in the order in which it reached them, whom each takes to know it too, and who is wrong about that. It tells what no character knows.", who),
	}
}

type knowParams struct {
	Story     string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open"`
	Character string `json:"character,omitempty" max:"1024" doc:"whose knowledge: an id, a name or a word of it; the player unless given"`
	Branch    string `json:"branch,omitempty" max:"64" doc:"along which branch; the one that the story is told along unless given"`
	Turn      int64  `json:"turn,omitempty" min:"1" doc:"as it was at the end of a turn"`
	Event     int64  `json:"event,omitempty" min:"1" doc:"as it was at an event of the log; not beside turn"`
	Moment    int64  `json:"moment,omitempty" min:"1" doc:"as it was at a moment: what is of later ones is not seen; not beside turn"`
}

type thinksParams struct {
	Story  string   `json:"story" min:"1" max:"64" doc:"the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open"`
	Chain  []string `json:"chain" max:"16" doc:"who thinks of whom, each an id, a name or a word of it: what the first thinks that the second thinks ... that the last knows"`
	Branch string   `json:"branch,omitempty" max:"64" doc:"along which branch; the one that the story is told along unless given"`
	Turn   int64    `json:"turn,omitempty" min:"1" doc:"as it was at the end of a turn"`
	Event  int64    `json:"event,omitempty" min:"1" doc:"as it was at an event of the log; not beside turn"`
	Moment int64    `json:"moment,omitempty" min:"1" doc:"as it was at a moment: what is of later ones is not seen; not beside turn"`
}

type whyParams struct {
	Story     string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open"`
	Fact      string `json:"fact" min:"1" doc:"the id of a fact, of a claim or of where it stands; or words that stand in it and in no other; or its number in story.know of that character"`
	Character string `json:"character,omitempty" max:"1024" doc:"whom it reached: an id, a name or a word of it; the player unless given"`
	Branch    string `json:"branch,omitempty" max:"64" doc:"along which branch; the one that the story is told along unless given"`
	Turn      int64  `json:"turn,omitempty" min:"1" doc:"as it was at the end of a turn"`
	Event     int64  `json:"event,omitempty" min:"1" doc:"as it was at an event of the log; not beside turn"`
	Moment    int64  `json:"moment,omitempty" min:"1" doc:"as it was at a moment: what is of later ones is not seen; not beside turn"`
}

type whoParams struct {
	Story  string `json:"story" min:"1" max:"64" doc:"the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open"`
	Fact   string `json:"fact" min:"1" doc:"the id of a fact, of a claim or of where it stands; or words that stand in it and in no other"`
	Branch string `json:"branch,omitempty" max:"64" doc:"along which branch; the one that the story is told along unless given"`
	Turn   int64  `json:"turn,omitempty" min:"1" doc:"as it was at the end of a turn"`
	Event  int64  `json:"event,omitempty" min:"1" doc:"as it was at an event of the log; not beside turn"`
	Moment int64  `json:"moment,omitempty" min:"1" doc:"as it was at a moment: what is of later ones is not seen; not beside turn"`
}

// When is when somebody learned something.
type When struct {
	_       struct{} `doc:"when somebody learned something; moment and what follows is left out for what was known before the story's first"`
	Turn    int64    `json:"turn" doc:"the turn; 0 for what they knew from the start"`
	Moment  int64    `json:"moment,omitempty" doc:"the moment of the story"`
	Label   string   `json:"label,omitempty" doc:"what the moment is called"`
	Minutes int64    `json:"minutes,omitempty" doc:"the story's time then, from midnight of its first day"`
}

func whenOf(turn int64, m event.Moment) When {
	return When{Turn: turn, Moment: int64(m.Sequence), Label: m.Label, Minutes: m.Minutes}
}

// Someone is somebody of a story.
type Someone struct {
	_    struct{} `doc:"somebody of a story"`
	ID   string   `json:"id" doc:"their id"`
	Name string   `json:"name" doc:"what they are called"`
}

// Known is something that somebody knows.
type Known struct {
	_       struct{}  `doc:"something that somebody knows: a fact, or what somebody said is so"`
	Content string    `json:"content" doc:"what is so, or was said"`
	Fact    string    `json:"fact,omitempty" doc:"the id of the fact that it is, or that it was said about"`
	How     string    `json:"how" doc:"witnessed, inferred or discovered; told, heard (it was said to others) or overheard (by others who did not take them to be listening); said, by themselves; otherwise, as way says"`
	Way     string    `json:"way,omitempty" doc:"how, in free words, where the story has them"`
	Speaker string    `json:"speaker,omitempty" doc:"the id of who said so; left out for a fact"`
	From    string    `json:"from,omitempty" doc:"the id of whose secret it was that came out, or of who told them a fact"`
	Name    string    `json:"name,omitempty" doc:"what the speaker is called, or whose secret it was"`
	Truth   string    `json:"truth,omitempty" doc:"as what it was said: sincere, guess, rumour; a lie is one for the liar alone"`
	Source  string    `json:"source,omitempty" doc:"how it was learned, or where the speaker has it from"`
	Through []string  `json:"through,omitempty" doc:"the names of those through whom the speaker has it, the first to have said it last"`
	KnownTo []Someone `json:"knownTo" doc:"those others whom they take to know it too"`
	Turn    int64     `json:"turn" doc:"in which they learned it; 0 from the start"`
	Since   When      `json:"since" doc:"when they learned it"`

	Reliability int `json:"reliability" min:"0" max:"1000" doc:"how far they can rely on it as far as they can tell, in thousandths: 1000 for what they came by themselves; a fifth less with each mouth that it came through, half for a guess or talk, less by their distrust of those; 0 for what they made up, know to hold no longer, or were told in other words than those of a fact that they have learned"`

	About      []Someone `json:"about,omitempty" doc:"whom and what it is about, as far as they were told"`
	Superseded string    `json:"superseded,omitempty" doc:"the id of the fact that holds in place of it, where they have learned that"`
}

// Knowledge is what somebody knows.
type Knowledge struct {
	_         struct{} `doc:"what somebody knows"`
	Character string   `json:"character" doc:"their id"`
	Name      string   `json:"name" doc:"what they are called"`
	Known     []Known  `json:"known" doc:"in the order it was learned"`
}

func know(ctx context.Context, c *Client, p knowParams) (Knowledge, error) {
	in, err := c.engine.minds(ctx, p.Story, p.Branch, p.Turn, p.Event, p.Moment)
	if err != nil {
		return Knowledge{}, err
	}
	return in.know(p.Character)
}

// know is what somebody knows.
func (in mindful) know(character string) (Knowledge, error) {
	who, err := in.person(character)
	if err != nil {
		return Knowledge{}, err
	}
	all := Knowledge{Character: string(who), Name: in.name(who)}
	all.Known = in.pieces(in.state.As(who), in.minds.Known(who))
	return all, nil
}

// pieces are some things that somebody knows, whose view it is.
func (in mindful) pieces(v *story.View, some []mind.Known) (all []Known) {
	for _, k := range some {
		known := Known{
			Content: k.Content, Fact: k.Fact, How: string(k.How), Way: k.Way, Truth: string(k.Truth), Source: k.Source,
			KnownTo: in.people(k.KnownTo), Turn: k.Turn, Since: whenOf(k.Turn, k.Moment), Superseded: k.Superseded,
			Reliability: v.Reliability(k),
		}
		for _, id := range k.About {
			known.About = append(known.About, Someone{ID: id, Name: in.state.Name(id)})
		}
		if k.Speaker != "" {
			known.Speaker, known.Name, known.Through = string(k.Speaker), in.name(k.Speaker), in.names(k.Chain[1:])
		} else if k.From != "" {
			known.From, known.Name = string(k.From), in.name(k.From)
		}
		all = append(all, known)
	}
	return all
}

// Belief is something that one takes another to know.
type Belief struct {
	_       struct{} `doc:"something that one takes another to know"`
	Content string   `json:"content" doc:"what is so, or was said, as the first of the chain has it"`
	Fact    string   `json:"fact,omitempty" doc:"the id of the fact that it is, or that it was said about"`
	Speaker string   `json:"speaker,omitempty" doc:"the id of who said so; left out for a fact"`
	Name    string   `json:"name,omitempty" doc:"what the speaker is called"`
	Turn    int64    `json:"turn" doc:"since which turn the first takes the last to know it; 0 from the start"`
	Since   When     `json:"since" doc:"since when"`
}

// Thoughts are what somebody thinks that another knows.
type Thoughts struct {
	_       struct{}  `doc:"what somebody thinks that another knows"`
	Chain   []Someone `json:"chain" doc:"who thinks of whom"`
	Beliefs []Belief  `json:"beliefs" doc:"one for each matter, in the order in which the first of the chain came to it"`
}

func thinks(ctx context.Context, c *Client, p thinksParams) (Thoughts, error) {
	in, err := c.engine.minds(ctx, p.Story, p.Branch, p.Turn, p.Event, p.Moment)
	if err != nil {
		return Thoughts{}, err
	}
	return in.thinks(p.Chain)
}

// thinks is what the first of some people thinks ... that the last knows.
func (in mindful) thinks(named []string) (Thoughts, error) {
	var all Thoughts
	if len(named) == 0 {
		return all, wrongParam("/chain", "it names nobody; name who thinks of whom")
	}
	chain := make([]event.CharacterID, len(named))
	for i, name := range named {
		who, err := in.state.FindPerson(name)
		if err != nil {
			return all, err
		}
		chain[i] = who
	}
	all.Chain = in.people(chain)
	for _, b := range in.minds.Thinks(chain...) {
		belief := Belief{Content: b.Content, Fact: b.Fact, Turn: b.Turn, Since: whenOf(b.Turn, b.Moment)}
		if b.Speaker != "" {
			belief.Speaker, belief.Name = string(b.Speaker), in.name(b.Speaker)
		}
		all.Beliefs = append(all.Beliefs, belief)
	}
	return all, nil
}

// Hop is how one person came by something.
type Hop struct {
	_       struct{} `doc:"how one person came by something, by themselves or from another"`
	Who     string   `json:"who" doc:"their id"`
	Name    string   `json:"name" doc:"what they are called"`
	Way     string   `json:"way,omitempty" doc:"how, in free words, where the story has them"`
	How     string   `json:"how" doc:"as that of what is known, and ungrounded where they said so and nothing tells how they came by it"`
	From    string   `json:"from,omitempty" doc:"the id of who said so, or whose secret it was"`
	Content string   `json:"content" doc:"what is so, or what was said: others may have said it otherwise"`
	Truth   string   `json:"truth,omitempty" doc:"as what it was said: sincere, guess, rumour, lie; left out for a fact"`
	Source  string   `json:"source,omitempty" doc:"of what is ungrounded: where it is said to stand"`
	Since   When     `json:"since" doc:"when that was"`
}

func (in mindful) hop(of mind.Hop) Hop {
	return Hop{
		Who: string(of.Who), Name: in.name(of.Who), How: string(of.How), Way: of.Way, From: string(of.From), Content: of.Content,
		Truth: string(of.Truth), Source: of.Source, Since: whenOf(of.Turn, of.Moment),
	}
}

// Reason is one way by which something reached somebody.
type Reason struct {
	_    struct{} `doc:"one way by which something reached somebody"`
	Hops []Hop    `json:"hops" doc:"from them back to whoever has it from nobody"`
}

// Why is how something reached somebody.
type Why struct {
	_         struct{} `doc:"how something reached somebody"`
	Fact      string   `json:"fact" doc:"its id"`
	Content   string   `json:"content" doc:"what is so; where it is no fact, what was first said"`
	Character string   `json:"character" doc:"whom it reached, by their id"`
	Reasons   []Reason `json:"reasons" doc:"in the order in which they came; none where they do not know it"`
}

func why(ctx context.Context, c *Client, p whyParams) (Why, error) {
	in, err := c.engine.minds(ctx, p.Story, p.Branch, p.Turn, p.Event, p.Moment)
	if err != nil {
		return Why{}, err
	}
	return in.why(p.Fact, p.Character)
}

// why is how something reached somebody.
func (in mindful) why(fact, character string) (Why, error) {
	who, err := in.person(character)
	if err != nil {
		return Why{}, err
	}
	found, err := in.minds.Why(fact, who)
	all := Why{Fact: found.Fact, Content: found.Content, Character: string(who)}
	for _, reason := range found.Reasons {
		r := Reason{}
		for _, hop := range reason {
			r.Hops = append(r.Hops, in.hop(hop))
		}
		all.Reasons = append(all.Reasons, r)
	}
	return all, err
}

// Knower is somebody who knows something.
type Knower struct {
	_       struct{}  `doc:"somebody who knows something"`
	Hop     Hop       `json:"hop" doc:"how they first came by it"`
	KnownTo []Someone `json:"knownTo" doc:"those others whom they take to know it too"`
}

// Mistaken is somebody who does not know something, and is taken to, or was told something else of it.
type Mistaken struct {
	_        struct{}  `doc:"somebody who does not know something, and is taken to, or was told something else of it"`
	Who      string    `json:"who" doc:"their id"`
	Name     string    `json:"name" doc:"what they are called"`
	By       []Someone `json:"by" doc:"those who take them to know it"`
	Believes string    `json:"believes,omitempty" doc:"what they were told of it instead, last"`
}

// Spread is who knows something.
type Spread struct {
	_        struct{}   `doc:"who knows something"`
	Fact     string     `json:"fact" doc:"its id"`
	Content  string     `json:"content" doc:"what is so; where it is no fact, what was first said"`
	Knowers  []Knower   `json:"knowers" doc:"in the order in which it reached them"`
	Mistaken []Mistaken `json:"mistaken" doc:"those who do not know it, and are taken to, or were told something else of it"`
}

func who(ctx context.Context, c *Client, p whoParams) (Spread, error) {
	in, err := c.engine.minds(ctx, p.Story, p.Branch, p.Turn, p.Event, p.Moment)
	if err != nil {
		return Spread{}, err
	}
	return in.who(p.Fact)
}

// who is who knows something.
func (in mindful) who(fact string) (Spread, error) {
	found, err := in.minds.Who(fact)
	all := Spread{Fact: found.Fact, Content: found.Content}
	for _, of := range found.Knowers {
		all.Knowers = append(all.Knowers, Knower{Hop: in.hop(of.Hop), KnownTo: in.people(of.KnownTo)})
	}
	for _, of := range found.Mistaken {
		all.Mistaken = append(all.Mistaken, Mistaken{Who: string(of.Who), Name: in.name(of.Who), By: in.people(of.By), Believes: of.Believes})
	}
	return all, err
}

// A mindful is what everybody knows at a place of a story.
type mindful struct {
	state *story.State
	minds *mind.Minds // as they are shown
}

func mindfulOf(state *story.State) mindful { return mindful{state, state.ShownMinds()} }

// minds are those at a place of a story: where it is unless another is given. Who reads a story that
// is kept waits for no turn that is played in it.
func (e *Engine) minds(ctx context.Context, name, branch string, turn, at, moment int64) (in mindful, err error) {
	err = e.mindsDo(ctx, name, branch, turn, at, moment, func(there mindful) error {
		in = there
		return nil
	})
	return in, err
}

// mindsDo lends them, with what is searched.
func (e *Engine) mindsDo(ctx context.Context, name, branch string, turn, at, moment int64, do func(mindful) error) error {
	if turn != 0 && (at != 0 || moment != 0) {
		return wrongParam("/turn", "it stands beside event or moment; give one of them")
	}
	where := event.Where{Branch: event.BranchID(branch), Position: event.Position(at), Moment: event.Sequence(moment)}
	return e.readable(ctx, name, func(told readable) error {
		state, err := told.Shown(ctx, where, turn)
		if err != nil {
			return err
		}
		return do(mindfulOf(state))
	})
}

// A readable story is one that is played, or one on the disk.
type readable interface {
	Shown(ctx context.Context, at event.Where, turn int64) (*story.State, error)
	Prompts(ctx context.Context, at event.Where, turn int64, who event.CharacterID, all bool) (generation.Kept, error)
}

// readable lends a story for reading: the game, of one that is not kept.
func (e *Engine) readable(ctx context.Context, name string, read func(readable) error) error {
	if strings.HasPrefix(name, unkeptMark) {
		game, err := e.game(ctx, name)
		if err != nil {
			return err
		}
		return read(game)
	}
	program, err := e.awakened()
	if err != nil {
		return err
	}
	return program.ReadStory(ctx, name, func(told *story.Playthrough) error { return read(told) })
}

// person is somebody of the story, the player for "".
func (in mindful) person(named string) (event.CharacterID, error) {
	if named == "" {
		return event.Player, nil
	}
	return in.state.FindPerson(named)
}

func (in mindful) name(id event.CharacterID) string { return in.state.Name(string(id)) }

func (in mindful) names(ids []event.CharacterID) []string {
	var names []string
	for _, id := range ids {
		names = append(names, in.name(id))
	}
	return names
}

func (in mindful) people(ids []event.CharacterID) []Someone {
	all := make([]Someone, len(ids))
	for i, id := range ids {
		all[i] = Someone{ID: string(id), Name: in.name(id)}
	}
	return all
}
