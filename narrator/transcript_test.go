package narrator_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
)

var update = flag.Bool("update", false, "rewrite the plans of the transcripts")

// A transcript is one request: prose on what it pins, then
//
//	scene   the name of a scene of world_test.go, or "$scene" as JSON
//	input   what the player does
//	also    further scripts, a line each: "skill/script priority trigger, trigger" (optional)
//	gone    prefixes of scripts that the catalogue lacks (optional)
//	failed  failures before, a line each: "step skill/script message" (optional; the request is then a second one)
//	plan    the patterns that fit, and the plan's steps in order
func TestPlans(t *testing.T) {
	files, err := filepath.Glob("testdata/plans/*.txtar")
	if err != nil || len(files) < 18 {
		t.Fatalf("%d transcripts (%v), want at least 18", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(bytes.TrimSpace(archive.Comment)) == 0 {
				t.Error("no prose on what this transcript pins")
			}
			got := planned(t, requestFrom(t, archive))
			if *update {
				setFile(archive, "plan", got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(fileOf(archive, "plan"), strings.TrimSpace(got)); diff != "" {
				t.Errorf("plan (-want +got):\n%s", diff)
			}
		})
	}
}

func fileOf(archive *txtar.Archive, name string) string {
	for _, f := range archive.Files {
		if f.Name == name {
			return strings.TrimSpace(string(f.Data))
		}
	}
	return ""
}

func setFile(archive *txtar.Archive, name, text string) {
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			archive.Files[i].Data = []byte(text)
			return
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
}

func requestFrom(t *testing.T, archive *txtar.Archive) plan.Request {
	t.Helper()
	refs := everything
	for gone := range strings.FieldsSeq(fileOf(archive, "gone")) {
		refs = without(refs, gone)
	}
	var scripts []plan.Script
	for line := range strings.Lines(fileOf(archive, "also")) {
		scripts = append(scripts, furtherScript(t, strings.TrimSpace(line)))
	}
	for _, ref := range refs {
		scripts = append(scripts, script(ref))
	}
	scene := fileOf(archive, "scene")
	if named, ok := scenes[scene]; ok {
		scene = named
	}
	request := plan.Request{
		ID: requestID, Input: fileOf(archive, "input"), State: stateOf(t, scene, people), Catalogue: plan.NewCatalogue(scripts), Attempt: 1,
	}
	for line := range strings.Lines(fileOf(archive, "failed")) {
		request.Attempt, request.Parent = 2, "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b10"
		step, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		ref, message, _ := strings.Cut(rest, " ")
		request.Failures = append(request.Failures, plan.Failure{
			Tool: plan.ToolID(step), Script: script(ref).Ref, Error: plan.ToolError{Code: "timeout", Category: plan.TimedOut, Message: message},
		})
	}
	return request
}

func furtherScript(t *testing.T, line string) plan.Script {
	t.Helper()
	ref, rest, _ := strings.Cut(line, " ")
	s := script(ref)
	number, triggers, ok := strings.Cut(rest, " ")
	if _, err := fmt.Sscan(number, &s.Priority); err != nil || !ok {
		t.Fatalf("%q is no script with priority and triggers: %v", line, err)
	}
	for trigger := range strings.SplitSeq(triggers, ",") {
		s.Triggers = append(s.Triggers, strings.TrimSpace(trigger))
	}
	return s
}

// planned is a plan as a person reads it: one line a step.
func planned(t *testing.T, request plan.Request) string {
	t.Helper()
	data, err := narrator.Rules{}.Plan(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	checked, problems := plan.Check("plan.json", data, request.Catalogue, plan.Options{})
	if checked == nil {
		t.Fatal(problems)
	}
	return fmt.Sprintf("fits %s\n%s", strings.Join(narrator.Fitting(request), ", "), steps(checked))
}

func steps(checked *plan.Plan) string {
	var b strings.Builder
	for _, s := range checked.Steps() {
		kind := "may"
		if s.Required {
			kind = "must"
		}
		fmt.Fprintf(&b, "%-8s %-4s %s %s", s.ID, kind, s.Script, strictjson.Append(nil, s.Input))
		if len(s.Dependencies) > 0 {
			fmt.Fprintf(&b, " after %v", s.Dependencies)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
