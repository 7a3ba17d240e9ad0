package prose

// again tells a deed that was done in the last turns already; what briefly has does as
// well. {thing} is what it is done with or to, {topic} what it is about.
var again = table{
	{"talk ask tell say", []string{
		"{you} [take] the matter up with {name}.", "{you} [speak] of the matter with {name}.", "{you} [go] back to {name}.", "{you} [have] not done with {name} yet.",
	}},
	{"ask", []string{
		"{you} [put] the question to {name} once more.", "{you} [ask] {name} again, and [leave] out nothing.", "{you} [bring] {name} back to {topic}.", "{you} [ask] {name} a second time about {topic}.",
	}},
	{"tell", []string{
		"{you} [tell] {name} again, in other words.", "{you} [go] through it once more for {name}, from the beginning.", "{you} [come] back, with {name}, to {topic}.",
	}},
	{"show", []string{
		"{you} [show] {thing} to {name} again.", "{you} [hold] {thing} up once more where {name} [*have] to see it.", "{you} [turn] {thing} over, so that {name} [*can] see the other side.",
	}},
	{"press", []string{
		"{you} [press] {name} again.", "{you} [put] it to {name} once more, and harder.", "{you} [do] not let {name} off.", "{you} [stand] in front of {name} and [ask] again.",
		"{you} [tell] {name} that {you} [be] still waiting for an answer.",
	}},
	{"ask-help", []string{
		"{you} [ask] {name} once more for help.", "Again {you} [ask] {name} for a hand.", "{you} [tell] {name} that {you} [can] not do it alone.", "{you} [ask] {name} to think again.",
	}},
	{"befriend", []string{
		"{you} [keep] {name} company a while longer.", "{you} [sit] with {name} again.", "{you} [try] again to be a friend to {name}.", "{you} [stay] by {name}, and [let] the talk go where it [wants].",
	}},
	{"give", []string{"{you} [hold] {thing} out to {name} again.", "{you} [offer] {thing} to {name} with both hands."}},
	{"take", []string{"{you} [reach] for {thing} once more.", "{you} [try] again to get hold of {thing}.", "{your} hand [goes] out to {thing} a second time."}},
	{"use", []string{"{you} [try] {thing} again.", "{you} [give] {thing} another try.", "{you} [turn] to {thing} once more."}},
	{"examine", []string{
		"{you} [look] over {thing} again.", "{you} [turn] {your} attention back to {thing}.", "{you} [study] {thing} from another side.", "{you} [give] {thing} another look.",
		"{you} [come] back to {thing}, and [look] longer.", "{you} [take] a second look, and a longer one.", "{you} [look] again, from nearer.",
	}},
	{"search", []string{
		"{you} [search] again, lower down.", "{you} [go] through it all a second time.", "{you} [begin] the search again from the other end.", "{you} [look] where {you} did not look before.",
		"{you} [search] {thing} once more.", "{you} [try] the corners this time.",
	}},
	{"wait skip", []string{
		"{you} [stay] where {you} [be].", "{you} [wait] a little longer {at}.", "{you} [keep] still.", "{you} [give] it more time.",
	}},
	{"pursue", []string{
		"(crowd) {you} [go] on asking.", "{you} [come] back to the question.", "{you} [take] the matter up again.", "{you} [turn] the matter over from the other side.", "{you} [give] the question more time.", "{you} [follow] it a little further.", "{you} [try] again to get to the bottom of it.",
		"{you} [work] at the same knot.", "{you} [spend] some more time on it.",
	}},
	{"recall", []string{
		"{you} [go] over it all again in {your} mind.", "{you} [try] to call it back as it was.", "{you} [go] back over it, from the beginning.",
	}},
	{"train", []string{"{you} [practise] again, and for longer.", "{you} [go] through the same thing until it [comes] of itself.", "{you} [work] at it again.", "{you} [begin] at the beginning, and more slowly."}},
}

// briefly tells a deed where one of its kind was told a moment ago, or where its own
// words would be a long sentence that was just read in the choice.
var briefly = table{
	{"talk ask tell say", []string{"(long) {you} [turn] to {name}.", "(long) {you} [go] over to {name}.", "(long) {you} [draw] {name} into talk.", "(long) {you} [have] a word with {name}."}},
	{"talk ask", []string{"(long) {you} [bring] the talk with {name} round to what {you} [want] to know.", "(long) {you} [try] {name}."}},
	{"talk", []string{"{you} [talk] for a while with {name}, of {topic}.", "{you} [let] the talk with {name} find its own way to {topic}."}},
	{"ask", []string{
		"(long) {you} [put] the question to {name}.", "{you} [sound] {name} out about {topic}.", "{you} [want] to hear from {name} about {topic}.", "{you} [turn] the talk with {name} to {topic}.", "{you} [have] a question for {name}, about {topic}.",
		"The talk with {name} [comes] round to {topic}.",
	}},
	{"tell", []string{"{you} [let] {name} hear about {topic}.", "{you} [have] something to tell {name}, about {topic}.", "{name} [*hear] from {me} about {topic}."}},
	{"show", []string{"{you} [take] {thing} out for {name} to see.", "{you} [hold] {thing} to the light, and [wait] for {name} to look.", "{you} [put] {thing} in front of {name}."}},
	{"press", []string{"{you} [press] {name}, and [do] not look away.", "{you} [stand] where {name} [*have] to see {me}, and [ask] for an answer.", "{you} [put] it to {name} without any manners.", "{you} [ask] {name} outright, and [wait]."}},
	{"ask-help", []string{"{you} [ask] {name} for help with it.", "{you} [tell] {name} what {you} [need].", "{you} [say] to {name} that it [is] too much for one."}},
	{"befriend", []string{"{you} [sit] down by {name}, and [ask] for nothing.", "{you} [keep] {name} company.", "{you} [stay] beside {name}, and [talk] of this and that."}},
	{"give", []string{"{you} [hold] out {thing} to {name}.", "{you} [put] {thing} into {name's} hands.", "{you} [put] {thing} down where {name} [*can] take it."}},
	{"take", []string{"{you} [reach] for {thing}.", "{your} hand [goes] to {thing}."}},
	{"use", []string{"{you} [see] what {thing} [will] do.", "{you} [put] {thing} to the test."}},
	{"examine", []string{"{you} [bend] over {thing}.", "{you} [look], and [take] {your} time over it.", "{you} [look] as carefully as if {you} would have to draw all of it from memory.", "{you} [take] a long look, from left to right."}},
	{"search", []string{"{you} [search], low before high.", "{you} [go] through it from one end to the other.", "{you} [search], and [put] things back as they were."}},
	{"wait skip", []string{
		"{you} [wait], and [keep] {your} ears open.", "{you} [find] a corner to wait in.", "{you} [settle] down to wait.", "{you} [give] it time.", "{you} [stand] aside and [let] the time pass.", "{you} [find] a place out of the way and [wait] there.",
		"{you} [do] nothing for a while but look and listen.", "{you} [let] others do the coming and going.", "{you} [watch], and [wait].",
	}},
	{"pursue", []string{"{you} [turn] the question over, in no hurry.", "(crowd) {you} [ask] here and there, in no hurry.", "(crowd) {you} [ask] about, here and there, without making much of it.", "{you} [put] {your} mind to it.", "{you} [think] it through, as far as it [goes]."}},
	{"recall", []string{"{you} [think] back.", "{you} [put] what {you} [know] in order.", "{you} [let] {your} mind run back.", "{you} [stand] and [remember].", "{you} [take] stock of what {you} [have] learned."}},
}

// outcomeOf tells how a check ended by the deed that it was of, before the words
// that do for any.
var outcomeOf = table{
	{"press:success", []string{
		"{name} [*hold] out for a moment, and then [*answer].", "{name} [*see] that {you} [will] not go, and [*tell] {me}.", "{name} [*give] way, and {you} [get] a plain answer.",
		"It [costs] {name} something to answer, but {they} [*answer].", "{name} [*look] for a way round it, [*find] none, and [*speak].",
	}},
	{"press:partial", []string{
		"{name} [*answer], and [*look] at {me} the while as one [looks] at a bailiff.", "{name} [*speak], and [*resent] being made to.", "{you} [get] it out of {name}, who [will] remember how.", "{name} [*give] way, and not gladly.", "{name} [*answer] so that others [can] hear what {you} [ask].",
	}},
	{"press:failure", []string{
		"{name} [*refuse], flatly, in front of anyone who [cares] to hear.", "{you} [push] too hard, and {name} [*shut] like a door.", "{name} [*have] nothing more to say to {me}, and [*say] so.",
		"{name} [*walk] a few steps off and [*stay] there.", "{name} [*ask] by what right, and {you} [have] no answer ready.",
	}},
	{"ask-help:success", []string{
		"{name} [*agree] to do what {they} [*can].", "{name} [*say] yes before {you} [have] finished.", "{name} [*think] of what it may cost, and [*agree] all the same.", "{name} [*promise] {me} what help {they} [*can] give.",
	}},
	{"ask-help:partial", []string{
		"{name} [*promise] something, with a condition to it.", "{name} [*agree] to half of what {you} asked.", "{name} [*will] help, but not for nothing.", "{name} [*help], and [*let] {me} see that it [is] the once.",
	}},
	{"ask-help:failure", []string{
		"{name} [*refuse], not unkindly, and [*do] not explain.", "{name} [*say] that {you} [ask] too much.", "{name} [*do] not mean to be drawn into it, and [*say] so.", "{name} [*shake] {their} head before {you} [be] done.",
	}},
	{"befriend:success", []string{
		"{name} [*soften], a little at a time.", "By the end of it {name} [*be] easier with {me}.", "{name} [*laugh] at something {you} [say], and [*mean] it.", "{name} [*tell] {me} a small thing about {their} own life.",
	}},
	{"befriend:partial", []string{
		"{name} [*be] civil, and only half on guard.", "It [goes] well enough until {you} [say] a word too many.", "{name} [*hear] {me} out, and [*keep] {their} own counsel.", "{name} [*unbend] a little, and then no further.",
	}},
	{"befriend:failure", []string{
		"{name} [*see] what {you} [be] trying to do, and [*draw] back.", "{name} [*find] something else that [needs] doing.", "It [comes] out wrong, and {name} [*let] it lie there.", "{name} [*have] no wish for company, or not for {yours}.",
	}},
	{"search:success", []string{
		"{you} [miss] nothing.", "{you} [look] in the right order, and nothing [is] left unturned.", "If anything was hidden here, {you} would have found it.", "{you} [go] through all of it, and [know] at the end what [is] here and what [is] not.",
	}},
	{"search:partial", []string{
		"{you} [get] through the half of it, and there [is] nothing in that half.", "{you} [see] most of it, and [leave] some of it out of place.", "{you} [turn] over what [can] be turned over quickly, and [find] nothing under it.",
	}},
	{"search:failure", []string{
		"{you} [turn] it all over and [have] nothing to show for it.", "{you} [knock] something down, and heads [+turn].", "If there [is] anything to find, it [stays] where it [is].", "{you} [give] up with dust to the elbows.",
	}},
}

// yield tells what a deed comes to of which nothing else came: plainly, that there is
// no more to be had.
var yield = table{
	{"examine", []string{
		"There [is] nothing more to be seen, from this side or from the other.", "It [is] what it was, and {you} [learn] nothing by staring.", "{you} [look] until {your} eyes [+smart], and [have] nothing to show for it.",
		"{you} [go] over it twice, and [know] all of it by the end, and none of it [helps].", "Nothing about it [has] changed for being looked at.",
	}},
	{"pursue", []string{
		"(crowd) Nobody {at} [has] anything to add to what {you} [have] heard already.", "What there [is] to learn of it {at}, {you} [have] learned; the rest [lies] elsewhere.",
		"(crowd) The first person {you} [try] [shrugs], and the second [sends] {me} back to the first.", "(crowd) {you} [learn] nothing, and [show] more of {your} hand than {you} meant to.",
		"(crowd) It [leads] from one shrug to another, and then no further.", "{you} [end] where {you} began, with the same question and a little less patience.", "There [is] a piece missing, and thinking [does] not supply it.", "{you} [get] as far as {you} got before, by another way.", "Every answer {you} [try] [fits] something, and none of them [fits] all of it.",
	}},
	{"search", []string{
		"There [is] nothing hidden here, or nothing hidden for {me}.", "{you} [find] nothing that was not there to be seen.", "Nothing [comes] to light but a button and a good deal of dust.",
	}},
	{"wait skip", []string{
		"Nothing [comes] of it but cold feet.", "Nobody [comes], and nothing [is] said that {you} [can] use.", "{you} [be] none the wiser for it, but rested.", "Whatever {you} [be] waiting for [has] not set out yet.",
	}},
	{"recall", []string{
		"{you} [come] to no new end of it, though {you} [try] it from both sides.", "It [is] all as {you} left it, in the same order and with the same gap.", "{you} [find] nothing in it that {you} had passed over.",
		"{you} [have] it all still, and [be] no further.", "It [comes] apart in the same place each time.", "(crowd) For a moment {you} nearly [have] it, and then somebody [coughs] and it [is] gone.", "One piece of it [does] not fit, and it [is] the piece {you} [be] surest of.", "{you} [get] to the end sooner than {you} would like.", "It [makes] a tidy story, which [is] what [worries] {me}.", "The more often {you} [tell] it to {yourself}, the less of it {you} [have] seen.",
	}},
	{"train", []string{"It [goes] a little better at the end than at the beginning.", "{you} [stop] when it [begins] to go worse.", "{your} hands [+have] it, nearly.", "It [is] slow work, but it [is] something."}},
}

// waited tells of a wait that nothing came of, and how long it was.
var waited = []string{
	"For {span} nobody [comes], and nothing [is] said that {you} [can] use.", "{you} [give] it {span}, and [be] none the wiser, only rested.", "In {span} a good deal [goes] by, and none of it [stops].",
	"It [takes] {span} to be sure that nothing [is] going to happen.", "After {span} of it {you} [have] the place by heart, and nothing else.", "{you} [let] {span} go by, and [learn] how long that [is].",
}

// knowing comes back to something learned before.
var knowing = []string{
	"{you} [come] back to what {you} [have] been told, and it [looks] different from here: {fact}", "What {you} [have] to go on [is] not much: {fact}", "One thing [stands] out, and the rest [leans] on it: {fact}",
	"If one thing [has] a bearing on it, it [is] this: {fact}", "{you} [say] it over until it [sounds] like something: {fact}",
}

// elsewhereWhom and elsewhereWhere say who or what place there is to turn to.
var elsewhereWhom = []string{
	"{you} had better ask {whom}.", "If anybody [knows] more, it [is] {whom}.", "The one to ask [is] {whom}.", "It [is] {whom} {you} [need] to speak with.",
}

var elsewhereWhere = []string{
	"{you} had better try {where}.", "If there [is] more, it [is] to be had at {where}.", "The place to go on from [is] {where}.", "It [will] have to be looked for at {where}.",
}

// telling is how somebody says the player did not know.
var telling = []string{
	"{name} [*think] back, with half-shut eyes, and [*tell] {me} that {fact}", "{name} [*shrug], as at a thing that everybody [knows], and [*say] that {fact}", "{name} [*look] round before telling {me} that {fact}",
	"{name} [*lower] {their} voice, though nobody [is] near, and [*say] that {fact}", "{name} [*nod], and [*be] slow to begin, and then [*say] that {fact}", "{name} [*turn] it over once or twice before saying that {fact}",
	"{name} [*let] {me} know, with one eye on the way out, that {fact}", "{name} [*seem] surprised to be asked, and [*say] that {fact}", "{name} [*answer], counting it off on one finger, that {fact}", "{name} [*tell] {me} what there [is] to tell of it: {fact}",
}

// quoting is telling in somebody's own words.
var quoting = []string{
	"{name} [*look] round first, and then [*say], low: {quote}", "{name} [*put] down what was in {their} hands before answering: {quote}", "{name} [*answer] without having to think: {quote}", "{name} [*let] a moment go by, and then [*say]: {quote}",
	"{name} [*take] {their} time over the answer: {quote}", "{name} [*say] it to the ground: {quote}", "{name} [*lean] nearer, so as not to have to speak up, and [*say]: {quote}", "{name} [*begin] to speak, [*stop], and [*begin] again: {quote}",
	"{name} [*tell] {me}, as one [tells] the price of a thing: {quote}", "(crowd) {name} [*wait] until somebody [has] gone by, and then [*say]: {quote}", "{name} [*meet] {your} eye for the first time, and [*say]: {quote}", "{name} [*give] {me} a plain answer: {quote}",
}

// turning is telling that does not keep to what was asked.
var turning = []string{
	"{name} [*can] not help {me} with that, and [*look] for something to give {me} in its place: {fact}", "{name} [*know] nothing of that, and [*say] so; but {they} [*have] heard, and [*be] sure of it, that {fact}", "{name} [*let] the question go by, as one [lets] a cart go by, and [*remark] that {fact}",
	"{name} [*have] nothing to say to that, but it [brings] another matter to mind, and {they} [*tell] {me} that {fact}", "{name} [*shake] {their} head, and then, because {you} [do] not go, [*remember] something else: {fact}",
	"{name} [*have] no answer to that, and [*be] sorry, and [*offer] {me} what there [is]: {fact}", "{name} [*frown] over it, [*give] it up, and [*tell] {me} instead that {fact}", "{name} [*leave] that to others; what {they} [*can] swear to, {they} [*say], [is] that {fact}",
}

// repeating is telling of what is only said.
var repeating = []string{
	"{name} [*have] heard it said, by people who [+say] a good deal, that {fact}", "{name} [*tell] {me} only what people [+say], that {fact}", "{name} [*repeat] a story, without swearing to it: {fact}", "As {name} [*have] heard it, and not from a fool, {fact}", "{name} [*say], with a shrug for each part of it, that there [+be] people who [+hold] that {fact}",
}

// overhearing is how a fact comes to somebody who waits: by talk, where people are
// about, else by going over what was heard before.
var overhearing = []string{
	"(crowd) Two people [+stop] within hearing, and one [tells] the other, low, that {fact}", "(crowd) Somebody going by [says] over one shoulder, to nobody {you} [can] see, that {fact}", "(crowd) {you} [keep] still for long enough to be forgotten, and [hear] it said that {fact}",
	"(crowd) One voice [holds], against another that [doubts] it, that {fact}", "(crowd) Of all the talk that [goes] past, one thing [is] worth keeping: {fact}",
	"With nothing else to do {you} [go] over what people [+say], and one thing [is] left at the end: {fact}", "The time [goes] by in thinking of a thing that {you} [have] been told, or [have] read: {fact}",
	"Somewhere in the course of it {you} [remember] what {you} [have] heard said: {fact}", "{you} [have] time to think of what [is] common talk in these parts: {fact}", "It [is] some time since {you} heard this said, but {you} [have] the words still: {fact}",
}

// overhearingOne is overhearing of somebody who is here.
var overhearingOne = []string{
	"By and by {name} [*begin] to talk, and it [comes] out that {fact}", "{name} [*say], as if to nobody at all, that {fact}", "{name} [*break] a long silence to say that {fact}",
	"{you} [have] only to wait until {name} [*say] it unasked: {fact}", "Out of the talk {you} [hear] {name} say that {fact}",
}

// reported is what was said by somebody who is not here.
var reported = []string{
	"{you} [have] it from {speaker} that {fact}", "According to {speaker}, {fact}", "By way of {speaker} {you} [come] to hear that {fact}", "It [comes] from {speaker}, and {you} [have] the words still: {fact}",
}

// answered is for an answer that holds nothing back, and brings nothing new.
var answered = []string{
	"{name} [*answer] all that {you} [ask], and by the end of it {you} [have] heard nothing new.", "{name} [*hold] nothing back, and [*have] nothing new.", "{name} [*tell] {me} all of it, from the beginning, and {you} could have told it {yourself}.",
	"{you} [get] the whole of it from {name}, and none of it [is] new.", "{name} [*know] no more of it than {you} [do], and [*turn] out both pockets, so to speak, to show it.",
}

// withheld is for an answer that keeps something back.
var withheld = table{
	{"press", []string{"{name} [*give] {me} half an answer and [*keep] the other half.", "{name} [*say] one word, [*think] better of it, and [*say] no more.", "{name} [*tell] {me} part of it, the part that [is] known, and [*resent] being asked."}},
	{"ask-help", []string{"{name} [*say] neither yes nor no, and [*ask] for time.", "{name} [*will] think about it, and [*do] not say for how long."}},
}

// answers are what people do who are spoken to and have nothing to add.
var answers = table{
	{"warm", []string{
		"{name} [*go] through all of it for {your} sake, and [*be] sorry to come so soon to the end: there [is] no more.", "{name} would tell {me} if there were more to tell, and [*look] about as if some might turn up.",
		"{name} [*have] told {me} all there [is], and [*say] so kindly, and [*tell] the best of it again.", "{name} [*know] nothing about it that {you} [do] not know, and [*wish] for {your} sake that it were otherwise.",
	}},
	{"neutral", []string{
		"{name} [*think] for as long as [is] polite, and [*have] nothing to add to what {you} [know].", "{name} [*say], plainly and without ill will, that {you} [know] as much of it as anyone.", "{name} [*have] said what there was to say of that, and [*repeat] the last of it, word for word.",
		"There [is] nothing more in it, as far as {name} [*know], and an empty palm [is] turned up to show it.", "{name} [*know] nothing about it, and [*be] a little put out to be asked.",
	}},
	{"cold", []string{
		"{name} [*have] no more to say to {me} about that, today or on another day.", "{name} [*say] that {you} [have] had {your} answer, and [*begin] to look for something in a pocket.", "{name} [*let] {your} question lie where it fell, and [*step] round it.",
		"{name} [*answer] with a word, and it [is] no, and the word after it would have been worse.", "{name} [*say] that {you} [have] no business asking, and [*say] it so that others [can] hear.",
	}},
}

// hearing is what people make of being told something.
var hearing = table{
	{"warm", []string{
		"{name} [*take] it in, and [*be] glad to be the one who [is] told.", "{name} [*hear] {me} out, and [*promise] to keep it.", "{name} [*listen] with {their} whole face, and [*say] that {you} [be] right to speak of it.",
	}},
	{"neutral", []string{
		"{name} [*listen] to the end, and [*say] that it [is] good to know.", "{name} [*take] it as one [takes] news that [may] be of use some day.", "{name} [*ask] to hear one part of it again, and [*leave] it at that.",
	}},
	{"cold", []string{
		"{name} [*let] {me} talk, and [*do] not say what {they} [*make] of it.", "{name} [*hear] it as one [hears] rain, and [*wait] for it to be over.", "{name} [*say] that {they} [*have] heard as much, and from better people.",
	}},
}

// inspecting is what people make of being shown a thing of which they know nothing.
var inspecting = table{
	{"warm", []string{"{name} [*bend] over it with {me}, and [*be] sorry to have nothing to say of it.", "{name} [*turn] it over in both hands, with care, and [*know] nothing about it."}},
	{"neutral", []string{"{name} [*look] at it from both sides, and [*know] no more of it than {you} [do].", "{name} [*think], with one finger on it, and [*have] nothing to tell {me}."}},
	{"cold", []string{"{name} [*give] it one look, and [*push] it back to {me}.", "{name} [*do] not so much as put out a hand for it."}},
}

// sending is for people who know of somebody, or of a place, with more to tell.
var sending = []string{
	"{name} [*know] no more of it, and [*say] who might: {whom}, if anybody.", "{name} [*begin] to answer, [*stop], and [*say] that {you} had better ask {whom}.", "\"Ask {whom},\" {name} [*say], and [*look] relieved to have thought of it.", "{name} [*be] not the one to ask; {whom} [is], {they} [*say], and [*leave] it at that.",
}

// unspoken is how those who do not speak are when an answer is asked of them.
var unspoken = table{
	{"talk ask tell show say", []string{
		"{name} [*do] not speak.", "{name} [*hear] {me} out, and no word [comes].", "{name} [*open] {their} mouth, and [*close] it.", "{name} [*look] at {me} for as long as a sentence would take.", "Not a word [comes] from {name}.",
	}},
	{"talk ask", []string{"{name} [*shake] {their} head, which [is] not an answer, or [is] the only one.", "{name} [*put] a finger to {their} lips, not to hush {me}."}},
	{"press", []string{
		"{name} [*stand] it, and [*say] nothing.", "{you} might as well press the wall; {name} [*do] not make a sound.", "{name} [*step] back, silent, and [*shake] {their} head.", "{name's} eyes [+fill], and no word [comes] with it.",
	}},
	{"ask-help", []string{
		"{name} [*nod], once, and [*do] not speak.", "{name} [*take] {your} sleeve, and [*let] it go again, without a word.", "{name} [*spread] {their} hands, and [*say] nothing.",
	}},
	{"befriend:success", []string{
		"{name} [*smile], and [*forget] to hide it.", "{name} [*move] over, so that there [is] room for two.", "{name} [*share] what {they} [*have] to eat, and not a word [is] wanted.",
	}},
	{"befriend:partial", []string{
		"{name} [*listen], and [*keep] {their} eyes on {your} hands.", "{name} [*let] {me} stay, at arm's length.",
	}},
	{"befriend:failure", []string{
		"{name} [*get] up and [*go] to the other side.", "{name} [*turn] {their} face away, and [*be] not to be reached.",
	}},
}

// pointing is what those who do not speak do with what they know.
var pointing = []string{
	"But {they} [*look], quickly, in the direction of {where}.", "At the end of it {they} [*point], with {their} chin alone, toward {where}.", "One word makes {them} start, and {they} [*look] toward {where}.", "With a wet finger {they} [*draw] something on the nearest board, and it might be {where}.",
}

// wordless is how they are otherwise.
var wordless = []string{
	"{name} [*watch] {me}, and [*say] nothing.", "{name} [*go] on with what {they} [*be] doing, without a sound.", "{name} [*look] up, and down again.", "{name} [*wipe] {their} hands on {their} sleeves.", "{name} [*move] aside to let {me} by.", "{name} [*stand] so still that {you} nearly [forget] that somebody [is] there.",
	"{name} [*tilt] {their} head to hear.", "{name} [*put] something small into a sleeve.", "{name} [*keep] {their} eyes on the ground.", "{name} [*make] a sign with one hand that {you} [can] not read.",
}

// taking is what people do with a gift.
var taking = table{
	{"warm", []string{"{name} [*take] it, and [*hold] it a moment before putting it away.", "{name} [*thank] {me}, and [*do] not know where to look.", "{name} [*try] to give it back, and [*be] glad to be refused."}},
	{"neutral", []string{"{name} [*accept] it with a nod.", "{name} [*look] at it, and then at {me}, and [*keep] it.", "{name} [*take] it, and [*wait] to hear what it [is] for."}},
	{"cold", []string{"{name} [*put] it away without a word.", "{name} [*take] it as one [takes] a debt paid late.", "{name} [*leave] it lying for a while, and then it [is] gone."}},
}

// learning tells, by the deed, how a fact comes to somebody whom nobody told it. What
// can be seen is seen; what cannot is what people say, or what was read.
var learning = table{
	{"examine", []string{
		"(seen) The longer {you} [look], the plainer it [gets]: {fact}", "(seen) One small thing and another [+come] together while {you} [look], and {you} [see] that {fact}", "(seen) It [takes] {me} a while to see what [is] in plain view, and then there [is] no doubt that {fact}",
		"(seen) It [is] the sort of thing that one [sees] only by standing still: {fact}", "{you} [come] away with one thing: {fact}",
		"(said) Looking [brings] back what {you} [have] been told, or [have] read: {fact}", "(said) What the eye [can] not tell {me}, talk [has]: {fact}", "(said) It [is] said in these parts, and {you} [have] heard it more than once, that {fact}",
		"(said) Standing there, {you} [remember] what people [+say]: {fact}", "(said) There [is] a story that [belongs] here, and the short of it [is] that {fact}", "(said) What {you} [have] heard in passing [makes] more sense from here: {fact}",
	}},
	{"search", []string{
		"(seen) It [takes] some finding, but it [is] here to be found: {fact}", "(seen) Nobody [has] troubled to hide it very well: {fact}", "(seen) {you} [be] about to give up when one thing [falls] into place beside another: {fact}", "At the end of it {you} [have] one thing: {fact}",
		"(said) What {you} [find] [is] a few lines in somebody's small hand, and what they [+come] to [is] this: {fact}", "(said) {you} [find] nothing to put in a pocket, but the looking [brings] back a thing {you} [have] been told: {fact}", "(said) On a scrap of paper, folded small, it [is] put down in so many words: {fact}",
		"(said) Somebody [has] made a note of it, and left the note where few would look: {fact}",
	}},
	{"pursue", []string{
		"(crowd) {you} [ask] one and another, and what the answers [+have] in common [is] this: {fact}", "(crowd) Somebody [is] glad to be asked for once, and [says] that {fact}",
		"(crowd) It [comes] out by the way, in the middle of talk about something else, that {fact}", "Out of what {you} [have] heard from this one and that {you} [make] so much: {fact}", "{you} [lay] end to end what {you} [have] been told, and one thing [stands] out: {fact}",
		"It [has] been said in {your} hearing before now, and only now [means] something: {fact}", "There [is] one thing that everybody [seems] to know, and {you} [have] been slow to put it with the rest: {fact}", "Somebody told {me} once, or {you} read it somewhere: {fact}",
	}},
	{"recall", []string{
		"{you} [put] one thing to another, and [have] it: {fact}", "It [is] a thing {you} [have] known for some while, without looking at it: {fact}", "What {you} heard once, and paid no heed, [comes] back whole: {fact}",
	}},
}

// learned is learning by any other deed.
var learned = []string{
	"{you} [learn] something by it: {fact}", "(crowd) {you} [be] told, in passing and by nobody in particular, that {fact}", "One thing [comes] out of it that {you} [can] use: {fact}", "By the end {you} [know] this for certain: {fact}",
}
