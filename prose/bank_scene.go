package prose

// Small scenes of the surroundings, for a turn that has little else: each goes from one
// thing to what the player makes of it, and stands by itself. They claim nothing about
// who is here.
var scenesAnywhere = []string{
	"Somebody [has] cut initials here, deep, and somebody else [has] crossed them out with as much care. {you} [try] to read what stood under the strokes, and [make] nothing of it.",
	"A bell [sounds], a long way off, and only once. {you} [find] {yourself} waiting for the second stroke, which [does] not come, and it [is] hard to stop.",
	"There [is] a smell of cooking, onions first and then something burnt. It [stays] just long enough to remind {me} how long ago {you} ate.",
	"From out of sight [comes] a knocking, patient and uneven, like somebody mending what [will] not be mended. It [stops] when {you} [listen] for it, and [starts] when {you} [give] up.",
	"Half a candle [has] been left on a ledge beside a row of burnt ends, laid out straight. Whoever sat here had a long wait of it, and kept things tidy.",
	"Something heavy [has] been dragged through, and lately. {you} [follow] the scrape with {your} eyes to where it [turns] a corner, and [be] no wiser as to what it was.",
	"A length of cord [lies] at {your} foot, with a knot in it that {you} [have] not seen before. {you} [pick] at it for a while, and [put] it down as it was.",
	"Footsteps [+come] up on the other side of something, [+slow], and [+go] on. {you} [notice] that {you} [have] been holding {your} breath, and [let] it go.",
	"(crowd) Two people [+be] talking somewhere near, too low to follow. One of them [asks] the same short question over and over; the other never [gives] it a straight answer.",
	"Crumbs [+lie] where somebody [has] eaten standing up, in a hurry. An ant [has] found them, and [carries] off the first as if there were no end of time.",
	"{you} [run] a hand along the nearest edge. A great many other hands [+have] worn it round, and it [is] cold, and a little damp, like something just put down.",
	"There [is] iron in the air, or smoke; {you} [can] not decide which. When {you} [turn] {your} head it [is] gone, and when {you} [turn] back it [has] returned.",
}

var scenesInside = []string{
	"A door [closes] somewhere deeper in, gently, as if not to wake anyone. For a while {you} [can] hear the latch settle, and after that {your} own breath.",
	"Dust [lies] on everything but the places where a hand [goes]. From those {you} [can] tell that somebody short [comes] here often, and [is] careful of the left side.",
	"A single thread [hangs] from a splinter and [turns], one way and then the other. It [takes] {me} a while to find the draught that [moves] it, low down, where a rag [has] been stuffed into a crack.",
	"There [is] a paler square on the wall, and over it a nail with nothing on it. The nail [has] as much dust as all the rest, so whatever hung there [has] been gone for years.",
	"A board overhead [takes] a weight and [gives] it back. {you} [look] up and [wait] for the next one, but whoever it was [has] thought better of moving.",
	"The draught [brings] a few words without their speaker, and one of them [is] a name. {you} [say] it under {your} breath, to have it by {me}, and it [means] nothing yet.",
	"One chair [has] been turned to face the wall. {you} [think] of setting it straight, and then of who might have wanted it so, and [leave] it.",
	"A moth [sits] with its wings flat, the colour of what it [sits] on. {you} would not have seen it at all, but that it [lifts] one wing as {you} [pass], and [lowers] it.",
	"Old smoke [has] drawn a map up there, above the lamp: a coast, and what could be islands. {you} [have] found a harbour in it before {you} [notice] that {your} neck [has] gone stiff.",
	"There [is] one cup too many on the shelf, and it [is] the only one without dust. Somebody [comes] here, then, and [drinks], and [rinses] it, and [tells] nobody.",
	"A mouse [comes] out along the foot of the wall, [finds] {me} in its way, and [considers]. After a time it [goes] round, as one [goes] round furniture.",
	"The wall [is] warm when {you} [put] a palm to it, and it [hums] a little. On the other side somebody [is] at work at something that [turns].",
	"Plaster [has] come down in the corner and been swept into a heap, and the broom [leans] there still. It [looks] as if the sweeper {was} called away, and {was} glad of it.",
	"Something [ticks] as it [cools]. {you} [count] the ticks without meaning to, and [lose] them at nineteen, when a barrel or a cart [goes] by outside.",
	"Under the smell of old paper there [is] another, a sweeter one. {you} [go] a few steps after it, and it [leads] to a crust that somebody [has] put by and forgotten.",
	"A coat [hangs] on a hook with its pockets pulled out. For the length of a breath it [is] a man with his head down, and then it [is] a coat again.",
	"A step in here [sounds] like two. {you} [try] it again, softly, and the second step [comes] just as late, and just as softly, from somewhere behind the wall.",
}

var scenesOutside = []string{
	"Far off a voice [calls] a name, and a second voice [corrects] it. There [is] some laughter, and then both [+try] the right one together, and get no answer.",
	"Somebody [has] set three stones one on another in the widest part of the way. {you} [walk] round them, as everybody [does]; the ground [is] worn in a ring.",
	"A gate [knocks] against its post, unhurried. Each time {you} [think] that it [has] caught, it [swings] out again, as though somebody were still to come through.",
	"The ground [is] soft enough here to show who [has] gone before {me}: one pair of boots, deep at the heel, going out, and none coming back.",
	"A dog [barks] in the distance, twice, and [stops]. A moment later a door [slams] in the same quarter, and the dog [has] the last word, from inside.",
	"Water [drips] into water, somewhere close. {you} [look] for it along the foot of the wall, and [find] a bucket full to the brim, set under nothing at all that {you} [can] see.",
	"There [is] the smell of a fire put out in a hurry, wet ash and scorched wool. {you} [turn] until {you} [have] it full in the face, and there [is] no smoke on that side at all.",
	"A rope [has] been left in a coil, wet, with care taken over the last turns. Whoever laid it down [means] to be back for it before it [dries].",
	"Wheels [+go] by beyond a wall and [+take] their squeak with them. The driver [is] talking, kindly and without a stop, to whatever [has] to pull.",
	"A low wall [has] lost its top course. The stones [+lie] where they fell, furred with moss, but for one, which somebody [has] lately put back, and not straight.",
	"There [is] hammering some way off, three strokes and a rest. By and by {your} own steps [+fall] in with it, and {you} [have] to take care to walk out of time.",
	"A cart [has] been this way, and its ruts [+hold] water. In one of them [lies] a glove, palm up, pressed so flat that it might have been painted there.",
	"One patch of ground [is] worn smoother than the rest. {you} [stand] on it, to see what those who stood there had in view: a gap, a bit of road, and whoever [comes] along it.",
	"A shutter [creaks] open by the width of a hand. {you} [take] care not to look up at once, and when {you} [do], it [has] closed.",
	"A tin [rolls] a little way over the stones and [fetches] up against {your} boot. It [is] empty, and clean, and somebody [has] punched two holes in it for a string.",
	"Somebody near here [whistles] four bars of a tune and [loses] the rest. {you} [know] how it [goes] on, and [catch] {yourself} about to help.",
}

// beyond are small things about a person of whom the sentence before was, and about
// what is near them: they speak of them by a pronoun alone.
var beyond = []string{
	"Behind {them}, low down, somebody [has] cut initials, and somebody else [has] scratched them away.",
	"By {their} foot [lies] a bit of cord with a knot in it, and {they} [*push] it aside without looking.",
	"Past {their} shoulder {you} [see] somebody stop, think better of it, and go back the way they came.",
	"Something [clinks] in {their} pocket, and {they} [*put] a hand over it.",
	"A fly [settles] on {their} sleeve, and {they} [*let] it walk all the way to the cuff.",
	"Somewhere behind {them} a latch [goes] up; {they} [*turn] {their} head, and nobody [comes].",
	"There [is] ink on {their} thumb, and {they} [*rub] at it until it [has] spread to the next finger.",
	"A smell of cooking [comes] by, and {you} [see] {them} notice it too.",
	"At {their} back the draught [finds] a scrap of paper and [walks] it along the ground.",
	"A bell [sounds] once, a long way off, and {they} [*wait], as {you} [do], for a second stroke.",
	"Somebody [calls] from out of sight, not for {them}, but {they} [*lift] {their} head all the same.",
	"There [is] a mend in {their} sleeve, done in a thread of the wrong colour and with great care.",
	"Footsteps [+come] up behind {them}, [+slow] and [+go] on, and {they} [*do] not look round.",
	"The light [falls] on one half of {their} face, and the other half [gives] nothing away.",
	"A button [hangs] by its thread on {their} coat, and {their} fingers [+go] to it again and again.",
	"Something [creaks] close by, and {they} [*wait] until it [has] done before {they} [*breathe] out.",
	"{they} [*have] dust on one knee, from kneeling to look under something.",
	"Now and then {they} [*look] over {your} head, at nothing that {you} [can] find when {you} [turn] round.",
	"A dog [barks] somewhere, twice; {they} [*seem] to know which dog, and why.",
	"{they} [*shift] from one foot to the other, on ground that [is] worn smooth just there.",
	"{they} [*smell] faintly of <smoke|lamp oil|wet wool>, and of having been up for a long time.",
	"(crowd) Two people [+go] by and [+greet] {them}, and {they} [*answer] by a lifted finger.",
	"Half a crust [lies] within {their} reach, and {they} [*turn] it round and round without eating.",
}
