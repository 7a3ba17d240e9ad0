package prose

// What may be said of any place, indoors or out. These forms name nothing that a
// story's world might lack.
var anywhere = []string{
	"Somewhere out of sight, something <small|light|hollow> [falls] and [is] left where it [lies].",
	"A <scrape|tap|creak>, <not far off|close by|a little way off>; then nothing that [answers] it.",
	"Two short sounds, a pause, and a third, from somewhere near.",
	"The air [tastes] faintly of <iron|smoke|dust|salt>.",
	"Whatever [makes] that <humming|knocking|rustling> [has] been at it for some time.",
	"Something [has] been dragged through here, and lately.",
	"The nearest surface [is] <cold|slick|damp> to the touch.",
	"Someone [has] left half <a crust|an apple|a candle> where nobody [is] likely to look for it.",
	"There [is] a stain the shape of a boot, or of an island.",
	"Nothing here [is] quite level; anything dropped [finds] its own way out.",
	"The smell of somebody's cooking [arrives], and [goes] again before it [has] a name.",
	"Whoever was here last [has] straightened one thing and left the rest.",
	"A bell [sounds] once, a long way off.",
	"A length of cord and a bent pin [+lie] where somebody [has] dropped them.",
	"There [is] grit underfoot, and it [tells] of every step.",
	"Footsteps [+pass] on the other side of something and [+do] not slow.",
	"A spider [has] mended its web since anyone last disturbed it.",
	"Somebody's initials, cut deep, [+have] been crossed out with care.",
	"A loose end of rope [stirs] and [lies] still.",
	"Everything within reach [has] been touched so often that its corners [+be] round.",
	"Crumbs [+lie] where somebody [has] eaten standing up.",
}

// inside is for rooms of every sort, outside for the open.
var inside = []string{
	"Dust [lies] on everything but the places where a hand [goes].",
	"A single thread [hangs] from a nail and [turns] one way, then the other.",
	"A <grey|brown|white> feather [has] got in from somewhere.",
	"A scrap of paper [stirs], [shows] a line of writing, [lies] down.",
	"A moth [sits] with its wings flat, the colour of what it [sits] on.",
	"The quiet here [has] a grain to it, like wood.",
	"Something [ticks] as it [cools].",
	"The draught [brings] a few words without their speaker: <never before noon|not before the spring|twice, and both times wrong>.",
	"A stub of chalk [lies] where its last line [stops].",
	"It [is] still enough to hear cloth move.",
	"There [is] a nail with nothing on it, and under it a paler square.",
	"From <above|below|behind> [comes] the sound of weight being shifted.",
	"The echo [comes] back a little late and a little lower.",
	"A step in here [sounds] like two.",
	"There [is] a smell of <old paper|wet stone|cold ash|worn leather>, and under it something sweeter.",
	"The far corner [keeps] its dark to itself.",
	"A <thin|slow|steady> draught [finds] the gap between collar and neck.",
	"The walls [+hold] yesterday's warmth, and not much of it.",
	"A door [closes] somewhere deeper in, gently, as if not to wake anyone.",
	"The ceiling [is] lower than it [needs] to be, and stained.",
	"Beyond the wall, someone [drags] a heavy thing and [stops] to breathe.",
	"The room [smells] of <people who [+have] left|wool drying|lamp smoke>.",
	"Overhead a board [takes] a weight and [gives] it back.",
	"The one warm spot [is] taken by a cat, or by the dent a cat [has] left.",
	"A latch [shifts] in its keeper, <settling|testing|remembering the wind>.",
	"The corners of the room [+be] a shade darker than the hour [accounts] for.",
	"Plaster [has] come away near the floor and been swept, once, into a heap.",
	"The outdoors [is] only a murmur from in here.",
	"There [is] a coat on a hook, with its pockets pulled out.",
	"Old smoke [has] drawn a map on the ceiling.",
	"One chair [faces] the wall.",
	"The floor [remembers] heavier furniture, in four pale marks.",
	"There [is] one cup too many on the shelf.",
	"The boards [+be] paler where a rug {was} taken up.",
	"Someone [has] stuffed a rag into a crack, and the crack [whistles] round it.",
	"The room [has] been tidied by somebody in a hurry.",
	"A mouse [keeps] to the foot of the wall.",
	"{you} [look] twice at a shape, and the second time it [is] only a coat on a hook.",
	"{you} [lean], and [feel] through the wall that someone [is] walking.",
	"Low down, the wall [is] scuffed by years of heels.",
}

// insideByDay is for rooms that have light from outside.
var insideByDay = []string{
	"The light [falls] short of the far side.",
	"A sliver of brightness [crosses] the floor and [climbs] the leg of a table.",
	"The shadows [+have] moved by the width of a hand.",
	"A fly [walks] the length of an edge and [turns] back at the corner.",
	"A shadow [moves] when nothing else [does], and then the cause [comes] into view: a rag, turning on its string.",
	"Dust [turns] in the light without coming down.",
	"A bar of daylight [lies] askew on the floor.",
	"What light there [is] [comes] in from one side.",
}

var outside = []string{
	"Far off, a voice [calls] a name, and a second voice [corrects] it.",
	"A dog [barks] in the distance, twice, and [stops].",
	"One patch of ground [is] worn smoother than the rest, where people [have] stood before.",
	"There [is] a smell of a fire put out <a week ago|some time ago|in a hurry>.",
	"Somewhere water [drips] into water.",
	"A low wall [has] lost its top course, and nobody [has] put it back.",
	"There [is] one boot print, deep at the heel.",
	"Somebody [has] set three stones one on another, and no wind [has] had them down.",
	"Whoever [comes] this way [can] be heard a good while before.",
	"The wind [brings] the sound of hammering, three and a rest, three and a rest.",
	"A cart [has] gone by not long ago; its ruts [+hold] water.",
	"The ground [gives] a little with each step.",
	"A gate [knocks] against its post, unhurried.",
	"The open air [makes] every sound smaller.",
	"A tin, or a lid, [rolls] a little way along the ground.",
	"Wheels [+go] by on the other side of a wall and [+take] their squeak with them.",
	"A rope [has] been left in a coil, and wet.",
	"Wood smoke [comes] past, low down, and then none.",
	"There [is] mud on the step, and a clean print in the mud.",
	"Some way off, a latch [goes] up and a latch [comes] down.",
}

// farther is what can be seen outside by day, when the weather lets one see.
var farther = []string{
	"The sky [is] a long way up.",
	"Grass [has] forced a way between two stones.",
	"Smoke [stands] over a chimney in the distance and [leans] a little.",
	"A crow [lifts], [goes] round once, [comes] down where it was.",
	"Two birds [+argue] along a wall.",
	"From here the nearest roof [looks] no bigger than a hand.",
	"Somebody's washing [moves] on a line, arms up.",
	"A path [has] been trodden straight where the road [goes] round.",
	"The horizon [has] a smudge on it that was not there before.",
	"There [is] a puddle in the low place, with the sky in it.",
	"Nettles [+grow] where something {was} taken down.",
	"A bird [stands] on one leg and [watches].",
}

// The weathers, each for those who stand in it; behindWalls for those who hear it.
var weathers = table{
	{"fog", []string{
		"The fog [has] come close enough to touch.", "Shapes [+stand] about in the fog and [+decline] to be anything.",
		"Sounds [+carry] strangely in the fog: a cough at the elbow, and nobody there.", "Fog [beads] on wool and hair and eyelashes.",
		"Ten paces off, the world [is] unfinished.", "The fog [thins], [shows] a wall, and [thinks] better of it.",
		"Everything [drips], though no rain [falls].", "A lamp in the fog [lights] nothing but the fog.",
	}},
	{"rain", []string{
		"The rain [comes] down straight, in no hurry.", "Rain [drips] from every edge.", "Water [runs] in the ruts and [takes] a little of the road with it.",
		"Collars [+be] up, and heads down.", "The rain [has] a different note for stone, for wood, for cloth.", "A gutter somewhere [has] given up, and [spills].",
		"The rain [eases], as if to listen, and [goes] on.", "Each puddle [is] busy with rings.",
	}},
	{"storm", []string{
		"The wind [leans] on everything that [stands].", "Thunder [rolls] about behind the clouds like a barrel on a deck.", "Rain [arrives] sideways, by the handful.",
		"Something loose [bangs], and [bangs], and [is] not seen to.", "Lightning [shows] it all once, in white, and [takes] it back.", "It [is] weather for shouting in, and nobody [shouts].",
		"The gusts [+come] in threes, the last one worst.", "Whatever was not tied down [has] gone elsewhere.",
	}},
	{"snow", []string{
		"Snow [has] taken the edges off.", "Each step [creaks] and [leaves] its proof.", "The flakes [+come] down as if counted.", "The cold [has] a clean, metal smell.",
		"Snow [slides] from a branch, or a roof, with a sigh.", "All the footprints [+point] one way.", "The light [comes] from the ground.", "Breath [hangs] in the air and [drifts] off.",
	}},
	{"wind", []string{
		"The wind [tries] every gap it [knows].", "A hat [goes] by at the height of a knee.", "Words [+have] to be said twice in this wind.", "Grit [stings], and [lets] up, and [stings].",
		"Whatever can flap [flaps].", "The wind [drops] so suddenly that people [+stagger].", "It [blows] from the quarter that [brings] trouble, or so people [+hold].", "Whatever [is] loose [knocks] and [rattles].",
	}},
	{"stars", []string{
		"The stars [+be] out, all of them, and no help.", "The sky [is] clear, and the cold [comes] down from it.", "There [is] starlight enough to tell a wall from a gap.", "A star [goes] out behind a chimney and [comes] back on the other side.",
		"The night [is] so clear that a door [can] be heard closing a street away.", "Under this many stars nobody [raises] a voice.",
	}},
	{"clear", []string{
		"The sky [is] clean from edge to edge.", "The light [picks] out every crack and [spares] nobody.", "It [is] fine weather, and people [+distrust] it.", "Distances [+look] shorter than they [+be].",
		"Shadows [+lie] sharp as cut paper.", "Warmth [comes] off the stones.", "The air [is] so clear that it [rings].", "There [is] not enough wind to turn a leaf.",
	}},
	{"cloud", []string{
		"The cloud [sits] low, the colour of a slate.", "Grey above, and a greyer line where it [meets] the ground.", "It [keeps] looking like rain and [keeps] not raining.", "The light [has] no direction to it.",
		"The clouds [+go] over in one piece.", "No shadows; things [+lie] flat on the day.", "A brighter place in the cloud [marks] where the sun [is] supposed to be.", "The sky [has] been put away under a cloth.",
	}},
}

var behindWalls = table{
	{"fog", []string{"Fog [has] come up to the windows and [stands] there.", "Outside there [is] only white, with sounds in it.", "The fog [makes] the light in here look yellow.", "Nothing [passes] outside that [has] an outline."}},
	{"rain", []string{"Rain [works] at the roof.", "Somewhere the roof [lets] a drop through, then another.", "The rain [makes] the inside of things seem further inside.", "Wet footprints [+lead] in from the door and [+dry] from the edges."}},
	{"storm", []string{"The storm [puts] its shoulder to the wall.", "Each gust [pulls] at the door and [gives] it back.", "Overhead the weather [goes] by like furniture.", "The flames and shadows [+duck] together when the wind [comes]."}},
	{"snow", []string{"Snow-light [comes] in from below and [whitens] the ceiling.", "The snow outside [has] put a hush on the walls.", "There [is] a line of white along the sill.", "Boots by the door [+stand] each in a small pool."}},
	{"wind", []string{"The wind [hums] one note across the keyhole.", "A shutter [strains] at its hook.", "The draught [comes] in flat along the floor.", "Up in the roof the wind [finds] something loose."}},
	{"stars", []string{"The window [holds] a square of stars.", "Without a cloud to keep it, the warmth [leaves] through the roof.", "It [is] a clear night, and the frames [+tick] as they [+cool].", "A little starlight [gets] in and [stops] at the sill."}},
	{"clear", []string{"A bar of light [lies] across the floor.", "It [is] bright outside, which [makes] it dim in here.", "The day [shows] through every crack.", "Motes [+stand] in the one shaft of light."}},
	{"cloud", []string{"A grey light [comes] in and [gets] no further than it must.", "The window [holds] a square of slate.", "It [is] dim enough in here to make the corners vague.", "The day outside [has] no colour to lend."}},
}

// What may be said of a part of the day anywhere, under the open sky in any weather,
// and where the sun shines.
var partsOfDay = table{
	{"dawn", []string{
		"It [is] the hour when the first doors [+open].", "A cock [crows], and another [answers].", "Whoever [is] awake at this hour [has] a reason.", "The edges of things [+arrive] before their colours.",
		"Somebody [rakes] out a grate, not far off.", "The day [has] begun, but only just.",
	}},
	{"morning", []string{
		"The morning [is] well begun, and people [+be] at work.", "There [is] the clatter of people beginning things.", "Someone nearby [whistles] four bars of a tune and [loses] the rest.", "Bread [has] been baked not far from here.",
		"The morning [is] still cool enough to hurry in.", "A bucket [is] emptied somewhere with some feeling.",
	}},
	{"noon", []string{
		"It [is] the middle of the day.", "The middle of the day [smells] of onions.", "A clock [strikes] twelve, or near it.", "Those who [+have] dinner [+be] at it.",
	}},
	{"afternoon", []string{
		"The afternoon [has] gone slack.", "It [is] the slow part of the day, when things [+get] mended.", "A child [is] called in, and [is] not coming.", "Somebody [sweeps] the same step for the second time.", "The best of the day [is] spent.",
	}},
	{"evening", []string{
		"The day [is] being taken in like washing.", "Someone [shoots] a bolt, early.", "Voices [+be] lower than they were an hour ago.", "Supper smells [+contend] in the air.", "Somebody [trims] a wick, and [swears] at it.", "One after another, the day's noises [+stop].",
	}},
	{"night", []string{
		"At night the place [belongs] to other noises.", "Somebody [coughs] in their sleep, a wall or two away.", "It [is] late enough that every sound [is] somebody's business.", "The night [is] old enough to have gone quiet and started up again.",
		"The dark [comes] right up to the lamp and [waits].", "Without the light to hold them apart, things [+lean] together.",
	}},
}

var hoursOutside = table{
	{"dawn", []string{"Light [comes] up grey, then less grey.", "The last of the night [lies] about in corners.", "The first smoke [goes] up.", "Dew [has] settled on whatever was left out."}},
	{"morning", []string{"Shutters [+go] up, one after another.", "Somebody [shakes] a cloth out of a window.", "A cart [is] loaded, with advice.", "Doors [+stand] open that were shut an hour ago."}},
	{"noon", []string{"Work [has] stopped for a bite, and the quiet [is] full of chewing.", "There [is] hardly anybody out of doors at this hour.", "Somebody [eats] standing up, with one eye on the way."}},
	{"afternoon", []string{"A barrow [goes] by, and [comes] back empty.", "Two women with baskets [+stop], [+talk] and [+go] on.", "A door [stands] open to let the smoke out."}},
	{"evening", []string{"Lamps [+come] on, first the careful people, then the rest.", "The colours [+go] out of things, the red ones first.", "Shutters [+be] pulled to.", "People [+go] home by twos, and [+say] good night to the air."}},
	{"night", []string{"One window still [has] a light in it.", "A watchman's step, or a drunkard's, [goes] off down the dark.", "Nothing [has] a colour at this hour.", "Somewhere a door [is] opened, and shut at once."}},
}

var hoursInTheSun = table{
	{"dawn", []string{"The top of the wall [has] the sun already.", "The shadows [+be] longer than what [casts] them."}},
	{"morning", []string{"The light [is] young and [goes] everywhere.", "The sun [has] got as far as the second step."}},
	{"noon", []string{"At this hour the shadows [+hide] under what [casts] them.", "It [is] too bright to look up for long.", "Noon [makes] everything look as plain as it [is].", "People [+sit] where there [is] shade, and [+say] little."}},
	{"afternoon", []string{"Shadows [+have] begun to reach.", "The light [has] turned the colour of weak tea.", "The shade [has] moved over to the other side."}},
	{"evening", []string{"The last light [goes] up the walls and off the top.", "Swallows, or bats; it [is] the hour for either.", "The west [keeps] its colour longest."}},
}

// arriving begins a turn in another place.
var arriving = []string{
	"{you} [come] to {place} from {from}.",
	"It [is] not far from {from} to {place}.",
	"{you} [leave] {from} to its own affairs and [reach] {place}.",
	"From {from} {you} [make] {your} way to {place}.",
	"{place} [comes] into view, and {from} [drops] out of sight behind.",
	"{you} [put] {from} behind {me}. Ahead [is] {place}.",
	"It [takes] {span} to come from {from} to {place}.",
	"{span} after leaving {from}, {you} [stand] {at}.",
	"{you} [take] the shortest way from {from}, and [be] soon {at}.",
	"{you} [turn] {your} back on {from} and [go] over to {place}.",
}

// leaving is arriving where the place is named next, by what is told of it.
var leaving = []string{
	"{you} [leave] {from} behind {me}.", "{you} [go], and [do] not look back at {from}.", "It [is] no great way from {from}.", "It [takes] {span} from {from}.", "{you} [turn] {your} back on {from} for a while.",
	"From {from} the way [is] short.", "{span} after leaving {from}, {you} [be] there.",
}

var arrivingUnsaid = []string{
	"This [is] {place}.", "{you} [be] {at}.", "{you} [come] up to {place} and [look] it over.", "{you} [come] to {place}, and [stop] to take it in.",
	"{you} [stop] {at}, and [get] {your} breath.", "{you} [stand] {at} with the way here still in {your} legs.",
	"{you} [walk] up to {place}.", "Here [is] {place}, and {you} [be] in the middle of it.",
}
