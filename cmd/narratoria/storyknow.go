package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	act "github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// asking are the flags of what is asked about who knows what.
type asking struct {
	at, branch string
	asJSON     bool
}

func (a *asking) addTo(cmd *cobra.Command, doc string) {
	cmd.Flags().StringVar(&a.at, "at", "", "as it was at "+placesHelp)
	cmd.Flags().StringVar(&a.branch, "branch", "", "along that branch; the one that the story is told along unless given")
	cmd.Flags().BoolVar(&a.asJSON, "json", false, doc)
}

// place is where it is asked about.
func (a *asking) place() (place, error) {
	at := place{}
	if a.at != "" {
		var err error
		if at, err = placeOf(a.at); err != nil {
			return at, err
		}
	}
	if a.branch == "" {
		return at, nil
	}
	if at.branch != "" && at.branch != event.BranchID(a.branch) {
		return at, fmt.Errorf("--at is a place of the branch %q, and --branch says %q; leave one out", at.branch, a.branch)
	}
	at.branch = event.BranchID(a.branch)
	return at, nil
}

// minds lends what everybody knows there, with what it is told in.
func (a *asking) minds(ctx context.Context, s streams, name string, tell func(knowing) error) error {
	at, err := a.place()
	if err != nil {
		return err
	}
	return withSave(ctx, s, name, func(p *story.Playthrough) error {
		where, err := at.find(ctx, p)
		if err != nil {
			return err
		}
		state, err := p.Shown(ctx, where, 0)
		if err != nil {
			return err
		}
		return tell(knowingOf(state))
	})
}

func storyKnowCommand(s streams) *cobra.Command {
	var a asking
	var with string
	cmd := &cobra.Command{
		Use:   "know NAME [CHARACTER [OF...]]",
		Short: "Show what somebody in a story knows, from whom, and since when",
		Long: `Show what somebody in a story knows: how they came by it, from whom, since when, and whom they
take to know it too. It is what that character knows and no more. CHARACTER is an id, a name or a
word of it; the player unless given. What others know may be more than a player wants to be told.

With more people it is what CHARACTER thinks that the first of them thinks ... that the last knows:
"know friday ines ned ada" is what Ines thinks that Ned thinks that Ada knows. It follows from what
CHARACTER perceived, and they may be wrong.

With --with it is what CHARACTER has with one other: what they think of each other as far as CHARACTER knows it, what
they know of the other, or were told, and what was said, and is remembered, of just the two of them. The other may be a faction
or a thing.

How far CHARACTER can rely on what was said to them is told in per cent: a fifth less with each mouth that it came through, half of
it for a guess or talk, and less by their distrust of whoever told them.`,
		Args: wantsAtLeast("NAME", "CHARACTER"),
		RunE: action(func(ctx context.Context, args []string) error {
			return a.minds(ctx, s, args[0], func(k knowing) error {
				if with != "" && len(args) > 2 {
					return fmt.Errorf("--with is of one character, and %q stands behind %q; leave one of them out", args[2], args[1])
				}
				if with != "" {
					return k.bond(s.out, append(args[1:], string(event.Player))[0], with, a.asJSON)
				}
				if len(args) > 2 {
					return k.thinks(s.out, args[1:], a.asJSON)
				}
				return k.know(s.out, append(args[1:], string(event.Player))[0], a.asJSON)
			})
		}),
	}
	cmd.Flags().StringVar(&with, "with", "", "what CHARACTER has with this one other, by id or name")
	a.addTo(cmd, "print JSON, one thing a line: {number, fact, content, how, way, from, through, truth, source, about, knownTo, reliability, superseded, turn, moment, label, minutes}; of what others are thought to know {fact, content, from, turn, moment, label, minutes}; with --with {with, score, trust, summary, since, about, between, alone}, the last as recall has them, the two before as here without number")
	return cmd
}

func storyWhyCommand(s streams) *cobra.Command {
	var a asking
	cmd := &cobra.Command{
		Use:   "why NAME FACT CHARACTER",
		Short: "Show how something reached somebody in a story, back to who saw it",
		Long: `Show how something reached somebody in a story: who told them, who had told these, and so on back
to whoever saw it, made it up, or said so without ground. FACT is the id of a fact or a claim, words
that stand in it, or its number in "story know" of that character. It tells what no character knows.`,
		Args: wants("NAME", "FACT", "CHARACTER"),
		RunE: action(func(ctx context.Context, args []string) error {
			return a.minds(ctx, s, args[0], func(k knowing) error { return k.why(s.out, args[1], args[2], a.asJSON) })
		}),
	}
	a.addTo(cmd, "print JSON: {fact, content, who, reasons}, each a list of {who, how, way, from, content, truth, source, turn, moment, label, minutes}")
	return cmd
}

func storyWhoCommand(s streams) *cobra.Command {
	var a asking
	cmd := &cobra.Command{
		Use:   "who NAME FACT",
		Short: "Show who in a story knows something, and who is taken to",
		Long: `Show who in a story knows something, in the order in which it reached them, whom each of them
takes to know it too, and who is wrong about that. FACT is the id of a fact or a claim, or words
that stand in it. It tells what no character knows.`,
		Args: wants("NAME", "FACT"),
		RunE: action(func(ctx context.Context, args []string) error {
			return a.minds(ctx, s, args[0], func(k knowing) error { return k.who(s.out, args[1], a.asJSON) })
		}),
	}
	a.addTo(cmd, "print JSON: {fact, content, knowers, mistaken}, with {who, how, way, from, content, truth, source, knownTo, turn, moment, label, minutes} and {who, by, believes}")
	return cmd
}

// knowing tells of what everybody knows at a place of a story.
type knowing struct {
	state  *story.State
	minds  *mind.Minds
	called map[string]int // how many people are called so
}

func knowingOf(state *story.State) knowing {
	k := knowing{state, state.ShownMinds(), make(map[string]int)}
	for id := range state.People {
		k.called[state.Name(string(id))]++
	}
	return k
}

// as is the same for telling what somebody knows: names alike are told apart of those alone whom they know or know something of, so that
// nothing of the text hangs on others.
func (k knowing) as(who event.CharacterID) (of knowing, v *story.View, known []mind.Known) {
	v, known = k.state.As(who), k.minds.Known(who)
	ids := []event.CharacterID{who}
	for _, p := range v.People() {
		ids = append(ids, p.ID)
	}
	for _, piece := range known {
		ids = append(append(append(ids, piece.From), piece.Chain...), piece.KnownTo...)
	}
	slices.Sort(ids)
	of = knowing{k.state, k.minds, make(map[string]int)}
	for _, id := range slices.Compact(ids) {
		of.called[k.state.Name(string(id))]++
	}
	return of, v, known
}

func (k knowing) know(out io.Writer, character string, asJSON bool) error {
	who, err := k.state.FindPerson(character)
	if err != nil {
		return err
	}
	k, v, known := k.as(who)
	if asJSON {
		for i, of := range known {
			tree := knownTree(v, of)
			tree["number"] = strictjson.Int(int64(i + 1))
			fmt.Fprintln(out, safeJSON(tree))
		}
		return nil
	}
	if len(known) == 0 {
		fmt.Fprintln(out, printable(english.SentenceCase(k.name(who))+" knows nothing that was told or found out."))
		return nil
	}
	fmt.Fprintln(out, printable(english.SentenceCase(k.name(who))+" knows:"))
	for i, of := range known {
		fmt.Fprintf(out, "%4d  %s\n", i+1, printable(said(of.Content, of.Speaker != "", of.ID)))
		fmt.Fprintf(out, "      %s\n", printable(k.came(of)+", "+since(of.Turn, of.Moment)+relied(v, of)+k.taken(of.KnownTo)+superseded(of, known)))
	}
	return nil
}

// thinks is what the first of some people thinks that the next thinks ... that the last knows.
func (k knowing) thinks(out io.Writer, named []string, asJSON bool) error {
	chain := make([]event.CharacterID, len(named))
	for i, name := range named {
		who, err := k.state.FindPerson(name)
		if err != nil {
			return err
		}
		chain[i] = who
	}
	k, _, _ = k.as(chain[0])
	beliefs := k.minds.Thinks(chain...)
	if asJSON {
		for _, b := range beliefs {
			fmt.Fprintln(out, safeJSON(beliefTree(b)))
		}
		return nil
	}
	var each []string
	for _, who := range chain {
		each = append(each, k.name(who))
	}
	if len(beliefs) == 0 {
		first := "knows nothing that was told or found out"
		if len(each) > 1 {
			first = "has no notion of anything that " + strings.Join(each[1:], " thinks that ") + " knows"
		}
		fmt.Fprintln(out, printable(english.SentenceCase(each[0])+" "+first+"."))
		return nil
	}
	fmt.Fprintln(out, printable(english.SentenceCase(strings.Join(each, " thinks that "))+" knows:"))
	for _, b := range beliefs {
		fmt.Fprintln(out, "  "+printable(said(b.Content, b.Speaker != "", b.ID)+", "+since(b.Turn, b.Moment)))
	}
	return nil
}

// bond is what somebody has with one other.
func (k knowing) bond(out io.Writer, character, with string, asJSON bool) error {
	who, err := k.state.FindPerson(character)
	if err != nil {
		return err
	}
	whom, err := k.state.FindSubject(with)
	if err != nil {
		return err
	}
	k, v, _ := k.as(who)
	b := v.Bond(whom)
	if asJSON {
		tree := strictjson.Object{"with": whom, "score": story.Points(b.Score), "trust": story.Points(b.Trust)}
		strictjson.Put(tree, "summary", b.Summary)
		if b.Since >= 0 {
			tree["since"] = strictjson.Int(b.Since)
		}
		tree["about"], tree["between"] = knownTrees(v, b.About), knownTrees(v, b.Between)
		alone := make([]any, 0, len(b.Alone))
		for _, m := range b.Alone {
			alone = append(alone, recalledTree(v, m, isPinned(v, m)))
		}
		tree["alone"] = alone
		fmt.Fprintln(out, safeJSON(tree))
		return nil
	}
	fmt.Fprintln(out, printable(fmt.Sprintf("%s and %s: %s points, trust %s", english.SentenceCase(k.name(who)), k.state.Name(whom), story.Points(b.Score), story.Points(b.Trust))))
	if b.Summary != "" {
		fmt.Fprintln(out, "  "+printable(b.Summary))
	}
	same := func(a mind.Known) func(mind.Known) bool {
		return func(b mind.Known) bool {
			return a.ID == b.ID && a.Content == b.Content && a.Speaker == b.Speaker && a.Turn == b.Turn
		}
	}
	tell := func(words string, of mind.Known) {
		fmt.Fprintf(out, "  %s: %s\n", words, printable(said(of.Content, of.Speaker != "", of.ID)))
		fmt.Fprintf(out, "      %s\n", printable(k.came(of)+", "+since(of.Turn, of.Moment)+relied(v, of)))
	}
	for _, of := range b.About {
		if slices.ContainsFunc(b.Between, same(of)) {
			tell("knows of them, from between the two", of)
		} else {
			tell("knows of them", of)
		}
	}
	for _, of := range b.Between {
		if !slices.ContainsFunc(b.About, same(of)) {
			tell("was said between the two", of)
		}
	}
	for _, m := range b.Alone {
		fmt.Fprintln(out, "  "+printable("remembers of the two: "+strings.Join(strings.Fields(v.Words(&m.Memory)), " ")))
	}
	return nil
}

// relied says how far something can be relied on, "" for what is wholly.
func relied(v *story.View, of mind.Known) string {
	if at := v.Reliability(of); at < story.Reliable && of.Superseded == "" && of.Truth != act.Lie {
		return fmt.Sprintf("; %d %% reliable", at/10)
	}
	return ""
}

// superseded says which of all that somebody knows holds in place of something.
func superseded(of mind.Known, all []mind.Known) string {
	i := slices.IndexFunc(all, func(k mind.Known) bool { return of.Superseded != "" && k.Speaker == "" && k.ID == of.Superseded })
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("; no longer so, see %d", i+1)
}

// said is something that somebody knows, on one line: what was claimed in quotation marks, and its
// id where it has no words.
func said(content string, claimed bool, id string) string {
	text := strings.Join(strings.Fields(content), " ")
	switch {
	case text == "":
		return id
	case claimed:
		return "“" + text + "”"
	}
	return text
}

// came is how somebody came by something, and through whom, without who they are.
func (k knowing) came(of mind.Known) string {
	text := k.way(of.How, of.From) + inWordsOf(of.Way)
	for i, id := range of.Chain {
		switch {
		case i == 0: // the speaker
		case i == 1 && of.How == mind.HowSaid:
			text += ", having it from " + k.name(id)
		default:
			text += ", who has it from " + k.name(id)
		}
	}
	return text + asWhat[of.Truth]
}

// asWhat says as what something was said.
var asWhat = map[act.Truth]string{act.Guess: ", as a guess", act.Rumour: ", as a rumour", act.Lie: ", as a lie"}

// way is how somebody came by something from another, "" for nobody.
func (k knowing) way(how mind.How, from event.CharacterID) string {
	switch how {
	case mind.HowWitnessed:
		return "saw it"
	case mind.HowInferred:
		return "worked it out"
	case mind.HowDiscovered:
		if from != "" {
			return "found out what " + k.name(from) + " kept secret"
		}
		return "found it out"
	case mind.HowTold:
		if from == "" {
			return "was told"
		}
		return "was told by " + k.name(from)
	case mind.HowOtherwise:
		return "came by it"
	case mind.HowHeard:
		return "heard " + k.name(from) + " say so"
	case mind.HowOverheard:
		return "overheard " + k.name(from)
	}
	return "said so"
}

// inWordsOf is how somebody came by something in the words that somebody has for it, "" for none.
func inWordsOf(way string) string {
	if way = strings.Join(strings.Fields(way), " "); way == "" {
		return ""
	}
	return " (“" + way + "”)"
}

// since is when something was learned.
func since(turn int64, m event.Moment) string {
	var more []string
	if m.Timed {
		more = append(more, hour(m.Minutes))
	}
	if m.Label != "" {
		more = append(more, strings.Join(strings.Fields(m.Label), " "))
	}
	text := "from the start"
	switch {
	case turn > 0:
		text = fmt.Sprintf("in turn %d", turn)
	case m.Sequence > 0:
		text = fmt.Sprintf("at moment %d", m.Sequence)
	}
	if len(more) > 0 {
		text += " (" + strings.Join(more, ", ") + ")"
	}
	return text
}

// taken is whom somebody takes to know something, after how they do.
func (k knowing) taken(ids []event.CharacterID) string {
	switch len(ids) {
	case 0:
		return ""
	case 1:
		return "; thinks that " + k.names(ids) + " knows it"
	}
	return "; thinks that " + k.names(ids) + " know it"
}

func (k knowing) names(ids []event.CharacterID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = k.name(id)
	}
	return english.Join(names)
}

// name is what somebody is called, with their id where another is called so too.
func (k knowing) name(id event.CharacterID) string {
	name := k.state.Name(string(id))
	called := strings.Join(strings.Fields(name), " ")
	if k.called[name] > 1 {
		called += " (" + string(id) + ")"
	}
	return called
}

func (k knowing) why(out io.Writer, fact, character string, asJSON bool) error {
	who, err := k.state.FindPerson(character)
	if err != nil {
		return err
	}
	why, err := k.minds.Why(fact, who)
	if err != nil {
		return err
	}
	if asJSON {
		reasons := make([]any, len(why.Reasons))
		for i, reason := range why.Reasons {
			hops := make([]any, len(reason))
			for j, hop := range reason {
				hops[j] = hopTree(hop)
			}
			reasons[i] = hops
		}
		fmt.Fprintln(out, safeJSON(strictjson.Object{"fact": why.Fact, "content": why.Content, "who": string(who), "reasons": reasons}))
		return nil
	}
	fmt.Fprintln(out, printable(said(why.Content, false, why.Fact)))
	for _, reason := range why.Reasons {
		fmt.Fprintln(out)
		for _, hop := range reason {
			fmt.Fprintln(out, "  "+printable(k.hop(hop, why.Content)))
		}
	}
	if len(why.Reasons) == 0 {
		fmt.Fprintln(out, printable(english.SentenceCase(k.name(who))+" does not know it."))
	}
	return nil
}

// hop is how one person came by something that is otherwise said to be content.
func (k knowing) hop(hop mind.Hop, content string) string {
	text := k.way(hop.How, hop.From) + inWordsOf(hop.Way) + asWhat[hop.Truth]
	if hop.How == mind.HowUngrounded {
		text = ungrounded(hop)
	}
	text = english.SentenceCase(k.name(hop.Who)) + " " + text + ", " + since(hop.Turn, hop.Moment)
	if words := said(hop.Content, false, ""); words != "" && words != said(content, false, "") {
		text += ": " + said(hop.Content, hop.Truth != "", "")
	}
	return text
}

// ungrounded is how somebody came to say what nobody had told them.
func ungrounded(hop mind.Hop) string {
	switch {
	case hop.Truth == act.Lie:
		return "made it up"
	case hop.Source != "":
		return "has it from " + hop.Source
	case hop.Truth == act.Guess:
		return "guessed it"
	}
	return "said so, and nothing tells how they knew"
}

func (k knowing) who(out io.Writer, fact string, asJSON bool) error {
	spread, err := k.minds.Who(fact)
	if err != nil {
		return err
	}
	if asJSON {
		knowers, mistaken := make([]any, len(spread.Knowers)), make([]any, len(spread.Mistaken))
		for i, of := range spread.Knowers {
			tree := hopTree(of.Hop)
			tree["knownTo"] = idTree(of.KnownTo)
			knowers[i] = tree
		}
		for i, of := range spread.Mistaken {
			tree := strictjson.Object{"who": string(of.Who), "by": idTree(of.By)}
			strictjson.Put(tree, "believes", of.Believes)
			mistaken[i] = tree
		}
		fmt.Fprintln(out, safeJSON(strictjson.Object{"fact": spread.Fact, "content": spread.Content, "knowers": knowers, "mistaken": mistaken}))
		return nil
	}
	fmt.Fprintln(out, printable(said(spread.Content, false, spread.Fact)))
	fmt.Fprintln(out)
	for _, of := range spread.Knowers {
		fmt.Fprintln(out, "  "+printable(k.hop(of.Hop, spread.Content)+k.taken(of.KnownTo)))
	}
	for _, of := range spread.Mistaken {
		fmt.Fprintln(out, "  "+printable(english.SentenceCase(k.name(of.Who))+" does not know it"+k.mistaken(of)))
	}
	if len(spread.Knowers) == 0 {
		fmt.Fprintln(out, "  Nobody knows it.")
	}
	return nil
}

// mistaken is what goes on behind "X does not know it".
func (k knowing) mistaken(of mind.Mistaken) (text string) {
	if of.Believes != "" {
		text = ", and was told " + said(of.Believes, true, "")
	}
	switch len(of.By) {
	case 0:
		return text
	case 1:
		return text + ", and " + k.names(of.By) + " thinks otherwise"
	}
	return text + ", and " + k.names(of.By) + " think otherwise"
}

func knownTrees(v *story.View, all []mind.Known) []any {
	trees := make([]any, 0, len(all))
	for _, of := range all {
		trees = append(trees, knownTree(v, of))
	}
	return trees
}

func knownTree(v *story.View, of mind.Known) strictjson.Object {
	tree := strictjson.Object{"content": of.Content, "how": string(of.How), "knownTo": idTree(of.KnownTo), "reliability": strictjson.Int(int64(v.Reliability(of)))}
	strictjson.Put(tree, "fact", of.Fact)
	strictjson.Put(tree, "way", of.Way)
	strictjson.Put(tree, "from", string(of.From))
	strictjson.Put(tree, "truth", string(of.Truth))
	strictjson.Put(tree, "superseded", of.Superseded)
	strictjson.PutList(tree, "about", strictjson.FromStrings(of.About))
	if of.Speaker != "" {
		strictjson.Put(tree, "source", of.ID)
		tree["through"] = idTree(of.Chain[1:])
	}
	putWhen(tree, of.Turn, of.Moment)
	return tree
}

func beliefTree(of mind.Belief) strictjson.Object {
	tree := strictjson.Object{"content": of.Content}
	strictjson.Put(tree, "fact", of.Fact)
	strictjson.Put(tree, "from", string(of.Speaker))
	putWhen(tree, of.Turn, of.Moment)
	return tree
}

func hopTree(hop mind.Hop) strictjson.Object {
	tree := strictjson.Object{"who": string(hop.Who), "how": string(hop.How), "content": hop.Content}
	strictjson.Put(tree, "way", hop.Way)
	strictjson.Put(tree, "from", string(hop.From))
	strictjson.Put(tree, "truth", string(hop.Truth))
	strictjson.Put(tree, "source", hop.Source)
	putWhen(tree, hop.Turn, hop.Moment)
	return tree
}

func putWhen(tree strictjson.Object, turn int64, m event.Moment) {
	tree["turn"] = strictjson.Int(turn)
	strictjson.Put(tree, "moment", int64(m.Sequence))
	strictjson.Put(tree, "label", m.Label)
	if m.Timed {
		tree["minutes"] = strictjson.Int(m.Minutes)
	}
}

func idTree(ids []event.CharacterID) []any {
	tree := make([]any, len(ids))
	for i, id := range ids {
		tree[i] = string(id)
	}
	return tree
}
