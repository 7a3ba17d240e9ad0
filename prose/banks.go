package prose

// The forms that sentences are made of. Each says something of this story alone: whoever is
// named in it, or what, or when, is what it is about. None describes for the sake of it; that
// is for whoever wrote the campaign.

// quoting is how somebody says a thing aloud.
var quoting = []string{"{said} [*say] {name}.", "{said} {name} [*say].", "{name} [*say]: {quote}", "{said} {name} [*say] to {me}.", "{name} [*say] to {me}: {quote}"}

// goingOn is what somebody says who is speaking.
var goingOn = []string{"{quote}", "And {name} [*say]: {quote}"}

// telling is how somebody says what cannot be quoted: {fact}.
var telling = []string{"{name} [*say] that {fact}", "{name} [*tell] {me} that {fact}", "As {name} [*tell] it, {fact}", "What {name} [*know] [is] that {fact}"}

// repeating is telling what the teller has only heard.
var repeating = []string{
	"{name} [*have] heard it said that {fact}", "{name} [*have] it from others that {fact}", "They [+say], {name} [*tell] {me}, that {fact}", "{name} [*repeat] what [is] said, that {fact}",
	"{name} [*will] not swear to it, but people [+hold] that {fact}",
}

// citing is telling what stands somewhere.
var citing = []string{"{name} [*know] what {source} [says]: {fact}", "{name} [*give] {me} a line of {source}: {fact}", "{name} [*have] {source} by heart so far, that {fact}", "{name} [*say], as {source} [does], that {fact}"}

// overheard is what somebody says to others.
var overheard = []string{"{name} [*say], though not to {me}, that {fact}", "{you} [hear] {name} say that {fact}", "{name} [*be] telling somebody that {fact}"}

// reported is what somebody said who is not here.
var reported = []string{"It [comes] from {speaker} that {fact}", "By word of {speaker}, {fact}", "{speaker} [has] let it be known that {fact}"}

// written is what stands in something.
var written = []string{"In {source} it [stands] that {fact}", "{source} [has] it that {fact}", "It [is] put down in {source} that {fact}", "{source} [says] so much: {fact}"}

// rumoured is what is said by nobody in particular, and found what is seen to be so.
var (
	rumoured = []string{"It [is] said that {fact}", "There [are] those who hold that {fact}", "The talk [is] that {fact}"}
	found    = []string{"{Fact}", "So much [is] certain: {fact}"}
)

// unknowing is how people are who have nothing to tell.
var unknowing = []string{
	"{name} [*know] no more of {topic} than {you} [do].", "Of {topic} {name} [*have] nothing to tell {me}.", "{name} [*can] tell {me} nothing new about {topic}.", "About {topic} {name} [*have] said what {they} [*know].",
	"{name} [*have] no answer about {topic}.", "{topic}: {name} [*know] nothing of it.", "{name} [*have] nothing to tell {me} just now.", "{name} [*be] no help to {me} there.", "{name} [*have] little to say for now.", "From {name} there [is] no more for now.",
}

// sending is for people who know of somebody with more to tell.
var sending = []string{
	"{name} [*say] that {you} had better ask {whom}.", "\"Ask {whom},\" {name} [*say].", "{whom} would know more, {name} [*tell] {me}.", "{name} [*name] {whom} as the one to ask.", "If anybody [knows], {name} [*say], it [is] {whom}.",
}

// hearing is what people make of being told something, listening of being told what is news to them,
// inspecting of being shown it, taking of being given it. hearsay is whom they have it from.
var (
	listening  = []string{"{name} [*hear] {me} to the end.", "{name} [*let] {me} come to the end of it.", "{name} [*listen], and [*do] not break in.", "{name} [*want] to have it told from the beginning.", "{name} [*have] all of it from {me}, once and then again."}
	hearsay    = []string{"{name} [*have] it from {whom}.", "It [is] from {whom} that {name} [*have] it.", "It was {whom} who said so."}
	hearing    = []string{"{name} [*hear] {me} out about {topic}.", "{name} [*have] nothing to add about {topic}.", "{name} [*take] in what {you} [say] of {topic}.", "{name} [*let] {me} finish about {topic}."}
	inspecting = []string{"{name} [*know] nothing of {thing}.", "{name} [*have] nothing to say of {thing}.", "{name} [*look] at {thing} and [*hand] it back.", "{name} [*can] make nothing of {thing}."}
	taking     = []string{"{name} [*take] {thing}.", "{name} [*accept] {thing} and [*keep] it.", "{name} [*thank] {me} for {thing}.", "{name} [*have] {thing} now."}
)

// wordless is how those are who do not speak, and pointing where they look.
var (
	wordless = []string{
		"{name} [*do] not speak.", "Not a word [comes] from {name}.", "{name} [*shake] {their} head.", "{name} [*look] at {me}, and no word [comes].", "{name} [*hear] {me} out and [*keep] silent.", "{name} [*open] {their} mouth and [*close] it.",
		"Still {name} [*say] nothing.", "{name} [*have] no voice for it.",
	}
	pointing = []string{"{name} [*point] toward {where}.", "But {they} [*look] toward {where}.", "With {their} chin {they} [*point] toward {where}.", "{name} [*draw] with a finger what might be {where}."}
)

// graded is how something goes that was tried with somebody, by what it was and how well.
var graded = table{
	{"press:success press:partial", []string{"{name} [*have] nothing more to give away about {topic}.", "{name} [*have] nothing more to give away.", "Pressed, {name} [*own] to knowing no more."}},
	{"press:failure", []string{"{name} [*will] not be pressed about {topic}.", "{name} [*refuse] to say a word of {topic}.", "{name} [*will] not be pressed.", "{name} [*ask] by what right {you} [ask].", "{name} [*turn] away from {me}."}},
	{"ask-help:success", []string{"{name} [*agree] to help.", "{name} [*promise] {me} what help {they} [*can] give.", "{name} [*say] yes."}},
	{"ask-help:partial", []string{"{name} [*agree] to help, the once.", "{name} [*will] help, but not for nothing.", "{name} [*promise] the half of what {you} asked."}},
	{"ask-help:failure", []string{"{name} [*will] not help.", "{name} [*refuse], and [*do] not explain.", "{name} [*do] not mean to be drawn into it."}},
	{"befriend:success", []string{"{name} [*be] easier with {me} for it.", "{name} [*think] better of {me} than before.", "{name} [*be] glad of the company."}},
	{"befriend:partial", []string{"{name} [*be] civil, and no more than civil.", "{name} [*unbend] a little.", "{name} [*put] up with the company."}},
	{"befriend:failure", []string{"{name} [*want] no company, or not {yours}.", "{name} [*draw] back from {me}.", "{name} [*think] no better of {me} for it."}},
	{"say:success", []string{"{name} [*take] it well.", "{name} [*be] won over."}},
	{"say:partial", []string{"{name} [*take] it half in earnest."}},
	{"say:failure", []string{"{name} [*take] it ill.", "{name} [*be] not won over."}},
}

// costs is what it cost that something was learned by pressing or searching.
var costs = table{
	{"press:success", []string{"{name} [*like] {me} no better for asking.", "{name} [*will] not forget who asked."}},
	{"press:partial", []string{"{name} [*think] the less of {me} for it.", "{name} [*resent] having been made to say so.", "It [has] cost {me} something with {name}."}},
	{"ask-help:partial", []string{"{name} [*will] want something for it.", "{name} [*help] {me} this once."}},
	{"search:partial search:failure", []string{"It [takes] longer than {you} meant: {span}.", "{span} [has] gone on it.", "It [has] cost {me} {span}."}},
}

// ended is how a thing ended of which nothing else is told, by what was tried.
var ended = table{
	{"success", []string{"{your} {stat} [serves] {me}.", "{your} {stat} [is] enough for it."}},
	{"partial", []string{"{your} {stat} [serves] for the half of it.", "{your} {stat} [is] enough, and no more than enough."}},
	{"failure", []string{"{your} {stat} [is] not enough for it.", "It [wants] more {stat} than {you} [have]."}},
}

// nothing is what a deed comes to by which nothing is learned.
var nothing = table{
	{"examine", []string{"There [is] nothing new to be seen of {thing}.", "{you} [see] nothing of {thing} that {you} did not know.", "{you} [know] all there [is] to see of {thing}."}},
	{"search", []string{"{you} [find] nothing {at} that {you} had not seen.", "There [is] nothing more to find {at}.", "Nothing new [comes] to light {at}.", "Whatever was to be had {at}, {you} [have] it.", "There [is] nothing {at} that [helps].", "{you} [come] away from it with nothing."}},
	{"wait skip", []string{"In {span} nobody [comes].", "{span} [goes] by {at}.", "After {span} nobody [has] come.", "For {span} nothing [moves] {at}.", "Nobody [comes] {at} in {span}."}},
	{"recall", []string{"{you} [have] nothing new to put together about {topic}.", "{you} [know] no more of {topic} than {you} did.", "Nothing that {you} [know] so far [leads] on from there.", "{you} [know] no more than {you} did.", "It [does] not come together yet."}},
	{"pursue", []string{"There [is] no more to learn of {topic} {at}.", "{you} [get] no further with {topic} {at}.", "Nobody {at} [can] take {topic} any further.", "{you} [get] no further with it {at}."}},
}

// elsewhereWhom and elsewhereWhere say who or what place there is to turn to.
var (
	elsewhereWhom  = []string{"{whom} [is] the one to ask.", "If anybody [knows] more, it [is] {whom}.", "{whom} might know."}
	elsewhereWhere = []string{"There [may] be more at {where}.", "It [has] to be looked for at {where}.", "What [is] left of it [lies] at {where}."}
)

// recollecting and remembering tell what comes to somebody who thinks back, and knowing what
// they know.
var (
	remembering  = []string{"{you} [remember] it well: {memory}", "That much [is] done: {memory}", "What {you} [have] done [comes] back: {memory}", "It [is] no dream that {memory}"}
	recollecting = []string{"What [comes] first [is] {topic}.", "{you} [begin] with {topic}.", "It [comes] down to {topic}."}
	knowing      = []string{"{you} [know] that {fact}", "So much {you} [have]: {fact}", "{you} [have] it that {fact}", "What {you} [have] to go on [is] this: {fact}"}
)

// reminding brings back what was done in a sitting before this one.
var reminding = []string{
	"{you} [have] not forgotten it: {memory}", "It [is] still with {me} that {memory}",
}

// finding, gaining and losing are of things.
var (
	finding = []string{"{you} [find] {items}.", "{you} [come] upon {items}.", "What there [is] to find {at} [is] {items}."}
	gaining = []string{"{you} [have] {items} now.", "{you} [come] away with {items}.", "{items}: {yours}, from here on."}
	losing  = []string{"{you} no longer [have] {items}.", "{you} [be] without {items} from here.", "{you} [have] parted with {items}."}
)

// deciding is for a choice in words that no sentence can be made of.
var deciding = []string{"{you} [do] it: {choice}", "Then it [is] done: {choice}", "That [is] what {you} [do]: {choice}"}

// coming and going are of people who come and go while the player stays.
var coming = table{
	{"inside", []string{"{name} [*come] in.", "The door [lets] {name} in.", "Now {name} [*be] here."}},
	{"outside", []string{"{name} [*come] along.", "{name} [*come] into view.", "There [comes] {name}."}},
}

var (
	going         = []string{"{who} [has] gone.", "{who} [leaves].", "{who} [is] no longer {at}.", "{who} [goes] off."}
	goingTogether = []string{"{who} [+have] gone.", "{who} [+leave].", "{who} [+be] no longer {at}."}
)

// standing is of those who are there, missing of who is not.
var (
	standing         = []string{"{name} [*be] here.", "{name} [*be] here before {me}.", "{you} [find] {name} here."}
	standingTogether = []string{"{who} [+be] here.", "{who} [+be] here before {me}.", "{you} [find] {who} here."}
	missing          = []string{"{who} [is] not here.", "There [is] no sign of {who}.", "{who} [is] not to be seen {at}."}
)

// hours and what follows are clauses of which a sentence is made where little else is told:
// what time it is, and who stays or is elsewhere.
var (
	hours    = []string{"it [is] {clock}", "by now it [is] {clock}", "it [has] gone {struck}"}
	staying  = []string{"{name} [*be] still here", "{name} [*stay]", "{name} [*have] not gone", "only {name} [*be] here"}
	alone    = []string{"there [is] nobody {at} but {me}", "nobody else [is] here", "{you} [be] by {yourself}"}
	lastSeen = []string{"{you} last saw {who} at {there}", "{who} was at {there} when {you} left", "it was at {there} that {you} left {who}", "{who} [may] be at {there} still"}
)

// still is for a turn of which there is nothing to tell that was not told a moment ago.
var still = []string{"Nothing changes.", "{you} [be] where {you} [be].", "It [is] as it was."}
