package grammar

import "github.com/narratoria/narratoria/internal/english"

// minded is a line that looks, searches or waits with something in mind, in the words that the forms
// for it have: "look around with an eye to the napkin", "wait in case something happens about it".
func (r *Reader) minded(l *line) *line {
	for i := 1; i < len(l.words)-1; i++ {
		n := minding.begin(l.words[i:])
		if n > 0 && i+n < len(l.words) && r.nameAt(topicField, l, i+n) == len(l.words)-i-n {
			return l.with(i, i+n, []string{"for", "word", "of"})
		}
		if !english.OneOf(l.words[i], "with having keeping bearing") {
			continue
		}
		for to := i + 2; to < len(l.words); to++ {
			if leading(l.words[to:], split("in mind|in my mind|on my mind|in view")) == len(l.words)-to && r.nameAt(topicField, l, i+1) == to-i-1 {
				return l.with(to, len(l.words), nil).with(i, i+1, []string{"for", "word", "of"})
			}
		}
	}
	return nil
}

// minding is what may stand between what somebody does and what they have in mind.
var minding = along(`
	with an|one|half|my an? eye|ear|eyes|ears|mind|thoughts open|out|fixed? to|on|for
	thinking of|about
	mindful of
	just? in case something|anything|someone|somebody|anyone|anybody|word|news happens|turns|comes|is|says|shows|mentions|talks|speaks|appears|occurs up|along|said|something|anything? to? do? about|of|with|concerning|regarding|on?
	for something|anything|someone|somebody|news|word to happen|turn|come|appear|show|be|talk|speak up|along|said? to? do? about|of|with|concerning|regarding|on
	in the hope|hopes of|that|to i|someone|somebody|anyone|they? may|might|will|can|could? hear|hearing|learn|learning|catch|catching|find|finding|pick|picking|overhear|overhearing|get|getting|mention|mentions|mentioning up|out? any|some? something|anything|news|more|talk|word|mention|gossip? about|of|on?
	hoping to|that|for i|someone|somebody|anyone|they? may|might|will|can|could? hear|learn|catch|find|pick|overhear|get|mention|mentions? up|out? any|some? something|anything|news|more|talk|word|mention|gossip? about|of|on?
	and|to? listen|listening out? for any|some|more? talk|news|word|mention|gossip|mentions of|about|concerning
	and|to? keep|keeping|have|with my|an|one|both ears|ear|eyes|eye open|peeled|pricked|out? for any|some? talk|news|word|mention|sign|signs? of|about?
	and|to see|hear|learn if|whether any? anything|something|anyone|anybody|someone|somebody|news|word happens|turns|comes|is|says|shows|talks|speaks|mentions up|along|said|something|anything? to? do? about|of|with|concerning|regarding|on?
`)
