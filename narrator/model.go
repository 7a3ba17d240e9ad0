package narrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story/event"
)

// ModelOptions are those of a [Model]. Zero fields mean the default.
type ModelOptions struct {
	// Within is what a model has of a turn, of all attempts together: 2 s, so that with the rules' plan in its place
	// the turn's first sentence is there within 3.
	Within time.Duration
	Tokens int  // of a plan at most; 2048
	Prompt int  // bytes of what it is told, at most but for what is always told; 7500. A generator that counts is told a third as many tokens
	Heat   int  // see [model.Request]
	Seeded bool // each text is asked for with the request's seed, which a model on this device takes longer for
	Rest   int  // turns for which one that failed three times in a row, or is too slow, is not asked; 8
}

const (
	defaultPlanTime = 2 * time.Second
	leastPlanTime   = 200 * time.Millisecond // less is no time to plan in
	mostFailures    = 3                      // in a row
	defaultRest     = 8
)

// A Model is a planner by a language model, for one story. What it says is mended, and checked by the same
// [plan.Check] that all plans pass; where there is nothing in it to plan, where it fails, takes too long, or is known to
// take too long, the plan is that of [Rules], at once. So it never fails, and a plan of its costs Within at most.
//
// How long it takes follows from how fast it wrote, and before it wrote anything from how fast it was when it was loaded, where that was
// measured ([model.Measured]): of one that is too slow no plan is asked at all.
//
// It may be asked while a call before it still runs.
type Model struct {
	generator model.Generator
	options   ModelOptions
	forms     Forms

	mu     sync.Mutex
	spent  time.Duration // of the turn that is planned
	failed int           // in a row
	rests  int           // how many turns more
	why    string        // it rests
	told   bool          // the player knows that rules plan
	pace   pace
}

var _ plan.Drafter = (*Model)(nil)

// NewModel is a planner by a generator; nil options are the usual ones.
func NewModel(generator model.Generator, options *ModelOptions) *Model {
	m := &Model{generator: generator}
	if options != nil {
		m.options = *options
	}
	m.options.Within = cmp.Or(m.options.Within, defaultPlanTime)
	m.options.Tokens = cmp.Or(m.options.Tokens, defaultPlanTokens)
	m.options.Rest = cmp.Or(m.options.Rest, defaultRest)
	return m
}

// Plan is the document of [Model.Draft].
func (m *Model) Plan(ctx context.Context, request plan.Request) ([]byte, error) {
	draft, err := m.Draft(ctx, request)
	return draft.Document, err
}

// Draft plans a request. The error is always nil.
func (m *Model) Draft(ctx context.Context, request plan.Request) (plan.Draft, error) {
	left, why := m.begin(request, remaining(ctx))
	if why != "" {
		return byRules(request, why, m.lost(why)), nil
	}
	form := m.forms.Of(request, m.options.Tokens)
	if len(form.scripts) == 0 {
		return byRules(request, "nothing can be planned by a model: "+cmp.Or(first(form.Left), "there are no scripts"), ""), nil
	}
	asked, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	began := time.Now()
	text, call, err := m.ask(asked, &form, request, left)
	m.spend(time.Since(began))
	if err != nil && ctx.Err() != nil {
		return byRules(request, "the turn was given up", ""), nil
	}
	if errors.Is(err, errTooSlow) {
		return byRules(request, tooSlow, m.restsAsSlow()), nil
	}
	var mended mended
	if err == nil {
		mended, err = form.mend(text)
	}
	if err != nil {
		call.End(generation.Refused, err.Error())
		why := reason(m.generator.Name(), err)
		return byRules(request, why, m.fail(err)), nil
	}
	draft := plan.Draft{Document: mended.document(request).JSON(), By: plan.ByModel, Dropped: mended.dropped}
	if checked, problems := plan.Check("plan", draft.Document, request.Catalogue.Without(request.Disabled), plan.Options{}); checked == nil {
		call.End(generation.Refused, problems.Error())
		return byRules(request, "the mended plan is refused: "+problems.Error(), m.fail(model.Unformed)), nil
	}
	m.succeed()
	as := generation.Used
	if len(mended.dropped) > 0 {
		as = generation.Mended
	}
	call.End(as, "", mended.dropped...)
	return draft, nil
}

func byRules(request plan.Request, instead, lost string) plan.Draft {
	return plan.Draft{Document: Rules{}.Document(request).JSON(), By: plan.ByRules, Instead: instead, Lost: lost}
}

func first(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[0]
}

// Why a model is not asked.
const (
	tooSlow   = "the model is too slow to plan a turn in time"
	failsNow  = "the model failed several times in a row"
	noTime    = "the model has had its time of this turn"
	lastPlans = "helpers are left out of the last plans of a turn"
)

var errTooSlow = errors.New(tooSlow)

// remaining is how long a context may still last, less a tenth in which rules plan.
func remaining(ctx context.Context) time.Duration {
	until, is := ctx.Deadline()
	if !is {
		return math.MaxInt64
	}
	left := time.Until(until)
	return left - left/10
}

// begin is how long a model has for a request of which there is so much time left, or why it is not asked.
func (m *Model) begin(request plan.Request, remaining time.Duration) (left time.Duration, why string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if request.Attempt <= 1 {
		m.spent = 0
		m.rests = max(m.rests-1, 0)
	}
	left = min(m.options.Within-m.spent, remaining)
	switch {
	case request.Attempt > lastWithHelpers:
		return 0, lastPlans
	case m.rests > 0:
		return 0, m.why
	case left < min(leastPlanTime, m.options.Within):
		return 0, noTime
	case m.pace.plan() > m.options.Within:
		m.rest(tooSlow)
		return 0, tooSlow
	}
	return left, ""
}

// restsAsSlow has a model rest that is too slow, and gives what the player is told of it.
func (m *Model) restsAsSlow() string {
	m.mu.Lock()
	m.rest(tooSlow)
	m.mu.Unlock()
	return m.lost(tooSlow)
}

// fits reports whether a model of which no text was seen may plan in time, by its speed when it was loaded; one whose speed nobody knows
// may. What is the same from turn to turn is not counted: it is read once, and a model that has no time for more than that in a turn goes on with it in the next.
func (m *Model) fits(ctx context.Context, place model.Place, sections []generation.Section) bool {
	m.mu.Lock()
	seen := m.pace
	m.mu.Unlock()
	if seen.known {
		return true // or it would rest
	}
	speed, err := model.SpeedOf(ctx, m.generator, place)
	if err != nil {
		return true
	}
	read := 0
	for _, s := range sections {
		if s.Role != string(model.System) && s.Dropped == "" {
			read += cmp.Or(s.Tokens, generation.Reckoned(len(s.Text)))
		}
	}
	return speed.Takes(read, seen.length()) <= m.options.Within
}

// rest has the model not asked for some turns, the one that is planned among them. What was measured of it is measured
// anew after them.
func (m *Model) rest(why string) {
	m.rests, m.why, m.failed, m.pace = m.options.Rest+1, why, 0, pace{}
}

func (m *Model) spend(time time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spent += time
}

func (m *Model) succeed() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failed = 0
}

// fail notes that the model gave no plan, and gives what the player is told of it.
func (m *Model) fail(err error) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed++; m.failed == mostFailures {
		m.rest(failsNow)
	}
	return m.once(inWordsOf(m.generator.Name(), err))
}

// lost is what the player is told where the model is not even asked.
func (m *Model) lost(why string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if why != tooSlow {
		return ""
	}
	return m.once("is too slow to plan a turn in time")
}

// once is told the first time alone: it may well go on so to the story's end.
func (m *Model) once(what string) string {
	if m.told {
		return ""
	}
	m.told = true
	return fmt.Sprintf("The model %s %s, so rules plan in its place.", m.generator.Name(), what)
}

// inWordsOf says for a player what a model, which the settings call so, did instead of planning.
func inWordsOf(name string, err error) string {
	switch {
	case errors.Is(err, model.NotEnabled):
		return fmt.Sprintf(`is not enabled, so nothing is sent there ("narratoria model enable %s" enables it)`, name)
	case errors.Is(err, model.Rejected):
		return "did not take what it was asked for a plan"
	case errors.Is(err, model.Timeout), errors.Is(err, model.Cancelled), errors.Is(err, context.DeadlineExceeded):
		return "did not plan in time"
	case errors.Is(err, model.Unreachable), errors.Is(err, model.Unauthorized), errors.Is(err, model.Limited),
		errors.Is(err, model.Unavailable), errors.Is(err, model.Redirected):
		return "cannot be asked for a plan now"
	case errors.Is(err, model.Refused):
		return "would not plan"
	}
	return "said nothing that can be planned"
}

// reason says for the log why there is no plan by a model, in our words alone: what a model or a server said may repeat
// what it was told.
func reason(generator string, err error) string {
	var kind model.Kind
	if errors.As(err, &kind) {
		return generator + ": " + string(kind)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return generator + ": " + string(model.Timeout)
	}
	return generator + ": " + string(model.Unformed)
}

// ask is what the model says to a request, and how fast it said it is noted. Where its answer is bad it is asked once more, if there is time for that.
func (m *Model) ask(ctx context.Context, form *Form, request plan.Request, within time.Duration) (text string, call *generation.Call, err error) {
	defer func() {
		if cause := recover(); cause != nil { // of a driver; the turn goes on
			err = fmt.Errorf("%w: it panicked", model.Malformed)
		}
	}()
	place := model.Place{Task: "plan", Turn: sceneOf(request).turn}
	if request.Attempt > 1 {
		place.Part = "attempt-" + strconv.Itoa(request.Attempt)
	}
	count := func(texts []string) []int { return model.Count(ctx, m.generator, place, texts) }
	messages, sections := form.Prompt(request, m.options.Prompt, count)
	if room := m.room(sections); room < form.Longest { // what cannot be left out of a prompt takes more than its half
		if *form = m.forms.Of(request, max(room, 1)); len(form.scripts) == 0 {
			return "", nil, fmt.Errorf("%w: %s", model.TooLong, first(form.Left))
		}
		messages, sections = form.Prompt(request, m.options.Prompt, count)
	}
	if !m.fits(ctx, place, sections) {
		return "", nil, errTooSlow
	}
	asked := model.Request{
		Place: place, Messages: messages,
		Form: model.Form{Schema: form.Schema, Check: func(said string) error {
			_, err := form.mend(said)
			return err
		}},
		MaxTokens: form.Longest, Within: within, Heat: m.options.Heat,
	}
	if m.options.Seeded {
		asked.Seed = request.Seed
	}
	until := time.Now().Add(within)
	text, call, err = m.write(ctx, asked, sections)
	if asked.Within = time.Until(until); model.AskAgain(err) && m.hasTime(asked.Within) {
		asked.Place.Part = strings.TrimPrefix(place.Part+"-again", "-")
		asked.Heat = cmp.Or(asked.Heat, heatAgain)
		if asked.Seed != 0 {
			asked.Seed = rng.FromString("planner").Derive("again", strconv.FormatInt(asked.Seed, 10)).Int53()
		}
		text, call, err = m.write(ctx, asked, sections)
	}
	return text, call, err
}

// room is how many tokens are left for a plan behind a prompt that was counted, of what the two may have together; of one that nobody counted
// all that a plan may have.
func (m *Model) room(sections []generation.Section) int {
	prompt := 0
	for _, s := range sections {
		if s.Dropped == "" {
			prompt += s.Tokens
		}
	}
	if prompt == 0 {
		return math.MaxInt
	}
	return cmp.Or(m.options.Tokens, defaultPlanTokens) + cmp.Or(m.options.Prompt, defaultPrompt)/generation.BytesPerToken - prompt - tokensOfTemplate
}

// tokensOfTemplate is what a model's template may put around two messages.
const tokensOfTemplate = 40

// heatAgain is how far from the likeliest word a model may go that is asked again, where it was asked for the likeliest: the same would come.
const heatAgain = 700

// hasTime reports whether a plan is likely to be written in what is left of the model's time.
func (m *Model) hasTime(left time.Duration) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return left >= min(leastPlanTime, m.options.Within) && m.pace.plan() <= left
}

// write asks once.
func (m *Model) write(ctx context.Context, asked model.Request, sections []generation.Section) (string, *generation.Call, error) {
	watch := watch{began: time.Now()}
	answer, call, err := generation.Ask(ctx, m.generator, generation.Asked{
		As: string(event.Player), By: "planner", Prompt: PlanPrompt, Request: asked, Sections: sections,
	}, watch.piece)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pace.note(&watch, answer.Usage.Text)
	return answer.Text, call, err
}
