package prose

// outcome tells how a check ended, where its author left that to the composer.
var outcome = table{
	{"success", []string{
		"It [goes] as {you} meant it to.", "{you} [trust] to {your} {stat}, and {you} [be] right to.", "For once there [is] {stat} to spare.", "{you} [do] it cleanly, and [be] done before anyone [has] turned.",
		"It [works]. {you} [take] care not to look surprised.", "There [is] a moment when it might go wrong, and it [passes].", "{you} [get] it right the first time.", "With {stat} enough, it [turns] out to be simple.",
		"It [comes] off, and quietly.", "{you} [find] the place to push, and [push] there.",
	}},
	{"partial", []string{
		"It [works], and it [costs].", "{you} [get] what {you} wanted, with something hanging off it.", "It [is] done, though not so that nobody [notices].", "{you} [manage] it, {stat} and luck in about equal parts.",
		"Half of it [goes] right, and it [is] the half that [shows] least.", "{you} [have] it, but {you} [be] a beat late.", "It [goes] well enough to go on with.", "{you} [come] out ahead, by less than {you} hoped.",
		"There [is] a price, and it [is] still being reckoned.", "Done; {you} [leave] a mark doing it.",
	}},
	{"failure", []string{
		"{you} [ask] too much of {your} {stat}.", "It [goes] wrong early, and then it [goes] wrong thoroughly.", "It [wants] more {stat} than {you} [have].", "It [does] not work, and somebody [has] seen it not work.", "{you} [reach] for {your} {stat}, and [find] nothing to hold.",
		"For a breath it might have gone either way. It [goes] the other.", "{you} [lose] it at the last, where it [shows].", "{you} [have] to let it go.", "Nothing [comes] of it but noise.", "{you} [see] the mistake as {you} [make] it.",
		"It [slips], and there [is] no second hand to catch it with.", "{you} [come] away with less than {you} brought.",
	}},
}

// returning brings a memory back by its {topic}, which may be a noun phrase, of one
// thing or several, or a clause: "the ninth grave", "who oiled the lock".
var returning = []string{
	"{your} mind [has] gone back to {topic}, as a tongue [goes] to a tooth.",
	"{you} [catch] {yourself} thinking of {topic}, and [can] not say what brought that on.",
	"Part of {your} mind [is] still on {topic}.",
	"Between one thing and the next {you} [think] of {topic}.",
	"Whatever else {you} [be] about, {you} [have] not done with {topic}.",
	"{your} thoughts [+wander], and when {you} [call] them in they [+be] back at {topic}.",
	"There [is] something about {topic} that {you} [have] not thought through to the end.",
	"{you} [find] that {you} [have] been thinking for some time of {topic}.",
	"{you} [be] no nearer to being done with {topic}.",
}

// haunting is returning where the topic is a noun phrase.
var haunting = []string{
	"{topic} [+will] not leave {me} alone.", "{topic} [+will] not lie down in {your} mind and be quiet.", "For the length of a breath {you} [be] not here at all, but back with {topic}.",
	"{you} [carry] {topic} about with {me}, like a stone in a boot.", "It [is] for {topic} that {your} mind [keeps] a corner free.", "{you} [see] {topic} again, plainer than what [is] in front of {me}.",
}

// thoughts bring back what has no topic: {memory} is a clause that stands behind
// other words.
var thoughts = []string{
	"Whatever [comes] of it, {memory}", "That much [is] done, and [will] not be undone: {memory}", "It [may] count for {me} or against {me} that {memory}", "Nobody [can] take from {me} that {memory}",
	"{you} [can] hardly believe, by now, that {memory}", "After all, {memory}", "For better or worse, {memory}", "{you} [tell] {yourself}, as if it settled something, that {memory}", "There [is] no going back behind it: {memory}",
}

// reminding is thoughts of what was done in a sitting before this one.
var reminding = []string{
	"It [seems] a long time since {memory}", "A good deal [has] happened since {memory}", "It [is] hard to believe how little time [has] gone by since {memory}", "Nothing [has] been quite the same since {memory}",
}

// recollecting tells what comes to somebody who thinks back.
var recollecting = []string{
	"What [comes] first [is] {topic}.", "{you} [begin] with {topic}, because everything else [seems] to begin there.", "{you} [get] as far as {topic}, and [stop] there.", "{you} [go] round it until {you} [be] back at {topic}.", "In the end it [comes] down to {topic}.",
	"{you} [turn] {your} mind to {topic}, and it [stays] there.",
}

// canon and hearsay tell a detail of lore, as what is known and as what is said, and
// how the player comes by it: it is posted here, was read, or is remembered. canonSaid
// and hearsaySaid have it from somebody present.
var canon = []string{
	"{you} [remember] a line of {source}: {lore}", "{you} [have] read it in {source}: {lore}", "A copy of {source} [hangs] {at}, curling at the edges. One line of it [can] be read from here: {lore}",
	"Somebody [has] pasted up {source} {at}. It [says], among other things: {lore}", "{you} [think] of what {source} [says]: {lore}", "There [is] a line in {source} that [comes] to {your} mind: {lore}", "{source}, as far as {you} [have] it by heart: {lore}",
	"{you} [remember] being told, though not by whom: {lore}", "It [comes] back to {me}, out of a talk half forgotten: {lore}", "(crowd) {you} [hear] it said by somebody going past: {lore}", "{you} [think] of a thing that {you} [have] heard more than once: {lore}",
}

var canonSaid = []string{
	"{name} [*speak] of a thing that everyone here [knows]: {lore}", "{name} [*have] a line of {source} by heart: {lore}", "{name} [*remark], to nobody in particular, on what {source} [says]: {lore}",
}

var hearsay = []string{
	"They [+say] {at} that {rumour}", "People [+tell] it differently, but most of them [+say] that {rumour}", "There [is] a story {at} that {rumour}", "(crowd) Somebody going by [holds] that {rumour}", "{you} [have] heard it told that {rumour}", "{you} [remember] being told, though not by whom, that {rumour}",
	"Nobody [swears] to it, but it [is] said that {rumour}", "Ask three people {at}, and two [+say] that {rumour}", "(crowd) {you} [overhear] it said that {rumour}",
}

var hearsaySaid = []string{
	"{name} [*have] always heard that {rumour}", "If {name} [*be] to be believed, {rumour}", "{name} [*mention], as one [mentions] the weather, that {rumour}", "{name} [*repeat] what people [+say], that {rumour}",
}

// rumoured is for hearsay whose wording does not follow a "that".
var rumoured = []string{
	"The story [runs] like this, for what it [is] worth: {lore}", "They [+say] it {at}, and who [knows]: {lore}", "(crowd) {you} [overhear] a rumour, no more: {lore}", "It [is] what people {at} [+say]: {lore}", "{you} [have] only heard it told: {lore}",
}

// asking is for threads that are questions. Other threads are not spoken of.
var asking = []string{
	"Under everything else that [is] said, one question [goes] on: {thread}", "All this [brings] {me} no nearer to the question: {thread}", "Nobody [has] told {me} yet: {thread}", "Sooner or later someone [has] to answer it: {thread}",
	"{you} [have] not lost sight of the question: {thread}", "{you} [carry] one question about with {me}, and it [gets] no lighter: {thread}",
}

var gaining = []string{
	"{you} [come] away with {items}.", "{you} [have] {items} that {you} did not have before.", "{items}: {yours}, for the time being.", "{you} [be] the better by {items}.", "{you} [take] {items} along.", "{you} [leave] richer by {items}.",
}

var losing = []string{
	"{you} no longer [have] {items}.", "{you} [be] without {items}.", "That [is] the last {you} [see] of {items}.", "{you} [part] with {items}.", "{you} [let] {items} go.", "{you} [have] to do without {items} from here.",
}

// The kinds of scene, where the kind has a colour of its own.
var kinds = table{
	{string(Danger), []string{
		"There [is] a right way to stand when it [comes], and {you} [look] for it.", "{your} mouth [has] gone dry.", "Everything [has] become very clear and a little slow.", "{you} [keep] {your} back to something.", "It [is] close now.", "{you} [hear] each small sound by itself.",
		"There [is] no room here for a second mistake.", "The way out [is] where it was; that [is] something.", "{you} [let] go of a breath, and it [shakes].", "Nobody [is] coming.", "Somebody [has] to move first.", "{your} hands [+know] it before {you} [do].",
	}},
	{string(Travel), []string{
		"The way [goes] on a little further than {you} remembered.", "{you} [find] the pace that {you} [can] keep.", "{your} shoulders [+settle] under the load.", "{you} [walk] without hurrying, and the way [goes] by.", "A turning [comes], and it [is] the right one.", "{you} [pass] a marker with its number worn away.",
		"Somebody [has] been along here ahead of {me}, and not long since.", "There [is] time on the way to think.", "{you} [look] back once, from habit.", "The ground [changes] underfoot, and the sound with it.",
	}},
	{string(Resolution), []string{
		"It [is] quieter than {you} expected, afterwards.", "Nobody [hurries] to speak.", "Something [has] been set down that was carried a long way.", "What [is] done [has] a shape, and {you} [can] see all round it.", "{you} [notice] how tired {you} [be].", "There [will] be people to tell, and ways to tell it.",
		"It [does] not feel like an end; they seldom [+do].", "{your} hands [+be] steady again.", "For the first time in a while there [is] nothing {you} [have] to do at once.", "{you} [stand] in it a little, to be sure.",
	}},
}

// images are for the poetic style.
var images = []string{
	"The hour [is] a plate with one crumb on it.", "Light [lies] along things like a hand along a horse.", "What [is] silent here [is] silent on purpose.", "The day [has] the sound of a page not turned.", "Shadow and wall [+go] on with their long talk.",
	"{you} [be] for this little while the only moving part.", "A small wind [opens] and [closes], like someone reading.", "There [is] an hour folded inside this one.", "Every edge [wears] a thin bright thread.", "The quiet [fills], drop by drop, and [does] not spill.",
	"Things [+stand] close to their names.", "The dark [keeps] its coins under its tongue.", "Nothing [is] so patient as a stone with the light on it.", "Distance [comes] and [sits] down beside {me}.", "The air [is] thin as a story told twice.", "It [is] the kind of light that old letters [+be] read in.",
	"Somewhere a string [has] been plucked, and nobody [has] yet put a finger on it.", "What was said here once [is] still in the walls, very small.", "The moment [balances], an egg on its end.", "The world [is] mostly waiting, and [does] it well.", "A colour with no name [holds] on at the rim of things.",
	"The past [is] a room with the light left on.", "Time [goes] through the place like a cat.", "{you} [be] a lamp's width from the dark.",
}
