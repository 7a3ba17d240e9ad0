package prose

// What the player may notice, do in passing, or think: nothing that chooses for
// them.
var noticing = []string{
	"{you} [shift] {your} weight from one foot to the other.",
	"{you} [count] the ways out. It [does] not take long.",
	"{you} [listen] for what [is] missing, and [be] not sure.",
	"There [is] a stiffness in {your} shoulders that {you} [have] been ignoring.",
	"{you} [turn] a loose button on {your} sleeve until the thread [complains].",
	"{your} hands [+want] something to do; {you} [give] them {your} pockets.",
	"{you} [rub] a little warmth back into {your} fingers.",
	"A stone [has] got into {your} boot, a small one, with a great deal to say.",
	"{you} [breathe] in, and [know] the smell, and [can] not place it.",
	"{you} [catch] {yourself} keeping to the wall.",
	"{your} stomach [remarks] on the hour.",
	"{you} [try] standing where others [+have] stood, to see what they [+see].",
	"{you} [mark] how the light [falls], for later.",
	"{you} [press] a thumb along an edge and [bring] it away grey.",
	"{you} [follow] a crack with {your} eyes until it [goes] behind something.",
	"{you} [have] been still so long that a moth [takes] {me} for furniture.",
	"{you} [hear] {your} own breath, and [slow] it.",
	"The back of {your} neck [says] that someone [looks] this way; when {you} [turn], no one [does].",
	"{you} [feel] the weight of what {you} [carry], and [settle] it.",
	"{you} [wipe] {your} palms, which [+be] drier than {you} expected.",
	"{you} [taste] dust.",
	"{your} eyes [+get] used to it by degrees.",
	"{you} [see] it all from a little to one side, as one [does] when tired.",
	"{you} [hum] two notes, and [leave] off.",
	"{your} shadow [has] got there first.",
	"{you} [pick] a thread of wool off a nail and [let] it go.",
	"{you} [stand] a while on the outer edges of {your} feet.",
	"An old bruise [makes] itself known, and {you} [change] {your} footing.",
	"{you} [work] {your} jaw loose.",
	"{you} [measure] the distance to the far side with {your} eye: <nine|eleven|fourteen|twenty> steps, perhaps.",
	"{you} [keep] {your} voice in {your} throat for now.",
	"{you} [blink], and the after-image [stays]: a bright square, sliding.",
	"{you} [have] a splinter in the heel of {your} hand, and no memory of getting it.",
}

// thinking is for the pauses.
var thinking = []string{
	"It [is] hard to say what exactly [has] changed.",
	"There [is] a sum here that [does] not come out.",
	"One thing at a time; the difficulty [is] choosing the one.",
	"What {you} [have] been told and what {you} [have] seen [+do] not lie flat together.",
	"It [is] easy to be wrong here.",
	"{you} [go] over it again from the other end.",
	"The plain explanation [has] a hole in it about the size of a person.",
	"Somebody [knows]. Somebody always [does].",
	"{you} [put] the matter down, mentally, and it [stands] up again.",
	"Of all the people who might have stood here, it [is] {me}.",
	"{you} [have] had better ideas, and acted on worse.",
	"There [+be] two reasons to hurry and one not to, and the one [is] better.",
	"If there [is] a pattern, it [is] the kind that [needs] a few steps back.",
	"Whatever this [is], it was going on before {you} came.",
	"{you} [try] to think who would gain, and the list [is] longer than {you} [like].",
	"A name [comes] to {your} tongue and [goes] back without saying what it wanted.",
	"{you} [know] more than {you} did, and less than {you} [need].",
	"It [is] too early to be sure, and late for much else.",
	"There [is] a question nobody [has] asked, because everybody [supposes] it answered.",
	"{you} [leave] room in {your} reckoning for bad luck.",
	"Of the things {you} might regret, doing nothing [is] among the slower.",
	"{you} [weigh] what {you} could say against what it would cost.",
	"It [occurs] to {me} that being seen here [is] already a kind of answer.",
	"The obvious thing [has] not been done, and {you} [wonder] by whom.",
	"{you} [make] a list, and [lose] the third item.",
	"Doubt, {you} [find], [is] mostly a matter of the knees.",
}

// staying is for a turn that goes nowhere.
var staying = []string{
	"{you} [stay] where {you} [be].", "{you} [keep] {your} place a little longer.", "Nothing [moves] {me} on.", "{you} [give] it time, there being time to give.",
	"The moment [passes], and {you} [be] still in it.", "{place} [has] not finished with {me}.", "{you} [remain] {at}, for want of a better word than waiting.",
	"{you} [let] others do the coming and going.", "{you} [have] {place} by heart by now, or nearly.", "There [is] still more of {place} than {you} [have] looked at.",
	"{place} [goes] on around {me} much as it did.", "{you} [see] {place} again as if someone had asked {me} to describe it.",
	"A while ago {you} would have called {place} strange.", "{you} [know] where to stand {at} so as not to be in the way.",
	"Nobody [asks] what {you} [do] here, which [is] as well.", "{you} [stop] looking, and [see] a little more.",
}

// solitude is for a turn with nobody else in it.
var solitude = []string{
	"There [is] nobody to ask.", "{you} [have] it to {yourself}.", "No one [comes].", "Nobody [is] about who would admit to it.", "For company there [is] only the sound {you} [make].",
	"{you} [say] a word aloud, to hear how it [goes], and [be] sorry.", "Alone, {you} [take] up less room, or more; it [is] hard to tell.", "If anyone [is] watching, they [+be] good at it.",
	"The only eyes here [+be] in the grain of things.", "{you} [speak] to no one, and no one [minds].", "It [is] easier to think with nobody's face to read.", "With no one by, the place [lets] its guard down.",
	"An absence of people [has] a sound, once {you} [attend] to it.", "{you} [wait] for someone to come round the corner, and the corner [stays] as it [is].",
}

// handing gives the turn back to the player.
var handing = []string{
	"That [leaves] the question of what to do.", "It [is] {your} move.", "Nothing here [is] going to decide for {me}.", "There [+be] several ways to go on, and none [is] marked.", "{you} [could] go on looking, or go on.",
	"The next thing, then.", "Something [has] to be chosen, and soon.", "Not choosing [is] also a way of doing it.", "It [waits] on {me}.", "Whatever {you} [do] now, it [gets] done in front of {place}.",
	"The hour [is] not getting any younger.", "{you} [have] enough to go on, if {you} [go] carefully.", "{you} [draw] a breath to go on with.", "One way or another, this [is] a place to start from.",
	"All of it [waits], without seeming to.", "There [is] time for one thing more.", "It [comes] down to where {you} [put] {your} feet.", "{you} [look] from one thing to the next, choosing.",
	"Nobody [is] going to say it for {me}.", "Here the road [divides], though there [is] no road.", "It [is] as good a moment as the next.", "{you} [stand] where the thing could go either way.",
	"So far, nothing [has] been done past mending.", "The silence [holds] the door.",
}

// elapsing tells that time went by.
var elapsing = []string{
	"{you} [let] {span} go by.", "It [takes] {span}, all told.", "Nothing [stops] {span} from going by.", "By the time it [is] done, {you} [have] spent {span} on it.", "{span} later, {you} [take] stock.",
	"The business [costs] {me} {span}.", "It [is] {span} before anything else [happens].", "That [is] {span} gone.", "{span} of it, and it [shows].", "{you} [lose] {span} somewhere.",
}

// deciding tells a choice in its own words where they cannot be made a statement.
var deciding = []string{
	"There [is] one thing to do: {choice}", "{you} [make] up {your} mind: {choice}", "{you} [settle] on it: {choice}", "It [comes] down to this: {choice}", "So it [is] decided: {choice}",
	"The choice, such as it [is]: {choice}", "{you} [have] chosen: {choice}", "This, then: {choice}", "{you} [give] {yourself} the order: {choice}", "It [is] simple enough to say: {choice}",
	"One thought [pushes] past the others: {choice}", "{your} mind [is] made up: {choice}",
}

// againDoing is for a choice that was told in the last turns already.
var againDoing = []string{
	"Once more, then.", "The same again.", "{you} [do] as {you} did before.", "{you} [go] at it a second time, or a third.", "Again; it [is] easier for having been done.", "{you} [repeat] {yourself}, knowing it.",
	"{you} [see] no reason to change what {you} [be] doing.", "What was worth doing [is] worth doing over.", "{you} [keep] on with it.", "{you} [try] it again, a shade differently.", "So it [goes] on.",
	"{you} [return] to what {you} began.", "Nothing [has] been proved, so {you} [try] once again.", "{you} [be] not done with that yet.", "{you} [take] it from the top.", "As before, and with the same care.",
	"{you} [give] the same thing another chance.", "It [has] become a habit, or [is] about to.", "More of the same, and {you} [know] it.", "{you} [stick] to {your} course.", "Another try.", "Over again, from the start.",
	"{you} [persist].", "Not for the first time.",
}
