package prose_test

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/narratoria/narratoria/prose"
)

// A reader checks a play turn by turn, knowing nothing of how it was made: it
// splits, counts and judges with its own rules.
type reader struct {
	turns []read
}

type read struct {
	runs      map[string]bool
	sentences map[string]bool
}

const (
	window = 20
	runLen = 6
)

// check reads one turn. authored is the number of pieces that are an author's; they are the
// last.
func (r *reader) check(scene prose.Scene, told prose.Telling, authored int) []string {
	own := told.Pieces[:max(0, len(told.Pieces)-authored)]
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }

	if authored == 0 && (len(own) < 1 || len(own) > 3) {
		fault("%d paragraphs", len(own))
	}
	for _, p := range told.Pieces[len(own):] {
		if p.Source != prose.Author {
			fault("told behind an author's words: %s", p.Text)
		}
	}
	for _, p := range own {
		faults = append(faults, form(p)...)
		faults = append(faults, agreement(p.Text)...)
		faults = append(faults, constant(outsideQuotes(p.Text), scene.Persona)...)
	}
	return append(faults, r.repeats(own)...)
}

var (
	anyWord     = regexp.MustCompile(`[\pL\d]+(?:['’][\pL]+)*`)
	sentenceEnd = regexp.MustCompile(`([.!?…]["')]*)\s+`)
	speech      = regexp.MustCompile(`"[^"]*"`)
)

// repeats finds what was told in the turns before, or twice in this one, in pieces that
// stand together.
func (r *reader) repeats(groups ...[]prose.Piece) (faults []string) {
	now := read{map[string]bool{}, map[string]bool{}}
	for _, own := range groups {
		faults = append(faults, r.repeatsIn(own, now)...)
	}
	r.turns = append(r.turns, now)
	return faults
}

func (r *reader) repeatsIn(own []prose.Piece, now read) (faults []string) {
	var text []string
	for _, p := range own {
		text = append(text, p.Text)
	}
	words := anyWord.FindAllString(strings.ToLower(strings.Join(text, " ")), -1)
	for i := 0; i+runLen <= len(words); i++ {
		run := strings.Join(words[i:i+runLen], " ")
		if r.knows(func(t read) bool { return t.runs[run] }) || now.runs[run] {
			faults = append(faults, "run told before: "+run)
		}
		now.runs[run] = true
	}
	for _, s := range strings.Split(sentenceEnd.ReplaceAllString(strings.Join(text, " "), "$1\n"), "\n") {
		s = strings.Join(anyWord.FindAllString(strings.ToLower(s), -1), " ")
		if s != "" && (r.knows(func(t read) bool { return t.sentences[s] }) || now.sentences[s]) {
			faults = append(faults, "sentence told before: "+s)
		}
		now.sentences[s] = true
	}
	return faults
}

func (r *reader) knows(has func(read) bool) bool {
	for _, t := range r.turns[max(0, len(r.turns)-window):] {
		if has(t) {
			return true
		}
	}
	return false
}

var badForm = map[string]*regexp.Regexp{
	"double space":       regexp.MustCompile(`\s\s|^\s|\s$`),
	"space before sign":  regexp.MustCompile(`\s[,.;:!?]`),
	"doubled sign":       regexp.MustCompile(`[,;:][,.;:!?]|[.!?][,;:]|[^.]\.\.[^.]|[!?]\.|\.[!?]`),
	"sign of a form":     regexp.MustCompile(`[{}\[\]<>|]`),
	"small letter first": regexp.MustCompile(`^["']?\p{Ll}|[.!?] "?\p{Ll}`),
	"no end":             regexp.MustCompile(`[^.!?…"]$`),
	"comma before quote": regexp.MustCompile(`\."? [a-z]`),
	"missing word":       regexp.MustCompile(`\b(the|a|an|of|from) [,.]`),
}

// form checks signs, capitals and quotation marks.
func form(p prose.Piece) (faults []string) {
	for what, pattern := range badForm {
		if found := pattern.FindString(strings.ReplaceAll(p.Text, "Mr. ", "Mr ")); found != "" && !(what == "small letter first" && strings.Contains(p.Text, found) && regexp.MustCompile(`[?!]" \p{Ll}`).MatchString(p.Text)) {
			faults = append(faults, fmt.Sprintf("%s %q in %q", what, found, p.Text))
		}
	}
	if strings.Count(p.Text, `"`)%2 != 0 {
		faults = append(faults, "odd quotation marks: "+p.Text)
	}
	if (p.Speaker != "") != strings.Contains(p.Text, `"`) {
		faults = append(faults, fmt.Sprintf("speaker %q of %q", p.Speaker, p.Text))
	}
	return faults
}

var (
	article    = regexp.MustCompile(`(?i)\b(an?) ([\pL\d][\pL\d'’-]*)`)
	vowelSound = regexp.MustCompile(`(?i)^([aei]|o[^n]|on[^ec]|u[^ns]|un[^i]|hour|honest|heir|8|11$|18$)`)
	badVerb    = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\byou (is|was|has|does|am|goes)\b`),
		regexp.MustCompile(`\bI (is|are|has|were|does|goes)\b`),
		regexp.MustCompile(`(?i)\b(she|he) (am|are|have|were|do|go|say|take|find|keep|look|make)\b`),
		regexp.MustCompile(`(?i)\bthey (is|was|has|does|am|goes|says|takes|finds|keeps|looks|makes)\b`),
		regexp.MustCompile(`(?:^|[.!?] )(?:Mara|Ines|Tobias|James) (am|are|have|were|do|go|say|take|find|keep|look|make)\b`),
	}
	youVerb   = regexp.MustCompile(`(?i)\b(?:you|I) ([a-z]+[^s\W]s)\b`)
	notAVerb  = "always perhaps towards as this sometimes its his hers afterwards is was has"
	eachTwice = regexp.MustCompile(`(?i)\b(the the|a a|to to|and and|of of|is is|in in|at at)\b`)
)

// agreement checks articles and the agreement of verbs.
func agreement(text string) (faults []string) {
	for _, m := range article.FindAllStringSubmatch(text, -1) {
		if wantsAn := vowelSound.MatchString(m[2]); wantsAn != strings.EqualFold(m[1], "an") {
			faults = append(faults, fmt.Sprintf("article %q in %q", m[0], text))
		}
	}
	for _, pattern := range append(badVerb, eachTwice) {
		if found := pattern.FindString(text); found != "" {
			faults = append(faults, fmt.Sprintf("agreement %q in %q", found, text))
		}
	}
	for _, m := range youVerb.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(" "+notAVerb+" ", " "+strings.ToLower(m[1])+" ") {
			faults = append(faults, fmt.Sprintf("agreement %q in %q", m[0], text))
		}
	}
	return faults
}

func outsideQuotes(text string) string { return speech.ReplaceAllString(text, "") }

var (
	presentWords = regexp.MustCompile(`(?i)\b(is|are|am|has|does|says|goes|keeps|looks|stands|waits)\b`)
	pastWords    = regexp.MustCompile(`(?i)\b(felt|waited|smiled|leaned|knew|glanced|shrugged|tasted|listened|nodded)\b`)
	secondWords  = regexp.MustCompile(`(?i)\b(you|your|yours|yourself)\b`)
	firstWords   = regexp.MustCompile(`\b(I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b`)
)

// constant checks that person and tense are the story's.
func constant(text string, p prose.Persona) (faults []string) {
	wrong := []*regexp.Regexp{}
	if p.Tense == prose.Past {
		wrong = append(wrong, presentWords)
	} else {
		wrong = append(wrong, pastWords)
	}
	if p.Person == prose.First || p.Person == prose.Third {
		wrong = append(wrong, secondWords)
	}
	if p.Person != prose.First {
		wrong = append(wrong, firstWords)
	}
	for _, pattern := range wrong {
		if found := pattern.FindString(text); found != "" {
			faults = append(faults, fmt.Sprintf("person or tense %q in %q", found, text))
		}
	}
	return faults
}
