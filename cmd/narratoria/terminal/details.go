package terminal

import (
	"context"
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story/event"
)

// details says in words how the last turn was made.
func (s *Session) details(context.Context) (bool, error) {
	r := s.last
	s.Screen.Title(fmt.Sprintf("How turn %d was made", r.Turn))
	s.Screen.Item(attemptsWords(r))
	s.Screen.steps("The plan", r.Plan, r.Result)
	s.Screen.part("What followed from it", r.Settling)
	s.Screen.part("Afterwards", r.Closing)
	s.Screen.listed("What is seen and heard", s.Screen.origins(r))
	s.Screen.listed("What was done without", r.Degraded)
	s.Screen.listed("Skills that are not well", s.Game.Degraded())
	s.Screen.listed("What the choices rest on", grounds(r))
	var took []string
	for _, stage := range r.Timings {
		took = append(took, stageTook(stage))
	}
	s.Screen.listed("How long it took", took)
	return false, nil
}

func stageTook(stage engine.Stage) string {
	return fmt.Sprintf("%s: %d.%01d ms", stage.Name, stage.Microseconds/1000, stage.Microseconds%1000/100)
}

// timings are how long the parts of a turn took, in one line; of one that was read back nobody knows.
func (s *Screen) timings(r *engine.Record) {
	var took []string
	for _, stage := range r.Timings {
		took = append(took, stageTook(stage))
	}
	if len(took) > 0 {
		s.Gap()
		s.aside(plain, "time", strings.Join(took, ", "))
	}
}

var origins = map[string]string{
	"author": "by the author", "cache": "as before", "drawn": "drawn", "silhouette": "a silhouette",
}

// origins are the pictures and sounds of a turn, each with whose it is and where its file is.
func (s *Screen) origins(r *engine.Record) (lines []string) {
	for _, a := range r.Assets {
		lines = append(lines, joinNonempty(", ", assetWord(a)+": "+s.assetName(a), origins[a.Origin], a.Path))
	}
	return lines
}

func attemptsWords(r *engine.Record) string {
	switch {
	case r.Fallback:
		return fmt.Sprintf("No plan worked out, though %s asked for; the text stands in for one.", plansWere(r.Attempts))
	case r.Attempts == 0:
		return "No plan was needed."
	case r.Attempts == 1:
		return "The first plan worked out" + plannersWords(r.Planner) + "."
	}
	return fmt.Sprintf("%s asked for, and the last one worked out%s.", plansWere(r.Attempts), plannersWords(r.Planner))
}

// plannersWords say who planned, where that is a question.
func plannersWords(by plan.Author) string {
	switch by {
	case plan.ByModel:
		return "; a model made it"
	case plan.ByRules:
		return "; it was made by rules, and not by the model"
	}
	return ""
}

func plansWere(n int) string {
	if n == 1 {
		return "one plan was"
	}
	return fmt.Sprintf("%d plans were", n)
}

// part shows the steps of a plan that is the same in every turn.
func (s *Screen) part(title string, part strictjson.Object) {
	plan := strictjson.AsObject(part["plan"])
	result := strictjson.AsObject(part["result"])
	s.steps(title, plan, result)
}

// steps shows a plan's, each with its end.
func (s *Screen) steps(title string, plan, result strictjson.Object) {
	var lines []string
	paths := map[string]string{}
	for _, tool := range strictjson.AsObjects(plan["tools"]) {
		paths[strictjson.AsString(tool["toolId"])] = strictjson.AsString(tool["toolPath"])
	}
	for _, tool := range strictjson.AsObjects(result["toolResults"]) {
		id := strictjson.AsString(tool["toolId"])
		line := fmt.Sprintf("%s: %s", firstOf(paths[id], strictjson.AsString(tool["script"]), id), strictjson.AsString(tool["state"]))
		if failure, ok := tool["error"].(strictjson.Object); ok {
			line += joinNonempty("", ", ", strictjson.AsString(failure["message"]))
		}
		lines = append(lines, line)
	}
	for _, problem := range strictjson.AsObjects(result["problems"]) {
		lines = append(lines, strictjson.AsString(problem["message"]))
	}
	s.listed(title, lines)
}

func grounds(r *engine.Record) (lines []string) {
	for i, c := range r.Choices {
		var events []string
		for _, g := range c.Because {
			events = append(events, fmt.Sprintf("event %d, %q", g.Position, oneLine(g.Text)))
		}
		line := fmt.Sprintf("%d: %s", i+1, firstOf(string(c.Source), string(event.Made)))
		if len(events) > 0 {
			line += ", from " + strings.Join(events, " and ")
		}
		lines = append(lines, line)
	}
	return lines
}

// listed shows a list under its title, or nothing where there is none.
func (s *Screen) listed(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	s.Title(title)
	for _, line := range lines {
		s.bullet(line)
	}
}

func (s *Screen) bullet(text string) { s.hanging(plain, "  - ", text) }

// list shows a few names on one line.
func (s *Screen) list(title string, names []string) {
	if len(names) > 0 {
		s.hanging(plain, "  "+title+": ", strings.Join(names, ", "))
	}
}

func (s *Screen) prompt() {
	s.Gap()
	fmt.Fprint(s.out, s.paint(strong, "> "))
}

// echo shows what was read where nobody typed it here.
func (s *Screen) echo(line string) {
	s.Gap()
	fmt.Fprintln(s.out, "> "+oneLine(line))
}
