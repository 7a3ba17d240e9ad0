package prose

// How people show what they feel towards the player.
var bearing = table{
	{"warm", []string{
		"{name} [*make] room without being asked.", "{name} [*see] {me} and [*put] down what {they} [*be] holding.", "{name} [*push] something to eat across, and [*pretend] not to have.",
		"{name} [*stand] a little closer than the matter [needs].", "{name} [*wait] for {me} to finish, which not everyone [does].", "When {you} [look] up, {name} [*be] smiling at something else.",
		"{name} [*move] {their} things so that there [is] a place for {me}.", "{name} [*keep] {their} voice down so that nobody else [gets] the end of it.", "{name} [*laugh], once, before there [is] anything to laugh at.",
		"{name} [*have] saved {me} the better seat.", "{name} [*tug] a loose thread off {your} sleeve and [*say] nothing about it.", "{name} [*nod], as if at something long agreed.",
		"{name} [*turn] so as to have {me} and the door both in view.", "{name} [*talk] with {their} hands, and the hands [+be] open.", "{name} [*catch] {your} eye over some private joke.",
		"{name} [*let] a silence go by without hurrying it.", "There [is] always a second cup where {name} [*be].", "{name} [*remember] what {you} said last time, and [*have] thought about it.",
		"{name} [*fall] into step, and then [*notice], and [*go] on.", "{name} [*touch] two fingers to {their} brow, half in mockery and half not.", "{name} [*look] glad of the interruption.",
		"Without looking, {name} [*hand] {me} the right thing.", "{name} [*stop] pretending to be busy.", "{name} [*ask] nothing, which from {name} [is] a kindness.",
	}},
	{"neutral", []string{
		"{name} [*look] {me} over and [*come] to no conclusion.", "{name} [*go] on with what {they} [*be] doing, a little slower.", "{name} [*straighten] a cuff.",
		"{name} [*give] {me} a short nod.", "{name} [*stand] with {their} weight on one leg, in no hurry.", "{name} [*glance] up, and down again.",
		"{name} [*scratch] at a mark on {their} sleeve.", "{name} [*have] the look of someone adding up.", "{name} [*keep] a polite distance.",
		"{name} [*listen] with {their} head on one side.", "{name} [*shift] to let {me} by, and [*shift] back.", "{name} [*fold] something small and [*put] it away.",
		"{name} [*study] {your} boots, as people [+do] who [+want] to know where a person [has] been.", "{name} [*blow] on {their} fingers.",
		"{name} [*count] something under {their} breath.", "{name} [*make] the small talk of the hands: a cuff, a button, a cuff.", "{name} [*seem] to be waiting for somebody else.",
		"{name} [*take] note of who [is] standing where.", "{name} [*yawn], and [*be] not sorry.", "{name} [*rub] {their} eyes with the back of a wrist.",
		"{name} [*hum], [*stop], and [*hum] the same bar.", "{name} [*have] one ear on the conversation and one elsewhere.", "{name} [*shrug] at a thing nobody [has] said.",
	}},
	{"cold", []string{
		"{name} [*look] past {me}, at nothing.", "{name} [*turn] a shoulder, no more than that.", "{name} [*answer] somebody else's question first.", "{name} [*do] not make room.",
		"{name} [*stop] talking when {you} [come] near.", "{name} [*move] {their} purse to the other side.", "{name} [*set] a thing down harder than it [needs].", "{name} [*watch] {your} hands.",
		"{name} [*let] {me} stand.", "{name} [*find] a reason to be on the far side of {place}.", "{name} [*have] nothing to say, and [*take] a while to say it.", "{name} [*smile] with the lower half of {their} face.",
		"{name} [*keep] something between {them} and {me}.", "{name} [*look] at the door, and at {me}, and at the door.", "{name} [*speak] {your} name to somebody, low, and not as a greeting.",
		"{name} [*wipe] the place where {your} hand [has] been.", "{name} [*stand] like a gate.", "{name} [*wait] for {me} to go.", "Whatever {name} [*be] thinking, {they} [*do] not offer to share it.",
		"{name} [*breathe] out through {their} nose.", "{name} [*pull] {their} coat closed at the neck, though it [is] no colder.", "{name} [*see] {me}, [*decide], and [*see] someone else.",
		"{name} [*have] gone very still.", "{name} [*count] {your} steps, or [*seem] to.",
	}},
}

// moods show what someone feels, whoever looks.
var moods = table{
	{"afraid", []string{"{name} [*start] at a noise that nobody else [has] noticed.", "{name's} eyes [+go] to the door and [+come] back.", "{name} [*hold] on to {their} own wrist.", "{name} [*speak] too fast, and [*stop] too soon.", "There [is] sweat on {name's} lip, in this air.", "{name} [*have] chosen to stand with {their} back to something solid."}},
	{"angry", []string{"{name} [*close] a hand, and [*open] it, finger by finger.", "There [is] colour high on {name's} cheeks.", "{name} [*bite] off each word at the end.", "{name} [*pace] four steps, and four back.", "A muscle [moves] in {name's} jaw.", "{name} [*keep] {their} voice so level that it [shakes]."}},
	{"sad", []string{"{name} [*look] at a thing a while after {they} [*have] finished with it.", "{name} [*lose] the end of a sentence.", "{name's} hands [+lie] where {they} [*have] left them.", "{name} [*smile] late, and a little to one side.", "{name} [*be] slow to lift {their} head.", "{name} [*fold] the same cloth again."}},
	{"glad", []string{"{name} [*can] not quite keep still.", "{name} [*whistle] through {their} teeth, badly.", "{name} [*have] put on a clean collar, or what [passes] for one.", "{name} [*laugh] with {their} whole back.", "{name} [*tell] the tail of a joke to nobody in particular.", "Good news [has] been by, and {name} [*have] kept some."}},
	{"tired", []string{"{name} [*lean] on whatever [is] nearest.", "{name} [*blink] slowly, one eye behind the other.", "{name} [*sit] down as if in stages.", "{name} [*ask] to hear it again, and [*nod] before the end.", "{name} [*knead] the back of {their} neck.", "There [+be] thumb-marks of shadow under {name's} eyes."}},
	{"wary", []string{"{name} [*think] before each answer, even the easy ones.", "{name} [*keep] to the edge of the light.", "{name} [*look] for the trick in it.", "{name} [*let] others speak first.", "{name} [*choose] {their} words like someone crossing on stones.", "{name} [*take] half a step back, and [*cover] it with a cough."}},
}

// saying carries a line: {said} is the speech with its comma, {quote} without.
var saying = table{
	{"warm", []string{
		"{said} {name} [*say], and [*make] room.", "{said} {name} [*say], low.", "{name} [*lean] in. {quote}", "{said} {name} [*say], in the voice {they} [*keep] for friends.", "{name} [*grin]. {quote}",
		"{quote} {Name} [*say] it as one [says] such things to family.", "{said} {name} [*tell] {me}, and [*mean] it.", "{name} [*put] a hand on {your} arm. {quote}",
		"{said} {name} [*say], not for the first time.", "{name} [*think], and [*laugh]. {quote}", "{said} {name} [*say], easily.", "{name} [*draw] {me} a little aside. {quote}",
	}},
	{"neutral", []string{
		"{said} {name} [*say].", "{name} [*consider] it. {quote}", "{said} {name} [*say], without looking up.", "{name} [*clear] {their} throat. {quote}", "{said} {name} [*say], after a moment.", "{quote} {Name} [*leave] it there.",
		"{name} [*lift] one shoulder. {quote}", "{said} {name} [*say], to {me} or to the air.", "{name} [*wait] for a noise to pass. {quote}", "{said} {name} [*put] in.", "{quote} It [is] hard to tell how {name} [*mean] it.", "{name} [*turn] it over. {quote}",
	}},
	{"cold", []string{
		"{said} {name} [*say], and [*look] away.", "{name} [*do] not turn round. {quote}", "{said} {name} [*say], as if paying a bill.", "{quote} {Name} [*let] it lie there.", "{said} {name} [*say], to somebody behind {me}.",
		"{name} [*take] a long time to answer. {quote}", "{said} {name} [*say], flatly.", "{name} [*show] {their} teeth, briefly. {quote}", "{said} {name} [*say], each word set down apart.", "{quote} {Name} [*do] not say it again.",
		"{name} [*wipe] {their} mouth first. {quote}", "{said} {name} [*say], and that [is] all {they} [*say].",
	}},
}

// company speaks of several people at once.
var company = []string{
	"{names} [+be] here.", "{names} [+break] off as {you} [turn].", "Between {names} there [is] something that [has] not been said.", "{names} [+keep] the kind of distance that [has] been agreed on.",
	"{names} [+look] at each other, and then at {me}.", "{names} [+stand] near enough to hear.", "{names} [+have] been talking, and now they [+be] not.", "Nothing [escapes] {names} for long.",
	"{names} [+make] a circle with a gap in it.", "The air between {names} [waits].", "{names} [+be] listening, each in a different way.", "{names} [+seem] to have heard the same story, and to have kept different halves.",
}
