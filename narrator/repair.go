package narrator

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// mostSaid bounds what a model said, in bytes: nothing of the form is as long, whoever wrote it.
const mostSaid = 64 << 10

var (
	errTooMuch = fmt.Errorf("it has more than %d KiB", mostSaid>>10)
	errNoPlan  = errors.New("there is no step in it that can be planned")
)

// A mended is what of a model's plan can be planned, and what was left out of it.
type mended struct {
	steps   []mendedStep
	dropped []string // why, a phrase each
}

type mendedStep struct {
	ref   plan.ScriptRef
	input protocol.Object
	after []int // of the steps
}

// mend takes a model's plan apart. A step that is none, or that names what nobody offered, is left out with all that
// waits for it; a member of its input that is not as it should be is left out alone, where the script can do without.
// The error says why there is no step at all.
func (f Form) mend(said string) (m mended, err error) {
	if len(said) > mostSaid {
		return m, errTooMuch
	}
	tree, err := strictjson.ParseObjectWithin([]byte(strings.TrimSpace(said)), strictjson.Limits{Depth: 16, Values: 2000})
	if err != nil {
		return m, err
	}
	place := map[string]int{} // of steps that are planned
	gone := map[string]bool{} // others that were said
	for i := range mostSteps {
		id := stepID(i)
		v, is := tree[id]
		if !is {
			continue
		}
		step, why := f.step(v, place, gone)
		if why == "" && slices.ContainsFunc(m.steps, step.same) {
			why = "does again what another does"
		}
		if why != "" {
			gone[id], m.dropped = true, append(m.dropped, id+" "+why)
			continue
		}
		place[id] = len(m.steps)
		m.steps = append(m.steps, step)
	}
	if len(m.steps) == 0 {
		return m, errNoPlan
	}
	return m, nil
}

// same reports whether two steps come to the same. Of one turn there is one telling.
func (s mendedStep) same(other mendedStep) bool {
	return s.ref == other.ref && (s.ref == narrate || strictjson.Equal(s.input, other.input))
}

// step reads one, or says what it is instead.
func (f Form) step(v any, place map[string]int, gone map[string]bool) (step mendedStep, why string) {
	from := strictjson.AsObject(v)
	call := strictjson.AsObject(from["do"])
	at := slices.IndexFunc(f.scripts, func(o offered) bool { return o.Ref.String() == strictjson.AsString(call["script"]) })
	if at < 0 {
		return step, "names no script that is offered"
	}
	script := f.scripts[at]
	input, why := script.takes.taken(call["with"])
	if why != "" {
		return step, "gives " + script.Ref.String() + " what it does not take: " + why
	}
	step.ref = script.Ref
	step.input, _ = input.(protocol.Object)
	if formula := strictjson.AsString(step.input["formula"]); step.ref == rollDice {
		if _, err := dice.Parse(formula); err != nil {
			return step, "rolls no dice that there are"
		}
	}
	for _, id := range strictjson.AsStrings[string](from["after"]) {
		on, planned := place[id]
		switch {
		case gone[id]:
			return step, "waits for " + id + ", which is left out"
		case planned && !slices.Contains(step.after, on):
			step.after = append(step.after, on)
		}
	}
	return step, ""
}

// taken is what of a value is of the shape, or what is wrong with all of it.
func (s *shape) taken(v any) (any, string) {
	switch s.kind {
	case "enum":
		for _, one := range s.values {
			if strictjson.Equal(v, one) {
				return one, ""
			}
		}
		return nil, "a value that is none of those there are"
	case "string":
		return s.takenText(v)
	case "integer":
		n := strictjson.AsIntegerOr(v, farthest+1)
		if number, is := v.(strictjson.Number); !is || n > farthest || strings.ContainsAny(string(number), ".eE") {
			return nil, "no whole number"
		}
		if s.low != nil && n < *s.low || s.high != nil && n > *s.high || n < -farthest {
			return nil, "a number beyond what is taken"
		}
		return v, ""
	case "array":
		return s.takenList(v)
	case "object":
		return s.takenObject(v)
	}
	if number(v) == nil && s.kind == "number" || strictjson.Kind(v) != s.kind {
		return nil, "no " + s.kind
	}
	return v, ""
}

// takenText is a text without what is too long of it.
func (s *shape) takenText(v any) (any, string) {
	said, is := v.(string)
	if !is || !strictjson.Valid(said) {
		return nil, "no text"
	}
	if runes := []rune(said); len(runes) > s.most {
		said = string(runes[:s.most])
	}
	if utf8.RuneCountInString(said) < s.least {
		return nil, "too short a text"
	}
	return said, ""
}

func (s *shape) takenList(v any) (any, string) {
	list := []any{}
	for _, item := range strictjson.AsList(v) {
		taken, why := s.item.taken(item)
		again := s.unique && slices.ContainsFunc(list, func(one any) bool { return strictjson.Equal(one, taken) })
		if why == "" && len(list) < s.most && !again {
			list = append(list, taken)
		}
	}
	if len(list) < s.least {
		return nil, "too short a list"
	}
	return list, ""
}

func (s *shape) takenObject(v any) (any, string) {
	from, taken := strictjson.AsObject(v), protocol.Object{}
	for name, member := range s.members {
		value, is := from[name]
		if !is {
			continue
		}
		if value, why := member.taken(value); why == "" {
			taken[name] = value
		}
	}
	for _, name := range s.required {
		if _, has := taken[name]; !has {
			return nil, fmt.Sprintf("no %q that can be", name)
		}
	}
	return taken, ""
}

// document is the plan of the request with the steps of a model in it. What a turn must have it has, whatever the
// model said: the dice that the player asked for, a telling that waits for all that is found for it, the script that
// their words call for, and what a check had for and against it.
func (m mended) document(request plan.Request) plan.Document {
	s, d := sceneOf(request), newDraft(request)
	fit, needs := fitting(s)
	names, tells := make([]plan.ToolID, len(m.steps)), -1
	var found []plan.ToolID
	for i, step := range m.steps {
		var after []plan.ToolID
		for _, on := range step.after {
			if on != tells {
				after = append(after, names[on])
			}
		}
		if step.ref == narrate {
			tells = i // it is added last
			continue
		}
		names[i] = d.try(plan.ToolID(stepID(i)), step.ref, d.given(s, step), after...)
		if step.ref != lookupPortrait { // a face is shown beside what is told
			found = append(found, names[i])
		}
	}
	if needs&toRoll != 0 && !d.plans(rollDice) {
		found = append(found, d.require("roll", rollDice, s.roll()))
	}
	if !slices.ContainsFunc(d.Tools, func(t plan.Tool) bool { return d.calledFor(s, t.Path) }) {
		found = append(found, d.trigger(s))
	}
	telling := s.telling(fit)
	if tells >= 0 {
		telling = m.steps[tells].input
	}
	d.require("narrate", narrate, telling, found...)
	if needs&toWeigh != 0 {
		d.weigh(s)
	}
	return d.Document
}

// given is a step's input, with what is not the model's to say.
func (d *draft) given(s *scene, step mendedStep) protocol.Object {
	script, _ := d.catalogue.Script(step.ref)
	switch {
	case script.Input == nil:
		return s.called()
	case step.ref == rollDice: // the player asked for it
		return s.roll()
	case step.ref == lookupPortrait:
		for _, n := range s.known {
			if n.id == strictjson.AsString(step.input["character"]) {
				input := strictjson.CloneObject(step.input)
				strictjson.Put(input, "name", n.name)
				return input
			}
		}
	}
	return step.input
}

// calledFor reports whether the player's words call for a script.
func (d *draft) calledFor(s *scene, path string) bool {
	script, problem := d.catalogue.Resolve(path)
	return problem == nil && slices.ContainsFunc(script.Triggers, s.spoken.says)
}
