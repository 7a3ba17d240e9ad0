package terminal

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/event"
)

// Record shows a turn: what was done, where and when that is, what was rolled for it, what is told of it, and what may be done next. Of one that
// was shown while it was played, what is not shown yet.
func (s *Screen) Record(r *engine.Record) {
	s.told.Lock()
	defer s.told.Unlock()
	s.before(r)
	s.tellRest(r)
	s.told.begun, s.told.rolls, s.told.text = false, nil, ""
	s.asides(r)
	if r.Ending != nil {
		s.ending(r.Ending)
	}
	if r.Ending == nil || len(r.Choices) > 0 {
		s.Choices(r)
	}
}

// Narrative shows with what a turn begins that is still being played, as far as it is not shown yet, and first what stands before it; "" takes it back.
func (s *Screen) Narrative(of *engine.Record, text string) {
	s.told.Lock()
	defer s.told.Unlock()
	switch rest, goesOn := strings.CutPrefix(text, s.told.text); {
	case text == "" && s.told.text != "":
		s.Gap()
		s.hanging(dim, "", "That is not how it went. It is told anew.")
	case goesOn && s.told.text != "":
		s.before(of)
		s.goOn(rest)
	default:
		s.before(of)
		s.Paragraphs(text)
	}
	s.told.text = text
}

// before shows what stands before a turn's text, as far as it is not shown yet.
func (s *Screen) before(r *engine.Record) {
	if !s.told.begun {
		s.taken(r)
		s.heading(r)
		s.check(r.Check)
	}
	s.told.begun = true
	shown := slices.Clone(s.told.rolls)
	for _, roll := range r.Rolls {
		if i := slices.Index(shown, roll); i >= 0 {
			shown = slices.Delete(shown, i, i+1)
			continue
		}
		s.aside(plain, "dice", joinNonempty(": ", roll.Skill, joined(roll.Formula+" makes "+number(roll.Total), roll.Text)))
		s.told.rolls = append(s.told.rolls, roll)
	}
}

// anew forgets what was shown of a turn that came to nothing.
func (s *Screen) anew() {
	s.told.Lock()
	defer s.told.Unlock()
	s.told.begun, s.told.rolls, s.told.text = false, nil, ""
}

// goOn shows more of a text, of which a part may be the rest of the paragraph that was shown last: on lines of its own.
func (s *Screen) goOn(rest string) {
	begun, others, _ := strings.Cut(rest, "\n\n")
	if begun = strings.TrimSpace(begun); begun != "" {
		s.lines(begun)
	}
	s.Paragraphs(others)
}

// tellRest shows the prose of a turn without what was shown of it already.
func (s *Screen) tellRest(r *engine.Record) {
	told, text := s.told.text, r.Prose
	if r.Narrative != "" && !strings.HasPrefix(text, r.Narrative) {
		text = r.Narrative + "\n\n" + text
	}
	if rest, begun := strings.CutPrefix(text, told); begun && told != "" && !r.Resumed {
		s.goOn(rest)
		return
	}
	s.Paragraphs(text)
}

func (s *Screen) taken(r *engine.Record) {
	switch {
	case r.Resumed:
		s.Gap()
		s.Say(fmt.Sprintf("You take the story up where you left it, in turn %d.", r.Turn))
	case r.Choice != nil && r.Choice.Text != s.said:
		s.Gap()
		s.hanging(dim, "> ", r.Choice.Text)
	}
}

// understood says what a typed line was taken for, so that the turn need not; "" is when
// that turn is over.
func (s *Screen) understood(text string) {
	if s.said = text; text != "" {
		s.Say("(" + text + ")")
	}
}

// heading is where and when; a place that is new stands out.
func (s *Screen) heading(r *engine.Record) {
	when := []string{}
	if r.Scene.Day > 0 {
		when = append(when, "day "+number(r.Scene.Day))
	}
	for _, part := range []string{r.Scene.Time, r.Scene.Weather} {
		if part != "" {
			when = append(when, oneLine(part))
		}
	}
	name := prose.SentenceCase(oneLine(firstOf(r.Scene.Name, r.Scene.Place)))
	if name == "" && len(when) == 0 {
		return
	}
	how := dim
	if name != s.place {
		how = bold
	}
	s.place = name
	s.Gap()
	rest := strings.Join(when, ", ")
	if name != "" && rest != "" {
		rest = ", " + rest
	}
	if Cells(name+rest) > s.width {
		s.hanging(how, "", name+rest)
		return
	}
	fmt.Fprintln(s.out, s.paint(how, name)+s.paint(dim, rest))
}

// check is what was rolled, and why it counts as it does.
func (s *Screen) check(c *engine.Check) {
	if c == nil {
		return
	}
	text := joinNonempty(", ", joinNonempty(": ", c.Stat, c.About), c.Formula) + ":"
	for i, roll := range c.Rolls {
		if i > 0 {
			text += " +"
		}
		text += " " + number(roll)
	}
	for _, m := range c.Modifiers {
		if why := strings.TrimSuffix(m.Because, "."); why != "" && (m.Kind == action.Memory || m.Kind == action.Opinion) {
			text += ", " + signed(m.Value) + " since " + prose.MidSentence(why)
			continue
		}
		text += ", " + signed(m.Value) + " " + m.Name
		if m.Because != "" && m.Because != m.Name && m.Because != c.About {
			text += " (" + m.Because + ")"
		}
	}
	text += ", makes " + number(c.Total)
	if c.Band != "" {
		text += ": " + bandWords(c.Band)
	}
	s.Gap()
	s.aside(strong, "roll", text)
}

func bandWords(band string) string {
	if band == string(action.Partial) {
		return "partial success"
	}
	return band
}

// asides are what is neither prose nor choice: what is seen and heard in one quiet line, what
// skills want shown in one each, and what there was to do without.
func (s *Screen) asides(r *engine.Record) {
	var parts []string
	for _, a := range r.Assets {
		parts = append(parts, assetWord(a)+": "+s.assetName(a)+".")
	}
	var lines []string
	if len(parts) > 0 {
		lines = append(lines, strings.Join(parts, " "))
	}
	for _, u := range r.UI {
		if line := uiLine(u); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines)+len(r.Degraded) > 0 {
		s.Gap()
	}
	for _, line := range lines {
		s.hanging(dim, "", line)
	}
	for _, d := range r.Degraded {
		s.aside(warn, "note", d)
	}
}

// aside is one line that begins with what it is.
func (s *Screen) aside(how style, what, text string) {
	if how == plain {
		how = dim
	}
	s.hanging(how, "", "["+strings.ReplaceAll(what, "_", " ")+"] "+text)
}

func assetWord(a engine.Asset) string {
	switch a.Kind {
	case "image", "":
		if a.Who != "" {
			return "Portrait"
		}
		return "Picture"
	case "audio":
		return "Sound"
	}
	return prose.SentenceCase(spaced(a.Kind))
}

// nameOf is how the player knows somebody.
func (s *Screen) nameOf(id string) string {
	if id == string(event.Player) {
		return "you"
	}
	if name := s.Names[id]; name != "" {
		return name
	}
	return id
}

// mostKeywords is how many of its author's keywords say what a picture or a sound is of.
const mostKeywords = 3

// unsaid are keywords by which an author finds a file, and which say nothing of what it is of.
const unsaid = "ambient audio background image loop looped music picture sound theme track"

// assetName says what a picture or a sound is of.
func (s *Screen) assetName(a engine.Asset) string {
	if a.Who != "" && (a.Name == "" || a.Name == a.Who) {
		return s.nameOf(a.Who)
	}
	var said []string
	for word := range strings.SplitSeq(firstOf(a.Name, a.Path, a.ID), ", ") {
		if len(said) < mostKeywords && !english.OneOf(strings.ToLower(word), unsaid) {
			said = append(said, word)
		}
	}
	return firstOf(strings.Join(said, ", "), a.Name, a.Path, a.ID)
}

// uiLine is what a skill's event for the interface says in words, "" where the record shows it
// elsewhere: its text, else what it holds, by name.
func uiLine(u engine.UI) string {
	switch u.Event {
	case protocol.UINarration, protocol.UINarrationRetracted, protocol.UINarrativeChoice:
		return ""
	}
	what := prose.SentenceCase(spaced(firstOf(u.Event, "event")))
	text, ok := u.Payload["text"].(string)
	if !ok {
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(u.Payload)) {
			if value := inWords(u.Payload[name]); value != "" {
				parts = append(parts, spaced(name)+" "+value)
			}
		}
		text = strings.Join(parts, ", ")
	}
	if cut := []rune(text); len(cut) > longestAside {
		text = string(cut[:longestAside]) + " …"
	}
	text = joinNonempty(": ", what, text)
	if u.Skill != "" {
		text += " (from " + u.Skill + ")"
	}
	return text
}

// longestAside is how many characters of a skill's event are shown.
const longestAside = 120

// inWords is a value of a skill's event as it is read; "" for what is neither text, number nor
// yes or no.
func inWords(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case strictjson.Number:
		return string(v)
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	}
	return ""
}

// spaced is a name on the wire as words.
func spaced(name string) string { return strings.NewReplacer("_", " ", "-", " ").Replace(name) }

func (s *Screen) ending(e *engine.Ending) {
	s.Gap()
	fmt.Fprintln(s.out, s.paint(dim, strings.Repeat("─", min(s.width, 40))))
	s.hanging(bold, "", "The end: "+firstOf(e.Title, e.ID))
}

// Choices shows what the player may choose.
func (s *Screen) Choices(r *engine.Record) {
	if r.Fallback {
		s.fallback(r)
	}
	s.Gap()
	for i, c := range r.Choices {
		lead := fmt.Sprintf("%*d. ", len(strconv.Itoa(len(r.Choices))), i+1)
		s.choice(lead, c)
	}
}

func (s *Screen) choice(lead string, c engine.Choice) {
	text := oneLine(c.Text)
	if c.Difficulty != "" {
		text += " (" + oneLine(c.Difficulty) + ")"
	}
	indent := strings.Repeat(" ", len(lead))
	lines := Wrap(text, s.width-len(lead))
	for i, line := range lines {
		if i == 0 {
			fmt.Fprintln(s.out, s.paint(strong, lead)+s.graded(line, c.Difficulty))
			continue
		}
		fmt.Fprintln(s.out, indent+s.graded(line, c.Difficulty))
	}
	if c.Hint != "" {
		s.hanging(dim, indent, c.Hint)
	}
}

// graded dims the mark of difficulty that ends a line.
func (s *Screen) graded(line, difficulty string) string {
	mark := "(" + oneLine(difficulty) + ")"
	if text, ok := strings.CutSuffix(line, mark); ok && difficulty != "" {
		return text + s.paint(dim, mark)
	}
	return line
}

// fallback says what may be done about a turn that no plan made.
func (s *Screen) fallback(r *engine.Record) {
	s.Gap()
	s.Warn(fmt.Sprintf("The narrator could not make this turn, though it tried %s. What you read stands in for it, and nothing is lost.", times(r.Attempts)))
	s.hanging(plain, "  continue  ", "go on with a choice below")
	s.hanging(plain, "  restart   ", "begin a new session, in which skills that failed are tried again")
	s.hanging(plain, "  details   ", "what went wrong")
}

func times(n int) string {
	switch n {
	case 0:
		return "its best"
	case 1:
		return "once"
	}
	return number(int64(n)) + " times"
}

// numeral is a number as people write it into a list, "2." or "2)", alone.
func numeral(text string) string { return strings.TrimRight(text, ".)") }

// labelOf is the text of a choice as it is compared: on one line, without its last stop.
func labelOf(text string) string { return strings.TrimRight(oneLine(text), ".") }

func number(n int64) string { return strconv.FormatInt(n, 10) }

func signed(n int64) string {
	if n < 0 {
		return "−" + strings.TrimPrefix(number(n), "-")
	}
	return "+" + number(n)
}

func joined(text, more string) string {
	if more == "" {
		return text
	}
	return text + ". " + more
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
