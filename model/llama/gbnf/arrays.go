package gbnf

import (
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// array has the elements that prefixItems names, and behind them those of items.
//
//	tail0 ::= ( "," second tail1 )?      where the second may be left out
//	tail1 ::= more{0,3}                  behind the last that is named
func (m *maker) array(s strictjson.Object, at string) (string, error) {
	least, most, err := bounds(s, "minItems", "maxItems", at)
	if err != nil {
		return "", err
	}
	prefix, is := s["prefixItems"].([]any)
	if !is && s["prefixItems"] != nil {
		return "", unknown(at, "has prefixItems that are no list")
	}
	if most < 0 || most > len(prefix) {
		if s["items"] == false || s["items"] == nil && len(prefix) > 0 {
			most = len(prefix)
		}
	}
	unique := s["uniqueItems"] == true && most != 1 && most != 0
	switch {
	case s["uniqueItems"] != nil && s["uniqueItems"] != true && s["uniqueItems"] != false:
		return "", unknown(at, "has uniqueItems that say neither true nor false")
	case most >= 0 && least > most:
		return "", unknown(at, "wants at least %d elements and says of %d what they are", least, most)
	case most == 0:
		return `"[]"`, nil
	case unique && len(prefix) == 0:
		return m.unique(s["items"], least, most, at)
	case unique:
		return "", unknown(at, "has %q beside %q", "uniqueItems", "prefixItems")
	}
	if most > 0 && len(prefix) > most {
		prefix = prefix[:most]
	}
	tail := "" // of the last that is named
	if most < 0 || most > len(prefix) {
		if tail, err = m.rest(s["items"], len(prefix), least, most, at); err != nil {
			return "", err
		}
	}
	for i, item := range slices.Backward(prefix) {
		one, err := m.inside(item, fmt.Sprintf("%s/prefixItems/%d", at, i))
		if err != nil {
			return "", err
		}
		if tail, err = m.element(i, one, least, tail); err != nil {
			return "", err
		}
	}
	return join(join(`"["`, tail), `"]"`), nil
}

// rest is what comes behind the elements that are named: all, where none is.
func (m *maker) rest(items any, named, least, most int, at string) (string, error) {
	item, err := m.inside(items, at+"/items")
	if err != nil {
		return "", err
	}
	if item, err = m.rule(m.fresh("item"), item); err != nil {
		return "", err
	}
	more, err := m.rule(m.fresh("more"), `"," " "? `+item)
	if err != nil {
		return "", err
	}
	written := max(1, named)
	tail, err := m.times(more, max(0, least-written), max(-1, most-written))
	if err != nil || named > 0 {
		return tail, err
	}
	return m.element(0, item, least, tail)
}

// element is the i-th, which may be left out with all behind it where there are enough.
func (m *maker) element(i int, one string, least int, tail string) (string, error) {
	text := join(one, tail)
	if i > 0 {
		text = `"," " "? ` + text
	}
	if i >= least {
		text = "( " + text + " )?"
	}
	return m.rule(m.fresh("tail"), text)
}

// unique is a list of values that are listed, none of them twice: a rule for each set of them that is there already.
func (m *maker) unique(items any, least, most int, at string) (string, error) {
	all, is := m.listed(items, 0)
	if !is {
		return "", unknown(at, "has %q of what is not listed", "uniqueItems")
	}
	if most < 0 || most > len(all) {
		most = len(all)
	}
	if least > most {
		return "", unknown(at, "wants %d elements and lists %d", least, most)
	}
	if len(all) > 20 || sets(len(all), most) > mostUnique {
		return "", unknown(at, "has %q of %d values, which make more than %d sets", "uniqueItems", len(all), mostUnique)
	}
	u := &uniques{m: m, values: all, least: least, most: most, rules: map[uint32]string{}}
	body, err := u.behind(0, 0)
	return join(join(`"["`, body), `"]"`), err
}

// sets is how many sets of at most k there are of n.
func sets(n, k int) (all int) {
	for i, these := 0, 1; i <= k; i++ {
		all += these
		these = these * (n - i) / (i + 1)
	}
	return all
}

type uniques struct {
	m           *maker
	values      []string
	least, most int
	rules       map[uint32]string // by the set of those that are there
}

// behind is what may follow, given how many are there and which.
func (u *uniques) behind(count int, there uint32) (name string, err error) {
	if count == u.most {
		return "", nil
	}
	if name = u.rules[there]; name != "" {
		return name, nil
	}
	name = u.m.fresh("unique")
	u.rules[there] = name
	var all []string
	for i, value := range u.values {
		if there&(1<<i) != 0 {
			continue
		}
		after, err := u.behind(count+1, there|1<<i)
		if err != nil {
			return "", err
		}
		text := join(quote(value), after)
		if count > 0 {
			text = `"," " "? ` + text
		}
		all = append(all, text)
	}
	if count >= u.least {
		all = append(all, `""`)
	}
	return u.m.rule(name, alternatives(all))
}

// listed are all values of a schema, as they are written, where it lists them.
func (m *maker) listed(schema any, depth int) (all []string, is bool) {
	s, is := schema.(strictjson.Object)
	has, err := keywords(s, "/items")
	if !is || err != nil || depth > mostDepth {
		return nil, false
	}
	has = slices.DeleteFunc(has, func(name string) bool { return name == "type" })
	if len(has) > 1 {
		return nil, false
	}
	switch list, enum := s["enum"].([]any); {
	case s["$ref"] != nil && s["type"] == nil:
		return m.listed(m.target(s), depth+1)
	case enum:
		all = listed(list, s["type"])
	case slices.Contains(has, "const"):
		all = listed([]any{s["const"]}, s["type"])
	case len(has) == 0 && s["type"] == "boolean":
		all = []string{"true", "false"}
	case len(has) == 0 && s["type"] == "null":
		all = []string{"null"}
	}
	return all, len(all) > 0
}

// target is what a schema refers to, nil where that is not there.
func (m *maker) target(s strictjson.Object) any {
	pointer, _ := s["$ref"].(string)
	if pointer == "" || pointer[0] != '#' {
		return nil
	}
	found, err := m.find(pointer[1:])
	if err != nil {
		return nil
	}
	return found
}
