package grammar

import (
	"slices"

	"github.com/narratoria/narratoria/internal/english"
)

// A frame is a part of a line that is read.
type frame struct {
	begin, end int
	quietly    bool // said to be done so
	more       bool // something was passed over that nobody says for an action
}

// What may stand before, after and within a deed and says nothing of it, in the words of a
// line. The longer stand first.
var (
	before = bound("how about (i/we)|be (a dear/an angel/a darling/a love/a good fellow/nice) and|(with/in/after) (a/one/another) (friendly/warm/wry/small/little/heavy/deep/polite/quick/long/short/low/kind/brief/nervous/sad/thin/last)? (smile/sigh/nod/shrug/frown/grin/laugh/bow/wink/shiver/glance/pause/cough/breath/moment/while/minute)|with (a smile on my face/all due respect/respect/all respect/due respect/a heavy heart/great interest/some curiosity)|be (patient/brave/quiet/careful/still) and|(might/may/could/can) i (perhaps/possibly/just)? (be permitted to/be allowed to/trouble you to/beg leave to/ask to be allowed to)|(permit/allow) me to|let me (just/first)?|with your (permission/leave/consent)|by your leave|i (feel/think/believe/suppose/reckon/fancy/guess/say/find) (that/it/its/it is)? (only/just)? (right/best/proper/wise/wisest/fair/better/prudent/polite/high time/time/my duty) (now)? to|i (feel/think/believe/suppose/reckon/fancy/guess/find) that|i (feel/believe/reckon/fancy)|i (should/would) (very much/dearly/rather)? (like/love/wish/want/prefer/care/be glad/be happy/be pleased/be delighted/be obliged) to|i (shall/will/should/would/must/might/may/can/could/ought to) (now/just/first/simply/merely/only/perhaps/then/also/certainly/gladly/have to)|i wonder (if/whether) (i/we) (may/might/could/can/should)|i (wonder/was wondering/am wondering) (if/whether)|i (should/would) be (very/much/most/so/greatly/ever so/deeply/truly)? (obliged/grateful/glad/pleased/delighted/thankful/happy) (if/for/were)|would you be so (good/kind) as to|be so (good/kind) as to|be (good/kind) enough to|have the (goodness/kindness) to|do me the (favour/favor/kindness) (of/to)|(good/best/wise/time/safe/safest/better/wiser) to|(its/it is/it was) (good/best/wise/better/only right/high time) to|(i/we) (beg/beseech) (leave/permission/you)? to|(i/we) (beg/crave) (your/his/her)? (pardon/forgiveness/indulgence)|forgive me|pardon me|pray|(i/we) (shall/will) (try/attempt/endeavour/endeavor/go)? (to/and)|(i/we) (try/tried/attempt/manage/managed) (hard)? (to/and)|(i/we) (then/next/first/now/simply/merely/only/just/also/quickly/slowly/finally)|only|merely|well then|all right then|right then|come on|come now|come|there now|see here|say nothing (and/but)|saying nothing|without (a/another/one/saying a) (more/single/further)? word|without (further ado/more ado/hesitation/hesitating/delay/looking back/saying anything/saying a thing/much hope/a sound/fuss/much ado)|not a word|(i/we) (cant/cannot/can not) help but|(could/can/would) (i/we) not|do (please/kindly)|let me (see/think)|lets see|ok so|so then|and now|but|yes|no|yeah|yep|nope|i would be (very/much/most/so/greatly/ever so)? (obliged/grateful/glad/pleased) if you (could/would)|(would it be/is it) possible to|if it (is/was) not too much (trouble/bother)|if it (isnt/wasnt) too much (trouble/bother)|if it is (no/not any) (trouble/bother)|if i might|you (would/will) (greatly/much)? oblige me (greatly/much/very much)? (by/if you)|your (grace/lordship/ladyship/excellency/majesty/holiness/highness)|(perhaps/maybe/i thought/i think) i might|off (i/we)|enough|(you had/you) better|(i do/do/doing/i try/try) my (best/utmost/hardest) to|(i do/do) (what/all/everything) i can to|i will not be put off|i wont be put off|i have had enough|i (make up my mind/resolve/resolved/set out/mean/intend/plan/aim/hope/dare/venture/hasten/manage/am determined/make an effort/take the opportunity/take a moment/take the time) to|see (if/whether) i can|i like to|if (you please/i may/possible/you dont mind/it pleases you/you would)|by your leave|i think i would like to|i think i will|i think ill|i would like to|i would love to|i would rather|i would prefer to|i am going to|i have to|i had better|i ought to|i should like to|i shall|i should|i must|i may|id like to|id love to|id rather|id prefer to|id better|im going to|im gonna|i want to|i wanna|i wish to|i need to|i try to|i attempt to|i decide to|i decided to|i choose to|i will|i can|i guess ill|i guess|i suppose|i think|i say|i start to|i begin to|" +
		"what i want is to|what i do is|my plan is to|the plan is to|time to|it is time to|its time to|let me try to|let me|we should|we ought to|we must|we could|shall i|shall we|lets go and|lets go|lets try to|lets try and|lets|let us go and|let us|why dont i|why dont we|why not|can i|could i|may i|might i|can we|could we|may we|can you|could you|would you|will you|would you please|" +
		"i would|i am|id|we would|try to|try and|attempt to|(endeavour/endeavor/strive) to|proceed to|continue to|go and|go ahead and|come and|turn and|stop and|and then|want to|wanna|need to|have to|going to|gonna|please|kindly|then|now|next|first|finally|okay|ok|right|alright|all right|very well|well|so|just|maybe|perhaps|and|hey|hi|hello|oh|ah|um|uh|er|erm|hm|hmm|aye|sure|listen|excuse me|pardon me|sorry|look here|also|again|simply|quick|carefully|slowly|quickly|thoroughly|politely|gently|casually|calmly|boldly|cautiously|firmly|ill|im|i|we|you|me|to")
	after    = bound("quick|as fast as i can|whatever (it takes/happens/comes/the cost/may come)|at (all costs/any cost/any price/any rate)|no matter (what/how)|come what may|in (silence/peace/comfort/passing/the end/the dark/the cold/the warm)|for (a start/starters/good/certain/sure)|with (a/one/another) (friendly/warm/wry/small/little/heavy/deep/polite/quick/long/short/low/kind/brief/nervous/sad/thin)? (smile/sigh/nod/shrug/frown/grin/laugh/bow/wink/shiver/glance)|of (yours/his/hers/theirs/mine)|and (see/hear/find out) what (she/he/they) (say/says/know/knows/think/thinks/has to say/have to say/does/do/makes of it/make of it/tells me/tell me)|and see what (happens/comes of it/comes/i find/turns up/there is)|you and i|you and me|without (a/another/one/saying a) (more/single/further)? (word/sound)|without (further ado/more ado/hesitation/hesitating/delay/looking back/saying anything/saying a thing/fuss/waiting)|and (say/do) (nothing/nothing else/nothing more/no more)|and nothing (else/more/further)|nothing (else/more)|and no (more/more talk/nonsense)|and (have/be) done with it|and be quick about it|and leave it at that|by myself|all by myself|alone|for (company/fun/luck/safety)|before (anything/everything) else|first of all|after all|if (nobody/no one/noone) (minds/objects)|in the meantime|meanwhile|in peace|with (me/all my heart/respect/all respect/all due respect/due respect/pleasure)|(for/just for/only for) (a/one) (moment/minute/while/little while/second/bit/few minutes)|for (some/a short/a long) (time/while)|a (moment/minute/while/second)|(anyway/anyhow/somehow/perhaps/maybe/really/then/now/here/there) (please/now/then)?|i (suppose/think/guess/imagine/reckon/say)|straightaway|immediately|this (evening/morning/afternoon/time/night/minute/instant)|tonight|right here|before (i/we) (go/leave/forget/start/begin)|just (now/once/quickly/briefly)|as (best/well/fast/quickly/quietly/carefully/politely/nicely/gently) as (i/we) can|as best (i/we) can|if (i/we) (must/may/might/can/could/dare)|(u/you) (know/see)|lol|thx|ty|dude|man|haha|yeah|innit|like (this/that)|if it (is/was) not too much (trouble/bother)|if it (isnt/wasnt) too much (trouble/bother)|if it is (no/not any) (trouble/bother)|let me (think/see)|and (shiver/sigh/smile/nod/shrug/grin/frown/shudder/yawn/blush/wink/laugh/swallow)|if (she/he/they) (is/are) (at leisure/free/not busy/willing/not too busy)|if (she/he/they) (has/have) (a moment/a minute/time/the time/a second)|if you (have a moment/have a minute/have time)|i beg you|i beg of you|i pray you|i implore you|pls|plz|pretty please|(page by page/word by word/line by line/word for word)|from (cover to cover/beginning to end/start to finish/end to end/top to bottom)|with (great care/interest/great interest)|at (length/leisure)|at my leisure|out loud|aloud|if that is all right|if thats all right|if that is alright|if thats alright|if that is ok|if thats ok|if that is okay|if thats okay|if you please|if you would|if you dont mind|if you can|if i may|if i can|if possible|if need be|for the (time being/present/moment/meantime)|by any chance|for a little while|for a while|for a bit|for a moment|for a minute|for now|for me|for once|a bit|a little|a little more|some more|once more|one more time|again|until she talks|until he talks|until they talk|until she answers|until he answers|right now|forthwith|right away|straight away|at once|immediately|please|now|then|thank you very much|thank you|thanks|cheers|first|next|instead|too|as well|already|today|here|there|carefully|slowly|quickly|thoroughly|politely|gently|casually|calmly|cautiously|firmly|properly|directly|closely|hard|in detail|in person|with care|with caution|ok|okay|alright|will you|would you|shall we|could you|can you|eh|right|i guess|i think|i suppose|myself|sir|madam|maam|mate|friend|my friend|my dear")
	anywhere = bound("straight out|flat out|please|kindly|politely|gently|again|also|just|really|firmly|carefully|thoroughly|closely|now|then|straight|directly|perhaps|maybe|simply|casually|once|nicely|calmly|quickly|slowly|boldly|outright|bluntly|instead|exactly|hard|well|um|uh|er|erm")
	quietly  = bound("(but/and)? (keep/keeping) it (quiet/low/down/secret/between us/to ourselves/private)|(in/with) (a/my) (low/lowered/hushed/quiet/soft) (voice/tone)|(but/and)? (so/so that)? (nobody/no one/noone/none) (else)? (hears/hear/can hear/overhears/overhear/can overhear/notices/listens) (it/me/us)?|(lower/drop) my voice (and/to)|keep my voice (low/down) (and/to)|(speak/talk) (softly/quietly/low) (and/to)|in a low voice|with a lowered voice|so (that)? (nobody/no one/noone) (else)? (hears/can hear/overhears/can overhear)|out of (earshot/hearing)|(but/and)? (keep/keeping) (your/my/our) (voice/voices) (down/low)|(but/and) (quietly/softly/discreetly/privately/secretly)|quietly|softly|discreetly|privately|secretly|in private|in secret|on the quiet|under my breath|in a whisper|stealthily|silently")
)

// frames are the parts of a line that may be the deed: all of it, then without what is
// polite.
func (m *matching) frames() []frame {
	begins := m.beginnings()
	all := slices.Clone(begins)
	for end, said := len(m.words), false; len(all) < mostFrames; {
		rest := m.words[:end]
		if n := trailing(rest, quietly); n > 0 {
			end, said = end-n, true
		} else if n := trailing(rest, after); n > 0 {
			end -= n
		} else {
			break
		}
		for _, f := range begins {
			all = append(all, frame{f.begin, end, f.quietly || said, true})
		}
	}
	return all
}

// beginnings are the frames that leave out at the beginning what may stand there: every such phrase,
// and the shorter ones too, since "I think over the wreck" is not "I think" and "over the wreck".
func (m *matching) beginnings() []frame {
	all := []frame{{end: len(m.words)}}
	for at := 0; at < len(all) && len(all) < mostFillers; at++ {
		last := all[at]
		rest := m.words[last.begin:]
		soft := leading(rest, quietly)
		for _, n := range append(before.lengths(rest), soft, m.wanted(rest), m.gone(rest), m.silent(last.begin)) {
			next := frame{last.begin + n, len(m.words), last.quietly || n == soft, last.more || n != soft}
			if n > 0 && !slices.ContainsFunc(all, func(f frame) bool { return f.begin == next.begin }) {
				all = append(all, next)
			}
		}
	}
	return all
}

// wanted is how many words before a deed say that somebody wants it, as who is new to English
// says so: "I want ask Ines".
func (m *matching) wanted(words []string) int {
	if n := leading(words, wishing); n > 0 && n < len(words) && m.isDeed(words[n]) {
		return n
	}
	return 0
}

// gone is 1 where words begin with "go", "come" or "do" for what is done then: "go ask Ines",
// "do help me".
func (m *matching) gone(words []string) int {
	if len(words) > 2 && english.OneOf(words[0], "go come") && words[1] == "to" && m.isDeed(words[2]) && m.reader.nameAt(placeField, m.line, m.begin+2) == 0 && !english.OneOf(words[2], "go come work") {
		return 2
	}
	if len(words) > 1 && english.OneOf(words[0], "go come do") && words[1] != words[0] && m.isDeed(words[1]) {
		return 1
	}
	return 0
}

// silent is how many words at a place say that nothing is said, with a sign behind them: "say nothing,
// just wait". What is not said to somebody is no such words.
func (m *matching) silent(at int) int {
	if at+2 < len(m.words) && m.words[at] == "say" && m.words[at+1] == "nothing" && m.parted(at+2) {
		return 2
	}
	return 0
}

// Wishing may stand before a verb without "to" where somebody speaks so.
var wishing = bound("i (want/wish/would like/would love/like/try/need/am want)")

// isDeed reports whether a word begins a form and is no preposition: "go ask Ines".
func (m *matching) isDeed(word string) bool {
	return len(patterns().by[word]) > 0 && english.IsVerb(word)
}

const (
	mostFillers = 14
	mostFrames  = 48
)
