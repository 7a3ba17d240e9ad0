package prose

// again tells a deed whose own words were told in the last turns already. {thing}
// is what is looked at.
var again = table{
	{doTalk, []string{
		"{you} [turn] to {name}.", "{you} [take] it up with {name}.", "{you} [go] over to {name} and [ask].", "{you} [draw] {name} into talk.", "{you} [bring] the talk with {name} round to it.",
		"{you} [have] a word with {name}.", "{you} [put] it to {name}.", "{you} [try] {name}.", "{you} [speak] of it with {name}.",
	}},
	{doPress, []string{
		"{you} [press] {name} again.", "{you} [put] it to {name} once more, and harder.", "{you} [do] not let {name} off.", "{you} [stand] in front of {name} and [ask] again.",
		"{you} [tell] {name} that {you} [be] still waiting for an answer.",
	}},
	{doAskHelp, []string{
		"{you} [ask] {name} once more for help.", "Again {you} [ask] {name} for a hand.", "{you} [tell] {name} that {you} [can] not do it alone.", "{you} [ask] {name} to think again.",
	}},
	{doBefriend, []string{
		"{you} [keep] {name} company a while longer.", "{you} [sit] with {name} again.", "{you} [try] again to be a friend to {name}.", "{you} [stay] by {name}, and [let] the talk go where it [wants].",
	}},
	{doGive, []string{"{you} [hold] it out to {name}.", "{you} [offer] it to {name} with both hands.", "{you} [put] it down where {name} [*can] take it."}},
	{doExamine, []string{
		"{you} [look] over {thing} again.", "{you} [turn] {your} attention back to {thing}.", "{you} [study] {thing} from another side.", "{you} [give] {thing} another look.",
		"{you} [come] back to {thing}, and [look] longer.", "{you} [bend] closer over {thing}.", "{you} [take] a second look, and a longer one.", "{you} [look] again, from nearer.",
	}},
	{doSearch, []string{
		"{you} [search] again, lower down.", "{you} [go] through it all a second time.", "{you} [begin] the search again from the other end.", "{you} [look] where {you} did not look before.",
		"{you} [search] {thing} once more.", "{you} [try] the corners this time.",
	}},
	{doWait, []string{
		"{you} [stay] where {you} [be].", "{you} [give] it time.", "{you} [stand] aside and [let] the time pass.", "{you} [find] a place out of the way and [wait] there.",
		"{you} [do] nothing for a while but look and listen.", "{you} [keep] still.", "{you} [let] others do the coming and going.", "{you} [wait] a little longer {at}.", "{you} [watch], and [wait].",
	}},
	{doPursue, []string{
		"{you} [go] on asking.", "{you} [come] back to the question.", "{you} [take] the matter up again.", "{you} [follow] it a little further.", "{you} [try] again to get to the bottom of it.",
		"{you} [ask] about, here and there, without making much of it.", "{you} [work] at the same knot.", "{you} [spend] some more time on it.",
	}},
	{doRecall, []string{
		"{you} [think] back.", "{you} [go] over it all again in {your} mind.", "{you} [put] what {you} [know] in order.", "{you} [let] {your} mind run back.", "{you} [stand] and [remember].",
		"{you} [take] stock of what {you} [have] learned.", "{you} [try] to call it back as it was.", "{you} [go] back over it, from the beginning.",
	}},
	{doTrain, []string{"{you} [practise] again, and for longer.", "{you} [go] through the same thing until it [comes] of itself.", "{you} [work] at it again.", "{you} [begin] at the beginning, and more slowly."}},
}

// outcomeOf tells how a check ended by the deed that it was of, before the words
// that do for any.
var outcomeOf = table{
	{doPress + " " + string(Success), []string{
		"{name} [*hold] out for a moment, and then [*answer].", "{name} [*see] that {you} [will] not go, and [*tell] {me}.", "{name} [*give] way, and {you} [get] a plain answer.",
		"It [costs] {name} something to answer, but {they} [*answer].", "{name} [*look] for a way round it, [*find] none, and [*speak].",
	}},
	{doPress + " " + string(Partial), []string{
		"{name} [*answer], and [*make] sure {you} [know] what it [costs].", "{name} [*speak], and [*resent] being made to.", "{you} [get] it out of {name}, who [will] remember how.", "{name} [*give] way, and not gladly.", "{name} [*answer] so that others [can] hear what {you} [ask].",
	}},
	{doPress + " " + string(Failure), []string{
		"{name} [*refuse], flatly, in front of anyone who [cares] to hear.", "{you} [push] too hard, and {name} [*shut] like a door.", "{name} [*have] nothing more to say to {me}, and [*say] so.",
		"{name} [*walk] a few steps off and [*stay] there.", "{name} [*ask] by what right, and {you} [have] no answer ready.",
	}},
	{doAskHelp + " " + string(Success), []string{
		"{name} [*agree] to do what {they} [*can].", "{name} [*say] yes before {you} [have] finished.", "{name} [*think] of what it may cost, and [*agree] all the same.", "{name} [*promise] {me} what help {they} [*can] give.",
	}},
	{doAskHelp + " " + string(Partial), []string{
		"{name} [*promise] something, with a condition to it.", "{name} [*agree] to half of what {you} asked.", "{name} [*will] help, but not for nothing.", "{name} [*help], and [*let] {me} see that it [is] the once.",
	}},
	{doAskHelp + " " + string(Failure), []string{
		"{name} [*refuse], not unkindly, and [*do] not explain.", "{name} [*say] that {you} [ask] too much.", "{name} [*do] not mean to be drawn into it, and [*say] so.", "{name} [*shake] {their} head before {you} [be] done.",
	}},
	{doBefriend + " " + string(Success), []string{
		"{name} [*soften], a little at a time.", "By the end of it {name} [*be] easier with {me}.", "{name} [*laugh] at something {you} [say], and [*mean] it.", "{name} [*tell] {me} a small thing about {their} own life.",
	}},
	{doBefriend + " " + string(Partial), []string{
		"{name} [*be] civil, and only half on guard.", "It [goes] well enough until {you} [say] a word too many.", "{name} [*hear] {me} out, and [*keep] {their} own counsel.", "{name} [*unbend] a little, and then no further.",
	}},
	{doBefriend + " " + string(Failure), []string{
		"{name} [*see] what {you} [be] trying to do, and [*draw] back.", "{name} [*find] something else that [needs] doing.", "It [comes] out wrong, and {name} [*let] it lie there.", "{name} [*have] no wish for company, or not for {yours}.",
	}},
	{doSearch + " " + string(Success), []string{
		"{you} [miss] nothing.", "{you} [look] in the right order, and nothing [is] left unturned.", "If anything was hidden here, {you} would have found it.", "{you} [go] through all of it, and [know] at the end what [is] here and what [is] not.",
	}},
	{doSearch + " " + string(Partial), []string{
		"{you} [get] through the half of it, and there [is] nothing in that half.", "{you} [see] most of it, and [leave] some of it out of place.", "{you} [turn] over what [can] be turned over quickly, and [find] nothing under it.",
	}},
	{doSearch + " " + string(Failure), []string{
		"{you} [turn] it all over and [have] nothing to show for it.", "{you} [knock] something down, and heads [+turn].", "If there [is] anything to find, it [stays] where it [is].", "{you} [give] up with dust to the elbows.",
	}},
}

// yield tells what a deed comes to of which nothing else came: plainly, that there is
// no more to be had.
var yield = table{
	{doExamine, []string{
		"There [is] nothing more to be seen of it.", "It [is] what it was, and {you} [learn] nothing new.", "{you} [look] until {you} [be] sure: it [has] nothing more to tell.", "Nothing about it [has] changed.", "{you} [know] all of it by now.",
	}},
	{doPursue, []string{
		"There [is] nothing new to be learned of it {at}.", "Nobody {at} [has] anything to add.", "What there [is] to learn of it {at}, {you} [have] learned.", "{you} [learn] nothing that {you} did not know.", "It [leads] no further from here.",
	}},
	{doSearch, []string{
		"There [is] nothing hidden here.", "{you} [find] nothing that was not there to be seen.", "Nothing [comes] to light.",
	}},
	{doWait, []string{
		"Nothing [comes] of it.", "Nobody [comes], and nothing [is] said that {you} [can] use.", "{you} [be] none the wiser for it, but rested.", "Nothing [happens] that [has] to do with {me}.",
	}},
	{doRecall, []string{
		"{you} [come] to no new end of it.", "It [is] all as {you} left it, and nothing new [comes] of it.", "Nothing in it [looks] different.", "{you} [have] it all still, and [be] no further.", "{you} [find] nothing in it that {you} had passed over.",
	}},
	{doTrain, []string{"It [goes] a little better at the end than at the beginning.", "{you} [stop] when it [begins] to go worse.", "{your} hands [+have] it, nearly.", "It [is] slow work, but it [is] something."}},
}

// knowing comes back to something learned before.
var knowing = []string{
	"This much {you} [know]: {fact}", "What {you} [have] to go on [is] this: {fact}", "{you} [come] back to what {you} [have] been told: {fact}", "One thing [stands] out: {fact}", "If one thing [has] a bearing on it, it [is] this: {fact}",
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
	"{name} [*tell] {me} that {fact}", "{name} [*say] that {fact}", "{name} [*think], and [*tell] {me} that {fact}", "{name} [*say], after a moment, that {fact}", "{name} [*look] round before telling {me} that {fact}",
	"{name} [*shrug], and [*tell] {me} that {fact}", "{name} [*nod], and [*say] that {fact}", "{name} [*answer] that {fact}", "{name} [*lower] {their} voice. This [is] what {they} [*know]: {fact}", "{name} [*let] {me} know that {fact}",
	"{name} [*put] it simply: {fact}", "{name} [*tell] {me} what {they} [*know]: {fact}", "{name} [*have] this to tell: {fact}", "{name} [*say], as a thing well known, that {fact}",
}

// turning is telling that does not keep to what was asked.
var turning = []string{
	"{name} [*can] not help {me} with that, but [*tell] {me} that {fact}", "{name} [*know] nothing of that, and [*tell] {me} what {they} [*do] know: {fact}", "{name} [*let] the question go by, and [*say] that {fact}", "{name} [*have] nothing to say to that, but [*mention] that {fact}",
	"{name} [*shake] {their} head, and then [*remember] something else: {fact}", "{name} [*have] no answer to that, and [*give] {me} another: {fact}", "{name} [*say] instead that {fact}", "{name} [*leave] that to others, and [*speak] of another thing: {fact}",
}

// repeating is telling of what is only said.
var repeating = []string{
	"{name} [*have] heard it said that {fact}", "{name} [*tell] {me} only what people [+say], that {fact}", "{name} [*repeat] a story, without swearing to it: {fact}", "As {name} [*have] heard it, {fact}", "{name} [*say] that there [+be] people who [+hold] that {fact}",
}

// overhearing is how a fact comes to somebody who waits.
var overhearing = []string{
	"{you} [hear] it said, not to {me}, that {fact}", "Somebody going by [says] to somebody else that {fact}", "Of all the talk that [goes] past, one thing [is] worth keeping: {fact}", "{you} [catch] the end of a talk between two others, and it [is] this: {fact}", "What {you} [hear], by keeping still, [is] that {fact}",
}

// answered is for an answer that holds nothing back, and brings nothing new.
var answered = []string{
	"{name} [*answer] all that {you} [ask], and it [is] nothing {you} did not know.", "{name} [*hold] nothing back, and [*have] nothing new.", "{name} [*tell] {me} all {they} [*know] of it, which {you} [know] already.", "{you} [get] the whole of it from {name}, and none of it [is] new.",
	"{name} [*know] no more of it than {you} [do], and [*say] so.",
}

// withheld is for an answer that keeps something back.
var withheld = table{
	{doPress, []string{"{name} [*give] {me} half an answer and [*keep] the other half.", "{name} [*say] one word, [*think] better of it, and [*say] no more.", "{name} [*tell] {me} part of it, the part that [is] known, and [*resent] being asked."}},
	{doAskHelp, []string{"{name} [*say] neither yes nor no, and [*ask] for time.", "{name} [*will] think about it, and [*do] not say for how long."}},
}

// answers are what people do who are spoken to and have nothing to add.
var answers = table{
	{"warm", []string{
		"{name} [*think] it over, and [*be] sorry to know no more.", "{name} would tell {me} if there were more to tell.", "{name} [*have] told {me} all there [is], and [*say] so kindly.", "{name} [*know] nothing about it that {you} [do] not know, and [*wish] it were otherwise.",
	}},
	{"neutral", []string{
		"{name} [*have] nothing to add to what {you} [know].", "{name} [*say] plainly that {they} [*know] no more of it.", "{name} [*have] said what {they} [*have] to say.", "There [is] nothing more in it, as far as {name} [*know].", "{name} [*know] nothing about it.",
	}},
	{"cold", []string{
		"{name} [*have] no more to say to {me}.", "{name} [*say] that {you} [have] had {your} answer.", "{name} [*let] {your} question lie.", "{name} [*answer] with a word, and it [is] no.", "{name} [*say] that {you} [have] no business asking.",
	}},
}

// sending is for people who know of somebody, or of a place, with more to tell.
var sending = []string{
	"{name} [*know] no more of it, and [*send] {me} to {whom}.", "{name} [*say] that {you} had better ask {whom}.", "\"Ask {whom},\" {name} [*say], and [*have] no more to add.", "{name} [*be] not the one to ask; {whom} [is], {they} [*say].",
}

// unspoken is how those who do not speak are when an answer is asked of them.
var unspoken = table{
	{doTalk, []string{
		"{name} [*do] not speak.", "{name} [*hear] {me} out, and no word [comes].", "{name} [*open] {their} mouth, and [*close] it.", "{name} [*shake] {their} head, which [is] not an answer, or [is] the only one.", "{name} [*put] a finger to {their} lips, not to hush {me}.",
		"{name} [*look] at {me} for as long as a sentence would take.", "Not a word [comes] from {name}.",
	}},
	{doPress, []string{
		"{name} [*stand] it, and [*say] nothing.", "{you} might as well press the wall; {name} [*do] not make a sound.", "{name} [*step] back, silent, and [*shake] {their} head.", "{name's} eyes [+fill], and no word [comes] with it.",
	}},
	{doAskHelp, []string{
		"{name} [*nod], once, and [*do] not speak.", "{name} [*take] {your} sleeve, and [*let] it go again, without a word.", "{name} [*spread] {their} hands, and [*say] nothing.",
	}},
	{doBefriend + " " + string(Success), []string{
		"{name} [*smile], and [*forget] to hide it.", "{name} [*move] over, so that there [is] room for two.", "{name} [*share] what {they} [*have] to eat, and not a word [is] wanted.",
	}},
	{doBefriend + " " + string(Partial), []string{
		"{name} [*listen], and [*keep] {their} eyes on {your} hands.", "{name} [*let] {me} stay, at arm's length.",
	}},
	{doBefriend + " " + string(Failure), []string{
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

// learning tells a fact that the player knows from now on.
var learning = []string{
	"{you} [learn] this much: {fact}", "One thing {you} [have] now for certain: {fact}", "So {you} [know] one thing more: {fact}", "There [is] one thing here that {you} [can] use: {fact}", "That [is] worth having: {fact}", "This at least {you} [come] away with: {fact}", "{you} [put] one thing to another, and [have] it: {fact}",
}
