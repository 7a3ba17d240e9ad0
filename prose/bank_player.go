package prose

// What the player may notice, do in passing, or think: nothing that chooses for
// them.
var noticing = []string{
	"{you} [look] the place over from one end to the other.",
	"{you} [stand] still long enough to hear how far off each sound [is].",
	"{you} [move] to where {you} [can] see more of it.",
	"{you} [mark] the ways in and the ways out.",
	"{you} [keep] out of the way of whoever [may] pass.",
	"{you} [run] a hand along the nearest edge, and it [comes] away dusty.",
	"{you} [take] note of what [has] been mended, and how lately.",
	"{you} [listen] for voices, and [hear] one, too far off to follow.",
	"{you} [hear] somebody go by, and [do] not hear them stop.",
	"{you} [lean] for a moment on what [will] bear {your} weight.",
	"{you} [see] where water [has] stood, and how high.",
	"{you} [choose] a place with {your} back to something solid.",
	"{you} [notice] how quiet it [is] between one sound and the next.",
	"{you} [brush] the dust from {your} sleeve.",
	"{you} [make] out older marks beneath the newer ones.",
	"{your} steps [+sound] louder here than {you} would like.",
	"{you} [try] to picture the place full of people.",
	"{you} [follow] a crack with {your} eyes until it [goes] behind something.",
	"{you} [feel] the weight of what {you} [carry], and [settle] it.",
}

// noticingOutside is of that what the open air alone has.
var noticingOutside = []string{
	"{you} [find] a spot out of the draught.",
	"{you} [turn] up {your} collar.",
	"{you} [rub] {your} hands together against the chill.",
	"{you} [see] how the ground [is] worn where most people [+walk].",
	"{you} [look] for tracks, and [find] too many to be of use.",
	"The cold [comes] up through the soles of {your} boots.",
	"From where {you} [stand], {you} [can] see whoever [comes] before they [+see] {me}.",
	"{you} [count] the steps from one side to the other: <thirty|forty|sixty>.",
	"{you} [stamp] {your} feet.",
	"{you} [shift] to where there [is] less wind.",
}

// thinking is for the pauses.
var thinking = []string{
	"What {you} [have] been told and what {you} [have] seen [+do] not agree.",
	"{you} [know] more than {you} did, and less than {you} [need].",
	"Somebody here [knows] more than they [+say].",
	"{you} [try] to think who would gain by it.",
	"{you} [wonder] who else [has] stood here today.",
	"The plain explanation [leaves] something over.",
	"It [is] too early to be sure of anybody.",
	"Whatever this [is], it was going on before {you} came.",
	"{you} [weigh] what {you} could say against what it would cost.",
	"{you} [think] of what {you} would do in their place.",
	"There [is] a question that nobody [has] asked yet.",
	"{you} [ask] {yourself} what {you} [have] overlooked.",
	"Being seen here [is] an answer of a kind.",
	"{you} [leave] room in {your} reckoning for bad luck.",
	"It [is] hard to say what exactly [has] changed.",
	"{you} [set] one thing beside another, and [see] no join.",
	"It [is] easy to be wrong here, and hard to be sure.",
	"{you} [keep] what {you} [think] to {yourself}.",
	"{you} [hold] on to the one thing {you} [be] sure of.",
	"Something about the order of it [troubles] {me}.",
	"One thing at a time; the difficulty [is] choosing the one.",
	"{you} [go] over it from the other end.",
}

// staying is for a turn that goes nowhere.
var staying = []string{
	"{you} [keep] {your} place a little longer.",
	"{place} [goes] on around {me} much as it did.",
	"{you} [be] still {at}.",
	"There [is] more of {place} than {you} [have] looked at yet.",
	"{you} [know] by now where to stand {at} so as to be out of the way.",
	"Nobody {at} [asks] what {you} [be] doing.",
	"{you} [see] a little more of {place} each time {you} [look].",
	"{you} [remain] {at}.",
	"Nothing [calls] {me} away from {place}.",
	"{you} [be] getting used to {place}.",
	"The look of {place} [changes] a little with the light.",
	"{place} [holds] {me} a while longer.",
	"{you} [be] in no hurry to leave {place}.",
	"Little by little {place} [grows] familiar.",
	"Nothing [moves] {me} on.",
}

// solitude is for a turn with nobody else in it.
var solitude = []string{
	"There [is] nobody to ask.",
	"{you} [have] it all to {yourself}.",
	"No one [comes].",
	"Nobody [is] about.",
	"For company there [is] only the sound {you} [make].",
	"It [is] easier to think with nobody's face to read.",
	"{you} [have] no face here to read but {your} own, and [can] not see that one.",
	"If anyone [is] watching, they [+keep] well out of sight.",
	"Whoever [belongs] here [is] somewhere else.",
	"Nobody [calls] out to {me}.",
	"An empty place [has] a sound of its own, and {you} [hear] it.",
	"{you} [wait] for a step, and none [comes].",
	"There [is] room here for a dozen, and {you} [be] one.",
	"There [is] no one to see {me}, and no one to see.",
}

// handing gives the turn back to the player.
var handing = []string{
	"It [is] for {me} to say what [comes] next.",
	"{you} [have] enough to go on, if {you} [go] carefully.",
	"There [is] time for one thing more.",
	"There [is] still something to be done {at}.",
	"There [+be] several ways to go on from here.",
	"Nothing here [is] going to decide it for {me}.",
	"{you} [make] ready to go on.",
	"{you} [look] about {me} for what to do next.",
	"Something [has] to be chosen, and soon.",
	"So far, nothing [has] been done past mending.",
	"{you} [draw] a breath to go on with.",
	"It [waits] on {me}.",
	"Nobody else [is] going to begin.",
	"From here {you} [can] go on or go back.",
	"Whatever {you} [do] now, it [gets] done in front of {place}.",
	"The next thing, then.",
}

// elapsing tells that time went by.
var elapsing = []string{
	"It [takes] {span}, all told.", "{you} [be] {span} about it.", "By the end of it {you} [have] spent {span}.", "It [costs] {me} {span}.",
	"It [is] {span} before {you} [be] done.", "That [is] {span} gone.",
}

// deciding tells a choice in its own words where they cannot be made a statement.
var deciding = []string{
	"There [is] one thing to do: {choice}", "{you} [make] up {your} mind: {choice}", "{you} [settle] on it: {choice}", "It [comes] down to this: {choice}", "So it [is] decided: {choice}",
	"The choice, such as it [is]: {choice}", "{you} [have] chosen: {choice}", "This, then: {choice}", "{you} [give] {yourself} the order: {choice}", "It [is] simple enough to say: {choice}",
	"One thought [pushes] past the others: {choice}", "{your} mind [is] made up: {choice}",
}

// againDoing is for a choice that was told in the last turns already.
var againDoing = []string{
	"{you} [try] it again, a shade differently.",
	"{you} [do] it once more, and more slowly.",
	"{you} [go] at it a second time.",
	"{you} [keep] on with it.",
	"{you} [return] to what {you} began.",
	"{you} [be] not done with that yet.",
	"{you} [give] it another chance.",
	"{you} [stick] to {your} course.",
	"{you} [see] no reason to change what {you} [be] doing.",
	"Once more {you} [try].",
	"{you} [take] it up where {you} left it.",
	"{you} [do] as {you} did before.",
	"{you} [begin] again from the start.",
	"{you} [persist].",
	"Nothing [has] been settled, so {you} [try] again.",
	"{you} [go] over the same ground.",
	"It [is] easier for having been done once.",
	"{you} [take] it from the other side.",
	"{you} [set] about it as before, and with the same care.",
	"What was worth doing [is] worth doing over.",
	"{you} [make] another try of it.",
	"{you} [begin] it over, from the other end.",
	"{you} [have] not finished with it.",
	"{you} [come] back to it.",
}
