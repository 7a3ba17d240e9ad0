package grammar

import (
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
)

// A verb is all that the grammar knows of one kind of action.
//
// Its forms are patterns. A word stands for itself. A slot in braces stands for a part of
// the action:
//
//	{whom} {on} towards whom, on what   {place}              the place
//	{item}      the item                {matter} {title}     the thread, as a topic or as its title
//	{topic}     the topic               {quoted}             the title in quotation marks
//	{question}  a topic that asks       {span} {words}       how long; what is said
//	{me} {I}    whoever does it         {they} {them} {it}   whom it is done towards; the item
//
// "*ask" is a verb that whoever does it is the subject of; "~know" is one that agrees with
// the {I} or {they} before it. A topic that no form of a verb has is said behind it.
//
// What is heard only has other words beside them: "talk|chat" is one or the other, "the?"
// may be missing, "(as to|about)" is one of several phrases, <about> a class of words. The
// slot {thread} is the thread by any of its names, {whose} whom it is done towards as an
// owner, {here} the place where one is; "[place]" means one that has a place, without a
// word for it. Forms that begin with "@" are said to whom it is done towards, whose name
// stands before or behind them, or nowhere. Those that begin with "%" mean that it is done
// quietly.
type verb struct {
	kind action.Kind

	// said are the forms it is said and told in. The first of which all slots can be
	// filled counts. Behind "=>" stands how it is told, where that differs.
	said []string

	done   string // how a success is told, where that differs from what is said
	agreed string // what is told after a success, of a failure, of something between
	failed string
	partly string
	found  string // the verb for what somebody comes by in doing so

	heard []string // further forms that mean it when typed
	free  []string // forms with words of the player's own in them: see free.go
	none  string   // the answer where nothing of its kind can be done
	lacks string   // how an answer goes on that begins `There is nobody called "bob" here`
}

// What comes of a deed is told by a clause ("; {they} ~will not say", "but ~see nothing"),
// by a further verb of whoever did it ("and ~find nothing"), or by another telling of the
// deed itself ("*try to {deed}, to no avail").
var verbs = []verb{
	{
		kind:   action.Talk,
		said:   []string{"*talk with {whom} about {topic}", "*talk with {whom}", "*talk about {topic}", "*talk"},
		failed: "; {they} ~have nothing to say", partly: "; {they} ~say a little",
		heard: []string{
			"talk|speak|chat|converse|gossip|natter|confer|parley to|with {whom}", "talk|speak|chat to|with|2? {whom}", "go|come? say|have a? <hello> to {whom}", "t {whom}", "greet|hail|address|accost|salute {whom}", "chat|speak|converse|gossip", "<talk> with|to {whom}", "<talk>",
			"have|take|start|strike|make|hold|get|begin|open|exchange|pass|share up? a|an|some|few? <small> <talk> with|to {whom}", "have|start|strike|make|hold|begin up? a|some|few? <small> <talk>",
			"pass the time of day with {whom}", "say|call|bid|wish <hello> to? {whom}", "bid|wish|give|say {whom} a? <hello>", "wave|nod|bow to|at {whom}", "@?<hello>", "say <hello>",
			"go|walk|come|step|wander up|over|across? to {whom}", "(introduce myself|introduce yourself|present myself) to|with {whom}", "catch up with {whom}", "get into|in conversation with {whom}", "approach {whom}", "trouble|bother {whom} for a? word|moment|minute", "engage {whom} in? conversation?",
			"@can|could|may i|we? talk|speak to|with you", "@let us talk|speak", "@have a|an|some? <small> <talk>", "see what|how {whom} has|have|is|are (to say|doing)", "(i would like|i should like|i would love|i fancy|i want|i need|may i have|can i have|could i have|i could use) a|an|some? <small> <talk> with|to {whom}", "@(may i have|can i have|could i have|i would like|i should like|i want|i need)? a <small> word|talk|chat with|to? you?", "@a|an|some? <small> word|talk|chat with|to you", "see how {whom} is",
		},
		none: "There is nobody here to talk with.", lacks: "to talk with",
	},
	{
		kind: action.Ask,
		said: []string{
			"*ask {whom} {question}", "*ask {whom} about {topic}", "*ask {whom}", "*ask {question}", "*ask about {topic}", "*ask around",
		},
		failed: "; {they} ~will not say", partly: "; {they} ~say a little",
		heard: []string{
			"ask|question|quiz|consult|interview|sound|query out? {whom} <all> <about> {topic}", "question|quiz|consult|query {whom} {question}", "question|quiz|consult", "ask", "ask {whom} {topic}", "a {whom} about {topic}",
			"question|quiz|consult|interview {whom}", "trouble|bother {whom} for|with a? quick|short|little? word|question|moment|minute|words <about> {topic}",
			"ask|question {whom} <that> {they} know|knows|can|could|has|have|had|tell|heard|hear|knew tell|say|heard|know? {me}? <any> <about> {topic}", "ask {whom} <that> {they} know|knows|can|could|has|have|tell|heard tell|say|heard|know? {me}? {question}",
			"ask|question {whom} what|whatever|everything|anything|all {they} <knows> <about> {topic}", "ask {whom} anything|something", "ask {whom} what|everything|anything {they} know|knows", "ask {whom} {they} <knows> <about> {topic}",
			"ask {whom} for|to the? tell|explain|share|describe|information|news|story|details|word|say|truth|opinion|thoughts|view|views|advice {me}? to? <any> what? {they}? <know>? <about> {topic}", "ask {whom} to tell|explain|say|reveal to? {me}? {question}",
			"ask {whom} {they} opinion|view|views|thoughts <about> {topic}",
			"inquire|enquire|ask <all> <about> {topic}", "inquire|enquire|ask of|from {whom} <about> {topic}", "inquire|enquire|ask of|from {whom} {question}", "inquire|enquire <about> {topic} of|from|with {whom}", "inquire|enquire {question}", "ask around about|after {topic}",
			"%whisper|murmur to|with? {whom} <about>? {topic}", "%whisper|murmur to? {whom} {question}", "%whisper|murmur <about> {topic} to|with {whom}", "%have a whispered word with {whom} <about> {topic}",
			"ask {whom} after {topic}", "ask|wonder what|whatever|if|whether {whom} <knows> <any> <about> {topic}", "ask|wonder if|whether {whom} <knows> {question}", "ask <about> {topic} of|from {whom}", "ask {question} of|from {whom}", "pose|put {question} to {whom}", "raise the? subject|question|matter? of? {topic} with {whom}", "raise {topic} with {whom}", "bring up {topic} with|to {whom}", "bring {topic} up with|to {whom}",
			"talk|speak|chat|gossip to|with {whom} <about> {topic}", "talk|speak|chat|gossip <about> {topic} to|with {whom}", "talk|speak|chat|gossip about {topic}", "<talk> with|to {whom} <about> {topic}", "have a|an|some? <small> <talk> with|to {whom} <about> {topic}", "have a|an|some? <small> <talk> <about> {topic} with|to {whom}", "discuss {topic} with {whom}", "discuss {topic}", "discuss {question} with {whom}",
			"see|hear|learn|discover|know|check|find what|whatever|if|whether|all out? {whom} <knows> <any> <about> {topic}", "find out|see what|whatever|if|whether|all {whom} <knows> <any> <about> {topic}", "see|hear|learn|discover|know|check|find out? if|whether|what {whom} <knows> {question}",
			"find|learn|hear|discover|get|see|know out? from {whom} <all> <about> {topic}", "find|learn|hear|discover|see|know out? from {whom} {question}", "find|learn|hear|discover|see out? from {whom} what|whatever|all {they} <knows> <about> {topic}", "get information|news|word|details|facts on|about|of {topic} from|out {whom}",
			"learn|hear|find more? out? <all> <about> {topic} from {whom}", "find out {question} from {whom}", "learn|hear {question} from {whom}", "pick {whose} brain|brains <about> {topic}", "get {whose} opinion|view|views|thoughts|take <about> {topic}", "ask|seek {whose} opinion|view|views|thoughts|advice <about> {topic}", "hear what {whom} <knows> <about> {topic}", "hear {whom} out? <about> {topic}",
			"<does> {whom} <knows> <any> <about> {topic}", "what|whatever <does> {whom} <knows> <any> <about> {topic}", "<does> {whom} <knows> {question}", "what <does> {whom} <knows> {question}", "has|have {whom} heard|seen|known? <any> <about> {topic}",
			"what is {whose} opinion|view|take <about> {topic}", "get {whom} to tell|talk|speak to? {me}? <about> {topic}", "get {whom} to tell {me}? {question}", "let {whom} tell {me} <about> {topic}",
			"@?<can> tell {me} <all> what? {they}? <know>? <about> {topic}", "@?<can> tell {me} what|everything|all|anything {they}|you <know> <about> {topic}", "@?<can> tell|explain to? {me} {question}", "@?what|whatever do|can|could|would you <know> <any> <about> {topic}", "@?do|did|can|could|would you <know> <any> <about> {topic}", "@?do|did|can|could|would you <know> {question}",
			"@?have you heard|seen|known? <any> <about> {topic}", "what|all {whom} <knows> <any> <about> {topic}", "what {whom} <can> <know> {me}? <any> <about> {topic}", "{whom} <can> tell {me} <any> <about> {topic}", "<can> {whom} tell {me} <all> <about> {topic}", "{whom} to? tell|telling {me} <any> <about> {topic}", "ask {whom} <that> {they} know|knows {topic}", "ask {whom} what about {topic}", "@?(what is|what are|who is|what was|what lies|what stands) in|inside|behind|with|about|up {topic}", "@?and? what of|about {topic}", "@so? about {topic}", "@and {topic}", "@?what (sort|kind|manner) of a? person|man|woman|boy|girl|child|place|thing|lad|fellow|book is|was|are {topic}", "@?what goes|happens|happened on? at|in|on|to|with {topic}", "@?what is|was going|happening on? at|in|on|with {topic}", "@why {topic}", "learn|know|hear|find|get|want out? more|something|anything about {topic} from {whom}", "@?what|how about {topic}", "@(may i|might i|can i|could i) ask|trouble you? <about> {topic}", "@(may i|might i|can i|could i) ask you? {question}", "@(may i|might i|can i|could i) ask you? what you <know> <any> <about> {topic}", "@?who|what|where is|are|was|were {topic}", "@?{question}", "@i want|wish|need to know <about> {topic}", "@speak|talk to {me} <about> {topic}", "@?what news|word <about> {topic}", "@?any news|word|idea|ideas|thoughts <about> {topic}", "@explain|describe {topic}", "@?you know {topic}", "(i would like|i should like|i would love|i want|i need|like|love|want|need) a|some <small> <talk> with {whom} <about> {topic}", "(i would like|i should like|i want|i need|like|want|need) a|some <talk> with {whom} <about> {topic}", "@any idea {question}", "@i wonder {question}", "@i wonder|ask about {topic}",
		},
		free: []string{
			"ask|question|quiz|consult|query|interview|sound|pump out? {whom} {rest}", "ask|inquire|enquire {asked}", "inquire|enquire|find|learn|hear|know|discover|get out? of|from|with {whom} {rest}",
			"get|have|want|like|let|beg|request|need|invite|persuade|encourage {whom} to? tell|explain|say|talk|speak|describe|open {me}? up? {rest}",
			"hear|learn|know|get|find everything|all|anything|whatever|more out? that? {whom} {rest}", "hear|get|have|learn|know|ask|want|like for? {whose} opinion|view|views|thoughts|take|side|story|version|account {rest}", "hear|learn|know|see|check|find out? what|how|whether|if|who|why|where|when {whom} {rest}", "talk|speak|chat|gossip|converse to|with {whom} about|of|on|over {rest}", "discuss {rest} with {whom}",
			"@?tell|say|explain|describe to? {me} {rest}", "@?{asked}", "@you <can> tell|say|explain|know to? {me}? {rest}", "@i have|got got? a|some|few? few? question|questions (for you)? {rest}",
		},
		none: "There is nobody here to ask.", lacks: "to ask",
	},
	{
		kind:   action.Tell,
		said:   []string{"*tell {whom} {question}", "*tell {whom} about {topic}", "*tell {whom} what {I} ~know", "*tell of {topic}", "*tell what {I} ~know"},
		failed: "; {they} ~will not hear of it", partly: "; {they} half ~listen",
		heard: []string{
			"tell|inform|warn|advise|alert|enlighten|notify|brief {whom} <all> <about> {topic}", "t {whom} about {topic}", "tell|inform|warn|advise|assure {whom} that i know|learned|learnt|heard|remember <all> <about> {topic}", "tell|inform|warn|advise|remind|assure|show {whom} that? i? know|learned|learnt|heard|remember? {question}",
			"let {whom} know <all> <about> {topic}", "let {whom} know what|everything|whatever i|we have? <know> <about> {topic}", "let {whom} know that? i? know? {question}", "let {whom} in on {topic}", "let {whom} hear <all> <about> {topic}", "make {whom} aware of {topic}", "fill {whom} in <about> {topic}", "put {whom} in the picture <about> {topic}", "remind {whom} of|about {topic}",
			"mention|explain|reveal|report|describe|confess|relate|recount|disclose|divulge|confide|raise|bring|betray {topic} up? to|with {whom}", "mention|explain|reveal|report|confess|disclose|divulge|confide|admit|say|announce|talk to|in {whom} that? i? know|heard|learned? <all> <about> {topic}", "explain|reveal|report|confess|disclose|divulge|confide|admit|say|announce|mention to|in {whom} that? i? know|learned? {question}", "explain|reveal|report|confess|divulge|mention {question} to {whom}",
			"bring up {topic} with|to {whom}", "tell|give|share|bring {whom} <news> <about> {topic}", "tell|give|share|bring|pass|relay on? <news> <about> {topic} to|with {whom}", "give|bring {whom} word|news <about> {topic}", "tell|share {topic} to|with {whom}", "tell|share {question} to|with {whom}", "mention {topic}", "mention {question}", "tell|share <news> about|of {topic}", "confess|confide to|in {whom}", "tell|give {whom} the story|tale|truth|facts <about> {topic}",
			"inform {whom}", "tell {whom}", "tell|inform|warn", "tell <all> about {topic}", "%whisper|murmur|mutter to? {whom} <about> {topic}", "tell|inform {whom} that? {topic}", "explain|describe|report to {whom} {topic}", "@(i must|i have to|i should|let me|i want to|i need to) tell you <any> <about> {topic}", "@i know|heard|learned|learnt <all> <about> {topic}", "@i know|learned {question}", "@i have something|news to tell you about {topic}", "@let {me} tell you <all> <about> {topic}", "@let {me} tell you {question}", "@i have heard|news|word <about> {topic}",
		},
		free: []string{
			"tell|inform|warn|advise|notify|brief|alert|remind {whom} {rest}", "explain|mention|report|confess|reveal|share|describe|relate to|with {whom} {rest}", "let {whom} know|hear {rest}", "fill {whom} in {rest}", "bring|get {whom} up to speed|date {rest}",
			"@i have|had? just|also|already? know|heard|found|saw|seen|learned|learnt|discovered|noticed|been|news out? {rest}", "@(there is|i have|i have got|i heard|i found|i saw|i know|i have found|i have heard|i have seen) something|things|news|word you|i|that|about {rest}", "@(let me tell you|i want to tell you|i must tell you|i have to tell you|i need to tell you|i should tell you|i came to tell you|i can tell you|i think you|you) should|ought|need|must|have|will|would? to|want? to? know|hear|listen? {rest}",
		},
		none: "There is nobody here to tell anything.", lacks: "to tell anything",
	},
	{
		kind:  action.Say,
		said:  []string{"*say {words} to {whom}", "*say {words}", "*say something to {whom}", "*say something"},
		heard: []string{"say|shout|whisper|call to {whom} {words}", "shout|whisper|call|cry {words} to {whom}", "shout|whisper|call|cry out? {words}", "shout|call|cry|yell out to {whom} {words}"},
		none:  "There is nobody here to say anything to.", lacks: "to say anything to",
	},
	{
		kind: action.AskHelp,
		said: []string{
			"*ask {whom} to help {me} find out {question}", "*ask {whom} for help with {topic}", "*ask {whom} for help",
			"*ask for help to find out {question}", "*ask for help with {topic}", "*ask for help",
		},
		agreed: "; {they} ~agree", failed: "; {they} ~will not help", partly: "; {they} ~will help a little",
		free: []string{
			"ask|get|beg|persuade {whom} to <helps> {me}? to? find|learn|understand|solve|settle|discover|work|figure|explain out? {rest}", "@?<can>? you? <helps> {me} to? find|learn|understand|solve|settle|discover|work|figure out? {rest}", "@?<can> you? <helps> {me} out? with|in|on|find|solve|please|because|if {tail}", "@?<can> i? count|rely|depend|bank on your <help> {tail}", "@?<can> you? lend|give {me} a|some|your? <help> with|in|on|please|because|if {tail}", "@?maybe|perhaps {whom} <can> <helps> {me} {tail}", "@<can> you <helps> a|an|the|us|this {tail}", "ask|beg|get|need|want|seek for? {whose} <help> with {rest}",
		},
		heard: []string{
			"ask|beg|call|implore|plead|appeal|turn|petition|approach|entreat|beseech with|on|to? {whom} for a|some|any|his|her|their? <help> <with> {topic}", "ask|beg|call|implore|plead|appeal|turn|petition|approach|entreat|beseech with|on|to? {whom} for a|some|any|his|her|their? <help>", "ask|beg|call|implore|plead|appeal|turn with|on|to? {whom} for a|some|any|his|her|their? <help> with|in all? this|that|it business|matter|affair?", "look to {whom} for a|some|any? <help>",
			"ask|get|beg|persuade|convince|urge|want|need|implore {whom} to <helps> {me}? out? <with> {topic}", "ask|get|beg|persuade|convince|urge|want|need|implore {whom} to <helps> {me}? out?", "ask|get|beg|persuade {whom} to <helps> {me}? to? find? out? {question}", "ask|beg|get {whom} help <with> {topic}", "ask|beg {whom} help", "ask|get {whom} to lend|give {me}? a|some|his|her|their? <help> <with>? {topic}?",
			"ask|get|seek|request|beg|want|solicit|need|have|enlist|ask|beg for? a|some|any|the? <help> from|of|off {whom}", "ask|get|seek|request|beg|want|solicit|need|enlist for? a|some|any|the? <help> from|of|off {whom} <with> {topic}", "ask|beg|seek|request|get|enlist|need|want|have for? {whose} <help>", "ask|beg|seek|request|get|enlist|need|want|have for? {whose} <help> <with> {topic}", "ask|beg|seek|request|get|enlist for? {whose} <help> in? to? find|finding out {question}", "enlist|recruit {whom}", "enlist|recruit {whom} to help {me}?",
			"ask|beg|request|beseech {whom} a <help>", "ask|beg a <help> of|from {whom}", "seek|get|beg|ask|call|request|plead|cry for? a|some|any? <help>", "seek|get|beg|ask|call|request|plead|cry for? a|some|any? <help> <with> {topic}",
			"<can> {whom} <helps> {me}? out?", "<can> {whom} be willing|able|prepared|ready|happy|inclined to <helps> {me}? out?", "<can> {whom} <helps> {me} out? <with> {topic}", "see|find|ask if|whether out? {whom} <can> <helps> {me}? out?", "find out if|whether {whom} <can> <helps> {me}? out?", "see|ask if|whether {whom} <can> <helps> {me} out? <with> {topic}", "ask {whom} if|whether {they} <can> <helps> {me}? out?", "ask {whom} if|whether {they} <can> lend|give {me} a|some|any|his|her|their? <help>", "@?<can> you <helps> {me} to? learn|discover|find out? {question}", "ask {whom} if|whether {they} <can> <helps> {me}? out? <with> {topic}",
			"@?<helps> {me} out?", "{whom} <can> <helps> {me}? out?", "{whom} <can> <helps> {me} out? <with> {topic}", "<can>? {whom} <can>? <helps> {me} to? find|learn|discover out? {question}", "<can>? {whom} <can>? <helps> {me} to? find|learn|discover out? about {topic}", "ask|get|beg {whom} to <helps> {me}? to? find|learn out? about {topic}", "@you can <helps> {me}? out?", "@you can <helps> {me} out? <with> {topic}", "@i beg your <help>", "@you must|should|have|ought to? <helps> {me} out?", "@your <help>", "@your <help> <with> {topic}", "(i want|i wish|i would like|want|wish) that? {whom} to? <helps> {me}", "(beg|request|crave|entreat|implore) {whose} <help>", "@?<helps> {me} out? <with> {topic}", "@?<helps> {me} to? find out {question}", "{whom} help", "(could use|can use|could do with) {whose} <help>", "(could use|can use|could do with) {whose} <help> <with> {topic}", "@?lend|give {me} a|some|your? <help>", "@lend|give {me} a|some|your? <help> <with> {topic}", "@?lend|give {me} a|some|your? <help> to|in|for|with? find|finding out? {question}", "@?(i could use|i could do with|i need|i want|need) your|some|a|any? <help> to|in|for|with? find|finding out? {question}", "@?(i could use|i could do with|i need|need|i want|i am in need of|want) your|some|a|any? <help>", "@(i could use|i could do with|i need|i want|need) your|some|a|any? <help> <with> {topic}", "@?<can> you <helps> {me} out?", "@?<can> you? <helps> {me} out? with this|it|that", "@<can> you <helps> {me} out? <with> {topic}", "@do {me} a favour|favor", "@i need you to help {me}?", "need|could|want help from {whom}",
		},
		none: "There is nobody here to ask for help.", lacks: "to ask for help",
	},
	{
		kind:   action.Befriend,
		said:   []string{"*try to win {whom} over by talking of {topic}", "*try to win {whom} over", "*try to make a friend by talking of {topic}", "*try to make a friend"},
		done:   "*win {whom} over",
		failed: "; {they} ~will not be won over", partly: "; {they} ~warm a little",
		heard: []string{
			"win|bring|talk over {whom}", "win|bring|talk {whom} over|round|around", "befriend|charm|flatter|butter|sweeten|soften|compliment|humour|humor up? {whom}", "butter|sweeten|soften {whom} up", "make|become|be|get good? friends|friend|friendly|pals|chummy with {whom}", "make|be|become a|the|an? good? friend|ally|friends|pal of|to|with|out {whom}", "make|be a? friend {whom}", "make|become|be friends|friendly", "make a friend", "befriend", "@let us be friends|friend", "@(you and i|you and me|we) should|could|must|can|will|shall? be friends", "@us to be friends", "@i should|would like|want us to be? friends", "@be my? friends|friend", "be|become {whose} friend", "(i want|i wish|i would like|want|wish) that {whom} is|be|becomes|become my? friend|friends", "(i want|i wish|i would like|want|wish|get|make) {whom} to? like|trust|love {me}", "(i want|i wish|i would like|want) {whom} to? be|become my? friend", "smile at {whom} and be nice|kind|friendly", "strike up a? friendship with {whom}", "build|forge|form a? friendship|rapport|bond|trust with {whom}", "bond with {whom}", "get|have|bring|win {whom} on|onto|to my|our side",
			"get to know {whom} better?", "get|stay|keep|be on? (the good|the right|good|the better) side of {whom}", "get|stay|keep|be on? {whose} good|right|better? side|books", "get in|into {whose} good books|graces", "get|be on good terms with {whom}", "get in good? with {whom}", "get closer|close to {whom}", "endear myself|yourself to {whom}", "curry favour|favor with {whom}", "suck up to {whom}", "cosy|cozy up to {whom}", "warm to {whom}", "make|do nice with|to {whom}", "make a good impression on {whom}", "show kindness|friendship to {whom}", "show {whom} some? kindness|friendship",
			"sweet|chat talk|up {whom}", "be nice|kind|friendly|pleasant|charming|sweet|good|agreeable|gracious|polite|civil|courteous|respectful|gentle|warm to|with|towards|toward {whom}", "gain|earn|win|get {whose} <trust>", "gain|earn|win|get {whose} <trust> and <trust>", "gain|earn|win|get the? <trust> of|from {whom}", "ingratiate yourself|myself with {whom}", "win {whom} over with|by talk|talking of|about {topic}",
		},
		free: []string{
			"gain|earn|win|get {whose} <trust> with|by {tail}", "compliment|flatter|praise|charm {whom} on|about|for|by|with {tail}", "win|bring|talk over|round? {whom} over|round? with|by {tail}", "say|tell {whom}? something|anything|things nice|kind|friendly|sweet|flattering to|about? {whom}? {tail}", "say|tell something|anything|things nice|kind|friendly|sweet|flattering to|about {whom} {tail}",
			"comfort|console|cheer|reassure|encourage|soothe {whom} up? {tail}", "&joke|laugh|flirt|banter around|about? with {whom} {tail}", "&joke|laugh|flirt|banter around|about? with {whom}", "&smile at {whom} {tail}",
		},
		none: "There is nobody here to win over.", lacks: "to win over",
	},
	{
		kind: action.Press,
		said: []string{
			"*press {whom} to say {question}", "*press {whom} for the truth about {topic}", "*press {whom} for the truth", "*press for the truth",
		},
		failed: "; {they} ~give nothing away", partly: "; {they} ~let a little slip",
		heard: []string{
			"press|pressure|interrogate|grill|confront|challenge|pressurise|pressurize|badger|pester {whom}", "<press> {whom} <hard> about|on|over|with|of|for|concerning|regarding|after {topic}", "<press> {whom} <hard> for|to? the|an|some? answers|answer|information|details|more|truth <about> {topic}", "<press> {whom} <hard> for an|some|the? answers|answer|information|details|more|truth",
			"<press> {whom} <hard> for what|everything|all|whatever {they}|he|she <know> <about> {topic}", "<press> {whom} {question}", "<press> {whom} about|on|over {question}", "<force> {whom} <hard> to? <answer>", "<force> {whom} <hard> to? <answer> to? {me}? <all> what? {they}|he|she? <know>? <about> {topic}", "<force> {whom} to? <answer> to? {me}? {question}", "<force> {whom} <hard> to? <answer> to? {me}? the? truth <about> {topic}", "<force> {whom} <hard> to? <answer> to? {me}? the? truth", "@(i want|i demand|i will have|give me|let me have) the truth from|of? you?",
			"demand|want the? truth|answers|answer|explanation <about> {topic} from|of {whom}", "demand the? truth|answers|answer|explanation from|of {whom}", "demand the? truth|answers|answer|explanation from|of {whom} <about> {topic}", "demand the? truth|answers|answer <about> {topic}", "demand the? truth|answers|answer", "demand an answer|explanation from|of {whom}", "demand an answer|explanation from|of {whom} <about> {topic}", "demand",
			"demand|insist to know {question}", "demand|insist to know {topic}", "demand to know {question} from|of {whom}", "demand|insist|require that? {whom} <answer> to? {me}? {question}", "demand|insist|require that? {whom} <answer> to? {me}? <all> what? {they}|he|she? <know>? <about> {topic}", "demand|insist|require that? {whom} <answer>", "demand|insist|require that? {whom} <answer> {me} {topic}", "(not letting|not going to let|never letting|will not let|wont let|not let) {whom} off the hook", "(not letting|not going to let|never letting|will not let|wont let|not let) {whom} off the? hook? about|on|over {topic}", "demand|insist|require that? {whom} <answer> {me}? the truth <about> {topic}", "demand|insist|require that? {whom} <answer> {me}? the truth", "insist on|upon the? truth|answer|answers <about> {topic} from {whom}", "insist on|upon the? truth|answer|answers from {whom}", "insist on|upon the? truth|answer|answers from {whom} <about> {topic}", "demand to know <about> {topic}", "demand to know <about> {topic} from|of {whom}", "demand|insist of|from {whom} to know {question}", "demand|insist of|from {whom} {question}", "demand of|from {whom} what {they} <know> <about> {topic}", "demand to know from {whom} {question}", "demand to know what {whom} <knows> <about> {topic}", "demand {whom} <answer> {me}? <about> {topic}", "demand {whom} <answer> {me}? {question}",
			"<wring> the? truth|answer|answers|story|confession|facts from|of|out of? {whom}", "<wring> the? truth|answer|answers|story|facts <about> {topic} from|of|out of? {whom}", "<wring> the? truth|answer|answers|story|facts from|out of? {whom} <about> {topic}", "<wring> {question} from|out of? {whom}", "wring|squeeze|drag|beat|shake|prise|worm {topic} out of {whom}", "<force> the? truth|answer|answers from|of|out of? {whom}", "<force> the? truth|answer|answers <about> {topic} from|of|out of? {whom}",
			"lean|keep|work|stay|press|push hard|on? at|after|on {whom} <hard> about|on|over {topic}", "lean|press|push hard? on {whom}", "lean on {whom} {question}", "(dont let|do not let|never let) {whom} off the hook", "(dont let|do not let|never let) {whom} off the hook about|over|on {topic}", "(dont let|do not let) {whom} (get away|off) with? about|on|over {topic}", "(dont let|do not let|never let|will not let|wont let) {whom} get? away|off|dodge|wriggle|slip so|that|too? easily|lightly|easy|it|with|out? of? it|that|this? this? time|again?", "(dont let|do not let|never let|will not let|wont let) {whom} get? away|off|dodge|wriggle|slip so|that|too? easily|lightly|easy|it|with? it|that|this? this? time|again? about|on|over|with {topic}", "(dont let|do not let) {whom} dodge|evade|avoid|duck|escape the? question|subject|matter? of|about? {topic}", "put|apply the? pressure|screws|squeeze on|to {whom} about|on|over? {topic}?", "turn up the heat on {whom} about|on|over? {topic}?", "give {whom} the third degree about|on|over? {topic}?", "get tough with {whom} about|on|over? {topic}?", "have it out with {whom} about|over? {topic}?",
			"press|push on|about {topic}", "insist", "press|push|pressure|interrogate", "@?tell|give {me} the truth", "@?the truth <about> {topic}", "@the truth", "{whom} must|should|has|have|shall to? <answer> to? {me} the? truth <about> {topic}", "{whom} must|should|has|have|shall to? <answer> to? {me} <about> {topic}", "@tell|give {me} the truth <about> {topic}", "@i demand|want the truth <about> {topic}", "@i demand to know {question}", "@i know you know {question}",
		},
		free: []string{
			"<press> {whom} {rest}", "insist|demand|require that? {whom} <can> <answer>? {me}? {rest}", "insist|demand from|of|with {whom} {rest}", "demand|insist to know from|of {whom} {rest}", "lean|keep|go|stay|work on? at|on|after {whom} {rest}", "make|force|get|compel|order {whom} to? <answer> to? {me}? {rest}", "accuse {whom} of|that {rest}", "tell {whom} that? i want|demand|need|expect the? truth|answer|answers {rest}", "put it to {whom} that {rest}", "be|get hard|tough|firm|strict|stern|rough on|with {whom} until|till|about|over|on {rest}", "(dont|do not|will not|wont|never) take no for an answer from {whom} {rest}", "(dont let|do not let|never let|will not let|wont let) {whom} get? away|off|go|dodge until|till {rest}", "(dont let|do not let|never let|will not let|wont let) {whom} change|dodge|avoid|evade|duck the subject|question|topic from|about|of|on {rest}",
			"@(tell me|tell us|tell|give me|i want|speak) the truth {rest}", "@(you are|stop|no more) lying|hiding|lies {rest}", "@out with it {rest}", "@answer me {rest}",
			"<press> {whom} until|till {tail}", "lean|keep|go|work on? at|on {whom} until|till {tail}",
		},
		none: "There is nobody here to press for anything.", lacks: "to press for anything",
	},
	{
		kind: action.Show,
		said: []string{"*show {whom} {item} and *ask {question}", "*show {whom} {item} and *ask about {topic}", "*show {whom} {item}", "*show {item} with {topic} in mind", "*show {item}", "*show {whom} something and *ask about {topic}", "*show {whom} something", "*show something"}, failed: "; it ~mean nothing to {them}", partly: "; {they} hardly ~look",
		heard: []string{
			"show|present|display|reveal|exhibit|demonstrate|flash {item} off? to {whom}", "hold|put|push|shove|thrust|wave {item} under {whose} nose|eyes|face", "take out {item} and (hold it|put it|show it|push it|wave it) (under|to|before|in front of) {whose} nose|eyes|face", "put|lay|set|place {item} down|out? (in front of|before|down before|down in front of) {whom}", "put|lay|set|place {item} down|out? (in front of|before|down before|down in front of) {whom} where {they} (can see|has to see|have to see|must see|will see|cannot miss) it?", "show|flash off? {whom} {item}", "hand|give|pass|lend {whom} {item} to read|see|look|examine|inspect|study at|over?", "put|lay|set|place {item} down|out? on|upon the table|desk|counter|floor|bench|bar in|right front|before of? {whom}", "show {item} {whom}", "lay|put|place|set|hold {item} down|out|up? where {whom} can|will see it?", "give {whom} a? <good> look|peek|glance|view at|of {item}", "show {whom}", "present|display|show|reveal off? {item}", "<let> {whom} to? have|take|get? a? <good> see|examine|inspect|look|peek|glance|study|view|read|glimpse at|of? {item}", "let {whom} have|take|get a? <good> look|peek|glance at {item}", "hold|wave|dangle|lift|put {item} up|out? to|before|for|at {whom}", "hold|wave|dangle {item} up|out? in front of {whom}", "hold|lift up|out {item} to|before|for|so {whom}", "hold|lift {item} up|out? (so|so that|for) {whom} can|to see|look it?|at? it?",
			"hold|lift up|out {item} (so|so that|for) {whom} can|to see|look at? it?", "get|ask|have|make {whom} to? look|glance|peek|see at? {item}", "get|ask|have {whom} to? have|take a? <good> look|glance at {item}", "draw {whose} attention to {item}", "point {item} out to {whom}", "point out {item} to {whom}", "produce {item} for {whom}", "bring out {item} for {whom}", "take out {item} and show it to {whom}", "ask {whom} to look at {item}", "ask {whom} to examine|inspect|identify|read|study {item}", "see|ask what {whom} makes|thinks|says of|about|to {item}", "what <does> {whom} make of {item}", "see|find|learn|check|ask out? if|whether {whom} recognises|recognizes|recognise|recognize {item}", "ask {whom} if|whether {they} recognises|recognizes|recognise|recognize {item}", "show",
			"@look at|here? at? {item}", "@here is {item}", "@?<can> you? do {me} a|the|this? favour|favor|kindness of looking|glancing at {item}", "@<can> you? (have a look|take a look|look) at {item}", "@do|have you recognise|recognize|know|seen {item}", "@this is {item}",
		},
		none: "There is nothing here to show to anybody.", lacks: "to show anything to",
	},
	{
		kind: action.Give,
		said: []string{"*give {whom} {item}", "*give {item} away", "*give {whom} something", "*give something away"}, failed: "*offer {whom} {item}, but {they} ~will not have {it}",
		heard: []string{
			"give|hand|offer|pass|lend|gift|donate|deliver|surrender|yield|entrust|slip|return|loan|bestow over|back|away? {item} over|back|away|across? to|on {whom}", "give|hand|offer|pass|lend|slip|gift|return|loan|award over|back? {whom} back|over? {item}", "give {item} {whom}", "hand|pass|give over|back {item} to? {whom}?",
			"<let> {whom} to? have|keep|take|hold|borrow {item}", "(want|wish|would like) {whom} to have|keep|take {item}", "give|hand|offer|gift|donate|pass {item} away|over?", "give|present|entrust|provide|supply|trust {whom} with {item}", "give|hand away|over {item}", "give {whom}", "give", "(make a|make a present|make a gift) present|gift? of {item} to {whom}", "make {whom} a? present|gift of {item}", "give|offer|hand {whom} {item} as a? gift|present", "give|offer|hand {item} to {whom} as a? gift|present", "give {item} as a gift|present to {whom}", "put|place|press {item} into|in {whose} hand|hands|palm", "part with {item}", "leave {item} with|for {whom}", "lend {whom} the use of {item}",
			"@(take|have|here is|here take|here have|please take|please accept|accept|i give you|i want you to have) {item}", "@{item} is for you",
		},
		none: "There is nothing here to give to anybody.", lacks: "to give anything to",
	},
	{
		kind: action.Take,
		said: []string{"*take {item}", "*take something"}, failed: "*try to {deed} but ~cannot",
		heard: []string{"take|get|grab|pocket|collect|fetch|acquire|snatch|steal|seize|nab|retrieve up? {item}", "pick|take up {item}", "pick|take {item} up", "pick up", "take hold of {item}", "take {item} with|along {me}?", "take|get|grab", "help yourself|myself to {item}", "put {item} in my|the|your? pocket|bag|pack", "lay|get {me}? my? hands? hold? on|of {item}", "carry|bring|make away|off with? {item}", "scoop|gather {item} up", "scoop|gather up {item}"},
		none:  "There is nothing here to take.", lacks: "to take",
	},
	{
		kind: action.Use,
		said: []string{"*use {item} on {on}", "*use {item}", "*use something on {on}", "*use something"}, failed: "*try to {deed}, to no avail",
		heard: []string{"use {item} on|with|for|in|at|to {on}", "use|try|employ|apply|utilise|utilize {item}", "try {item} on|in|with {on}", "apply {item} to {on}", "unlock|open {on} with|using {item}", "(make use|make some use) of {item}", "put {item} to use", "put {item} to use on {on}", "put|insert|fit|stick|slide {item} in|into|to|on {on}", "turn|twist {item} in {on}", "see|check|find out? if|whether {item} fits|works|opens|unlocks in|on|with? {on}", "see|check|find out? if|whether {item} works", "try {item} out", "try out {item}", "do something with {item}", "use"},
		none:  "There is nothing here to use.", lacks: "to use",
	},
	{
		kind: action.Go,
		said: []string{
			"*go to {place} and *ask {question}", "*go to {place} and *ask about {topic}", "*go to {place}", "*go and *ask {question}", "*go and *ask about {topic}", "*go on",
		},
		failed: "*try to {deed} but ~do not get there", found: "find",
		heard: []string{
			"<go> <over> <to> {place}", "<walk> {place}", "<stride> over|back|down|up|in|out|along|across|outside|inside {place}", "<stride> on|out|up|down|off on|onto|along|over|through|to? {place}", "<stride> onto|through {place}", "<stride> on|out|up|down|off|outside and? <stride> over|back|down|up|in|out|along|across|to|into|onto to|into|along|onto? {place}", "<stride> out|outside|off|on {place}", "visit|enter|reach|approach|see|revisit|seek {place}", "make for {place}", "(make my way|make your way|find my way|find your way|make tracks|take a walk|take a stroll|go for a walk|have a walk|take a trip|pay a visit|set out|set off|set sail|be off|be on my way|head off|nip|pop) <over> <to> {place}", "leave here? (for|to go to) {place}", "leave {here} for {place}", "climb|scramble <over> <to>? {place}", "take|lead|bring|get|carry {me} <over> <to> {place}", "take|carry|bring|haul|lug my bag|bags|things|luggage|trunk|pack|stuff|case <over> to|into {place}", "get|back|on|move <over> to|into|back {place}", "<over> to|into {place}", "back|down|up|over|along|across|inside|below {place}", "let us to {place}",
			"drop|pop|nip|call|look in|by|over|round at|to|by|on|in? {place}", "pay {place} a visit", "(have a look|take a look) in|into|inside {place}", "follow|take the? road|way|path|lane|stairs|steps|track to|toward|towards|up|down? to? {place}", "<go> <over> the? stairs|stair|steps|path|road|lane|hill|street|corridor|passage|track|ladder to|into|towards {place}", "<go> and see {place}", "see|find|check|look out? what is|was up|happening|new|doing|going|on on? at|in|inside|on|up|down {place}",
			"<go> <over> the stairs|stair|steps|path|road|lane|hill|street|corridor|passage|track|ladder to|into|towards {place}", "check out {place}", "go and? have|take a|another? <good> look|peek|glance at|in|into|inside|around|round {place}", "go and? look at|in|into|inside|around|round {place}", "see what {place} is|looks like", "see what is|goes going? on at|in {place}", "go? and? ask around|round the? {place} about|after {topic}", "<go> <over> <to> {place} <ask> about|of|after|on|into {topic}", "<go> <over> <to> {place} <ask> {question}", "<go> <over> <to>? {place} ask|inquire|enquire about|after {topic}", "<go> <over> <to>? {place} ask|inquire|enquire {question}", "<go> {place} <ask> about|of|after|on|into {topic}", "<go> {place} <ask> {question}", "ask|question the? people|folk|locals|others|men|women|company|patrons|customers|regulars at|in|of {place} about {topic}", "see|hear|learn|find|ask out? (what they|what people|what folk|what anyone|what anybody|if anyone|if anybody|if they|whether anyone|what the people|what everyone) <knows> <any> at|in|over|up|down at|in? {place} about|of|on {topic}", "see|hear|learn|find|ask out? what|whether|if the? they|people|folk|locals|others|men|women|anyone|anybody at|in|of|over|up at|in? {place} <knows> <any> about|of|on {topic}", "visit|enter {place} <ask> about|of|after|on|into {topic}", "visit|enter {place} <ask> {question}", "<go> <over> <to> {place} <ask> (what they know|what they say|what is said|what people say|what people know|if they know|if anyone knows|if anybody knows|whether anyone knows|whether they know) anything? about|of {topic}", "<go> <over> <to> {place} about|for news? of? {topic}", "<go> and ask|inquire|enquire about|after {topic} at|in {place}", "<go> and ask|inquire|enquire {question} at|in {place}",
			"ask|inquire|enquire about|after|of {topic} on|aboard|inside {place}", "ask|inquire|enquire|inquiries around? at|in|over|up|down at|in? {place} <about> {topic}", "ask|inquire|enquire around? at|in {place} {question}", "ask|inquire|enquire around? about|after|of|into {topic} at|in|over|up|down at|in? {place}", "ask|inquire|enquire {question} at|in|over|up|down at|in? {place}", "(make inquiries|make enquiries|ask questions) at|in {place} about|into {topic}", "(make inquiries|make enquiries|ask questions) about|into {topic} at|in {place}", "see|hear|learn|find out? (what they|what people|what folk|what anyone|what anybody|if anyone|if anybody|if they|whether anyone|what the people|what everyone) <knows> <any> about|of {topic} at|in|over|up|down at|in? {place}", "see|hear|learn|find out? what is said about|of {topic} at|in {place}", "find out about {topic} at|in {place}", "find out at|in {place} about {topic}", "find out at|in {place} {question}", "find out {question} at|in {place}",
			"go|walk|move|leave|depart|exit", "out|outside|away", "<stride> out of|from {here}", "<stride> away from {here}", "leave|exit|depart from? {here}", "(go|get|walk|head|come|run) (out|away|off|elsewhere|on|outside)", "(go|get|walk|head) (out of|away from|from|out from) {here}", "(get going|move on|go elsewhere|set off|set out|take my leave|go anywhere|get out of here|walk away|head out|be off)",
		},
		free: []string{
			"<go> <over> <to>? {place} for|in|because|with|so|where|while|until|before|as|since {tail}", "<go>|climb <over> <to>? {place} to <purpose> {tail}", "&<go> <over> <to>? {place} to <purpose> {anybody}", "<go> <over> <to>? {place} where|which|that {thing}", "visit|enter {place} for|in|because|with|so|where|while|until|before|as|since {tail}", "<go> for|have|get a|some|the? drink|walk|swim|bite|meal|stroll|rest|look|breath|breather|smoke|coffee|tea|supper|dinner|lunch|breakfast at|in|on|to|by|along|around|round|over {place}",
		},
		none: "There is nowhere to go from here.", lacks: "to go to",
	},
	{
		kind: action.Examine,
		said: []string{"*look closely at {item} with {topic} in mind", "*look closely at {item}", "*look closely at {whom} with {topic} in mind", "*look closely at {whom}", "*look around {place} for some sign of {topic}", "*look around {place}", "*look around for some sign of {topic}", "*look around"}, failed: "but ~see nothing new", partly: "and ~see a little", found: "find",
		heard: []string{
			"look|l|peer|stare|gaze|glance|peek|squint closely? at|over|into|through {item}", "examine|x|inspect|study|check|view|read|observe|describe|scrutinise|scrutinize|reread|peruse|survey|consider|contemplate|ex out|over|through? {item} out|over? closely?", "look|l|read {item}", "look|read {item} over|through", "leaf|page|flick|flip|thumb|skim|browse|riffle|pore|look|read|go through|over|in {item}", "skim|peruse|browse {item}", "turn|flip|leaf|thumb through|over? the? pages|leaves of {item}", "<look> <good> <glance> at|over|of|through|inside|in|into {item}", "give {item} a|an|another? <good> <glance>", "see|watch {item}", "(what does|what do) {item} say|says|look|contain|read|show|tell|mean like? {me}?", "what is|are|was written|in|on|about? in|on? {item}", "what is {item} like", "turn {item} over", "turn over {item}", "turn {item} over|around|round in my|your hand|hands", "turn over {item} in my|your hand|hands", "take out {item} and (look at|examine|read) it", "go over {item}", "hold {item} up|to to? the? light",
			"look|peer|stare|gaze|glance closely? at {whom}", "examine|x|inspect|study|observe {whom}",
			"look|l|glance|peer|gaze|peek around|about|over|at|round|across|along|up|down {place}", "look|peer|gaze|glance|peek down? in|into|inside {place}", "examine|x|inspect|study|survey|view|check|observe|describe|explore|scan|see|watch|ex out|over|around? {place} over|out?", "<look> <good> <glance> around|round|about|at|over|of|across|along {place}", "look|l {place}", "give {place} a|an|another? <good> <glance>", "walk|wander|stroll around|about|round {place}", "(what is|what does|what can i see|what do i see|what can be seen|what is there|what is there to see) (on|in|at|around|like)? {place} (look like|like)?", "take {place} in", "take in {place}", "let my|your eyes|eye|gaze go|wander|roam|travel|sweep|pass round|around|over|about|across|through {place}", "run|cast|sweep|pass my|your eyes|eye|gaze round|around|over|about|across {place}", "see|look|check what is|there|lies in|around|at|inside|on? {place}",
			"look|l [place]", "look|l|glance|peer|gaze|peek|stare around|about|round here|there|me|you|everywhere? [place]", "look here|everywhere|closely [place]", "what do|have i|we have|got|here here|there? [place]", "<look> <good> <good>? <glance> at everybody|everything|everyone|it and? everything|everybody? all? in|on|at? here? {place}", "<look> <good> <good> <glance> around|round|about|at|here? {place}", "<look> <good> <glance> around|round|about|here? here|me|you? [place]", "examine|x|inspect|survey|study|describe|observe", "survey|explore|observe|scan here? [place]", "where am i [place]", "what does it|this|everything look like in|around|round|about? here [place]", "(what do|what can|what could) i|you see|notice|spot here|around|about? me? [place]", "(what is|what is there) here|around|about|happening|visible? [place]", "see what is|there|can is|be? there|here|seen|around? [place]", "look about|around myself|yourself|me [place]", "take in the? view|scene|scenery|sights [place]", "get my|your bearings [place]", "take stock of {place}", "where are we [place]",
			"look|glance|peer around|about|round? {place} for? <sign> of|about|to? {topic}", "look|glance|peer around|about|round|over at|on? {place} for|about|regarding|concerning {topic}", "look around|about|round here? for <sign> of {topic}", "look around|about|round here? for|with {topic}", "look <good> for <sign> of {topic}", "look for <sign> of|about {topic} on|in|at|around|about {place}", "look for {topic} on|in|at|around|about {place}", "look for {topic} here?", "examine|inspect|study|survey {place} for <sign> of {topic}", "examine|inspect|study|survey {place} for {topic}", "keep an? eye|lookout out? for {topic}", "watch for <sign> of {topic}", "look around to find? out? {question}",
		},
		free: []string{
			"look|glance|gaze|peer|stare about|around|round {me} in|at|with {tail}",
		},
		none: "There is nothing here to look at.", lacks: "to look at",
	},
	{
		kind: action.Search,
		said: []string{"*search {place} for some trace of {topic}", "*search {place}", "*search for some trace of {topic}", "*search"}, failed: "and ~find nothing", partly: "and ~find a little", found: "find",
		heard: []string{
			"<search> around|about|through|over|up? through|in|inside|around|about|over|on|at|across? {place}", "<search> through|in|around|about|over|on|at? {place} for <clue> <odd>?", "<search> every|all inch|corner|nook|over? of? {place}", "<search> through|among? everything|all on|in|at|around {place}", "go|look|comb|walk|search over|through? every|each inch|yard|foot|corner|nook|bit|part|stone|plank of {place}", "go|look|comb|walk|search over|through? every|each inch|yard|foot|corner|nook|bit|part|stone|plank of {place} looking|searching|hunting? for <clue> <odd>?", "go|look|walk over|through|along|about|around {place} looking|searching|hunting? for <clue> <odd>?", "look|search|hunt|seek|scout|check around|about|over? for <clue> <odd>?", "look|check round|around|about|over {place} for <clue> <odd>?", "look|search|hunt|seek|scout|check around|about|over? for <clue> in|at|around|about|on|along {place}", "look|search|hunt|seek|check for <clue> here|around|about|hidden", "look|search|hunt|seek|check for <clue> that? is|are? hidden|useful|interesting|unusual|suspicious|of? interest|use? on|in|at|around|here? {place}?", "look|search|hunt high and low", "look under|behind everything", "turn {place} upside? down|over", "turn {place} over", "turn out {place}", "go over|through {place}", "go over {place} with a fine tooth|toothed comb", "go through {place} with a fine tooth comb",
			"<search>", "<search> here|around|about|everywhere|everything|properly|again?", "<search> around|about here|everywhere?", "find|seek|discover <clue>", "find|seek|discover <clue> in|on|at|around|here {place}?", "see|find|check out? if|whether (anything is|there is anything|there is something|there are|anything was|i can find anything|i can find|there are any|there is any|something is|i missed) <clue>? hidden|useful|interesting|here|lying|left|concealed|unusual|suspicious|of? interest|use|around|about|to? find? in|on|at|around|about|along? {place}?", "see if|whether i can find <clue>", "see what i|you can|could find|turn|dig up? in|on|at|around|about|here? {place}?", "see what is hidden|lying here|around|about? on|in|at? {place}?",
			"(have|take|make|do|conduct|carry out) a|another? <good> <rummage> of|around|about|through|in|on|at|round? {place}", "(have|take|make|do|conduct|carry out) a|another? <good> <rummage>", "(have|take|make|do) a|another? <good> <rummage> around|about|round|here here?", "(have|take) a? <good> look for <clue>", "give {place} a? <good> <rummage>|search|going over?", "is there <clue> hidden|here? on|in|at? {place}?",
			"<search> through|in|around|about? {place} for|to? <sign> of|about? {topic}", "<search> through|in|around|about? {place} for {topic}", "<search> here|around? for {topic}", "<search> here|around? for <sign> of|about? {topic}", "look|hunt for {topic} on|in|at|around|about {place}", "look|hunt for {topic} here?", "look|hunt around|about? for <sign> of|about {topic}", "look|hunt for <sign> of|about {topic} on|in|at|around|about {place}", "<search> {place} to find out {question}", "seek|find <sign> of {topic}",
		},
		free: []string{
			"<search> through|in|around|about? {place} for {tail}", "<search> here|around|about|everywhere|everything? for {tail}", "&<search> through|in|around|about? {place} for {thing}", "&<search> here|around|about|everywhere|everything? for {thing}", "&look|hunt for|after {thing}", "look|hunt for a|any|some? <clue> {tail}", "&look|hunt for|after {tail}", "look|check|peer|feel|search|rummage|poke under|beneath|behind|among {tail}", "look through|behind|under|into|inside all|every|each {tail}",
		},
		none: "There is nothing here to search.", lacks: "to search",
	},
	{
		kind: action.Wait,
		said: []string{"*wait a while at {place} and *listen for talk of {topic}", "*wait a while at {place}", "*wait a while and *listen for talk of {topic}", "*wait a while"}, failed: ", but nothing ~come of it",
		heard: []string{
			"<wait>", "<wait> <while>", "<wait> with|beside|near her|him|them <while>?", "<wait> here? for? half an hour", "<wait> here? for? a|an|one|two|three|four|five|six|ten|fifteen|twenty|thirty|few minutes|minute", "<wait> little|bit|awhile", "<wait> here|around|about|there|still|put|tight|idle|quiet|quietly|silently", "<wait> here|down? quietly|silently? (by the|at the|near the|beside the|in front of the) fire|hearth|fireside|window|wall|door|table <while>?", "<wait> here|around|about|there|on|in|at|still|put|tight|quietly <while>", "<wait> at|in|by|on|here? {here} <while>", "<wait> at|in|by|on|here {here}", "stay|sit|stand|remain|keep|hold|stop put|down|still|tight|on|quiet|here|back", "stay|sit|stand|hang where i am", "wait|hang and see|watch|listen", "wait|hang and see what happens|comes", "wait to see what happens", "(do|doing) nothing|absolutely", "do nothing <while>", "do nothing here|at all?", "pass|kill|waste|spend the|some|a? little? time here?", "bide|take my|your time", "hang around|about|back|here <while>?", "take|have a? little|short|quick? rest|break|breather|seat|pause|moment", "twiddle my|your thumbs", "laze|idle|lounge|dawdle|dally|lurk around|about|here?", "let the? time go|pass? by?", "hold on|my|your <while>?", "hold my position", "see what happens|comes next|along|by?", "hang on", "hang on|back a moment|bit|minute", "watch and wait", "wait and watch|listen", "wait for something|someone|somebody|anything to? happen|come|turn up?",
			"<wait> here|around|about|at? {here}? <while>? (and listen for|and listen out for|to hear|listening for|and hear|for|and wait for) talk|word|news|mention|gossip|rumours|rumors|anything of|about? {topic}", "<wait> <while> (and listen for|and listen out for|to hear|listening for|and hear|for) talk|word|news|mention|gossip|rumours|rumors|anything of|about? {topic}", "<wait> (and listen for|and listen out for|to hear|listening for|and hear|for) talk|word|news|mention|gossip|rumours|rumors|anything of|about? {topic}", "<wait> (to find out|to learn|and find out|to see) {question}", "listen out? for talk|word|news|mention|gossip|rumours|rumors|anything? of|about? {topic}", "overhear talk|word|news|mention|gossip of|about {topic}", "eavesdrop for talk|news of {topic}", "listen about {topic}",
		},
		free: []string{
			"<wait> <while>? <nearby> {thing}", "<wait> down? <nearby> {thing}", "<wait> a little|bit <nearby> {thing}", "<wait> <while> <waiting> {tail}", "<wait> down? <waiting> {tail}", "lean|perch|slump|recline back|down? <waiting> {tail}", "<wait> down? on the|a|my bench|chair|armchair|sofa|stool|floor|ground|steps|stairs|bed|wall|sill|rock|stone|grass|deck|bollard <while>?", "<wait> <while> until|till {tail}", "<wait> <while>? for {other} to {tail}", "<wait> until|till {tail}", "<wait> a little|bit|moment|while|minute longer|more? {tail}", "&warm myself|me in|by|at|near {tail}",
		},
		none: "There is no waiting here.", lacks: "to wait at",
	},
	{
		kind:   action.Pursue,
		said:   []string{"*look into {matter} with {topic} in mind", "*look into {matter}", "*take up this question with {topic} in mind: {title} => *take up the question {quoted} with {topic} in mind", "*take up this question: {title} => *take up the question {quoted}", "*look into {topic}", "*look further into things"},
		failed: "and ~get nowhere", found: "find",
		free: []string{
			"think about|over|on {thread}", "ponder|consider|examine|study {thread} further|more?",
		},
		heard: []string{
			"look|dig|inquire|enquire|delve|probe further|deeper|more|harder? into {thread} further|more?", "pursue|investigate|follow|chase|research|explore|solve|unravel|resolve|probe|crack|tackle|uncover|discover|trace|unearth|settle|untangle|penetrate|decipher up? the? {thread} up? further|more?", "follow|chase|check up? on? {thread} up?", "take up {thread}", "take up this|the question|matter|mystery of? {thread}", "look into|pursue|investigate the? question|matter|mystery of {thread}", "take an interest in {thread}", "concern myself with {thread}",
			"find|discover|learn|establish|determine|uncover out? {thread}", "find|discover|learn|know out? about|more? about? {thread}", "find out more about {thread}", "get|go to the? bottom|root|heart of {thread}", "work on|out|at {thread}", "figure|puzzle|sort|work|suss {thread} out", "figure|puzzle|sort|suss|make out {thread}", "<pursue>", "investigate further|things|more", "look into things|it|matters further?", "look further into things?", "(carry on|continue|get on|go on|proceed|keep on|keep going|press on|push on|resume|go ahead|keep up) with? the|my|our|this? investigation|investigations|inquiry|inquiries|enquiries|case|quest|hunt|mystery|investigating", "(carry on|continue|go on|proceed|keep|resume|get on) with? <pursue>? investigating|pursuing|looking|into {thread}", "(carry on|continue|go on|get on|press on|keep going) with {thread}", "solve the mystery|riddle|puzzle of {thread}", "solve|crack|follow the? mystery|riddle|puzzle|case|leads|trail|clues", "ask myself|yourself {thread}", "follow|pick up? (the trail of|the trail to|the trail|the scent of|leads on|clues about|the thread of) {thread}", "get|seek|find an? answers|answer to {thread}", "make progress on|with {thread}", "look for answers|clues|leads about|to|on|for {thread}", "do some digging on|into|about {thread}", "<does> i <knows> {thread}", "(i want to know|i need to know|tell me|i must know) {thread}", "wonder {thread}", "(carry on|continue|work) on {thread}", "what happened with {thread}", "dig up|for? dirt|more|facts on|about {thread}",
		},
		none: "There is nothing here to look into.", lacks: "to look into",
	},
	{
		kind: action.Recall,
		said: []string{"*think over {question}", "*go over what {I} ~know of {topic}", "*go over what {I} ~know so far"}, failed: "and ~be none the wiser",
		free: []string{
			"make|write|draw a? list|note|notes|summary up? of what|all|everything i? {tail}", "go|think|run back? over|through the|this whole|entire? thing|things|business|affair|matter|case|story|lot {tail}", "go|think|run back? over|through the|this evening|day|night|events|past|hours|morning|afternoon {tail}", "mull|think|turn|go it|things all? over|through", "<recall>|go|run|turn|look|mull|think back? about|over|through|on|upon in? my? mind|head? (everything|things|matters|all this|all that|all of this|all of it|it all)", "<recall>|go|run|turn|look|mull|think back? about|over|through|on|upon in? my? mind|head? (everything|things|matters|all this|all that|all of this|all of it|it all) in|so|again|that|tonight|today|now {tail}", "<recall> what happened|was|had|they|he|she|people|everybody|everyone {tail}", "<recall>|go|run|turn|look|mull back? about|over|through|on|upon in? my? mind|head? what|everything|all|whatever i|we {tail}",
		},
		heard: []string{
			"<recall>", "<recall> things|it all over|through?", "<recall> about|over|on what|everything|all|whatever that? {I} have|can? <know> <sofar>?", "<recall>|turn|mull|go over|through? in? my|the? mind|head? what|everything|all|whatever|anything that? {I} have|can? <know> about|of|on? {topic}", "<recall> what was|is|has|had been? said|told|heard|known of|about|on {topic}", "<recall> what|everything|all|anything that? {anyone} has|have|had? said|told|says {me}? of|about {topic}", "turn|mull over in my|the mind|head {topic}", "<recall> back? over everything|things|all", "<recall> for? a? back|hard|things|it|matters|everything|all|moment|bit|while over|through|again?", "remember|recall|recollect|ponder|consider|contemplate|mull|review|ruminate|reconsider <all> over|on|about? {topic}", "<recall> <all> about|of|over|on|upon|back|to|through to|about|on|over? {topic}", "wonder|think|reflect|muse about|on|over? {question}", "remember|recall|ponder|consider {question}", "<recall> what|everything|all|whatever|anything that? {I} have|can? <know> about|of|on {topic}", "<recall> what|everything|all|whatever that? {I} have|can? <know> <sofar>?", "mull|turn|think|chew|go {topic} over in|again? my|your? mind?",
			"go|run|think|look|sift|talk back|over|through|again? over|through|on|to what|everything|all|whatever that? {I} have|can? <know> about|of|on {topic}", "go|run|think|look|sift back? over|through|on what|everything|all|whatever that? {I} have|can? <know> <sofar>?", "go|run|look|read|think|sift back|over|through|at|on? over|through|at|on? my|your|the? notes|note|memories|memory|journal|recollections|thoughts|facts|evidence|clues|knowledge", "think back? over|through|on {topic}", "go|run over|through {topic}", "go|run|look back over|through|on {topic}", "go over {question}", "go over|through everything|things|it all? again?", "review|consult|check|search|jog|rack|refresh my|your|the? notes|memory|memories|brain|brains|mind|journal|knowledge|facts|situation|evidence|clues|progress <about>? {topic}?",
			"what do|did i|we <know> <sofar>?", "what do|did i|we <know> about|of|on {topic}", "what do|did|have i|we find|found|hear|heard|learn|learned|learnt out? about|of|on {topic}", "what have i|we <know>", "what have i|we <know> <sofar>", "what have i|we <know> about|of|on {topic}", "call|bring {topic} to mind", "call to mind {topic}", "bring to mind {topic}", "collect|gather|order|sort my|your thoughts out?", "collect|gather my|your thoughts on|about {topic}", "take stock", "take stock of things|matters|everything|what? i? know?", "remember about {topic}", "remind myself|yourself of|about <all> {topic}", "remind myself {question}", "remind {me} of|about {topic}", "cast my|your mind back", "cast my|your mind back to|over {topic}", "put two and two together", "piece things|it together", "do|did i <know> <any> <about> {topic}", "do i <know> {question}", "what|who is|was {topic} again", "have a? good|nice|quiet? long|little|hard? think|ponder about|on|over {topic}", "have a? good|nice|quiet? long|little|hard? think", "what|how was|is that|it? about {topic}", "list|sum|recap|summarise|summarize up? what|everything|all i|we <know> <sofar>?", "recap", "recap <all> {topic}",
		},
		none: "There is nothing to think back to yet.", lacks: "to think back to",
	},
	{
		kind: action.Skip,
		said: []string{"*let {span} pass", "*let some time pass"}, failed: ", but nothing ~come of it",
		heard: []string{"let {span} go by", "wait|rest|sleep|skip|stay|linger ahead? forward? for? {span}", "let the|some? time pass|go by?", "skip|jump ahead|forward", "skip|pass some|the? time", "skip", "spend {span} here? waiting?", "pass {span}", "let {span} pass by", "sleep|nap|doze", "sleep|nap|doze for? a? while|bit"},
		none:  "There is no letting time pass now.", lacks: "to wait for",
	},
	{kind: action.Authored}, {kind: action.Train}, {kind: action.Custom}, // what is done stands in their words
}

func verbOf(kind action.Kind) *verb {
	for i := range verbs {
		if verbs[i].kind == kind {
			return &verbs[i]
		}
	}
	return &verbs[len(verbs)-1]
}

// forms are what is said for a verb: where it has no form for a topic, each that it has
// with the topic behind it comes before it.
func (v *verb) forms() []string { return sayings()[v.kind] }

var sayings = sync.OnceValue(func() map[action.Kind][]string {
	all := map[action.Kind][]string{}
	for i := range verbs {
		v := &verbs[i]
		if !slices.ContainsFunc(v.said, hasTopic) {
			for _, form := range v.said {
				all[v.kind] = append(all[v.kind], strings.ReplaceAll(form, " =>", inMind+" =>")+inMind)
			}
		}
		all[v.kind] = append(all[v.kind], v.said...)
	}
	return all
})

const inMind = " with {topic} in mind"
