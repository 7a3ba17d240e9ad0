package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// Things, and what they are to be spoken of as, are called by what they are, as people are: "the book"
// is the Black Ledger, "the bell" Saint Orla where her author calls her one.

// Nouns for things, those that mean much the same together.
const thingKinds = "book ledger register volume tome logbook notebook album;letter note message missive postcard epistle;letter paper;note paper;document paper form page sheet parchment deed certificate contract;bill invoice receipt;list inventory;map chart;picture photograph photo painting portrait drawing sketch;photograph photo snapshot;" +
	"knife dagger blade penknife;gun pistol revolver rifle musket shotgun;sword sabre rapier;stick staff cane rod pole;lamp lantern torch;clock watch timepiece;scales scale balance;padlock lock;box chest case crate trunk coffer casket tin strongbox;safe strongbox;bag sack satchel pouch;" +
	"bottle flask vial jar jug pitcher decanter;cup mug goblet tumbler beaker;cup trophy;plate dish platter;pot pan kettle cauldron;chair stool;bed cot bunk;stove oven heater furnace fire;coat jacket cloak overcoat;hat cap bonnet;glove mitten;shoe boot;dress gown frock;necklace pendant locket;coin money cash;money cash sum;" +
	"boat ship vessel;boat dinghy skiff gig canoe punt rowboat barge;cart wagon waggon barrow;bus coach;car automobile;train locomotive;engine motor machine;radio wireless transmitter;telephone phone;recorder recording tape;screen monitor display;lift elevator;rope cord line string;hammer mallet;axe hatchet;spade shovel;pen quill;napkin serviette;horse mare pony;mule donkey;dog hound;soup stew broth;beer ale;stone rock boulder;grass turf;statue figure idol;flag banner;sign notice placard poster;jewel gem;instrument device gadget apparatus;tool implement;" +
	"money debt;spike fid marlinspike"

// Words for how things are of which one may stand for another.
const howThings = "burnt burned scorched charred;broken smashed shattered;lost missing gone;torn ripped;wet soaked damp;locked shut closed;secret hidden"

// Things may be called so whatever they are.
const anyThing = "thing object item"

var (
	thingsOf = kinds(thingKinds)
	looksOf  = kinds(howThings)
)

// isLike reports whether something shows that is much the same as what a word says.
func (n *nature) isLike(word string) bool {
	return slices.ContainsFunc(n.words, func(of string) bool { return sameKind(looksOf(), word, of) })
}

// isThing reports whether a word is a noun for things.
func isThing(word string) bool { return len(thingsOf()[word]) > 0 }

// thing takes what a thing is from its name, and from what its author says beside that.
func (n *nature) thing(name []string) {
	if len(name) == 0 || english.IsQuestionWord(name[0]) {
		return
	}
	head := len(name) - 1
	for i, w := range name {
		if i > 0 && (isPreposition(w) || english.OneOf(w, "that which who whose where")) {
			head = i - 1
			break
		}
	}
	n.is[name[head]] = true
}

// isAkin reports whether a noun means much the same as one for what something is.
func (n *nature) isAkin(noun string) bool {
	one := strings.TrimSuffix(noun, "s")
	for of := range n.is {
		of = strings.TrimSuffix(of, "s")
		for _, said := range []string{noun, one} {
			if sameKind(thingsOf(), said, of) || sameKind(thingsOf(), said, of+"s") {
				return true
			}
		}
	}
	return false
}

// isThingly reports whether what a reference is for may be a thing.
func isThingly(r action.Ref) bool {
	return r.Kind == action.Item || r.Kind == action.Topic || r.Kind == action.Thread
}
