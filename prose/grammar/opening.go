package grammar

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// An opening is a first clause that is no deed of its own but how somebody comes to the one
// that follows: they go up to whom they ask, take out what they show, leave here for where
// they go, sit down to wait.
type opening struct {
	end     int   // of its words
	whom    sense // whom it is done towards
	thing   sense // what is taken in hand
	leaving bool  // it is to leave here
	reading bool  // it is to open what is then read
}

// opened is a line without its openings: "go over to Honor and ask her about the oil" is "ask
// Honor about the oil".
func (r *Reader) opened(l *line) *line { return r.withoutOpenings(l, false) }

// joined is that for a deed whose form ends in whom it is done with: "go over to Honor and
// strike up a conversation".
func (r *Reader) joined(l *line) *line { return r.withoutOpenings(l, true) }

func (r *Reader) withoutOpenings(l *line, behind bool) *line {
	made := l
	for range mostOpenings {
		o, ok := r.opening(made)
		if !ok {
			break
		}
		next := r.withoutOpening(made, o, behind)
		if next == nil {
			break
		}
		if hushed(made.words[o.end:skipped(made.words, o.end+leading(made.words[o.end:], joining))]) {
			next = next.with(0, 0, []string{"quietly"})
		}
		made = next
	}
	if made == l {
		return nil
	}
	return made
}

const mostOpenings = 3

// joining is what may stand between an opening and the deed, if no comma does.
var joining = bound("and then|and|then|to")

// withoutOpening is a line without an opening, with whom and what it names where the deed
// speaks of them.
func (r *Reader) withoutOpening(l *line, o opening, behind bool) *line {
	deed := skipped(l.words, o.end+leading(l.words[o.end:], joining))
	if deed >= len(l.words) || !r.mayFollow(l, o, deed) || r.isAuthors(l.words[skipped(l.words, 0):max(o.end, skipped(l.words, 0))]) {
		return nil
	}
	if len(o.thing.entries) > 0 {
		for i := deed; i < len(l.words); i++ {
			if english.OneOf(l.words[i], "it them") {
				return l.with(i, i+1, l.words[o.thing.from:o.thing.to]).with(0, deed, nil)
			}
		}
		return nil
	}
	if len(o.whom.entries) == 0 {
		return l.with(0, deed, nil)
	}
	return r.towards(l, o.whom, deed, behind)
}

// hushed reports whether something among some words is said to be done quietly.
func hushed(words []string) bool {
	for i := range words {
		if leading(words[i:], quietly) > 0 {
			return true
		}
	}
	return false
}

// mayFollow reports whether a deed may follow an opening: it begins with a verb, and leaving
// is only the beginning of going.
func (r *Reader) mayFollow(l *line, o opening, deed int) bool {
	first := l.words[deed]
	switch {
	case o.leaving:
		return english.OneOf(first, "go walk head run make set hurry stroll travel proceed return wander climb cross take march move visit enter")
	case o.reading:
		return english.OneOf(first, "read study examine look inspect x peruse scan view check")
	}
	return english.IsVerb(first) || slices.ContainsFunc(slices.Concat(patterns().by[first], patterns().free[first]), func(p *pattern) bool { return !p.steps[0].optional })
}

// towards is the deed of a line with whom it is done towards in it.
func (r *Reader) towards(l *line, whom sense, deed int, behind bool) *line {
	name := l.words[whom.from:whom.to]
	for i := deed; i < len(l.words); i++ {
		switch {
		case isPronoun(l.words[i]) && l.words[i] != "it" || english.OneOf(l.words[i], "his their"):
			if !r.isOf(l.words[i], whom) || behind {
				return nil
			}
			return l.with(i, i+1, name).with(0, deed, nil)
		case r.nameAt(toField, l, i) > 0:
			return nil
		}
	}
	if behind {
		return l.with(len(l.words), len(l.words), append([]string{"with"}, name...)).with(0, deed, nil)
	}
	return l.with(deed+1, deed+1, name).with(0, deed, nil)
}

// isOf reports whether a pronoun can be one of somebody's.
func (r *Reader) isOf(pronoun string, whom sense) bool {
	return slices.ContainsFunc(whom.entries, func(i int) bool {
		p := r.index[toField].entries[i].pronouns
		return p.Subject == "they" && english.OneOf(pronoun, "him her he she his") || pronoun == p.Object || pronoun == p.Subject || pronoun == p.Possessive
	})
}

// opening finds the opening that a line begins with.
func (r *Reader) opening(l *line) (opening, bool) {
	at := skipped(l.words, 0)
	if at >= len(l.words) {
		return opening{}, false
	}
	for _, of := range []func(*line, int) (opening, bool){r.leaving, r.approach, r.handling, r.posture, r.gesture} {
		if o, ok := of(l, at); ok && o.end < len(l.words) && (l.parted(o.end) || leading(l.words[o.end:], joining) > 0) {
			return o, true
		}
	}
	return opening{}, false
}

func (r *Reader) leaving(l *line, at int) (opening, bool) {
	n := leading(l.words[at:], quitting)
	if n == 0 {
		return opening{}, false
	}
	at += n
	whom := r.nameAt(toField, l, at)
	if whom == 0 && at < len(l.words) && english.OneOf(l.words[at], "him her them everybody everyone") {
		whom = 1
	}
	if end := at + whom; whom > 0 { // "leave him to his kettle"
		for end < len(l.words) && end < at+mostPosture && leading(l.words[end:], joining) == 0 || end+1 < len(l.words) && l.words[end] == "to" && english.OneOf(l.words[end+1], "his her their it") {
			end++
		}
		return opening{end: end, leaving: true}, true
	}
	if at < len(l.words) && l.words[at] == "here" {
		return opening{end: at + 1, leaving: true}, true
	}
	s := r.sense(placeField, l, at)
	here := slices.ContainsFunc(s.entries, func(i int) bool { return slices.Contains(r.index[placeField].here, i) })
	return opening{end: s.to, leaving: true}, here
}

var quitting = bound("(go/walk/step/come/get/head) (out of/away from)|leave|depart from|quit|turn my back on")

func (r *Reader) approach(l *line, at int) (opening, bool) {
	n, looked := leading(l.words[at:], approaching), leading(l.words[at:], lookingFor)
	if n = max(n, looked); n == 0 {
		return opening{}, false
	}
	s := r.sense(toField, l, at+n)
	if n == looked && english.OneOf(l.words[min(at+n, len(l.words)-1)], indefinite[toField]) {
		return opening{}, false // "look for someone to talk to"
	}
	return opening{end: s.to + leading(l.words[min(s.to, len(l.words)):], split("instead|then|now|again|first")), whom: s}, len(s.entries) > 0
}

var approaching = bound("(go/walk/head/run/come/step/hurry/stroll/wander/move/stride/march/cross/amble/saunter) (over/up/across/straight/right/back/along)? to|(go/come) and (find/see)|go (find/see)|(turn/turn round/turn around/turn back) to|(turn/step/walk/move) (toward/towards)|approach|find|seek out|visit|catch up with|join|take|(smile/nod/grin/wave/bow/look/glance) (at/to)|sidle up to|draw near to")

var lookingFor = bound("seek|(go/run/set off/set out)? (looking/searching) for|(look/search/hunt) for|(go/come/run) after|(track/hunt/chase) down|locate")

// handling is to take in hand what is there already. Where it can be taken it is another
// deed.
func (r *Reader) handling(l *line, at int) (opening, bool) {
	n, reading := leading(l.words[at:], handled), false
	if n == 0 {
		n, reading = leading(l.words[at:], unfolded), true
	}
	if n == 0 {
		return opening{}, false
	}
	s := r.sense(itemField, l, at+n)
	o := opening{end: s.to, thing: s, reading: reading}
	if len(s.entries) == 0 || r.takes(s) {
		return opening{}, false
	}
	o.end += leading(l.words[o.end:], split("(out/up/over/round/around)? (from/out of/of/in) my (pocket/pockets/bag/pack/coat/hand/hands/satchel)|out|up|over|around|round|open"))
	return o, true
}

var (
	handled  = bound("(take/get/bring/draw/pull/fetch/pick/hold/lift/fish/dig) (out/up/down/forth)?|produce|unwrap")
	unfolded = bound("open up|open|unfold|unroll|turn over|turn|untie|put down|lay out")
)

// takes reports whether something that is named can be taken.
func (r *Reader) takes(s sense) bool {
	return slices.ContainsFunc(r.possible, func(a action.Action) bool {
		return a.Kind == action.Take && slices.ContainsFunc(s.entries, func(i int) bool { return r.index[itemField].entries[i].ref == a.Item })
	})
}

func (r *Reader) gesture(l *line, at int) (opening, bool) {
	if n := leading(l.words[at:], looking); n > 0 {
		s := r.sense(toField, l, at+n)
		eye := leading(l.words[min(s.to, len(l.words)):], split("(straight/right)? in the (eye/eyes/face)"))
		if len(s.entries) > 0 && eye > 0 {
			return opening{end: s.to + eye, whom: s}, true
		}
	}
	if n := leading(l.words[at:], split("give|throw|flash|shoot")); n > 0 {
		s := r.sense(toField, l, at+n)
		for i := s.to; len(s.entries) > 0 && i < min(len(l.words), s.to+4); i++ {
			if english.OneOf(l.words[i], "smile nod look wink wave bow grin glance") {
				return opening{end: i + 1, whom: s}, true
			}
		}
	}
	if english.OneOf(l.words[at], "grab seize take catch clutch hold touch pull tug pat squeeze shake tap") {
		if s := r.sense(toField, l, at+1); len(s.entries) > 0 || at+1 < len(l.words) && isPronoun(l.words[at+1]) {
			end := max(s.to, at+2)
			if n := leading(l.words[end:], touching); n > 0 {
				if len(s.entries) == 0 {
					s = r.matching(l, new(int)).within().pronoun(toField, at+1)
				}
				return opening{end: end + n, whom: s}, len(s.entries) > 0
			}
		}
		for _, s := range r.matching(l, new(int)).within().owners(at + 1) {
			if s.to < len(l.words) && english.OneOf(l.words[s.to], "arm arms sleeve hand hands shoulder shoulders collar elbow wrist coat lapel lapels") {
				return opening{end: s.to + 1, whom: sense{field: toField, entries: s.entries, from: s.from, to: s.to, how: s.how}}, true
			}
		}
	}
	if l.words[at] == "be" && at+1 < len(l.words) && english.OneOf(l.words[at+1], "a an") {
		if and := slices.Index(l.words[at:min(len(l.words), at+6)], "and"); and > 2 {
			return opening{end: at + and}, true // "be a good cousin and help me"
		}
	}
	n := leading(l.words[at:], gestures)
	o := opening{end: at + n}
	if to := leading(l.words[o.end:], split("to|at")); n > 0 && to > 0 {
		if s := r.sense(toField, l, o.end+to); len(s.entries) > 0 {
			o.whom, o.end = s, s.to
		}
	}
	return o, n > 0
}

var touching = bound("(by/on/at) (the/his/her/their) (arm/arms/sleeve/hand/hands/shoulder/shoulders/collar/elbow/wrist/coat/lapel/lapels/back)")

var (
	looking  = bound("look|stare")
	gestures = bound("(finish/drain/empty/down/drink/drink up/put down/set down/leave) my (beer/ale/drink/glass/cup/mug/tea/coffee/wine/pint/meal/supper/dinner/breakfast/soup)|excuse myself|make my excuses|take my leave|say (goodbye/farewell)|(take/draw) (a/another)? (long/deep)? breath|clear my throat|(get/stand) up|get to my feet|rise|(turn/spin) (round/around/back/away)|(raise/tip/doff/take off) my (hat/cap/hand)|(bow/shake/nod/lower/raise/scratch/turn/tilt/rub/wipe/fold/cross/close/open/warm/clap/spread/lift/stroke) my (head/hands/eyes/arms/hand/chin/beard/brow/face/nose/feet/back/neck/fingers) (a moment/for a moment/a little)?|straighten (up/my coat)|gather (my courage/my wits/myself)|pull myself together|shake (my head/hands)|square my shoulders|(nod/smile/grin/wave/bow/wink) back|nod|smile|sigh|shrug|steel myself|sit down|sit up|sit|sit here|stand still|stop|pause|wait (a moment/for a moment/a bit)")
)

// posture is where somebody sits or stands for what they do. What is there is nothing to the
// deed; somebody is whom it is done towards.
func (r *Reader) posture(l *line, at int) (opening, bool) {
	n := leading(l.words[at:], postures)
	if n == 0 || at+n >= len(l.words) || !isPreposition(l.words[at+n]) && !english.OneOf(l.words[at+n], "next down there here close beside against opposite alongside near and then") {
		return opening{}, false
	}
	o := opening{}
	if english.OneOf(l.words[at+n], "and then") {
		return opening{end: at + n}, true
	}
	for i := at + n; i < len(l.words) && i < at+mostPosture; i++ {
		if i > at+n && english.OneOf(l.words[i], "and then") {
			o.end = i
			return o, true
		}
		if english.OneOf(l.words[i], denying) || isPronoun(l.words[i]) || l.words[i-1] != "a" && l.words[i-1] != "the" && english.IsVerb(l.words[i]) && !english.IsAlsoNoun(l.words[i]) && !isPreposition(l.words[i]) {
			return o, false
		}
		if s := r.sense(toField, l, i); len(s.entries) > 0 {
			o.whom, i = s, s.to-1
		}
	}
	return o, false
}

var postures = bound("(sit/lean/kneel/crouch/squat/perch/bend/settle) (down/back/over/up)?|(pull/draw/drag) (up/over) (a/my/another) (chair/stool/seat/bench)|(pull/draw/drag) (a/my/another) (chair/stool/seat/bench) (up/over)?|take (a/my) (seat/place/chair)|(stand/stop/halt/step/stay)|sidle|shuffle")

const mostPosture = 12

const denying = "not dont never no nothing without instead until unless but if who what or nor neither about"

// within is a matching of all of a line.
func (m *matching) within() *matching {
	m.frame = frame{end: len(m.words)}
	return m
}

// sense is what the most words at a place name in a field, but for a pronoun.
func (r *Reader) sense(f field, l *line, at int) sense {
	m := r.matching(l, new(int)).within()
	longest := sense{}
	for _, s := range m.named(f, at, false) {
		if s.to > longest.to && !isPronoun(l.span(s.from, s.to)) {
			longest = s
		}
	}
	return longest
}
