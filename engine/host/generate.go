package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/llama/gbnf"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/story/event"
)

const (
	generateMethod = "generate"
	madeMethod     = "generate.made"
)

// writing is what an attempt has asked of the model.
type writing struct {
	calls  int
	tokens int64
	// given are the calls whose texts the attempt was given, by their numbers. It can say of no others what it made of
	// them: those of another script, or of another view, have no number here.
	given map[int64]*generation.Call
}

// generate has a model write a text. What is sent is what the script says, and nothing else; see the package. Where the answer is bad it
// is asked once more, for which nothing is taken of what the attempt may ask.
func (s *session) generate(p *params) (protocol.Object, *protocol.CallError) {
	messages, sections := p.told()
	considered, holds := p.considered("considered")
	room := p.integer("promptTokens", 1, maxPromptTokens, 0)
	tokens := p.integer("maxTokens", 1, maxTokens, standardTokens)
	stop := p.texts("stop", isStop, maxStops)
	form, value := p.schema("schema")
	heat := p.thousandths("heat", 0, kit.Points(model.MostHeat/1000), standardHeat)
	task := p.text("task", isTask, generateMethod)
	version := p.text("version", isVersion, "")
	if room > 0 && sections == nil {
		p.faulty("promptTokens", "it is for params.sections, of which there are none")
	}
	if i := slices.IndexFunc(holds, func(in int64) bool { return in > int64(len(sections)) }); i >= 0 {
		p.faulty(fmt.Sprintf("considered[%d]", i), fmt.Sprintf("it names the section %d of %d", holds[i], len(sections)))
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	if s.writer == nil {
		return nil, unavailable("no model is here that writes")
	}
	if refused := s.writing.count(tokens); refused != nil {
		return nil, refused
	}
	if !model.Writes(s.writer, task) {
		return nil, unavailable("nobody is named for the texts of this task")
	}
	if room > 0 {
		if messages = fitted(p.ctx, s.writer, s.writingPlace(task), int(room), sections, considered, holds); len(messages) == 0 {
			return nil, tooLarge("%s: none of params.sections is of %d tokens or fewer", generateMethod, room)
		}
	}
	asked := generation.Asked{
		As: cmp.Or(s.scope.As, string(event.Player)), By: s.scope.Script.String(), Prompt: version,
		Sections: sections, Considered: considered, Request: model.Request{
			Place: s.writingPlace(task), Messages: messages, Form: form, MaxTokens: int(tokens),
			Stop: stop, Seed: max(1, s.writingSeed()), Heat: int(heat),
		},
	}
	told, call, err := s.ask(p.ctx, asked, value)
	if model.AskAgain(err) && writingTime(p.ctx) > 0 {
		asked.Request.Place.Part += "-again"
		asked.Request.Seed = max(1, s.writingSeed("again"))
		asked.Request.Heat = cmp.Or(asked.Request.Heat, standardHeat) // without any the same would come again
		told, call, err = s.ask(p.ctx, asked, value)
	}
	if err != nil {
		return nil, unavailable(whyNot(err))
	}
	told["call"] = strictjson.Int(s.writing.calls)
	s.writing.give(call)
	return told, nil
}

// ask asks once, in the time that is left, and gives the answer as the script gets it.
func (s *session) ask(ctx context.Context, asked generation.Asked, value *form) (protocol.Object, *generation.Call, error) {
	if asked.Request.Within = writingTime(ctx); asked.Request.Within <= 0 {
		return nil, nil, errNoTime
	}
	if w, hastens := s.writer.(interface{ Left() time.Duration }); hastens && w.Left() > 0 { // so that what is kept says so
		asked.Request.Within = min(asked.Request.Within, w.Left())
	}
	answer, call, err := generation.Ask(ctx, s.writer, asked, nil)
	if err != nil {
		return nil, nil, err
	}
	told, err := value.told(answer)
	if err != nil { // by a model that does not look
		call.End(generation.Refused, notOfTheForm)
		return nil, nil, model.Unformed
	}
	return told, call, nil
}

var errNoTime = errors.New("there is no time left for it")

// made notes what the script made of a text that it was given. Nothing follows from it.
func (s *session) made(p *params) (protocol.Object, *protocol.CallError) {
	number := p.integer("call", 1, maxWritings)
	as := p.text("as", isMade)
	why := p.text("why", isReason, "")
	left := p.texts("left", isReason, generation.MostLeft)
	if as == string(generation.Used) && (why != "" || len(left) > 0) {
		p.faulty("as", "of a text that was used as it is nothing was left out, for no reason")
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	call, given := s.writing.given[number]
	if !given {
		return nil, &protocol.CallError{Code: skills.CallNotFound, Message: fmt.Sprintf("%s: the attempt was given no text as call %d", madeMethod, number)}
	}
	call.End(generation.End(as), why, left...)
	return protocol.Object{}, nil
}

// give notes that the attempt was given the text of its last call.
func (w *writing) give(call *generation.Call) {
	if w.given == nil {
		w.given = map[int64]*generation.Call{}
	}
	w.given[int64(w.calls)] = call
}

// count takes a call into account, or refuses it. What was asked for counts, whatever came of it: how much a script may
// ask does not hang on what a model says.
func (w *writing) count(tokens int64) *protocol.CallError {
	switch {
	case w.calls >= maxWritings:
		return tooLarge("%s: the attempt has asked %d times, which is the most it may", generateMethod, w.calls)
	case w.tokens+tokens > maxAllTokens:
		return tooLarge("%s: with this the attempt has asked for %d tokens, at most %d are written in one; params.maxTokens asks for fewer", generateMethod, w.tokens+tokens, maxAllTokens)
	}
	w.calls++
	w.tokens += tokens
	return nil
}

// writingTime is how long a text may take: what the attempt has left, less some of it in which the script makes something
// of the answer, or of there being none.
func writingTime(ctx context.Context) time.Duration {
	until, is := ctx.Deadline()
	if !is {
		return maxWriting
	}
	left := time.Until(until)
	return min(maxWriting, left-min(left/10, writingReserve))
}

// writingSeed is the call's own, and of what is asked again in it; it is the same in a retry of the script.
func (s *session) writingSeed(again ...string) int64 {
	return s.scope.Seed.Derive(slices.Concat([]string{generateMethod, strconv.Itoa(s.writing.calls)}, again)...).Int53()
}

// writingPlace is what kept answers are found by, and who is asked by whom the settings name one for the task. It is not sent to
// a model.
func (s *session) writingPlace(task string) model.Place {
	skill, of := string(s.scope.Script.Skill), s.scope.Seed.Derive(generateMethod)
	place := model.Place{Task: task, Part: fmt.Sprintf("%.40s-%x-%d", skill, of[:4], s.writing.calls)}
	if s.story != nil {
		place.Turn = int(s.story.base.State.Turn.Number)
	}
	return place
}

// A form is what an answer has to be: nil is a text.
type form struct{ schema *contracts.Schema }

// told is an answer as the script gets it.
func (f *form) told(answer model.Answer) (protocol.Object, error) {
	result := protocol.Object{
		"end": string(answer.End), "by": generation.ModelOf(answer.By),
		"tokens": protocol.Object{"prompt": strictjson.Int(answer.Usage.Prompt), "text": strictjson.Int(answer.Usage.Text)},
	}
	if f == nil {
		result["text"] = answer.Text
		return result, nil
	}
	value, err := f.read(answer.Text)
	if err != nil {
		return nil, err
	}
	result["value"] = value
	return result, nil
}

// read reads a text that has to be of the form.
func (f *form) read(text string) (any, error) {
	value, problems := f.schema.Validate("the answer", []byte(text))
	return value, problems.Err()
}

// schema reads a JSON Schema, and gives what is asked for by it and what reads it. It is held to what a grammar can be made
// of, so that what a script may ask for is the same whoever writes.
func (p *params) schema(name string) (model.Form, *form) {
	given, present := p.take(name)
	if !present {
		return model.Form{}, nil
	}
	object, ok := given.(protocol.Object)
	if !ok {
		p.fail(name, "a JSON Schema, an object", given, true)
		return model.Form{}, nil
	}
	text := strictjson.Encode(object)
	if len(text) > maxSchema {
		p.fail(name, fmt.Sprintf("a JSON Schema of at most %d bytes", maxSchema), given, true)
		return model.Form{}, nil
	}
	compiled, problems := contracts.CompileConfig(name, text)
	if len(problems) > 0 { // a warning too: what nobody looks at when a text is read must not be asked for
		p.faulty(name, problems[0].Message)
		return model.Form{}, nil
	}
	if _, err := gbnf.FromSchema(text); err != nil {
		p.faulty(name, err.Error())
		return model.Form{}, nil
	}
	f := &form{compiled}
	return model.Form{Schema: text, Check: func(text string) error {
		_, err := f.read(text)
		return err
	}}, f
}

func unavailable(why string) *protocol.CallError {
	return &protocol.CallError{Code: skills.CallUnavailable, Message: generateMethod + ": " + why}
}

const notOfTheForm = "what the model wrote is not what params.schema asks for"

// reasons are why there is no text, for scripts. What else an error says, a server's words and where it is, is not theirs.
var reasons = map[model.Kind]string{
	model.Cancelled:    "it was given up",
	model.Rejected:     "the model does not take this request; it may be too long for it",
	model.Unsupported:  "the model cannot be run, or cannot write what is asked for",
	model.Timeout:      "the model was not done in time",
	model.Unreachable:  "the model cannot be reached",
	model.Unauthorized: "the model's server wants a key, or another one",
	model.Limited:      "the model's server takes no more requests for now",
	model.Unavailable:  "the model cannot write now",
	model.Redirected:   "the model's server names another, which is not asked",
	model.Malformed:    "what came of the model cannot be read",
	model.Incomplete:   "the text broke off before its end",
	model.Empty:        "the model wrote nothing",
	model.Refused:      "the model refused to write this",
	model.Looping:      "the model went round in a circle",
	model.TooLong:      "the text went on beyond every bound",
	model.Unformed:     notOfTheForm,
	model.Missing:      "no answer is kept for this",
	model.Changed:      "the answer that is kept was to another prompt",
	model.NotEnabled:   "the user has not enabled the model",
}

func whyNot(err error) string {
	var kind model.Kind
	switch {
	case errors.Is(err, errNoTime):
		return errNoTime.Error()
	case errors.As(err, &kind) && reasons[kind] != "":
		return reasons[kind]
	}
	return reasons[model.Unavailable]
}
