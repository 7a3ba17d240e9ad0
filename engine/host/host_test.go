package host_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
)

// TestMain fixes the seed of all properties; -rapid.seed on the command line wins.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"rapid.seed": "5", "rapid.checks": strconv.Itoa(soak.Count(5_000)), "rapid.nofailfile": "true",
	} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	m.Run()
}

func scope(skill plan.SkillName, effects ...plan.Effect) skills.Scope {
	return skills.Scope{
		Tool:   "step",
		Script: plan.ScriptRef{Skill: skill, Script: "script"},
		State: skills.Known(protocol.Object{
			"torch": protocol.Object{"lit": true},
			"party": []any{"Mira", "Oskar"},
			"gone":  nil,
			"huge":  strings.Repeat("x", 600_000),
		}),
		Effects: skills.Known(effects),
		Seed:    rng.FromString("42"),
	}
}

// call asks once and gives the answer on one line.
func call(t testing.TB, session skills.Session, method string, params protocol.Object) string {
	t.Helper()
	result, refused := session.Call(t.Context(), method, params)
	if refused != nil {
		return "! " + refused.Error()
	}
	return string(strictjson.Append(nil, result))
}

// A transcript is calls, all of one attempt, and an answer to each; before them the
// story they are asked in, where there is one, and behind them the events that the
// accepted attempt brings about in it.
func TestTranscripts(t *testing.T) {
	golden.Cases(t, "testdata/*.txtar", 1, func(t *testing.T, c *golden.Case) { c.WantFiles(t, play(t, c.Files)) })
}

// play keeps what a transcript asks, and answers it.
func play(t *testing.T, files []txtar.File) (played []txtar.File) {
	t.Helper()
	var h skills.Host = host.New()
	var base host.Base
	asked := scope("dice")
	for _, file := range files {
		switch file.Name {
		case "story":
			told, err := scripttest.ReadStory(file.Data)
			if err != nil {
				t.Fatal(err)
			}
			base = told.Base(t)
			h = host.Of(base)
			asked.State = func() protocol.Object { return told.SessionState(t) }
		case "calls":
			session := h.Open(asked)
			played = append(played, file, txtar.File{Name: "answers", Data: answers(t, session, file.Data)})
			if events := happens(t, session.Effects(), base.State); len(events) > 0 {
				played = append(played, txtar.File{Name: "events", Data: events})
			}
			continue
		case "answers", "events":
			continue
		}
		played = append(played, file)
	}
	return played
}

func answers(t *testing.T, session skills.Session, calls []byte) (answers []byte) {
	t.Helper()
	lines := bufio.NewScanner(bytes.NewReader(calls))
	for lines.Scan() {
		method, text, _ := strings.Cut(lines.Text(), " ")
		params, err := strictjson.ParseObject([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		answers = fmt.Appendln(answers, call(t, session, method, params))
	}
	return answers
}

// happens is what effects bring about in a story, an event a line.
func happens(t *testing.T, effects []plan.Effect, state *story.State) (events []byte) {
	t.Helper()
	if state == nil {
		return nil
	}
	all, _, err := host.Events(effects, state)
	if err != nil {
		t.Error(err)
	}
	for _, e := range all {
		events = fmt.Appendf(events, "%s %s\n", e.Kind, strictjson.Append(nil, e.Fields()))
	}
	return events
}

func TestRandomIsOfTheScopeAlone(t *testing.T) {
	h := host.New()
	throw := func(s skills.Session, source string) string {
		return call(t, s, "random", protocol.Object{"min": strictjson.Number("1"), "max": strictjson.Number("1000000"), "count": strictjson.Number("20"), "source": source})
	}
	first := h.Open(scope("dice"))
	pseudo, crypto := throw(first, "pseudo"), throw(first, "crypto")
	retry, beside := h.Open(scope("dice")), h.Open(scope("dice"))
	if throw(beside, "crypto") != crypto || throw(retry, "pseudo") != pseudo || throw(beside, "pseudo") != pseudo {
		t.Error("the order of sources and sessions changed what was drawn")
	}
	other := scope("dice")
	other.Seed = rng.FromString("43")
	if pseudo == crypto || throw(first, "pseudo") == pseudo || throw(h.Open(other), "pseudo") == pseudo {
		t.Error("what should differ is equal")
	}
}

// Every number is as likely as the others: Pearson's test at 1 in 10,000.
func TestRandomIsUniform(t *testing.T) {
	const low, high = -3, 3
	for _, source := range []string{"pseudo", "crypto"} {
		session, seen, n := host.New().Open(scope("dice")), map[string]float64{}, 0.0
		for range soak.Count(2_000) {
			result, refused := session.Call(t.Context(), "random", protocol.Object{
				"min": strictjson.Number("-3"), "max": strictjson.Number("3"), "count": strictjson.Number("1000"), "source": source})
			if refused != nil {
				t.Fatal(refused)
			}
			for _, value := range result["values"].([]any) {
				seen[string(value.(strictjson.Number))]++
				n++
			}
		}
		expected, chiSquare := n/(high-low+1), 0.0
		for _, count := range seen {
			chiSquare += (count - expected) * (count - expected) / expected
		}
		if len(seen) != high-low+1 || chiSquare > 27.9 { // of 6 degrees of freedom
			t.Errorf("%s: chi-square %.1f over %v", source, chiSquare, seen)
		}
	}
}

// The model of all skills' memories is a map of maps. Attempts of three skills
// read and write, are accepted or fail, and depend on one another or not.
func TestDataIsAMapForEachSkill(t *testing.T) {
	names := []plan.SkillName{"dice", "lore", "memory"}
	rapid.Check(t, func(rt *rapid.T) {
		h, committed := host.New(), kept{}
		for range rapid.IntRange(1, 4).Draw(rt, "turns") {
			turn, accepted := committed.clone(), []plan.Effect(nil)
			for range rapid.IntRange(1, 4).Draw(rt, "attempts") {
				skill := rapid.SampledFrom(names).Draw(rt, "skill")
				seen, session := turn.clone(), h.Open(scope(skill, accepted...))
				attempt(rt, t, session, seen, skill)
				if rapid.Bool().Draw(rt, "accepted") {
					accepted, turn = append(accepted, session.Effects()...), seen
				}
			}
			if rapid.Bool().Draw(rt, "committed") {
				h.Commit(accepted)
				committed = turn
			}
		}
		for _, skill := range names {
			committed.compare(rt, t, h.Open(scope(skill)), skill)
		}
	})
}

type kept map[plan.SkillName]map[string]string

func (m kept) clone() kept {
	copied := kept{}
	for skill, values := range m {
		copied[skill] = map[string]string{}
		for key, value := range values {
			copied[skill][key] = value
		}
	}
	return copied
}

func attempt(rt *rapid.T, t *testing.T, session skills.Session, seen kept, skill plan.SkillName) {
	if seen[skill] == nil {
		seen[skill] = map[string]string{}
	}
	for range rapid.IntRange(0, 6).Draw(rt, "calls") {
		key := rapid.SampledFrom([]string{"a", "ab", "b", "ü"}).Draw(rt, "key")
		if rapid.IntRange(0, 2).Draw(rt, "what") == 0 {
			delete(seen[skill], key)
			call(t, session, "data.delete", protocol.Object{"key": key})
			continue
		}
		value := strconv.Itoa(rapid.IntRange(0, 9).Draw(rt, "value"))
		seen[skill][key] = value
		call(t, session, "data.set", protocol.Object{"key": key, "value": strictjson.Number(value)})
	}
	seen.compare(rt, t, session, skill)
}

func (m kept) compare(rt *rapid.T, t *testing.T, session skills.Session, skill plan.SkillName) {
	var keys []string
	for key, value := range m[skill] {
		keys = append(keys, strconv.Quote(key))
		if got := call(t, session, "data.get", protocol.Object{"key": key}); got != `{"found":true,"value":`+value+`}` {
			rt.Fatalf("%s %q: %s, want %s", skill, key, got, value)
		}
	}
	slices.Sort(keys)
	want := `{"keys":[` + strings.Join(keys, ",") + `],"more":false}`
	if got := call(t, session, "data.list", nil); got != want {
		rt.Fatalf("%s: %s, want %s", skill, got, want)
	}
}

func set(t *testing.T, session skills.Session, key string, value any) {
	t.Helper()
	if got := call(t, session, "data.set", protocol.Object{"key": key, "value": value}); got != "{}" {
		t.Fatal(got)
	}
}

func TestNobodySeesAnothersMemory(t *testing.T) {
	h := host.New()
	writer := h.Open(scope("lore"))
	set(t, writer, "secret", "the duke is a vampire")
	h.Commit(writer.Effects())
	// Not even as a dependency's effect, nor under the same key.
	thief := h.Open(scope("dice", writer.Effects()...))
	if got := call(t, thief, "data.get", protocol.Object{"key": "secret"}); got != `{"found":false}` {
		t.Error(got)
	}
	if got := call(t, thief, "data.list", nil); got != `{"keys":[],"more":false}` {
		t.Error(got)
	}
	set(t, thief, "secret", "mine")
	h.Commit(thief.Effects())
	if got := call(t, h.Open(scope("lore")), "data.get", protocol.Object{"key": "secret"}); !strings.Contains(got, "vampire") {
		t.Error(got)
	}
}

func TestCommitDoesNotChangeAnOpenSession(t *testing.T) {
	h := host.New()
	early, writer := h.Open(scope("dice")), h.Open(scope("dice"))
	value := protocol.Object{"hp": strictjson.Number("3")}
	set(t, writer, "hero", value)
	value["hp"] = "changed behind its back"
	h.Commit(writer.Effects())
	if got := call(t, early, "data.get", protocol.Object{"key": "hero"}); got != `{"found":false}` {
		t.Error("an attempt that began before sees ", got)
	}
	if got := call(t, h.Open(scope("dice")), "data.get", protocol.Object{"key": "hero"}); got != `{"found":true,"value":{"hp":3}}` {
		t.Error(got)
	}
}

func TestDataLimits(t *testing.T) {
	h := host.New()
	session := h.Open(scope("dice"))
	for i := range 10_000 { // 13 bytes each
		set(t, session, fmt.Sprintf("key-%05d", i), nil)
	}
	h.Commit(session.Effects())
	session = h.Open(scope("dice"))
	refuse(t, session, "one more", nil, "! too_large: the skill keeps 10000 keys, which is the most it may; delete some")
	set(t, session, "key-00000", "an old key still takes a value")
	call(t, session, "data.delete", protocol.Object{"key": "key-00001"})
	set(t, session, "one more", strings.Repeat("x", 256<<10-2))
	refuse(t, session, "key-00002", strings.Repeat("x", 256<<10-1), "! too_large: the value is 262145 bytes of JSON, at most 262144 are kept")
	for i := range 2 { // with "one more" and all the nulls, a little under 1 MiB
		set(t, session, fmt.Sprintf("key-%05d", 9000+i), strings.Repeat("x", 256<<10-2))
	}
	refuse(t, session, "key-09999", strings.Repeat("x", 256<<10-2), "! too_large: the skill keeps 916447 bytes, with this 1178587, at most 1048576; delete some")
	walkPages(t, session)
}

// TestWritesOfOneAttempt: what is written goes into the log, however little of it is kept.
func TestWritesOfOneAttempt(t *testing.T) {
	const ofData, ofStory = 1<<20 + 256<<10, 128 << 10
	h := host.New()
	for method, c := range map[string]struct {
		most   int
		params func(i int) protocol.Object
	}{
		"data.set": {ofData, func(i int) protocol.Object { return protocol.Object{"key": "k", "value": strings.Repeat("x", 4_000)} }},
		"memory.write": {ofStory, func(i int) protocol.Object {
			return protocol.Object{"summary": fmt.Sprint(i, strings.Repeat("x", 4_000))}
		}},
		"story.record": {ofStory, func(i int) protocol.Object {
			return protocol.Object{"kind": "happened", "text": fmt.Sprint(i, strings.Repeat("x", 4_000))}
		}},
		"relation.write": {ofStory, func(i int) protocol.Object {
			return protocol.Object{"who": "ines", "by": strictjson.Number("1"), "reason": strings.Repeat("x", 4_000), "significance": "low"}
		}},
	} {
		most, params := c.most, c.params
		session, size, refused := h.Open(scope("dice")), 0, ""
		for i := range 1_000 {
			asked := params(i)
			_, err := session.Call(t.Context(), method, asked)
			if err != nil {
				refused = err.Code
				break
			}
			size += len(strictjson.Append(nil, asked))
		}
		if refused != skills.CallTooLarge || size > most || size < most-most/6 {
			t.Errorf("%s: %q after %d bytes, want %q after %d", method, refused, size, skills.CallTooLarge, most)
		}
		if written := len(session.Effects()); written < size/4_200 || written > size/4_000 {
			t.Errorf("%s: %d writes of %d bytes", method, written, size)
		}
		if _, err := session.Call(t.Context(), "random", protocol.Object{"min": strictjson.Number("1"), "max": strictjson.Number("2")}); err != nil {
			t.Errorf("%s: reading is refused too: %v", method, err)
		}
		if _, err := h.Open(scope("dice")).Call(t.Context(), method, params(0)); err != nil {
			t.Errorf("%s: the next attempt is refused: %v", method, err)
		}
	}
}

// TestDataOfStepsBesideEachOther: each of them has room for its value, and all have not.
func TestDataOfStepsBesideEachOther(t *testing.T) {
	state := &story.State{}
	h := host.Of(host.Base{State: state})
	var effects []plan.Effect
	for i := range 6 {
		session := h.Open(scope("dice"))
		set(t, session, fmt.Sprint("k", i), strings.Repeat("x", 250<<10))
		effects = append(effects, session.Effects()...)
	}
	events, _, err := host.Events(effects, state)
	if err != nil || len(events) != 4 {
		t.Errorf("%d of six values are kept, %v", len(events), err)
	}
	for _, e := range events {
		state = state.Apply(persistence.Record{Position: state.Position + 1, Event: e})
	}
	if kept := state.Kept("dice"); kept != 4*(250<<10+4) {
		t.Errorf("%d bytes are kept", kept)
	}
	h = host.Of(host.Base{State: state})
	refuse(t, h.Open(scope("dice")), "k9", strings.Repeat("x", 250<<10),
		"! too_large: the skill keeps 1024016 bytes, with this 1280020, at most 1048576; delete some")
}

func refuse(t *testing.T, session skills.Session, key string, value any, want string) {
	t.Helper()
	before := len(session.Effects())
	if got := call(t, session, "data.set", protocol.Object{"key": key, "value": value}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(session.Effects()) != before {
		t.Error("a refused write is staged")
	}
}

// walkPages lists 10,000 keys, which takes ten answers.
func walkPages(t *testing.T, session skills.Session) {
	t.Helper()
	var keys []string
	for more, after := true, ""; more; after = keys[len(keys)-1] {
		result, refused := session.Call(t.Context(), "data.list", protocol.Object{"after": after})
		if refused != nil {
			t.Fatal(refused)
		}
		for _, key := range result["keys"].([]any) {
			keys = append(keys, key.(string))
		}
		more = result["more"].(bool)
	}
	if len(keys) != 10_000 || !slices.IsSorted(keys) {
		t.Errorf("%d keys, sorted %t", len(keys), slices.IsSorted(keys))
	}
}

// TestLongPaths: a path has at most 4,096 bytes and 64 names, those of escaped dots one.
func TestLongPaths(t *testing.T) {
	session := host.New().Open(scope("skill"))
	for path, fits := range map[string]bool{
		strings.Repeat("a", 4_096): true, strings.Repeat("a", 4_097): false,
		strings.Repeat(".", 63): true, strings.Repeat(".", 64): false, strings.Repeat(`\.`, 1_000): true,
		strings.Repeat(".", 1_048_000): false,
	} {
		_, refused := session.Call(t.Context(), "story.read", protocol.Object{"path": path})
		if fits != (refused == nil) {
			t.Errorf("a path of %d bytes: %v", len(path), refused)
		}
		if refused != nil && (refused.Code != skills.CallBadParams || len(refused.Message) > 200 || !strings.Contains(refused.Message, "a dot path of at most 4096 bytes and 64 names")) {
			t.Errorf("a path of %d bytes is refused with %v", len(path), refused)
		}
	}
}

func TestFeaturesCoverTheMethods(t *testing.T) {
	want := []string{
		"memory.read", "memory.write", "relation.read", "relation.write", "lore.read",
		"story.read", "story.record", "random", "data", "view:npc",
	}
	if diff := cmp.Diff(want, host.New().Features()); diff != "" {
		t.Error(diff)
	}
}
