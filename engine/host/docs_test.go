package host_test

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/echo"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

const document = "../../docs/protocol.md"

// calls are the document's examples: a call on a line, its answer on the next.
var calls = regexp.MustCompile("(?ms)^```calls\n(.*?)^```$")

// Every example of the document is asked anew in the story it is told in; -update
// rewrites the answers.
func TestDocumentedCalls(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	methods := map[string]bool{}
	answered := calls.ReplaceAllFunc(text, func(block []byte) []byte {
		asked := bytes.Split(calls.FindSubmatch(block)[1], []byte("\n"))
		asked = slices.DeleteFunc(asked, func(line []byte) bool { return !isCall(line) })
		session := documentedStory(t)
		var lines []byte
		for _, line := range asked {
			method, _, _ := strings.Cut(string(line), " ")
			methods[method] = true
			lines = append(append(append(lines, line...), '\n'), answers(t, session, line)...)
		}
		return []byte("```calls\n" + string(lines) + "```")
	})
	if golden.Updating() {
		if err := os.WriteFile(document, answered, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), string(answered)); diff != "" {
		t.Errorf("(-documented +answered):\n%s", diff)
	}
	if len(methods) != 14 {
		t.Errorf("%d methods have an example, want 14", len(methods))
	}
}

// isCall tells a call from an answer, which is an object or begins with "!".
func isCall(line []byte) bool { return len(line) > 0 && line[0] != '{' && line[0] != '!' }

func documentedStory(t *testing.T) skills.Session {
	t.Helper()
	text, err := os.ReadFile("testdata/documented.json")
	if err != nil {
		t.Fatal(err)
	}
	told, err := scripttest.ReadStory(text)
	if err != nil {
		t.Fatal(err)
	}
	base := told.Base(t)
	base.Writer = echo.New()
	h := host.Of(base)
	asked := scope("dice")
	asked.State = func() protocol.Object { return told.SessionState(t) }
	return h.Open(asked)
}

// The parameters the document lists under a method are those the host reads.
func TestDocumentedParameters(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for heading, forms := range map[string][]string{
		"random": {"random {}"}, "story.read": {"story.read {}"},
		"story.record": {`story.record {"kind":"happened"}`, `story.record {"kind":"thread"}`, `story.record {"kind":"fact"}`},
		"memory.read":  {"memory.read {}"}, "memory.write": {"memory.write {}"},
		"relation.read": {"relation.read {}"}, "relation.write": {"relation.write {}", `relation.write {"score":1}`},
		"lore.read": {"lore.read {}"}, "generate": {"generate {}", "generate.made {}"}, "data": {"data.get {}", "data.set {}", "data.delete {}", "data.list {}"},
	} {
		var reads []string
		for _, form := range forms {
			reads = append(reads, known(t, form)...)
		}
		slices.Sort(reads)
		reads = slices.Compact(reads)
		if diff := cmp.Diff(reads, documented(t, string(text), heading)); diff != "" {
			t.Errorf("%s (-read +documented):\n%s", heading, diff)
		}
	}
}

// known are the parameters of a method, as it names them when given another.
func known(t *testing.T, form string) []string {
	t.Helper()
	method, text, _ := strings.Cut(form, " ")
	params, err := strictjson.ParseObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	params["?"] = true
	_, refused := host.New().Open(scope("dice")).Call(t.Context(), method, protocol.Object(params))
	if refused == nil {
		t.Fatal(form, " takes anything")
	}
	_, names, _ := strings.Cut(refused.Message, "expected ")
	return strings.Split(names, ", ")
}

func documented(t *testing.T, text, heading string) (names []string) {
	t.Helper()
	_, section, found := strings.Cut(text, "\n#### `"+heading+"`\n")
	if !found {
		t.Fatalf("no section %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n#")
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?`) \\|").FindAllStringSubmatch(section, -1) {
		for name := range strings.SplitSeq(row[1], ", ") {
			names = append(names, strings.Trim(name, "`"))
		}
	}
	slices.Sort(names)
	return names
}

// The codes of refusals are those of skills and of the kit.
func TestDocumentedRefusals(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n### Refusals\n")
	section, _, _ = strings.Cut(section, "This script")
	var codes []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|").FindAllStringSubmatch(section, -1) {
		codes = append(codes, row[1])
	}
	want := []string{
		skills.CallUnknownMethod, skills.CallDenied, skills.CallBadParams, skills.CallNotFound,
		skills.CallExists, skills.CallTooLarge, skills.CallUnavailable,
	}
	if diff := cmp.Diff(want, codes); diff != "" {
		t.Error(diff)
	}
}
