package engine_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills-src/bundled"
	"github.com/narratoria/narratoria/skills/inprocess"
	"github.com/narratoria/narratoria/skills/kit"
)

// messages are what a failing script may say of it, and what nobody here reads.
func messages(ref plan.ScriptRef) []string {
	other := "storyteller/narrate"
	if ref.String() == other {
		other = "memory/recall-memory"
	}
	return []string{
		"Das Öl ist aus, и лампа тоже.", other + " failed", `The skill "` + string(ref.Skill) + `" failed and is left out of this turn.`, "You asked Ines about the oil, and it went wrong.",
		"timeout", "network_error: rate_limited", "", " ", `{"code":"timeout","category":"timeout","retryable":true,"skill":"storyteller"}`,
		"\x1b[2J\x00\r\n{\"version\":\"0\",\"type\":\"done\",\"ok\":true}\n", strings.Repeat("failed ", (1<<20-512)/7), "player-choices/generate-choices failed",
	}
}

// A failing script's message is for people. Whatever it says, in whatever step: the same
// is planned and planned again, left out, told and remembered as with a plain one.
func TestNothingReadsMessages(t *testing.T) {
	steps := map[string]func(plan.ScriptRef) bool{
		"an optional step": isOneOf("memory/recall-memory", "memory/recall-lore", "npc-perception/query-perception"),
		"a required step":  isOneOf("storyteller/narrate"),
		"settling":         isOneOf("memory/store-memory", "npc-perception/initialize-perception", "npc-perception/update-perception", "reputation/update-reputation"),
		"closing":          isOneOf("player-choices/generate-choices"),
		// Pictures are drawn between the turns, and not waited for once one was late.
		"every step": func(ref plan.ScriptRef) bool { return ref.Skill != "character-portraits" },
	}
	for at, sample := range campaigns.All() {
		for step, fails := range steps {
			for _, late := range []bool{false, true} {
				if at > 0 && !soak.Whole() {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/late %v", sample.Name, step, late), func(t *testing.T) {
					t.Parallel()
					length := max(4, soak.Count(30))
					plain := failing(t, fails, late, func(plan.ScriptRef, int) string { return "It does not work." })
					plain.play(t, sample, "messages", length)
					other := failing(t, fails, late, func(ref plan.ScriptRef, n int) string { all := messages(ref); return all[n%len(all)] })
					other.play(t, sample, "messages", length)
					if plain.failed == 0 || other.failed == 0 {
						t.Errorf("%d scripts failed, then %d", plain.failed, other.failed)
					}
					if diff := cmp.Diff(withoutMessages(t, plain.raw), withoutMessages(t, other.raw)); diff != "" {
						t.Fatalf("other messages, another story (-plain +other):\n%.4000s", diff)
					}
					if diff := cmp.Diff(plain.given, other.given); diff != "" {
						t.Fatalf("messages reached a script (-plain +other):\n%.4000s", diff)
					}
				})
			}
		}
	}
}

func isOneOf(names ...string) func(plan.ScriptRef) bool {
	return func(ref plan.ScriptRef) bool { return slices.Contains(names, ref.String()) }
}

// failing is a babel in which some scripts fail, each time with the next message. They say
// so themselves, or are late.
func failing(t *testing.T, fails func(plan.ScriptRef) bool, late bool, message func(ref plan.ScriptRef, n int) string) *babel {
	b := newBabel(t, nil)
	next := func(ref plan.ScriptRef) string {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.failed++
		return message(ref, b.failed)
	}
	scripts := map[plan.ScriptRef]inprocess.Func{}
	for name := range bundled.Scripts() {
		skill, base, _ := strings.Cut(name, "/")
		ref := plan.ScriptRef{Skill: plan.SkillName(skill), Script: plan.ScriptName(base)}
		scripts[ref] = func(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
			return kit.Serve(ctx, stdin, stdout, stderr, func(context.Context, *kit.Invocation) error {
				return kit.Failf("no_luck", "%s", next(ref))
			})
		}
	}
	b.inner = breaking{fails, late, next, b.inner, inprocess.New(scripts, inprocess.Options{Assets: t.TempDir()})}
	b.breaks = true
	return b
}

// breaking runs some scripts so that they fail.
type breaking struct {
	fails         func(plan.ScriptRef) bool
	late          bool
	next          func(plan.ScriptRef) string
	whole, broken skills.Transport
}

func (b breaking) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	switch ref := inv.Script.Ref; {
	case !b.fails(ref):
		return b.whole.Run(ctx, inv)
	case b.late:
		return skills.Outcome{Err: &plan.ToolError{Code: "timeout", Category: plan.TimedOut, Message: b.next(ref)}}
	}
	return b.broken.Run(ctx, inv)
}

// withoutMessages is a log without what scripts said of their failures.
func withoutMessages(t *testing.T, raw []byte) (all []string) {
	t.Helper()
	for line := range strings.Lines(string(raw)) {
		e, err := strictjson.Parse([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(strictjson.Append(nil, silenced(e))))
	}
	return all
}

func silenced(v any) any {
	switch v := v.(type) {
	case strictjson.Object:
		object := strictjson.Object{}
		failed := v["state"] == "failed" // of whose lines as many are kept as have room
		for field, value := range v {
			if failed && (field == "events" || field == "warnings") {
				continue
			}
			if said := field == "message" || field == "errorMessage" || field == "summary" && v["ok"] == false; !said {
				object[field] = silenced(value)
			}
		}
		return object
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = silenced(v[i])
		}
		return list
	}
	return v
}
