package choices

import "strings"

// A frame is one wording of one kind of move. In braces stand places for what the move
// and a ground give; a frame is used only where all of them are filled.
//
//	{P} {P's} {him} {he verb}  the person, their pronouns, the verb agreeing
//	{place} {here} {part}      where it goes, where the player is, the part of the day
//	{there} {item}             what is looked at or searched: a place, or a thing
//	{about} {matter}           the move's topic: a noun ("the oil"), or a question ("who
//	                           paid for the oil")
//	{open}                     the title of its thread, which is a question as it stands
//	{thing} {riddle}           what the ground is of, which the move is not about: a noun
//	                           (its topic, or "the coin you gave Ines"), or a question
//	{asked}                    who else was asked about the move's topic
//	{say}                      the plain words for the move
//
// A move that has a topic is worded by it. A ground of that topic is spoken of by
// that; of any other it is only said that the player has it in mind, because the move
// is not about it.
//
// when limits a frame. warm, cold: what the person thinks of the player; company:
// somebody is here; peopled: somebody is where the move goes. Of the ground, again: the
// same person was asked the same; failed: it came to nothing; lately: it was within
// ten turns; fresh: it was just now.
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
		{"again", "Bring {P} back to the matter of {about}"},
		{"again", "Ask {P} once more about {about}, and listen longer"},
		{"again failed", "Try {P} again about {about}"},
		{"", "Ask {P} about {about}, as you asked {asked}"},
		{"", "See what {P} says about {about}, having asked {asked} already"},
		{"failed", "Ask {P} about {about}, since you got nowhere with {asked}"},
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
		{"", "Ask {P} {matter}, as you asked {asked}"},
		{"", "Put to {P} what you asked {asked}: {matter}"},
		{"failed", "Ask {P} {matter}, since you got nowhere with {asked}"},
	},
	"talk": {
		{"", "Talk with {P} about {about}"},
		{"", "Talk over {about} with {P}"},
		{"", "Talk with {P} and try to learn {matter}"},
		{"", "Talk with {P} for a while"},
		{"", "Pass the time with {P}"},
		{"", "Fall into talk with {P}"},
		{"", "Ask {P} what is on {his} mind"},
		{"", "Ask {P} what has changed here of late"},
		{"", "Get {P} talking about {here} and the people in it"},
		{"warm", "Sit by {P} and let {him} talk"},
		{"cold", "Make talk with {P}, whatever {he think} of you"},
		{"", "Pass the time with {P} and see if talk turns to {thing}"},
		{"", "Pass the time with {P}, and listen for a word of {thing}"},
		{"", "Talk with {P} about this and that, but not a word of {thing}"},
		{"", "Let {P} talk, and wait for {him} to mention {thing}"},
		{"", "Talk with {P} in the hope of learning {riddle}"},
		{"", "Pass the time with {P} without asking {riddle}"},
		{"", "Let {P} talk, and wonder all the while {riddle}"},
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
		{"", "Ask {P} to lend you a hand, still asking yourself {riddle}"},
	},
	"befriend": {
		{"", "Sit with {P} a while and ask for nothing"},
		{"", "Tell {P} a little about where you come from"},
		{"", "Keep {P} company until {he speak}"},
		{"", "Spend a little time with {P} and let {him} talk"},
		{"", "Be good company to {P} for a while"},
		{"", "Keep {P} company for a while without a word of {thing}"},
		{"", "Sit with {P} a while and say nothing of {thing}"},
		{"", "Forget {thing} for a while and be good company to {P}"},
		{"", "Spend a little time with {P} and put {thing} out of your mind"},
		{"", "Sit with {P} a while and do not ask {him} {riddle}"},
		{"", "Keep {P} company for a while without asking {him} {riddle}"},
	},
	"press": {
		{"", "Press {P} about {about}"},
		{"", "Press {P} for the truth about {about}"},
		{"", "Tell {P} you want the truth about {about}"},
		{"", "Ask {P} straight out about {about}"},
		{"", "Make {P} talk about {about}"},
		{"", "Do not let {P} slip away from the matter of {about}"},
		{"again", "Press {P} harder about {about}"},
		{"again", "Ask {P} again about {about}, and take no half answer"},
		{"", "Press {P} about {about}, as you asked {asked}"},
		{"", "Let {P} know you have asked {asked} about {about}"},
		{"failed", "Press {P} about {about}, since you got nowhere with {asked}"},
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
		{"", "Press {P} until you know {riddle}"},
	},
	"show": {
		{"", "Show {P} {item}"},
		{"", "Let {P} see {item}"},
		{"", "Hold out {item} for {P} to see"},
		{"", "Show {P} {item} and ask what {he make} of it"},
		{"", "Show {P} {item} and watch {his} face"},
		{"", "Show {P} {item}, and see whether {he speak} of {thing}"},
		{"", "Show {P} {item} in the hope of learning {riddle}"},
	},
	"give": {
		{"", "Give {P} {item}"},
		{"", "Offer {P} {item} and wait"},
		{"", "Hold out {item} to {P}"},
		{"", "Let {P} have {item}"},
		{"", "Give {P} {item}, and say nothing of {thing}"},
		{"", "Offer {P} {item}, and see whether {he speak} of {thing}"},
		{"", "Let {P} have {item}, and do not ask {him} {riddle}"},
	},
	"take": {
		{"", "Take {item} with you"},
		{"", "Pick up {item}"},
		{"", "Take {item} and keep it by you"},
		{"", "Take {item}, in case it has to do with {thing}"},
		{"", "Take {item}, in case it helps to show {riddle}"},
	},
	"use": {
		{"", "{say}"},
		{"", "{say}, with {thing} in mind"},
		{"", "{say}, and see whether it helps you learn {riddle}"},
	},
	"go": {
		{"", "Go to {place} and ask there about {about}"},
		{"", "Go and ask about {about} at {place}"},
		{"", "See who at {place} can tell you about {about}"},
		{"", "Make for {place}, and ask about {about} there"},
		{"", "Take your questions about {about} to {place}"},
		{"", "Go to {place} and ask there {matter}"},
		{"", "Go to {place} to find out {matter}"},
		{"", "See if anyone at {place} can tell you {matter}"},
		{"", "Try to learn at {place} {matter}"},
		{"", "Walk over to {place} and look about you"},
		{"", "Make your way to {place}"},
		{"", "See what is happening at {place}"},
		{"", "Leave {here} for {place}"},
		{"peopled", "Go to {place} and see who is there"},
		{"", "Go to {place}, and think about {thing} on the way"},
		{"lately", "Walk over to {place}, still thinking about {thing}"},
		{"", "Walk to {place}, and turn {thing} over on the way"},
		{"peopled", "Go to {place}, and listen for talk of {thing}"},
		{"fresh", "Leave {here} for {place}, your head full of {thing}"},
		{"", "Walk over to {place}, and ask yourself on the way {riddle}"},
		{"", "Make for {place}, still wondering {riddle}"},
		{"peopled", "Go to {place}, and see who there might know {riddle}"},
	},
	"examine": {
		{"", "Look closely at {item}"},
		{"", "Take a slow look at {item}"},
		{"", "Look {item} over for anything out of place"},
		{"", "Look {item} over for anything to do with {thing}"},
		{"", "Look {item} over for anything that shows {riddle}"},
		{"", "Look round {there}"},
		{"", "Take a slow look round {there}"},
		{"", "Look round {there} for anything out of place"},
		{"", "Look round {there} for anything to do with {thing}"},
		{"", "Look about you at {there}, and think of {thing}"},
		{"", "Look round {there} for anything that shows {riddle}"},
		{"", "Take a slow look round {there}, asking yourself {riddle}"},
	},
	"search": {
		{"", "Search {there} from end to end"},
		{"", "Search {there} for anything left behind"},
		{"", "Go over {there} with care"},
		{"", "Search {there} for anything to do with {thing}"},
		{"", "Search {there} for anything that shows {riddle}"},
		{"", "Go over {there} for some sign of {riddle}"},
		{"", "Search {item} with care"},
		{"", "Search {item} for anything to do with {thing}"},
		{"", "Search {item} for anything that shows {riddle}"},
	},
	"wait": {
		{"", "Wait a while and see who comes"},
		{"", "Stay where you are and listen"},
		{"", "Let the {part} go by without hurrying it"},
		{"", "Sit down and let the time pass"},
		{"company", "Stand still until somebody else speaks first"},
		{"", "Wait a while and think about {thing}"},
		{"", "Stay where you are, and turn {thing} over in your mind"},
		{"", "Let the {part} pass while you think about {thing}"},
		{"company", "Wait, and keep an ear open for talk of {thing}"},
		{"fresh", "Catch your breath, and think about {thing}"},
		{"", "Wait a while, and ask yourself {riddle}"},
		{"", "Let the {part} pass while you puzzle over {riddle}"},
		{"company", "Wait, and listen for whoever may know {riddle}"},
	},
	"pursue": {
		{"", "Look into {about}"},
		{"", "Find out what you can about {about}"},
		{"", "Give your mind to {about}"},
		{"", "Try to get to the bottom of {about}"},
		{"", "Follow up {about}"},
		{"lately", "Go on asking about {about}"},
		{"", "Look into {about}, beginning with {thing}"},
		{"", "Give your mind to {about}, and ask yourself {riddle}"},
		{"", "Try to find out {matter}"},
		{"", "Set about learning {matter}"},
		{"", "Work on the question of {matter}"},
		{"lately", "Go on asking {matter}"},
		{"", "Try to find out {matter}, beginning with {thing}"},
		{"", "Set about learning {matter}, and begin by asking {riddle}"},
		{"", "Look for the answer: {open}"},
		{"", "Look for the answer, beginning with {thing}: {open}"},
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
		{"", "Go over what you know so far, beginning with {thing}"},
		{"", "Put your thoughts in order, {thing} first of all"},
		{"", "Go over what you know so far, and ask yourself {riddle}"},
		{"", "Put your thoughts in order, and puzzle over {riddle}"},
	},
	"train": {
		{"", "{say}"},
		{"", "{say}, and think about {thing} meanwhile"},
		{"", "{say}, and ask yourself meanwhile {riddle}"},
	},
	"skip": {
		{"", "{say}"},
		{"", "{say}, with {thing} in mind"},
		{"", "{say}, and ask yourself meanwhile {riddle}"},
	},
}

// asides put a ground before or behind a frame that has no place for it: one that ends
// in a comma stands before.
var asides = []frame{
	{"", "With {thing} in mind,"},
	{"", "Thinking of {thing},"},
	{"", "Wondering {riddle},"},
	{"lately", ", still thinking about {thing}"},
	{"fresh", ", your head still full of {thing}"},
	{"", ", still wondering {riddle}"},
	{"", ", asking yourself {riddle}"},
}

// beside is a frame with an aside.
func (f frame) beside(aside frame) string {
	if strings.HasSuffix(aside.text, ",") {
		return aside.text + " " + strings.ToLower(f.text[:1]) + f.text[1:]
	}
	return f.text + aside.text
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
