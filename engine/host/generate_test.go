package host_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
	"github.com/narratoria/narratoria/model/echo"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/recorded"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// generate asks once, by the text of the parameters.
func generate(t *testing.T, session skills.Session, params string) string {
	t.Helper()
	given, err := strictjson.ParseObject([]byte(params))
	if err != nil {
		t.Fatalf("%s: %v", params, err)
	}
	return call(t, session, "generate", protocol.Object(given))
}

// What is asked of the model is what the script says, with the script's own seed and place, and nothing of the story.
func TestAModelIsToldWhatTheScriptSays(t *testing.T) {
	_, turn := open(t)
	for _, as := range []string{"", "ines"} {
		m := scripted.New("narrator", scripted.Say("The lamp ", "gutters."), scripted.Fill("Of the"))
		h := host.Of(host.Base{State: turn.State(), Writer: m})
		s := scopeOf(turn, "dice")
		s.As = as
		session := h.Open(s)
		got := generate(t, session, `{"messages":[{"role":"system","text":"One sentence."},{"role":"user","text":"The lamp."}],"maxTokens":40,"stop":["\n","END"],"heat":0.25}`)
		if want := `{"by":"narrator","call":1,"end":"stop","text":"The lamp gutters.","tokens":{"prompt":2,"text":2}}`; got != want {
			t.Errorf("as %q: %s", as, got)
		}
		if got := generate(t, session, `{"prompt":"The lamp."}`); got != `{"by":"narrator","call":2,"end":"length","text":"Of the","tokens":{"prompt":1,"text":1}}` {
			t.Errorf("as %q: %s", as, got)
		}
		asked, of := m.Requests(), s.Seed.Derive("generate")
		part := func(n int) string { return fmt.Sprintf("dice-%x-%d", of[:4], n) }
		want := []model.Request{{
			Place:     model.Place{Task: "generate", Turn: int(turn.State().Turn.Number), Part: part(1)},
			Messages:  []model.Message{{Role: model.System, Text: "One sentence."}, {Role: model.User, Text: "The lamp."}},
			MaxTokens: 40, Within: asked[0].Within, Stop: []string{"\n", "END"}, Heat: 250, Seed: s.Seed.Derive("generate", "1").Int53(),
		}, {
			Place:     model.Place{Task: "generate", Turn: int(turn.State().Turn.Number), Part: part(2)},
			Messages:  []model.Message{{Role: model.User, Text: "The lamp."}},
			MaxTokens: 256, Within: asked[1].Within, Heat: 700, Seed: s.Seed.Derive("generate", "2").Int53(),
		}}
		if diff := cmp.Diff(want, asked); diff != "" {
			t.Errorf("as %q it is asked (-want +got):\n%s", as, diff)
		}
		if effects := session.Effects(); len(effects) > 0 {
			t.Errorf("as %q something was written: %v", as, effects)
		}
	}
}

// A retry asks with the same seeds, and another script, input or occurrence with others.
func TestTheModelsSeedIsTheScopes(t *testing.T) {
	m := scripted.New("m", scripted.Say("a"), scripted.Say("b"), scripted.Say("c"))
	h := host.NewWith(m)
	other := scope("dice")
	other.Seed = rng.FromString("43")
	for _, s := range []skills.Scope{scope("dice"), scope("dice"), other} {
		generate(t, h.Open(s), `{"prompt":"Go on."}`)
	}
	asked := m.Requests()
	if asked[0].Seed != asked[1].Seed || asked[0].Place != asked[1].Place || asked[0].Seed == asked[2].Seed || asked[0].Place == asked[2].Place || asked[0].Seed <= 0 {
		t.Errorf("asked with %v", asked)
	}
}

// Whatever kind of error a model has, the script is told so in a sentence of ours: no key, no address, no server's words.
func TestWhatAModelFailsWithIsData(t *testing.T) {
	kinds := []model.Kind{
		model.Cancelled, model.Rejected, model.Unsupported, model.Timeout, model.Unreachable, model.Unauthorized, model.Limited,
		model.Unavailable, model.Redirected, model.Malformed, model.Incomplete, model.Empty, model.Refused, model.Looping,
		model.TooLong, model.Unformed, model.Missing, model.Changed, model.NotEnabled,
	}
	told := map[string]model.Kind{}
	for _, kind := range append(kinds, "one that is new") {
		fails := scripted.Fail(&model.Error{Generator: "https://secret.example", Kind: kind, Message: "sk-secret is no key"})
		m := scripted.New("m", fails, fails)
		got := generate(t, host.NewWith(m).Open(scope("dice")), `{"prompt":"Go on."}`)
		if !strings.HasPrefix(got, "! unavailable: generate: ") || strings.Contains(got, "secret") || len(got) > 120 {
			t.Errorf("%s: %s", kind, got)
		}
		if told[got] != "" && kind != "one that is new" {
			t.Errorf("%s and %s are told alike: %s", told[got], kind, got)
		}
		told[got] = kind
	}
	if got := generate(t, host.NewWith(failing{}).Open(scope("dice")), `{"prompt":"Go on."}`); got != "! unavailable: generate: the model cannot write now" {
		t.Error("of any other error: ", got)
	}
}

// failing is a generator that breaks the contract: its error is no *model.Error.
type failing struct{}

func (failing) Name() string { return "failing" }
func (failing) Generate(context.Context, model.Request, func(model.Piece)) (model.Answer, error) {
	return model.Answer{}, errors.New("secret")
}

// What a model does wrong is seen by its driver, whichever it is.
func TestWhatAModelDoesWrongIsNoText(t *testing.T) {
	for want, step := range map[string]scripted.Step{
		"the model wrote nothing":                                 scripted.Say(),
		"the model refused to write this":                         scripted.Refuse("I will not"),
		"the model went round in a circle":                        scripted.Loop("no "),
		"the text broke off before its end":                       scripted.Break("The la"),
		"what came of the model cannot be read":                   scripted.Say("The l\xff"),
		"no answer is kept for this":                              scripted.Fail(driver.Refuse(model.Missing, "its script is at its end")),
		"the text went on beyond every bound":                     scripted.Say(lines(model.MostText + 1)),
		"what the model wrote is not what params.schema asks for": scripted.Say(`{"mood":"grim","more":1}`),
	} {
		params := `{"prompt":"Go on."}`
		if strings.Contains(want, "schema") {
			params = `{"prompt":"Go on.","schema":` + moods + `}`
		}
		if got := generate(t, host.NewWith(scripted.New("m", step, step)).Open(scope("dice")), params); got != "! unavailable: generate: "+want {
			t.Errorf("want %s: %s", want, got)
		}
	}
}

// A bad answer is asked for once more in the same call, with another seed, at a place of its own, in the time that is left. What comes then counts,
// both are kept, and the script is told of one.
func TestABadAnswerIsAskedForOnceMore(t *testing.T) {
	good, params := scripted.Say(`{"mood":"glad"}`), `{"prompt":"How is she?","heat":0,"schema":`+moods+`}`
	for name, c := range map[string]struct {
		steps []scripted.Step
		asked int
		want  string
		ends  string
	}{
		"empty":    {[]scripted.Step{scripted.Say(), good}, 2, "", "failed empty, given "},
		"refused":  {[]scripted.Step{scripted.Refuse("no"), good}, 2, "", "failed refused, given "},
		"looping":  {[]scripted.Step{scripted.Loop("no "), good}, 2, "", "failed looping, given "},
		"too long": {[]scripted.Step{scripted.Say(lines(model.MostText + 1)), good}, 2, "", "failed too_long, given "},
		"unformed": {[]scripted.Step{scripted.Say("glad"), good}, 2, "", "failed unformed, given "},
		"twice":    {[]scripted.Step{scripted.Say("glad"), scripted.Refuse("no"), good}, 2, "the model refused to write this", "failed unformed, failed refused"},
		"at once":  {[]scripted.Step{good, good}, 1, "", "given "},
		"too late": {[]scripted.Step{scripted.Fail(driver.Refuse(model.Timeout, "late")), good}, 1, "the model was not done in time", "failed timeout"},
		"no way":   {[]scripted.Step{scripted.Fail(driver.Refuse(model.Unreachable, "no")), good}, 1, "the model cannot be reached", "failed unreachable"},
	} {
		m := scripted.New("m", c.steps...)
		n := noted{host.NewWith(m).Open(scope("dice")), generation.NewLedger(nil)}
		got := n.calls(t, "generate", params)
		if want := map[bool]string{true: `"value":{"mood":"glad"}`, false: c.want}[c.want == ""]; !strings.Contains(got, want) || c.want == "" && !strings.Contains(got, `"call":1,`) {
			t.Errorf("%s: %s", name, got)
		}
		var ends []string
		for _, g := range n.ledger.Close()[0].Generations {
			ends = append(ends, string(g.End)+" "+g.Why)
		}
		if got := strings.Join(ends, ", "); got != c.ends {
			t.Errorf("%s: kept are %s", name, got)
		}
		all := m.Requests()
		if len(all) != c.asked {
			t.Fatalf("%s: it is asked %d times", name, len(all))
		}
		if first, last := all[0], all[len(all)-1]; c.asked == 2 && (last.Place.Part != first.Place.Part+"-again" || last.Seed == first.Seed || last.Heat == 0 || last.Within > first.Within || !cmp.Equal(first.Messages, last.Messages)) {
			t.Errorf("%s: it is asked %+v, and again %+v", name, first, last)
		}
	}
	careless := &counted{text: `{"mood":"sad"}`}
	if got := generate(t, host.NewWith(careless).Open(scope("dice")), params); !strings.HasPrefix(got, "! ") || careless.asked != 2 {
		t.Errorf("of a model that does not look at the form, asked %d times: %s", careless.asked, got)
	}
}

// Where no time is left, nothing is asked again.
func TestABadAnswerThatTookAllTheTimeIsNotAskedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		m := scripted.New("m", func(context.Context, model.Request, *driver.Text) error {
			time.Sleep(10 * time.Second)
			return driver.Refuse(model.Empty, "nothing")
		}, scripted.Say("It goes on."))
		_, refused := host.NewWith(m).Open(scope("dice")).Call(ctx, "generate", protocol.Object{"prompt": "Go on."})
		if refused == nil || len(m.Requests()) != 1 {
			t.Errorf("it is asked %d times: %v", len(m.Requests()), refused)
		}
	})
}

// lines is a text of so many bytes that goes round in no circle.
func lines(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "%d is the number of this line. ", i)
	}
	return b.String()[:size]
}

const moods = `{"type":"object","properties":{"mood":{"enum":["grim","glad"]}},"required":["mood"],"additionalProperties":false}`

// An answer of a schema is a value, and one that holds to it, whoever wrote it.
func TestAnAnswerOfASchemaIsAValue(t *testing.T) {
	m := scripted.New("m", scripted.Say(`{"mood": `, `"glad"}`), scripted.Say(`{"mood":"sad"}`), scripted.Say(`sad`), scripted.Say(`glad`), scripted.Say(`{}`), scripted.Fill(`{"mood":"glad"}`))
	session := host.NewWith(m).Open(scope("dice"))
	asks := `{"prompt":"How is she?","schema":` + moods + `}`
	for _, want := range []string{
		`{"by":"m","call":1,"end":"stop","tokens":{"prompt":1,"text":2},"value":{"mood":"glad"}}`,
		"! unavailable: generate: what the model wrote is not what params.schema asks for",
		"! unavailable: generate: what the model wrote is not what params.schema asks for",
		"! unavailable: generate: the text broke off before its end",
	} {
		if got := generate(t, session, asks); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	careless := host.NewWith(sloppy(`{"mood":"sad"}`)).Open(scope("dice"))
	if got := generate(t, careless, asks); got != "! unavailable: generate: what the model wrote is not what params.schema asks for" {
		t.Error("of a model that does not look at the form: ", got)
	}
}

// A script is told which model wrote, and not where the user's server is.
func TestAScriptIsToldWhichModelWrote(t *testing.T) {
	for generator, want := range map[string]string{"m@localhost:18080": "m", "m@2024@far.example": "m@2024", "phi-3.5-mini": "phi-3.5-mini"} {
		session := host.NewWith(scripted.New(generator, scripted.Say("It is dark."))).Open(scope("dice"))
		if got := generate(t, session, `{"prompt":"How is it?"}`); !strings.HasPrefix(got, `{"by":"`+want+`",`) || strings.Contains(got, "localhost") {
			t.Errorf("of %s it is told %s", generator, got)
		}
	}
}

// sloppy is a generator that says a text whatever was asked for.
type sloppy string

func (sloppy) Name() string { return "sloppy" }
func (s sloppy) Generate(context.Context, model.Request, func(model.Piece)) (model.Answer, error) {
	return model.Answer{Text: string(s), End: model.Stopped, By: "sloppy"}, nil
}

// counted is a sloppy one that counts.
type counted struct {
	text  string
	asked int
}

func (c *counted) Name() string { return "sloppy" }
func (c *counted) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	c.asked++
	return sloppy(c.text).Generate(ctx, r, tell)
}

func TestWhatAScriptMayAskOfAModel(t *testing.T) {
	session := host.NewWith(scripted.New("never asked")).Open(scope("dice"))
	long := strings.Repeat("a", 65537)
	for params, want := range map[string]string{
		`{}`:                        "params.messages is missing; expected a list of 1 to 64 messages, params.prompt or params.sections",
		`{"messages":[]}`:           "params.messages is []; expected a list of 1 to 64 messages, params.prompt or params.sections",
		`{"prompt":""}`:             `params.prompt is ""; expected a text of 1 to 65536 bytes without control characters other than line breaks`,
		`{"prompt":"` + long + `"}`: "params.prompt is a string of 65539 bytes; expected a text of 1 to 65536 bytes",
		`{"prompt":"a\u0000"}`:      "expected a text of 1 to 65536 bytes without control characters",
		`{"prompt":"a","messages":[{"role":"user","text":"b"}]}`:               "expected nothing beside params.prompt",
		`{"messages":[{"role":"user","text":"a"},{"role":"tool","text":"b"}]}`: `params.messages[1] is {"role":"tool","text":"b"}; expected {"role", "text"}: "system", "user" or "assistant", and a text`,
		`{"messages":[{"role":"user","text":"a","name":"b"}]}`:                 `params.messages[0] is {"name":"b","role":"user","text":"a"}; expected`,
		`{"messages":["a"]}`: `params.messages[0] is "a"; expected`,
		`{"messages":[{"role":"user","text":"` + long[:65536] + `"},{"role":"user","text":"b"}]}`: "expected texts of at most 65536 bytes together",
		`{"prompt":"a","maxTokens":0}`:                                                               "params.maxTokens is 0; expected an integer from 1 to 2048",
		`{"prompt":"a","maxTokens":2049}`:                                                            "params.maxTokens is 2049; expected an integer from 1 to 2048",
		`{"prompt":"a","heat":2.001}`:                                                                "params.heat is 2.001; expected a number from 0 to 2 with at most three decimals",
		`{"prompt":"a","stop":[""]}`:                                                                 `params.stop[0] is ""; expected a text of 1 to 256 bytes`,
		`{"prompt":"a","stop":["1","2","3","4","5","6","7","8","9"]}`:                                "expected a list of at most 8 texts",
		`{"prompt":"a","seed":7}`:                                                                    "there is no params.seed; expected messages, prompt, sections, considered, promptTokens, maxTokens, stop, schema, heat, task, version",
		`{"prompt":"a","version":"Speech of Ines"}`:                                                  `params.version is "Speech of Ines"; expected a name of 1 to 40 small letters, digits, hyphens and slashes, such as "speech/1"`,
		`{"prompt":"a","version":"/1"}`:                                                              `params.version is "/1"; expected a name`,
		`{"prompt":"a","version":"` + long[:41] + `"}`:                                               "expected a name of 1 to 40 small letters",
		`{"prompt":"a","version":1}`:                                                                 "params.version is 1; expected a name",
		`{"prompt":"a","schema":"object"}`:                                                           `params.schema is "object"; expected a JSON Schema, an object`,
		`{"prompt":"a","schema":{"type":"array"}}`:                                                   "params.schema: ",
		`{"prompt":"a","schema":{"type":"object","properties":{"a":{"pattern":"^a"}}}}`:              "params.schema: ",
		`{"prompt":"a","schema":{"type":"object","properties":{"a":{"prefixItems":[{"const":1}]}}}}`: "params.schema: ",
		`{"prompt":"a","schema":{"type":"object","additionalProperties":false,"x-hint":1,"properties":{"a":{"type":"string","pattern":"("}}}}`: "params.schema: ",
		`{"prompt":"a","schema":{"type":"object","description":"` + long[:16384] + `"}}`:                                                       "expected a JSON Schema of at most 16384 bytes",
	} {
		if got := generate(t, session, params); !strings.HasPrefix(got, "! bad_params: generate: ") || !strings.Contains(got, want) {
			t.Errorf("%.80s\ngot  %s\nwant %s", params, got, want)
		}
	}
}

// An attempt asks so often, and for so much, whatever comes of it.
func TestHowMuchAnAttemptMayAskOfAModel(t *testing.T) {
	session := host.NewWith(echo.New()).Open(scope("dice"))
	for range 4 {
		if got := generate(t, session, `{"prompt":"Go on.","maxTokens":2048}`); strings.HasPrefix(got, "!") {
			t.Fatal(got)
		}
	}
	if got := generate(t, session, `{"prompt":"Go on.","maxTokens":1}`); got != "! too_large: generate: with this the attempt has asked for 8193 tokens, at most 8192 are written in one; params.maxTokens asks for fewer" {
		t.Error(got)
	}
	m := scripted.New("m")
	session = host.NewWith(m).Open(scope("dice"))
	for range 16 { // which all fail
		generate(t, session, `{"prompt":"Go on.","maxTokens":1}`)
	}
	if got := generate(t, session, `{"prompt":"Go on.","maxTokens":1}`); got != "! too_large: generate: the attempt has asked 16 times, which is the most it may" || len(m.Requests()) != 16 {
		t.Errorf("of %d: %s", len(m.Requests()), got)
	}
}

// A text has the time that the attempt has left, less some for the script.
func TestATextIsDoneBeforeTheAttemptIs(t *testing.T) {
	for _, c := range []struct{ has, within time.Duration }{
		{0, time.Minute}, {time.Hour, time.Minute}, {time.Minute, 58 * time.Second}, {10 * time.Second, 9 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.Background(), context.CancelFunc(func() {})
			if c.has > 0 {
				ctx, cancel = context.WithTimeout(ctx, c.has)
			}
			defer cancel()
			began := time.Now()
			session := host.NewWith(scripted.New("m", scripted.Stall("The la"))).Open(scope("dice"))
			_, refused := session.Call(ctx, "generate", protocol.Object{"prompt": "Go on."})
			if refused == nil || refused.Message != "generate: the model was not done in time" || time.Since(began) != c.within || ctx.Err() != nil {
				t.Errorf("with %v it was over after %v: %v", c.has, time.Since(began), refused)
			}
		})
	}
	over, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	m := scripted.New("m")
	_, refused := host.NewWith(m).Open(scope("dice")).Call(over, "generate", protocol.Object{"prompt": "Go on."})
	if refused == nil || refused.Message != "generate: there is no time left for it" || len(m.Requests()) > 0 {
		t.Error(refused)
	}
}

// A hasty generator has so long for a text.
type hasty struct {
	model.Generator
	left time.Duration
}

func (h hasty) Left() time.Duration { return h.left }

// Who has less time for a text than the attempt has left is asked within it, and what is kept says so.
func TestATextIsAskedForInTheTimeOfWhoWrites(t *testing.T) {
	m := scripted.New("m", scripted.Say("a"), scripted.Say("b"))
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	for left, within := range map[time.Duration]time.Duration{2 * time.Second: 2 * time.Second, 2 * time.Hour: time.Minute} {
		ledger := generation.NewLedger(nil)
		session := host.NewWith(hasty{m, left}).Open(scope("dice"))
		if _, refused := session.Call(ledger.In(ctx), "generate", protocol.Object{"prompt": "Go on."}); refused != nil {
			t.Fatal(refused)
		}
		asked := m.Requests()
		if got, kept := asked[len(asked)-1].Within, ledger.Close()[0].Generations[0].Sampling.Within; got != within || kept != within.Milliseconds() {
			t.Errorf("with %v left it is asked within %v, and is kept to have had %d ms", left, got, kept)
		}
	}
}

// A text that is being written ends with the attempt.
func TestATextEndsWithTheAttempt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := scripted.New("m", func(ctx context.Context, _ model.Request, text *driver.Text) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}, scripted.Say("It goes on."))
	h := host.NewWith(m)
	_, refused := h.Open(scope("dice")).Call(ctx, "generate", protocol.Object{"prompt": "Go on."})
	if refused == nil || refused.Message != "generate: it was given up" {
		t.Error(refused)
	}
	if got := generate(t, h.Open(scope("dice")), `{"prompt":"Go on."}`); !strings.Contains(got, "It goes on.") {
		t.Error("the next: ", got)
	}
}

// Without a model there is no feature, and everything else is as it is with one.
func TestWithoutAModelNothingIsWritten(t *testing.T) {
	_, turn := open(t)
	without, with := host.Of(host.Base{State: turn.State()}), host.Of(host.Base{State: turn.State(), Writer: echo.New()})
	if diff := cmp.Diff(append(without.Features(), "generate"), with.Features()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(host.New().Features(), host.NewWith(nil).Features()); diff != "" {
		t.Error(diff)
	}
	for _, h := range []skills.Host{without, host.New()} {
		if got := generate(t, h.Open(scope("dice")), `{"prompt":"Go on."}`); got != "! unavailable: generate: no model is here that writes" {
			t.Error(got)
		}
	}
	if a, b := everything(t, without.Open(scope("dice"))), everything(t, with.Open(scope("dice"))); a != b {
		t.Errorf("without a model\n%s\nwith one\n%s", a, b)
	}
}

// An answer that was kept is found again by the same script in the same turn.
func TestAKeptAnswerIsFoundByItsPlace(t *testing.T) {
	file := t.TempDir() + "/answers.jsonl"
	recorder, err := recorded.Record(file, scripted.New("m", scripted.Say("The lamp gutters.")))
	if err != nil {
		t.Fatal(err)
	}
	params := `{"prompt":"The lamp."}`
	first := generate(t, host.NewWith(recorder).Open(scope("dice")), params)
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	kept, err := recorded.Open(file, nil)
	if err != nil {
		text, _ := os.ReadFile(file)
		t.Fatalf("%v\n%s", err, text)
	}
	h := host.NewWith(kept)
	if again := generate(t, h.Open(scope("dice")), params); !strings.Contains(first, "gutters") || !strings.Contains(again, "gutters") {
		t.Errorf("%s, and again %s", first, again)
	}
	if got := generate(t, h.Open(scope("dice")), `{"prompt":"The bell."}`); got != "! unavailable: generate: the answer that is kept was to another prompt" {
		t.Error(got)
	}
	if got := generate(t, h.Open(scope(plan.SkillName("other"))), params); got != "! unavailable: generate: no answer is kept for this" {
		t.Error(got)
	}
}
