package grammar

import (
	"slices"
	"strings"

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
	before = split("i would be (very/much/most/so/greatly/ever so)? (obliged/grateful/glad/pleased) if you (could/would)|(would it be/is it) possible to|if it (is/was) not too much (trouble/bother)|if it (isnt/wasnt) too much (trouble/bother)|if it is (no/not any) (trouble/bother)|if i might|(perhaps/maybe/i thought/i think) i might|off (i/we)|enough|(you had/you) better|(i do/do/doing/i try/try) my (best/utmost/hardest) to|(i do/do) (what/all/everything) i can to|i will not be put off|i wont be put off|i have had enough|i (make up my mind/resolve/resolved/set out/mean/intend/plan/aim/hope/dare/venture/hasten/manage/am determined/make an effort/take the opportunity/take a moment/take the time) to|see (if/whether) i can|i like to|if (you please/i may/possible/you dont mind/it pleases you/you would)|by your leave|i think i would like to|i think i will|i think ill|i would like to|i would love to|i would rather|i would prefer to|i am going to|i have to|i had better|i ought to|i should like to|i shall|i should|i must|i may|id like to|id love to|id rather|id prefer to|id better|im going to|im gonna|i want to|i wanna|i wish to|i need to|i try to|i attempt to|i decide to|i decided to|i choose to|i will|i can|i guess ill|i guess|i suppose|i think|i say|i start to|i begin to|" +
		"what i want is to|what i do is|my plan is to|the plan is to|time to|it is time to|its time to|let me try to|let me|we should|we ought to|we must|we could|shall i|shall we|lets go and|lets go|lets try to|lets try and|lets|let us go and|let us|why dont i|why dont we|why not|can i|could i|may i|might i|can we|could we|may we|can you|could you|would you|will you|would you please|" +
		"i would|i am|id|we would|try to|try and|attempt to|(endeavour/endeavor/strive) to|proceed to|continue to|go and|go ahead and|come and|turn and|stop and|and then|want to|wanna|need to|have to|going to|gonna|please|kindly|then|now|next|first|finally|okay|ok|right|alright|all right|very well|well|so|just|maybe|perhaps|and|hey|hi|hello|oh|ah|um|uh|er|erm|hm|hmm|aye|sure|listen|excuse me|pardon me|sorry|look here|also|again|simply|quick|carefully|slowly|quickly|thoroughly|politely|gently|casually|calmly|boldly|cautiously|firmly|ill|im|i|we|you|me|to")
	after    = split("if it (is/was) not too much (trouble/bother)|if it (isnt/wasnt) too much (trouble/bother)|if it is (no/not any) (trouble/bother)|let me (think/see)|and (shiver/sigh/smile/nod/shrug/grin/frown/shudder/yawn/blush/wink/laugh/swallow)|if (she/he/they) (is/are) (at leisure/free/not busy/willing/not too busy)|if (she/he/they) (has/have) (a moment/a minute/time/the time/a second)|if you (have a moment/have a minute/have time)|i beg you|i beg of you|i pray you|i implore you|pls|plz|pretty please|(page by page/word by word/line by line/word for word)|from (cover to cover/beginning to end/start to finish/end to end/top to bottom)|with (great care/interest/great interest)|at (length/leisure)|at my leisure|out loud|aloud|if that is all right|if thats all right|if that is alright|if thats alright|if that is ok|if thats ok|if that is okay|if thats okay|if you please|if you would|if you dont mind|if you can|if i may|if i can|if possible|if need be|for a little while|for a while|for a bit|for a moment|for a minute|for now|for me|for once|a bit|a little|a little more|some more|once more|one more time|again|until she talks|until he talks|until they talk|until she answers|until he answers|right now|forthwith|right away|straight away|at once|immediately|please|now|then|thank you very much|thank you|thanks|cheers|first|next|instead|too|as well|already|today|here|there|carefully|slowly|quickly|thoroughly|politely|gently|casually|calmly|cautiously|firmly|properly|directly|closely|hard|in detail|in person|with care|with caution|ok|okay|alright|will you|would you|shall we|could you|can you|eh|right|i guess|i think|i suppose|myself|sir|madam|maam|mate|friend|my friend|my dear")
	anywhere = split("please|kindly|politely|gently|again|also|just|really|firmly|carefully|thoroughly|closely|now|then|straight|directly|perhaps|maybe|simply|casually|once|nicely|calmly|quickly|slowly|boldly|outright|bluntly|instead|exactly|hard|well|um|uh|er|erm")
	quietly  = split("(lower/drop) my voice (and/to)|keep my voice (low/down) (and/to)|in a low voice|with a lowered voice|so (that)? (nobody/no one/noone) (else)? (hears/can hear/overhears/can overhear)|out of (earshot/hearing)|quietly|softly|discreetly|privately|secretly|in private|in secret|on the quiet|under my breath|in a whisper|stealthily|silently")
)

// split are the phrases of a list; "(a/b)" is one or the other.
func split(list string) [][]string {
	var all [][]string
	for phrase := range strings.SplitSeq(list, "|") {
		for _, one := range expand(strings.ReplaceAll(phrase, "/", "|")) {
			all = append(all, strings.Fields(one))
		}
	}
	return all
}

// frames are the parts of a line that may be the deed: all of it, then without what is
// polite.
func (m *matching) frames() []frame {
	begins := []frame{{end: len(m.words)}}
	for last := begins[0]; last.begin < len(m.words); {
		rest := m.words[last.begin:]
		if n := leading(rest, quietly); n > 0 {
			last.begin, last.quietly = last.begin+n, true
		} else if n := leading(rest, wanting); n > 0 && n < len(rest) && m.isDeed(rest[n]) {
			last.begin, last.more = last.begin+n, true
		} else if n := leading(rest, before); n > 0 {
			last.begin, last.more = last.begin+n, true
		} else if len(rest) > 1 && (rest[0] == "go" || rest[0] == "come") && rest[1] != rest[0] && m.isDeed(rest[1]) {
			last.begin, last.more = last.begin+1, true
		} else {
			break
		}
		if begins = append(begins, last); len(begins) > mostFillers {
			break
		}
	}
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

// Wanting may stand before a verb without "to" where somebody speaks so.
var wanting = split("i (want/wish/would like/would love/like/try/need/am want)")

// isDeed reports whether a word begins a form and is no preposition: "go ask Ines".
func (m *matching) isDeed(word string) bool {
	return len(patterns().by[word]) > 0 && english.IsVerb(word)
}

const (
	mostFillers = 8
	mostFrames  = 48
)

// leading is how many words at the beginning are one of some phrases.
func leading(words []string, phrases [][]string) int {
	for _, p := range phrases {
		if len(p) <= len(words) && slices.Equal(words[:len(p)], p) {
			return len(p)
		}
	}
	return 0
}

func trailing(words []string, phrases [][]string) int {
	for _, p := range phrases {
		if len(p) <= len(words) && slices.Equal(words[len(words)-len(p):], p) {
			return len(p)
		}
	}
	return 0
}
