package terminal

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/prose"
)

// A command is a word at the prompt.
type command struct {
	name, short string // short is one letter
	help        string
	do          func(*Session, context.Context) (done bool, err error)
}

// commands are in the order of the help.
func commands() []command {
	return []command{
		{"look", "l", "where you are, and who is here", (*Session).look},
		{"map", "m", "where you have been, and what leads where", (*Session).mapped},
		{"me", "", "who you are, and what you are good at", (*Session).me},
		{"people", "p", "whom you know, and how they regard you", (*Session).people},
		{"inventory", "i", "what you carry", (*Session).inventory},
		{"journal", "j", "what you are after, know and remember", (*Session).journal},
		{"choices", "c", "what you may choose, once more", (*Session).choices},
		{"back", "b", "take the last turn back; back 3 takes back all after turn 3", (*Session).back},
		{"forward", "f", "undo the last back, retry or switch", (*Session).forward},
		{"retry", "r", "play the last choice again, with other dice", (*Session).retry},
		{"branch", "", "go on along a branch of its own; branch NAME gives it a name", (*Session).branch},
		{"branches", "", "the branches of this story, and where they part", (*Session).branches},
		{"switch", "", "switch NAME goes on along another branch", (*Session).switchWhere},
		{"restart", "", "begin a new session, in which skills that failed are tried again", (*Session).restart},
		{"details", "d", "how the last turn was made", (*Session).details},
		{"help", "?", "this", (*Session).help},
		{"quit", "q", "leave; the story is kept", func(*Session, context.Context) (bool, error) { return true, nil }},
	}
}

// others are further words for commands.
var others = map[string]string{
	"exit": "quit", "bye": "quit", "h": "help", "continue": "choices", "again": "choices",
	"undo": "back", "redo": "forward", "inv": "inventory", "bag": "inventory", "who": "people", "character": "me", "sheet": "me", "who am i": "me", "where": "look", "where am i": "look",
}

// do carries out a line.
func (s *Session) do(ctx context.Context, line string) (done bool, err error) {
	line = strings.TrimSpace(line)
	asked := s.asked
	s.asked = nil
	if line == "" {
		if s.Ended() {
			return true, nil
		}
		s.Screen.Say("Type the number of a choice, or ? for help.")
		return false, nil
	}
	if taken, done, err := s.number(ctx, asked, line); taken {
		return done, err
	}
	if i := narratoria.Chosen(s.last, line); i >= 0 {
		return s.stopped, s.turn(ctx, s.play(Picked{ID: s.last.Choices[i].ID}))
	}
	if c, ok := commandOf(line); ok {
		return c.do(s, ctx)
	}
	if taken, done, err := s.argued(ctx, line); taken || err != nil {
		return done, err
	}
	if s.Ended() {
		return s.unread(ctx, line, "")
	}
	return s.typed(ctx, asked, line)
}

// commandOf finds a command by its name, its letter or another word for it.
func commandOf(line string) (found command, ok bool) {
	word := bare(line)
	if name, known := others[word]; known {
		word = name
	}
	for _, c := range commands() {
		if word == c.name || word == c.short {
			return c, true
		}
	}
	return command{}, false
}

// bare is a line without what people say around a command: "Look, please!"
func bare(line string) string {
	if line == "?" {
		return line
	}
	word := strings.TrimRight(strings.ToLower(line), ".,;:!? ")
	word = strings.TrimPrefix(word, "please ")
	return strings.TrimRight(strings.TrimSuffix(word, " please"), ", ")
}

// begunCommand finds a command by the beginning of its name, where no other begins like
// that. It counts where the word means nothing else: "rest" is to rest.
func begunCommand(line string) (found command, ok bool) {
	var begins []command
	for _, c := range commands() {
		if strings.HasPrefix(c.name, strings.ToLower(line)) {
			begins = append(begins, c)
		}
	}
	if len(begins) != 1 {
		return command{}, false
	}
	return begins[0], true
}

// unread carries out the command that a line begins to name, or says that it means
// nothing; refusal is why no deed was read in it, "" where none can be any more.
func (s *Session) unread(ctx context.Context, line, refusal string) (done bool, err error) {
	if c, ok := begunCommand(line); ok {
		return c.do(s, ctx)
	}
	if branch, ok := switchArgument(line); ok {
		return false, s.noBranch(ctx, branch)
	}
	s.Screen.Say(s.unknown(line, refusal))
	return false, nil
}

// longestGuessed is how long a line may be to be taken for another that was meant.
const longestGuessed = 200

// unknown is the answer to a line that means nothing, with what it may have been meant for.
func (s *Session) unknown(line, refusal string) string {
	guess := len(line) <= longestGuessed
	if meant := nearest.Name(strings.ToLower(line), commandNames()); guess && meant != "" && len(strings.Fields(line)) <= 2 {
		return fmt.Sprintf("%s is no choice and no command; did you mean %q?", quoted(line), meant)
	}
	i := s.alike(line)
	switch {
	case refusal == "":
		return quoted(line) + " is no choice and no command. The story has ended: back, journal, details, or quit."
	case !guess:
		return refusal
	case i >= 0:
		s.asked = &question{typed: line, among: []action.Action{s.last.Choices[i].Action}, choice: true}
		return refusal + fmt.Sprintf(" Did you mean %d, %q?", i+1, oneLine(s.last.Choices[i].Text))
	case !strings.Contains(line, " "):
		return refusal + fmt.Sprintf(" Type a number from 1 to %d, or ? for help.", len(s.last.Choices))
	}
	return refusal
}

// quoted is the beginning of a foreign line.
func quoted(line string) string {
	shown := oneLine(line)
	if r := []rune(shown); len(r) > 40 {
		shown = string(r[:40]) + "…"
	}
	return fmt.Sprintf("%q", shown)
}

func commandNames() (names []string) {
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// alike is the choice that shares more than half of the words of a line, the most of all, or -1: one that
// only names the same person is another deed.
func (s *Session) alike(line string) int {
	said := words(line)
	best, most := -1, len(said)/2
	for i, c := range s.last.Choices {
		shared := 0
		for word := range words(c.Text + " " + c.ID) {
			if said[word] {
				shared++
			}
		}
		if shared > most {
			best, most = i, shared
		}
	}
	return best
}

// common are words that say nothing of what is meant.
const common = english.Prepositions + " " + english.ClauseMarkers + " " + english.Determiners + " and ask tell say you"

// words are those of a text that are worth comparing.
func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		if len(word) > 2 && !english.OneOf(word, common) {
			set[word] = true
		}
	}
	return set
}

func (s *Session) help(context.Context) (bool, error) {
	s.Screen.Title("Type the number of a choice, or a word:")
	for _, c := range commands() {
		name := c.name
		if c.short != "" {
			name += ", " + c.short
		}
		s.Screen.hanging(plain, fmt.Sprintf("  %-14s ", name), c.help)
	}
	s.Screen.Say("Or type what you do, such as: ask ines about the oil")
	return false, nil
}

func (s *Session) choices(context.Context) (bool, error) {
	if s.Ended() {
		s.Screen.Say("The story has ended: back, journal, details, or quit.")
		return false, nil
	}
	s.Screen.Choices(s.last)
	return false, nil
}

func (s *Session) retry(ctx context.Context) (bool, error) {
	if s.last.Turn <= 1 {
		s.Screen.Say("You have not chosen anything yet that could be played again.")
		return false, nil
	}
	record, err := s.wait(ctx, false, s.Game.Retry)
	return s.replaced(ctx, record, err)
}

// replaced shows the turn that stands in the last one's place, or that one again.
func (s *Session) replaced(ctx context.Context, record *engine.Record, err error) (bool, error) {
	if failed := s.settle(record, err); err == nil || failed != nil {
		return s.stopped, failed
	}
	return s.stopped, s.reread(ctx)
}

func (s *Session) restart(ctx context.Context) (bool, error) {
	if s.Restart == nil {
		s.Screen.Say("That cannot be done here.")
		return false, nil
	}
	game, err := s.Restart(ctx)
	if err != nil {
		return false, err
	}
	s.Game = game
	s.Screen.Say("A new session has begun; skills that failed are tried again.")
	return false, s.begin(ctx)
}

func (s *Session) look(context.Context) (bool, error) {
	here := s.Game.Scene()
	s.Screen.Title(prose.SentenceCase(oneLine(firstOf(here.Name, here.Place, "Nowhere in particular"))))
	if when := joinNonempty(", ", here.Time, here.Weather); when != "" {
		s.Screen.Say(when)
	}
	s.Screen.Paragraphs(here.Description)
	s.Screen.Gap()
	s.Screen.list("Here", here.Present)
	s.Screen.list("Things", names(here.Things))
	s.Screen.list("Ways", names(here.Exits))
	return false, nil
}

func (s *Session) people(context.Context) (bool, error) {
	known := s.Game.People()
	if len(known) == 0 {
		s.Screen.Say("You have met nobody yet.")
		return false, nil
	}
	s.Screen.Title("People you know")
	for _, p := range known {
		where := ""
		switch {
		case p.Present:
			where = "here"
		case p.LastSeen != "":
			where = fmt.Sprintf("last seen at %s, in turn %d", p.LastSeen, p.Turn)
		}
		text := joinNonempty(", ", firstOf(p.Name, p.ID), p.Role)
		if more := joinNonempty("; ", p.Feeling, where); more != "" {
			text += ": " + more
		}
		s.Screen.bullet(text)
	}
	return false, nil
}

// me is a character sheet.
func (s *Session) me(context.Context) (bool, error) {
	c := s.Game.Self()
	s.Screen.Title(joinNonempty(", ", firstOf(oneLine(c.Name), "You"), oneLine(c.Pronouns), oneLine(c.Class), oneLine(c.Race)))
	s.Screen.Paragraphs(joinNonempty("\n\n", c.Appearance, c.Background))
	if len(c.Stats) > 0 {
		s.Screen.Title("What you are good at")
	}
	for _, stat := range c.Stats {
		s.Screen.bullet(joinNonempty(". ", fmt.Sprintf("%s %d, of %d to %d", stat.Name, stat.Value, stat.Min, stat.Max), strings.Join(stat.Gives, " ")))
	}
	if len(c.Traits) > 0 {
		s.Screen.Title("What you bring")
	}
	for _, trait := range c.Traits {
		text := joinNonempty(": ", trait.Name, trait.Description)
		if trait.From != "" {
			text = strings.TrimSuffix(text, ".") + " (from " + trait.From + ")"
		}
		s.Screen.bullet(text)
	}
	return false, nil
}

// mapped is what leads where, as far as the player has been about.
func (s *Session) mapped(context.Context) (bool, error) {
	places := s.Game.Map()
	if len(places) == 0 {
		s.Screen.Say("You have been nowhere yet that has a name.")
		return false, nil
	}
	s.Screen.Title("Where you have been")
	for _, p := range places {
		text := p.Name
		if p.Here {
			text += " (here)"
		}
		if ways := names(p.Exits); len(ways) > 0 {
			text += ": to " + strings.Join(ways, ", ")
		}
		s.Screen.bullet(text)
	}
	return false, nil
}

func (s *Session) inventory(context.Context) (bool, error) {
	things := s.Game.Inventory()
	if len(things) == 0 {
		s.Screen.Say("You carry nothing.")
		return false, nil
	}
	s.Screen.Title("You carry")
	for _, t := range things {
		text := firstOf(t.Name, t.ID)
		if t.Description != "" {
			text += ": " + t.Description
		}
		s.Screen.bullet(text)
	}
	return false, nil
}

func (s *Session) journal(context.Context) (bool, error) {
	j := s.Game.Journal()
	if len(j.Threads)+len(j.Facts)+len(j.Memories)+len(j.Recent) == 0 {
		s.Screen.Say("There is nothing in your journal yet.")
		return false, nil
	}
	var open, done []string
	for _, t := range j.Threads {
		if t.Open {
			open = append(open, t.Title)
			continue
		}
		done = append(done, settled(t))
	}
	for _, part := range []struct {
		title string
		lines []string
	}{
		{"What is open", open}, {"What is settled", done}, {"What you know", j.Facts},
		{"What you remember", j.Memories}, {"Lately", j.Recent},
	} {
		if len(part.lines) == 0 {
			continue
		}
		s.Screen.Title(part.title)
		for _, line := range part.lines {
			s.Screen.bullet(line)
		}
	}
	return false, nil
}

// settled is a thread with what came of it.
func settled(t engine.Thread) string {
	switch {
	case t.Outcome == "" || strings.EqualFold(t.Outcome, t.Title):
		return t.Title
	case strings.HasSuffix(t.Title, "?"):
		return t.Title + " " + t.Outcome
	}
	return joinNonempty(": ", t.Title, t.Outcome)
}

func names(things []engine.Thing) (list []string) {
	for _, t := range things {
		list = append(list, firstOf(t.Name, t.ID))
	}
	return list
}

func joinNonempty(between string, parts ...string) string {
	var kept []string
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, between)
}
