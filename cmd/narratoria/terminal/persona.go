package terminal

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/campaign"
)

// Persona asks who the player is. Enter takes what is usual, at first for
// everything at once. The error is [ErrLeft] or [ErrInterrupted].
func (s *Session) Persona(template *campaign.Template) (campaign.Persona, error) {
	usual, err := template.Persona(nil)
	questions := open(template.Questions())
	if err != nil || len(questions) == 0 {
		return usual, err
	}
	s.Screen.Paragraphs(template.Guidance)
	s.Screen.Gap()
	if template.Mode != "preset" {
		if decides, err := s.decides(usual); err != nil || !decides {
			return usual, err
		}
	}
	answers := campaign.Answers{}
	for i, q := range questions {
		if err := s.question(template, q, answers, fmt.Sprintf("(%d of %d) ", i+1, len(questions))); err != nil {
			return campaign.Persona{}, err
		}
	}
	return template.Persona(answers)
}

// decides asks whether somebody wants to be who is usual.
func (s *Session) decides(usual campaign.Persona) (bool, error) {
	for {
		s.Screen.Say(fmt.Sprintf("Press Enter to play as %s, or type %q to decide for yourself.", personaLine(usual), "make"))
		line, err := s.ask()
		if err != nil && !errors.Is(err, ErrLong) {
			return false, err
		}
		switch word := strings.ToLower(strings.TrimSpace(line)); {
		case err == nil && word == "":
			return false, nil
		case word == "q" || word == "quit" || word == "exit":
			return false, ErrLeft
		case word != "" && strings.HasPrefix("make", word):
			return true, nil
		}
	}
}

// open leaves out what has one answer alone.
func open(questions []campaign.Question) (kept []campaign.Question) {
	for _, q := range questions {
		if len(q.Options) != 1 {
			kept = append(kept, q)
		}
	}
	return kept
}

func personaLine(p campaign.Persona) string {
	text := oneLine(p.Name)
	if more := joinNonempty(", ", oneLine(p.Pronouns), strings.ToLower(oneLine(p.Class))); more != "" {
		text += " (" + more + ")"
	}
	return text
}

// question asks until there is an answer that can be taken.
func (s *Session) question(template *campaign.Template, q campaign.Question, answers campaign.Answers, lead string) error {
	s.Screen.Gap()
	s.Screen.hanging(bold, "", lead+q.Text)
	for i, o := range q.Options {
		s.Screen.hanging(plain, fmt.Sprintf("  %d. ", i+1), optionText(o))
	}
	s.Screen.Say(expectation(q))
	for {
		line, err := s.ask()
		if errors.Is(err, ErrLong) {
			s.Screen.Say("That is too long.")
			continue
		}
		if err != nil {
			return err
		}
		answers[q.ID] = answered(q, strings.TrimSpace(line))
		_, err = template.Persona(answers)
		if err == nil {
			return nil
		}
		delete(answers, q.ID)
		s.Screen.Say(refusal(q, err))
	}
}

// optionText is an option's value and what is said of it, unless that says the
// value itself: "sea-legs" is no word for a player where "Sea legs. ..." follows.
func optionText(o campaign.Option) string {
	spaced := strings.NewReplacer("-", " ")
	switch n := len(o.Value); {
	case o.Text == "":
		return o.Value
	case len(o.Text) >= n && strings.EqualFold(spaced.Replace(o.Text[:n]), spaced.Replace(o.Value)):
		return o.Text
	}
	return o.Value + ": " + o.Text
}

// answered takes the number of an option for the option.
func answered(q campaign.Question, line string) string {
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(q.Options) {
		return q.Options[n-1].Value
	}
	return line
}

func expectation(q campaign.Question) string {
	text := ""
	if q.Max > q.Min {
		text = fmt.Sprintf("A number from %d to %d. ", q.Min, q.Max)
	}
	if q.Default == "" {
		return text + "Enter leaves it open."
	}
	for i, o := range q.Options {
		if o.Value == q.Default {
			return fmt.Sprintf("Enter takes %d.", i+1)
		}
	}
	return text + "Enter takes: " + q.Default
}

func refusal(q campaign.Question, err error) string {
	wrong, ok := errors.AsType[*campaign.AnswerError](err)
	if !ok {
		return err.Error()
	}
	expected := wrong.Expected
	if n := len(q.Options); n > 1 {
		expected = fmt.Sprintf("a number from 1 to %d", n)
	}
	text := fmt.Sprintf("%q cannot be taken; it wants %s.", oneLine(wrong.Answer), expected)
	if wrong.Nearest != "" {
		text += fmt.Sprintf(" Did you mean %q?", wrong.Nearest)
	}
	return text
}

// An Offer is one thing of several to pick.
type Offer struct{ Title, Text string }

// Pick offers a list and gives the index of what was picked; Enter takes the
// first. The error is [ErrLeft] or [ErrInterrupted].
func (s *Session) Pick(title string, offers []Offer) (int, error) {
	s.Screen.Title(title)
	for i, o := range offers {
		s.Screen.Gap()
		lead := fmt.Sprintf("%d. ", i+1)
		s.Screen.hanging(bold, lead, o.Title)
		if o.Text != "" {
			s.Screen.hanging(plain, strings.Repeat(" ", len(lead)), o.Text)
		}
	}
	s.Screen.Gap()
	s.Screen.Say("Type a number; Enter takes the first.")
	for {
		line, err := s.ask()
		if err != nil && !errors.Is(err, ErrLong) {
			return 0, err
		}
		line = strings.TrimSpace(line)
		if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(offers) {
			return n - 1, nil
		}
		switch strings.ToLower(line) {
		case "":
			return 0, nil
		case "q", "quit", "exit":
			return 0, ErrLeft
		}
		s.Screen.Say(fmt.Sprintf("Type a number from 1 to %d, or q to leave.", len(offers)))
	}
}
