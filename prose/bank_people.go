package prose

// How people show what they feel towards the player.
var bearing = table{
	{"warm", []string{
		"{name} [*make] room without being asked, and [*go] on talking as if {you} had been there all along.",
		"{name} [*look] up, and [*be] glad, and [*put] off whatever it was that needed doing.",
		"{name} [*push] something to eat across to {me}, and [*look] the other way while {you} [take] it.",
		"{name} [*stand] a little closer than the matter [needs], and [*do] not seem to know it.",
		"{name} [*wait] for {me} to finish, and for a breath after that, in case there [is] more.",
		"When {you} [look] up, {name} [*be] smiling at something else, and [*go] on smiling when it [turns] out to be {me}.",
		"{name} [*shift] {their} things along, so that there [is] a place for {me} out of the draught.",
		"{name} [*keep] {their} voice down, so that nobody else [gets] the end of it.",
		"{name} [*laugh] before there [is] anything to laugh at, and then, since there [is] nothing, at that.",
		"{name} [*have] kept {me} the better seat, and [*dust] it with a sleeve, and [*deny] both.",
		"{name} [*pick] a loose thread off {your} sleeve, [*wind] it round a finger, and [*put] it in a pocket.",
		"{name} [*nod], slowly, as if at something settled between friends a long time ago.",
		"{name} [*turn] so as to have {me} and the way in both in view, as one [does] for a friend.",
		"{name} [*talk] with both hands, and now and then one of them [comes] to rest near {yours}.",
		"{name} [*catch] {your} eye over some private joke, and [*spend] a while not explaining it.",
		"{name} [*let] a silence go by without hurrying it, and [*look] the better for the rest.",
		"{name} [*remember] what {you} said last time, to the word, and [*have] thought about it since.",
		"{name} [*fall] into step, [*notice], and [*go] on as before, a little red about the ears.",
		"{name} [*touch] two fingers to {their} brow, half in mockery, and [*mean] the other half.",
		"{name} [*hand] {me} the very thing that {you} [need] next, and [*go] on with {their} own work.",
		"{name} [*stop] pretending to be busy, and [*sit] back to hear the whole of it.",
		"{name} [*ask] nothing, which [is] meant as a kindness, and [*see] to it that nobody else [does].",
		"{name} [*undo] {their} collar, as people [+do] when they [+be] at home, and [*offer] {me} half of an apple.",
	}},
	{"neutral", []string{
		"{name} [*look] {me} over, from the boots up, and [*come] to no conclusion worth sharing.",
		"{name} [*go] on with what {they} [*be] doing, only a little slower, so as not to miss anything.",
		"{name} [*straighten] a cuff that [is] straight already, and [*wait] to see what {you} [will] do next.",
		"{name} [*give] {me} a short nod, such as one [gives] across a street, and [*come] no nearer.",
		"{name} [*stand] with {their} weight on one leg, like somebody who [has] been told to expect a delay.",
		"{name} [*glance] up and down again, with moving lips, as one [does] over a sum.",
		"{name} [*scratch] at a mark on {their} sleeve until it [is] clear that it [will] not come off.",
		"{name} [*have] the look of someone adding up, and [*be] not to be hurried over the last column.",
		"{name} [*keep] a polite distance, and [*keep] it again when {you} [take] half a step nearer.",
		"{name} [*listen] with {their} head on one side, which [may] be interest, or a stiff neck.",
		"{name} [*fold] something small, once and once again, and [*put] it away before {you} [can] see what it [is].",
		"{name} [*study] {your} boots, as people [+do] who [+want] to know where a person [has] been.",
		"{name} [*blow] on {their} fingers and [*tuck] them under {their} arms, and [*say] nothing of the cold.",
		"{name} [*count] something under {their} breath, [*lose] the place because of {me}, and [*begin] over.",
		"{name} [*seem] to be waiting for somebody else, and to think that {you} [will] do in the meantime.",
		"{name} [*take] note of who [is] standing where, {me} among them, and [*shift] a step toward the way out.",
		"{name} [*yawn] behind a hand, [*beg] nobody's pardon, and [*look] the more awake for it.",
		"{name} [*rub] {their} eyes with the back of a wrist and [*look] again, to see if {you} [be] still there.",
		"{name} [*hum] one bar, [*stop], and [*hum] it again, as if the second bar were the difficulty.",
		"{name} [*shrug] at a thing nobody [has] said, and [*leave] {me} to guess what it might have been.",
		"{name} [*make] the small talk of the hands: a cuff, a button, and then the cuff again.",
		"{name} [*look] at {me} for as long as [is] civil, and a moment longer, and then at the ground.",
		"{name} [*rap] with one knuckle on whatever [is] nearest, softly, in no tune that {you} [know].",
		"{name} [*have] one ear for {me} and one for whoever [may] be coming.",
	}},
	{"cold", []string{
		"{name} [*look] past {me} at nothing, until {you} [have] to turn and see that it [is] nothing.",
		"{name} [*turn] a shoulder, no more than that, and it [does] as well as a door.",
		"{name} [*answer] a question that somebody else asked a while ago, and then [*have] no breath to spare for {me}.",
		"{name} [*do] not make room, and [*watch] with some interest how {you} [manage] without it.",
		"{name} [*stop] talking when {you} [come] near, and [*leave] the sentence standing where it [is].",
		"{name} [*move] {their} purse to the other side, without haste, so that {you} [be] sure to see it.",
		"{name} [*set] a thing down harder than it [needs], and [*look] to see whether {you} heard.",
		"{name} [*watch] {your} hands, first the one and then the other, and never {your} face.",
		"{name} [*let] {me} stand, and [*find] a speck on {their} sleeve that [wants] a good deal of seeing to.",
		"{name} [*have] nothing to say, and [*take] a while to say it.",
		"{name} [*smile] with the lower half of {their} face, and [*put] the smile away as soon as it [has] been seen.",
		"{name} [*see] to it that there [is] always something solid between the two places, {yours} and {their} own.",
		"{name} [*look] at the way out, and at {me}, and at the way out again, in case {you} [be] slow.",
		"{name} [*speak] {your} name to somebody, low, as one [reads] out a price.",
		"{name} [*wipe] the place where {your} hand [has] been, and [*fold] the cloth with that side in.",
		"{name} [*stand] like a gate, and [*do] not ask what {you} [want] on the other side.",
		"{name} [*breathe] out through {their} nose, at some length, and [*look] about for better company.",
		"{name} [*pull] {their} coat closed at the neck, though it [is] no colder than it was.",
		"{name} [*see] {me}, [*decide], and [*see] somebody else.",
		"{name} [*have] gone very still, like one who [hopes] that a wasp [will] leave by itself.",
		"{name} [*count] {your} steps, or [*seem] to, and would like to count them going the other way.",
		"Whatever {name} [*be] thinking, it [is] not offered to {me}, and it [works] in {their} jaw like a crust.",
		"{name} [*give] {me} one look, short and exact, such as one [gives] a bill that [is] to be paid later.",
	}},
}

// moods show what someone feels, whoever looks.
var moods = table{
	{"afraid", []string{"{name} [*start] at a noise that nobody else [has] noticed.", "{name's} eyes [+go] to the door and [+come] back.", "{name} [*hold] on to {their} own wrist.", "{name} [*speak] too fast, and [*stop] too soon.", "{name} [*wipe] {their} lip, which [is] wet again at once.", "{name} [*have] chosen to stand with {their} back to something solid."}},
	{"angry", []string{"{name} [*close] a hand, and [*open] it, finger by finger.", "{name} [*have] colour high on both cheeks.", "{name} [*bite] off each word at the end.", "{name} [*pace] four steps, and four back.", "{name} [*set] {their} jaw, and a muscle [moves] in it.", "{name} [*keep] {their} voice so level that it [shakes]."}},
	{"sad", []string{"{name} [*look] at a thing a while after {they} [*have] finished with it.", "{name} [*lose] the end of a sentence.", "{name's} hands [+lie] where {they} [*have] left them.", "{name} [*smile] late, and a little to one side.", "{name} [*be] slow to lift {their} head.", "{name} [*fold] the same cloth again."}},
	{"glad", []string{"{name} [*can] not quite keep still.", "{name} [*whistle] through {their} teeth, badly.", "{name} [*have] put on a clean collar, or what [passes] for one.", "{name} [*laugh] with {their} whole back.", "{name} [*tell] the tail of a joke to nobody in particular.", "Good news [has] been by, and {name} [*have] kept some."}},
	{"tired", []string{"{name} [*lean] on whatever [is] nearest.", "{name} [*blink] slowly, one eye behind the other.", "{name} [*sit] down as if in stages.", "{name} [*ask] to hear it again, and [*nod] before the end.", "{name} [*knead] the back of {their} neck.", "{name} [*have] thumb-marks of shadow under both eyes."}},
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

// sidestepping carries a line that is said in the place of an answer.
var sidestepping = []string{
	"{name} [*hear] {me} to the end, and then [*say]: {quote}", "{said} {name} [*say], which [is] an answer of a kind.", "{name} [*weigh] every word before speaking: {quote}", "{said} {name} [*say], and no more than that.", "{name} [*be] silent for a while, and then [*say], dryly: {quote}",
	"{said} {name} [*say], as though that settled it.", "{name} [*seem] about to say one thing, and [*say] another: {quote}", "{said} {name} [*say], and [*wait] to see what {you} [will] make of that.", "{name} [*nod], though not at what was said, and [*say]: {quote}", "{said} {name} [*say], and the rest of it [stays] where it was.",
}

// company speaks of several people at once.
var company = []string{
	"{names} [+be] here.", "{names} [+break] off as {you} [turn].", "Between {names} there [is] something that [has] not been said.", "{names} [+keep] the kind of distance that [has] been agreed on.",
	"{names} [+look] at each other, and then at {me}.", "{names} [+stand] near enough to hear.", "{names} [+have] been talking, and now they [+be] not.", "Nothing [escapes] {names} for long.",
	"{names} [+make] a circle with a gap in it.", "The air between {names} [waits].", "{names} [+be] listening, each in a different way.", "{names} [+seem] to have heard the same story, and to have kept different halves.",
}
