package choices

// A frame is one wording of one kind of move. In braces stand places for what the move
// and a ground give; a frame is used only where all of them are filled.
//
//	{P} {P's} {him} {he verb}  the person, their pronouns, the verb agreeing
//	{place} {here} {part}      where it goes, where the player is, the part of the day
//	{there} {item}             what is looked at or searched: a place, or a thing
//	{about} {matter}           what it is about: a noun ("the oil"), or a question ("who
//	                           paid for the oil")
//	{open}                     the title of its thread, which is a question as it stands
//	{far} {who} {thing}        of a way: where it is for in the end, whom one would see there
//	                           and what one would show them
//	{say}                      the plain words for the move
//
// A move that is about something is worded by that, and a way by all that it is for.
//
// when limits a frame. warm, cold: what the person thinks of the player; company:
// somebody is here; peopled: somebody is where the move goes; new: the player never was
// there; known: they were; asks, looks: a way is to ask whoever is there, or to see for oneself. Of the
// ground, again: the same person was asked the same; failed: it came to nothing; lately: it
// was within ten turns; fresh: it was just now.
type frame struct{ when, text string }

// frames are those of each kind. What is done with a thing, a practice or a span of
// time is too much the engine's to be put otherwise than it says.
var frames = map[string][]frame{
	"ask": {
		{"", "Ask {P} about {about}"},
		{"", "Ask {P} what {he know} about {about}"},
		{"", "Ask {P} what {he make} of {about}"},
		{"", "Bring the talk with {P} round to {about}"},
		{"", "Mention {about} to {P}, as if in passing"},
		{"", "See what {P} will say about {about}"},
		{"", "Ask {P} to tell you about {about}"},
		{"", "Get {P} talking about {about}"},
		{"", "Sound {P} out about {about}"},
		{"", "Put a question or two to {P} about {about}"},
		{"fresh", "Ask {P} about {about} while it is fresh in your mind"},
		{"warm", "Ask {P}, as a friend, about {about}"},
		{"cold", "Ask {P} about {about}, whatever {he think} of you"},
		{"again", "Ask {P} again about {about}"},
		{"again", "Bring {P} back to {about}"},
		{"again", "Ask {P} once more about {about}, and listen longer"},
		{"again failed", "Try {P} again about {about}"},
		{"", "Ask {P} {matter}"},
		{"", "Ask {P} if {he know} {matter}"},
		{"", "Ask {P} to tell you {matter}"},
		{"", "Ask {P} outright {matter}"},
		{"", "See whether {P} can tell you {matter}"},
		{"", "Find out from {P} {matter}"},
		{"", "Try to learn from {P} {matter}"},
		{"cold", "Ask {P} {matter}, whatever {he think} of you"},
		{"again", "Ask {P} again {matter}"},
		{"again", "Ask {P} once more, and more gently, {matter}"},
	},
	"talk": {
		{"", "Talk with {P} about {about}"},
		{"", "Talk over {about} with {P}"},
		{"", "Talk with {P} and try to learn {matter}"},
		{"", "Talk with {P} for a while"},
		{"", "Fall into talk with {P}"},
		{"", "Ask {P} what is on {his} mind"},
		{"", "Ask {P} what has changed here of late"},
		{"", "Get {P} talking about {here} and the people in it"},
		{"warm", "Sit by {P} and let {him} talk"},
		{"cold", "Make talk with {P}, whatever {he think} of you"},
	},
	"tell": {
		{"", "Tell {P} about {about}"},
		{"", "Tell {P} what you know about {about}"},
		{"", "Let {P} know about {about}"},
		{"", "Tell {P} the little you know about {about}"},
		{"", "Take {P} aside and tell {him} about {about}"},
		{"again", "Tell {P} more about {about}"},
		{"warm", "Trust {P} with what you know about {about}"},
		{"", "Tell {P} you have been wondering {matter}"},
		{"", "Talk over with {P} {matter}"},
	},
	"ask-help": {
		{"", "Ask {P} for help with {about}"},
		{"", "Ask {P} to help you with {about}"},
		{"", "Ask {P} to help you get to the bottom of {about}"},
		{"", "Ask {P} to stand by you over {about}"},
		{"", "Tell {P} you need {his} help over {about}"},
		{"again", "Ask {P} again for help with {about}"},
		{"", "Ask {P} to help you find out {matter}"},
		{"", "Ask for {P's} help in finding out {matter}"},
		{"", "Tell {P} you cannot find out alone {matter}"},
		{"again", "Ask {P} again to help you find out {matter}"},
		{"", "Ask {P} to lend you a hand"},
		{"", "Ask {P} to come along with you"},
		{"", "Ask {P} what {he would} risk to help you"},
	},
	"befriend": {
		{"", "Sit with {P} a while and ask for nothing"},
		{"", "Tell {P} a little about where you come from"},
		{"", "Keep {P} company until {he speak}"},
		{"", "Spend a little time with {P} and let {him} talk"},
		{"", "Be good company to {P} for a while"},
	},
	"press": {
		{"", "Press {P} about {about}"},
		{"", "Press {P} for the truth about {about}"},
		{"", "Tell {P} you want the truth about {about}"},
		{"", "Ask {P} straight out about {about}"},
		{"", "Make {P} talk about {about}"},
		{"", "Hold {P} to {about}"},
		{"again", "Press {P} harder about {about}"},
		{"again", "Ask {P} again about {about}, and take no half answer"},
		{"", "Press {P} to tell you {matter}"},
		{"", "Insist that {P} tell you {matter}"},
		{"", "Ask {P} straight out {matter}"},
		{"", "Ask {P} to {his} face {matter}"},
		{"again", "Press {P} harder to tell you {matter}"},
		{"again", "Ask {P} again {matter}, and take no half answer"},
		{"", "Press {P} for a straight answer"},
		{"", "Press {P} for the truth"},
		{"", "Tell {P} that you will not leave without the truth"},
		{"", "Press {P} for whatever {he be} keeping back"},
	},
	"show": {
		{"", "Show {P} {item}"},
		{"", "Let {P} see {item}"},
		{"", "Hold out {item} for {P} to see"},
		{"", "Show {P} {item} and ask what {he make} of it"},
		{"", "Show {P} {item} and watch {his} face"},
	},
	"give": {
		{"", "Give {P} {item}"},
		{"", "Offer {P} {item} and wait"},
		{"", "Hold out {item} to {P}"},
		{"", "Let {P} have {item}"},
	},
	"take": {
		{"", "Take {item} with you"},
		{"", "Pick up {item}"},
		{"", "Take {item} and keep it by you"},
	},
	"use": {
		{"", "{say}"},
	},
	"go": {
		{"asks", "Go to {place} and ask there about {about}"},
		{"asks", "Go and ask about {about} at {place}"},
		{"asks", "See who at {place} can tell you about {about}"},
		{"asks", "Make for {place}, and ask about {about} there"},
		{"asks", "Take your questions about {about} to {place}"},
		{"asks", "Go to {place} and ask there {matter}"},
		{"asks", "See if anyone at {place} can tell you {matter}"},
		{"asks", "Try to learn at {place} {matter}"},
		{"", "Go to {place} and ask {who} about {about}"},
		{"", "Look for {who} at {place}, and ask about {about}"},
		{"", "Ask {who} at {place} about {about}"},
		{"", "Walk over to {place} and ask {who} about {about}"},
		{"", "Go to {place} and ask {who} {matter}"},
		{"", "Find {who} at {place}, and ask {matter}"},
		{"", "Go to {place}, where {who} may know {matter}"},
		{"", "Go to {place} and show {who} {thing}"},
		{"", "Take {thing} to {who} at {place}"},
		{"", "See what {who} at {place} says to {thing}"},
		{"", "Go to {place} and look for {who}"},
		{"", "See whether {who} is at {place}"},
		{"looks", "Go to {place} and see about {about}"},
		{"looks", "Look into {about} at {place}"},
		{"looks", "Go and see about {about} at {place}"},
		{"looks", "Go to {place} to find out {matter}"},
		{"looks", "See at {place} for yourself {matter}"},
		{"", "Set out for {far} by way of {place}, to ask {who} about {about}"},
		{"", "Start for {far}, by {place}, to speak with {who} about {about}"},
		{"", "Set out for {far} by way of {place}, to ask {who} {matter}"},
		{"", "Set out for {far} by way of {place}, to show {who} {thing}"},
		{"", "Set out for {far} by way of {place}, and look for {who}"},
		{"looks", "Set out for {far} by way of {place}, to see about {about}"},
		{"looks", "Set out for {far} by way of {place}, to find out {matter}"},
		{"", "Set out for {far} by way of {place}"},
		{"new", "Go and see {place}"},
		{"new", "See what there is at {place}"},
		{"new", "Go to {place}, where you have not been yet"},
		{"new", "Walk over to {place} and look about you"},
		{"known", "Make your way to {place}"},
		{"known", "See what is happening at {place}"},
		{"known", "Leave {here} for {place}"},
		{"known peopled", "Go to {place} and see who is there"},
	},
	"examine": {
		{"", "Look closely at {item}"},
		{"", "Take a closer look at {item}"},
		{"", "Look {item} over"},
		{"", "Look round {there}"},
		{"", "Take a slow look round {there}"},
		{"", "Look about {there}"},
		{"", "Look round {there} for anything to do with {about}"},
		{"", "Look about you at {there} for some trace of {about}"},
		{"", "Look round {there} for anything that shows {matter}"},
	},
	"search": {
		{"", "Search {there} from end to end"},
		{"", "Search {there} for anything left behind"},
		{"", "Search {there} with care"},
		{"", "Search {there} for anything to do with {about}"},
		{"", "Search {there} for some sign of {about}"},
		{"", "Search {there} for anything that shows {matter}"},
		{"", "Search {item} with care"},
	},
	"wait": {
		{"", "Wait a while and see who comes"},
		{"", "Stay where you are and listen"},
		{"company", "Stand still until somebody else speaks first"},
		{"", "Stay where you are, and see what comes of {about}"},
		{"company", "Wait, and keep an ear open for talk of {about}"},
		{"company", "Wait, and listen for whoever may know {matter}"},
	},
	"pursue": {
		{"", "Look into {about}"},
		{"", "Find out what you can about {about}"},
		{"", "Give your mind to {about}"},
		{"", "Try to get to the bottom of {about}"},
		{"", "Follow up {about}"},
		{"lately", "Go on asking about {about}"},
		{"", "Try to find out {matter}"},
		{"", "Set about learning {matter}"},
		{"", "Work on the question of {matter}"},
		{"lately", "Go on asking {matter}"},
		{"", "Look for the answer: {open}"},
	},
	"recall": {
		{"", "Go over in your mind what you know of {about}"},
		{"", "Turn {about} over in your mind"},
		{"", "Think about {about}"},
		{"", "Ask yourself what to make of {about}"},
		{"", "Ask yourself {matter}"},
		{"", "Puzzle over {matter}"},
		{"", "Go over in your mind what you know so far"},
		{"", "Put in order what you have learned so far"},
		{"", "Count over the people you can trust"},
	},
	"train": {
		{"", "{say}"},
	},
	"skip": {
		{"", "{say}"},
	},
}

// leaning is how a choice names the stat it leans on, behind what it does.
var leaning = map[string]string{
	"nerve": ", and hold your nerve", "wits": ", with your wits about you", "tongue": ", and mind your tongue",
	"hands": ", and trust to your hands", "attention": ", with all your attention", "charm": ", with all your charm",
	"tact": ", with all your tact", "strength": ", with all your strength",
}

// leaningOn is for any other, and for one that is praised.
const leaningOn = ", and trust to your "

// praise is a word for a stat that is high.
var praise = map[string]string{
	"nerve": "steady", "courage": "proven", "wits": "quick", "wit": "quick", "intelligence": "sharp", "tongue": "ready", "hands": "deft",
	"strength": "great", "agility": "great", "dexterity": "great", "charisma": "easy", "charm": "easy", "stealth": "practised", "wisdom": "long", "perception": "keen",
}
