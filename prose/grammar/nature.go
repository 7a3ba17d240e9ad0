package grammar

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// People are called by what they are and look like, and so are places: "the landlady", "the old
// man in the green waistcoat", "the pub". What may be said of them so comes with their names, as
// [Noun.About]; what words mean the same, or may be said of anybody, stands here.

// A nature is what somebody or some place is, by what shows of it.
type nature struct {
	is       map[string]bool // what it is: "landlady", "carpenter", "room"
	shows    map[string]bool // the stems of all that is said of it
	words    []string        // all that is said of it
	tells    map[string]bool // the stems of all that is told of somebody
	age      int             // in years, 0 where nobody says
	subject  string          // "he", "she", "they"; "" of no person
	personal bool
}

// Nouns for what people are, those that mean much the same together. Any may be said of whoever
// has another of its class; whose pronouns are "she" is called by none of his.
const peopleKinds = "landlady landlord innkeeper publican host hostess barkeeper barkeep bartender barman barmaid tavernkeeper;nun sister;monk friar brother;abbot prior priest vicar curate parson father rector clergyman minister reverend padre chaplain;" +
	"abbess prioress;bishop prelate;novice acolyte;captain skipper master;commander commandant chief;doctor physician medic doc surgeon;nurse matron;midwife;apothecary chemist pharmacist;healer;" +
	"policeman constable officer cop copper bobby detective inspector policewoman;sergeant;soldier trooper guardsman infantryman redcoat private corporal;guard sentry watchman guardian warder nightwatchman gatekeeper;sailor seaman mariner deckhand bosun boatswain;pilot helmsman navigator steersman;" +
	"fisherman fisher;ferryman boatman bargeman;merchant trader dealer moneybags;chandler;shopkeeper grocer storekeeper vendor salesman saleswoman tradesman seller;clerk secretary scribe copyist;bookkeeper accountant treasurer;teller;manager director boss proprietor owner;" +
	"carpenter joiner;smith blacksmith farrier;mason stonemason;builder;weaver;tailor;seamstress dressmaker;cobbler shoemaker;miller;baker;butcher;brewer;cook chef;waiter waitress;steward stewardess;butler footman valet;maid chambermaid housemaid servant parlourmaid;potgirl potboy barmaid barman tapster;housekeeper;" +
	"gardener groundsman;farmer;shepherd goatherd;muleteer drover driver;groom stableboy ostler;coachman driver cabman;porter carrier bearer;messenger courier;telegraphist telegrapher;operator;engineer mechanic technician machinist;driller miner;founder foundryman;printer;" +
	"scientist scholar researcher;geologist;astronomer stargazer;chemist;botanist;professor lecturer;teacher schoolteacher schoolmaster schoolmistress master mistress governess tutor;headmaster headmistress head principal;caretaker janitor custodian handyman;prefect monitor;student pupil;apprentice prentice;librarian archivist;lawyer solicitor barrister attorney advocate notary;judge magistrate;" +
	"mayor;councillor councilman councilwoman alderman;envoy ambassador emissary;king;queen;prince;princess;lord nobleman;lady noblewoman;knight;squire;duke;duchess;earl count;countess;baron;baroness;" +
	"bride;bridegroom groom;wife;husband;widow;widower;mother mum;father dad;daughter;son;sister;brother;uncle;aunt;cousin;nephew;niece;grandson;granddaughter;friend colleague companion;grandmother granny grandma gran nana;grandfather grandpa grandad granddad;" +
	"actor actress player;singer;dancer;fiddler violinist player;pianist player;musician player;piper;drummer;organist;painter artist;poet writer author;prompter;clown jester;conjuror magician wizard sorcerer;witch sorceress;" +
	"keeper;lightkeeper;verger sexton beadle;undertaker;gravedigger;surveyor;weigher;collector;netmaker;ropemaker;sailmaker;shipwright;rigger;diver;lifeguard;hunter;trapper;thief burglar pickpocket robber cutpurse;beggar tramp vagrant;smuggler;pirate;spy;prisoner convict;tuner;barber hairdresser;photographer;reporter journalist newspaperman;editor;postman postwoman;postmaster postmistress;stationmaster;chairman chairwoman chair;secretary;president;gentleman gent;dame;"

// Nouns that may be said of anybody of whom there are such pronouns, of the young alone, or of
// anybody at all.
const (
	anyMan    = "man fellow chap bloke guy gentleman gent dude geezer"
	anyWoman  = "woman lady gentlewoman lass dame"
	anyBoy    = "boy lad laddie"
	anyGirl   = "girl lass lassie"
	anyChild  = "child kid youngster youth teenager"
	anyPerson = "person one figure stranger"
	noneOf    = "giant dwarf beauty hunchback cripple drunk drunkard scarecrow skeleton"
)

// Words for somebody of one sex alone, beside those.
const (
	hisKinds = "landlord barman monk friar brother father priest abbot prior policeman fisherman ferryman boatman bargeman salesman tradesman footman valet butler stableboy potboy ostler coachman schoolmaster councilman alderman king prince lord nobleman duke earl baron bridegroom husband widower son uncle grandfather grandpa grandad granddad dad wizard sorcerer waiter steward actor postman chairman watchman nightwatchman seaman boatswain"
	herKinds = "landlady hostess barmaid nun sister abbess prioress matron midwife policewoman saleswoman seamstress dressmaker waitress stewardess maid chambermaid housemaid parlourmaid potgirl housekeeper schoolmistress governess councilwoman queen princess noblewoman duchess countess baroness bride wife widow mother mum daughter aunt grandmother granny grandma gran nana actress witch sorceress postwoman postmistress chairwoman dame"
)

// Nouns for places. "Room" and the like may be said of any that is one, by something in it.
const (
	placeKinds = "inn tavern pub taproom alehouse bar public;church chapel minster cathedral;shop store chandlery emporium boutique;quay dock wharf pier jetty waterfront docks landing;harbour harbor port;tower belfry steeple campanile;lighthouse beacon;kitchen galley cookhouse;" +
		"canteen mess refectory cafeteria dining;attic loft garret;roof roofs rooftop rooftops;cellar basement vault crypt;stairs staircase stair;landing upstairs;hospital infirmary sickbay medbay clinic surgery sanatorium sanitorium;ward;library archive;office bureau study;stable stables;barn;forge smithy;mill;market bazaar;square plaza;" +
		"street lane road alley;path track trail;bridge;garden allotments;yard courtyard;cemetery graveyard churchyard;prison jail gaol cell;station;theatre theater playhouse;school schoolroom classroom;laboratory lab;workshop;warehouse storehouse;greenhouse glasshouse;shed hut shack cabin;cottage;castle fort fortress citadel ruin ruins;palace;monastery abbey convent;ossuary;causeway;beach shore strand;wood forest;tent pavilion marquee;deck;bedroom dormitory;parlour parlor lounge;counter;museum gallery;pass;"
	hereKinds = "shop store tent house building hall room place office cabin hut hotel ship station yard square street garden chamber hold cabin compartment cupboard closet booth"
	anyPlace  = "room place house building hall chamber premises"
)

// A kind is a class of nouns that mean much the same.
type kind int

var kindsOf = kinds(peopleKinds + placeKinds)

// kinds are the kinds of all words of a list of classes.
func kinds(list string) func() map[string][]kind {
	return sync.OnceValue(func() map[string][]kind {
		all := map[string][]kind{}
		for n, class := range split(strings.ReplaceAll(list, ";", "|")) {
			for _, w := range class {
				all[w] = append(all[w], kind(n))
			}
		}
		return all
	})
}

// sameKind reports whether two words have a kind in common.
func sameKind(of map[string][]kind, one, other string) bool {
	return slices.ContainsFunc(of[one], func(k kind) bool { return slices.Contains(of[other], k) })
}

// isPersonal reports whether a word is a noun for people.
func isPersonal(word string) bool { return personal()[word] }

var personal = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(strings.ReplaceAll(peopleKinds, ";", " ") + " " + anyMan + " " + anyWoman + " " + anyBoy + " " + anyGirl + " " + anyChild + " " + noneOf) {
		all[w] = true
	}
	return all
})

// isLocal reports whether a word is a noun for places.
func isLocal(word string) bool { return local()[word] }

var local = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(strings.ReplaceAll(placeKinds, ";", " ") + " " + anyPlace + " " + hereKinds) {
		all[w] = true
	}
	return all
})

// natureOf is what something with a name is.
func natureOf(r action.Ref, called string, noun Noun) *nature {
	n := &nature{is: map[string]bool{}, shows: map[string]bool{}, personal: r.Kind == action.Person || r.Kind == action.Topic && noun.Pronouns != ""}
	if n.personal {
		n.subject = english.PronounsFor(noun.Pronouns).Subject
	}
	said := wordsIn(called)
	name := slices.DeleteFunc(slices.Clone(said), func(w string) bool { return english.OneOf(w, determining+" "+english.Prepositions) })
	for _, also := range noun.Also[:min(len(noun.Also), mostAlso)] {
		n.phrase(newLine(clean(also, longestTitle)), 0)
	}
	for i, piece := range noun.About[:min(len(noun.About), mostAlso)] {
		l := newLine(clean(piece, longestSentence))
		n.aged(l)
		if told := n.describe(l, name, i == 0 && n.personal); !told {
			n.words = append(n.words, l.words...)
			continue
		}
		if n.tells == nil {
			n.tells = map[string]bool{}
		}
		for _, w := range l.words {
			n.tells[stem(w)] = true
		}
	}
	n.words = append(n.words, name...)
	for _, w := range n.words {
		n.shows[stem(w)] = true
	}
	if len(name) > 0 {
		n.named(name, english.IsCapital(lastWord(called)))
	}
	if !n.personal && isThingly(r) {
		n.thing(said)
	}
	return n
}

// named is what the name itself says: "Sister Marguerite" is a sister, "the salesman" one, "the Green
// Room" a room.
func (n *nature) named(name []string, proper bool) {
	if len(name) > 1 && n.personal && isPersonal(name[0]) && !english.OneOf(name[0], "mason smith baker cook king prince hunter miller fisher page earl duke") {
		n.is[name[0]] = true
	}
	if last := name[len(name)-1]; n.personal && !proper && isPersonal(last) || !n.personal && isLocal(last) {
		n.is[last] = true
	}
}

// aged takes an age from a piece that is no more: "43", "about fifty".
func (n *nature) aged(l *line) {
	if len(l.words) > 3 {
		return
	}
	for _, w := range l.words {
		if years, err := strconv.Atoi(w); err == nil && years > 0 && years < 200 {
			n.age = years
		} else if years := slices.Index(strings.Fields(numerals), w); years > 0 {
			n.age = years
		}
	}
}

const numerals = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"

// describe takes what somebody is from a piece about them: all its nouns where it is what they
// are, "net-maker, and the keeper's daughter"; of looks those for people, "a stout man with
// rings"; of a sentence what stands beside the name, "Jonah Pike, the carpenter, sleeps here",
// and of nothing else in it, since that may be what nobody sees.
func (n *nature) describe(l *line, name []string, role bool) (told bool) {
	at := -1
	for i := range l.words {
		if len(name) > 0 && slices.Contains(name, l.words[i]) && english.IsCapital(l.typed(i, i+1)) && (at < 0 || i == at) {
			at = i + 1
		}
	}
	if at < 0 {
		for i := range l.words {
			if i == 0 || l.parted(i) || l.words[i-1] == "and" {
				n.nounPhrase(l, i, role)
			}
		}
		return false
	}
	before := at
	for before > 0 && slices.Contains(name, l.words[before-1]) {
		before--
	}
	for i := max(0, before-mostModifiers-1); i < before; i++ {
		if english.OneOf(l.words[i], articles+" old") && (i == 0 || l.parted(i) || english.OneOf(l.words[i-1], "and")) {
			n.phraseTo(l, i, before)
		}
	}
	if at < len(l.words) && l.parted(at) && english.OneOf(l.words[at], articles) {
		n.nounPhrase(l, at, true)
	}
	for i := at; before == count(l.words[:before], articles) && i+1 < len(l.words); i++ {
		if english.OneOf(l.words[i], "is was") {
			if english.OneOf(l.words[i+1], articles) {
				n.nounPhrase(l, i+1, true)
			}
			break
		}
	}
	return n.personal
}

// nounPhrase takes the noun that a phrase at a place has for its head: any where it surely says
// what somebody is, else one for people or places.
func (n *nature) nounPhrase(l *line, at int, sure bool) {
	if english.OneOf(l.words[at], "once formerly late believed said in at of on") {
		return
	}
	from := at
	for at < len(l.words) && english.OneOf(l.words[at], determining) {
		at++
	}
	end := at
	for end < len(l.words) && end-from < 6 && !isPreposition(l.words[end]) && !english.OneOf(l.words[end], "who which that and or whose where when whom") && !(end > at && (strings.HasSuffix(l.words[end], "ing") || english.IsPersonsVerb(l.words[end]))) {
		if end > at && l.parted(end) && !(end == at+1 && at > from && !isNoun(l.words[at]) && !english.OneOf(l.words[end], determining+" and")) && !isModifier(l.words[end-1]) && !strings.HasSuffix(l.words[end-1], "ed") && !english.IsPast(l.words[end-1]) {
			break
		}
		end++
	}
	if end == at {
		return
	}
	if head := l.words[end-1]; sure || isPersonal(head) && n.personal || isLocal(head) && !n.personal {
		n.phraseTo(l, from, end)
	}
}

func (n *nature) phrase(l *line, at int) {
	if len(l.words) > at {
		n.nounPhrase(l, at, true)
	}
}

// phraseTo takes the last word of some as what it is, and the others as how it is.
func (n *nature) phraseTo(l *line, from, end int) {
	if head := l.words[end-1]; end > from && len(head) > 2 && !isModifier(head) && !english.OneOf(head, auxiliary+" been being "+determining) {
		n.is[head] = true
		if head == "house" && slices.Contains(l.words[from:end], "public") {
			n.is["pub"] = true
		}
	}
	for _, w := range l.words[from:end] {
		n.shows[stem(w)] = true
	}
}

// How a noun fits somebody.
type fitness int

const (
	unfit    fitness = iota
	doubtful         // it may be said of somebody like that, who may yet be another
	common           // it is said of anybody like that
	akin             // it means much the same as what it is
	proper           // it is that
)

// fits tells how a noun fits.
func (n *nature) fits(noun string) fitness {
	switch {
	case n.is[noun]:
		return proper
	case n.personal && (n.subject != "he" && english.OneOf(noun, hisKinds) || n.subject != "she" && english.OneOf(noun, herKinds)):
		return unfit
	}
	for of := range n.is {
		if sameKind(kindsOf(), noun, of) {
			return akin
		}
	}
	if !n.personal {
		switch {
		case n.isAkin(noun):
			return akin
		case isLocal(noun) && n.shows[stem(noun)]:
			return doubtful
		}
		return unfit
	}
	for _, end := range []string{"man", "woman", "maid", "master", "mistress"} { // "watchman" of the watch
		if of, is := strings.CutSuffix(noun, end); is && len(of) > 2 && (n.shows[stem(of)] || n.showsPart(of)) {
			return akin
		}
	}
	if verb, agent := strings.CutSuffix(noun, "or"); agent && n.shows[stem(verb)] {
		return akin // "collector" of one who is collecting
	}
	if verb, agent := strings.CutSuffix(noun, "er"); agent && n.shows[stem(verb+"ing")] {
		return akin
	}
	young := unfit
	switch {
	case n.age > 0 && n.age < 20:
		young = akin
	case n.age < 30:
		young = doubtful
	}
	switch {
	case n.subject == "he" && english.OneOf(noun, anyMan), n.subject == "she" && english.OneOf(noun, anyWoman), english.OneOf(noun, anyPerson):
		return common
	case n.subject == "they" && english.OneOf(noun, anyMan+" "+anyWoman):
		return doubtful
	case n.subject == "he" && english.OneOf(noun, anyBoy), n.subject == "she" && english.OneOf(noun, anyGirl), english.OneOf(noun, anyChild):
		return young
	}
	return unfit
}

// How words before or behind a noun agree with what shows of somebody.
type agreement int

const (
	contrary agreement = iota
	unsaid             // they say how it is, and nothing shows of it
	shown              // something shows of it
)

// agrees tells whether what is said of somebody shows of them: all of it must, but for what may
// be said of anything.
func (n *nature) agrees(words []string) agreement {
	agreed := unsaid
	for _, w := range words {
		switch {
		case english.OneOf(w, "old elderly aged ancient older"):
			switch {
			case n.age >= 50 || n.shows["old"]:
				agreed = shown
			case n.age > 0 && n.age < 40:
				return contrary
			}
		case english.OneOf(w, "young younger youthful"):
			switch {
			case n.age > 0 && n.age < 30 || n.shows["young"]:
				agreed = shown
			case n.age >= 40:
				return contrary
			}
		case english.OneOf(w, omissible+" one two who has have is wearing holding carrying"):
		case n.shows[stem(w)], n.showsPart(w), !n.personal && n.isLike(w):
			agreed = shown
		case isModifier(w), n.personal && n.fits(w) > doubtful:
		default:
			return contrary
		}
	}
	return agreed
}

// agreesBehind is agrees for what is said behind a noun, with the word that joins it: of what somebody
// does, "who keeps the accounts", all that is told of them may be said.
func (n *nature) agreesBehind(words []string) agreement {
	if len(words) == 0 {
		return unsaid
	}
	agreed := n.agrees(words[1:])
	if agreed != contrary || !english.OneOf(words[0], "who whos that which with") {
		return agreed
	}
	told := 0
	for _, w := range words[1:] {
		switch {
		case english.OneOf(w, omissible+" is has have who"):
		case n.tells[stem(w)], n.shows[stem(w)]:
			told++
		default:
			return contrary
		}
	}
	if told == 0 {
		return contrary
	}
	return shown
}

// showsPart reports whether a word is the beginning or the end of one that shows: "mule" of a
// muleteer, "bird" of one who collects seabirds.
func (n *nature) showsPart(word string) bool {
	part := stem(word)
	if len(part) < leastCompound || isPersonal(part) {
		return false
	}
	return slices.ContainsFunc(n.words, func(whole string) bool {
		of := stem(whole)
		return len(of) >= len(part)+3 && (strings.HasPrefix(of, part) || strings.HasSuffix(of, part)) || len(whole) >= len(word)+3 && strings.HasSuffix(whole, word)
	})
}

// whoIs are those of a field that words at a place mean by what they are: "the cook", "the girl
// with the red hair", "the book that lies under the flag". Where a name stands there, things are not
// looked for.
func (m *matching) whoIs(f field, at int, named bool) []sense {
	x := m.reader.index[f]
	if f == wordsField || f == spanField {
		return nil
	}
	from := at + count(m.words[at:m.end], pointing)
	if f == topicField && from == at && english.OneOf(m.words[at], "his her their") {
		return m.relative(at)
	}
	var all []sense
	for head := from; head < min(m.end, from+mostModifiers+1); head++ {
		noun := singular(m.words[head])
		if named && !isPersonal(noun) && !isLocal(noun) {
			continue
		}
		if !x.kinds[noun] && !isPersonal(noun) && !isLocal(noun) && !isThing(noun) && !english.OneOf(noun, anyThing) && !(noun == "one" && (head > from || head+1 < m.end && english.OneOf(m.words[head+1], "with who whos in"))) && !(f == toField && english.HasAnySuffix(noun, "er", "or", "man", "woman", "maid")) {
			if isPreposition(m.words[head]) || english.OneOf(m.words[head], determining+" and or") {
				break
			}
			continue
		}
		if head+1 < m.end && m.begins[head+1] == m.ends[head]+1 && english.IsCapital(m.typed(head+1, head+2)) && m.text != strings.ToUpper(m.text) && m.words[head+1] != "i" {
			continue // "Master Crowe" is somebody else
		}
		definite := from > at
		if s := m.whichIs(f, noun, m.words[from:head], nil, definite); len(s.entries) > 0 {
			s.from, s.to = at, head+1
			all = append(all, s)
		}
		if english.OneOf(noun, anyThing) && head+1 < m.end && m.words[head+1] == "of" {
			continue // "the thing of the Black Ledger" is nothing but that
		}
		for _, to := range m.attributes(head + 1) {
			if s := m.whichIs(f, noun, m.words[from:head], m.words[head+1:to], definite); len(s.entries) > 0 && (s.how < guessed || m.isBreak(to)) {
				s.from, s.to = at, to
				all = append(all, s)
			}
		}
	}
	return all
}

// kindly are those whom words name whom a noun for people fits: "the Lindqvist lady".
func (x *index) kindly(words []string, noun string) []alias {
	if isModifier(words[0]) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(x.find(words)), func(a alias) bool {
		n := x.entries[a.entry].nature
		return n == nil || !n.personal || n.fits(noun) < common
	})
}

// relative is somebody who is spoken of as somebody's: "her brother" is Perpetua's Ismael, who is one,
// where she is here.
func (m *matching) relative(at int) []sense {
	x := m.reader.index[topicField]
	if at+1 >= m.end {
		return nil
	}
	s := sense{field: topicField, how: otherwise, from: at, to: at + 2}
	owners := m.possessive(at).entries
	for i, e := range x.entries {
		if e.nature == nil || !e.nature.personal || e.nature.fits(m.words[at+1]) < akin {
			continue
		}
		for _, o := range owners {
			name := wordsIn(m.reader.index[toField].entries[o].called)
			if of := wordsIn(e.called); slices.ContainsFunc(name, func(w string) bool { return len(of) > 0 && of[0] == w+"s" }) {
				s.entries = append(s.entries, i)
			}
		}
	}
	if len(s.entries) != 1 {
		return nil
	}
	return []sense{s}
}

// ownersByNature are those whom words name as owners by what they are: "the gentleman's".
func (m *matching) ownersByNature(at int) []sense {
	for to := at + 1; to <= min(len(m.words), at+mostModifiers+2); to++ {
		owner, owns := strings.CutSuffix(m.words[to-1], "s")
		if !owns || !strings.ContainsAny(m.typed(to-1, to), "'’") {
			continue
		}
		l := m.line.with(to-1, to, []string{owner})
		for _, s := range m.reader.matching(l, m.steps).within().whoIs(toField, at, false) {
			if s.to == to && s.how < guessed {
				s.how = implied
				return []sense{s}
			}
		}
	}
	return nil
}

// isTold reports whether a word tells somebody from another: "the other one", a word that is in a
// name.
func (m *matching) isTold(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return english.OneOf(w, "other second third next first last new former late real true") || english.IsVerb(w) || m.reader.isNamed(w) || isPersonal(w) || english.OneOf(w, "young younger youthful old elderly aged ancient older")
	})
}

// ofSubject is how many people there are of whom such a pronoun is said.
func (x *index) ofSubject(pronoun string) int {
	n := 0
	for _, e := range x.entries {
		if e.ref != action.Player && e.nature != nil && e.nature.personal && e.nature.subject == pronoun {
			n++
		}
	}
	return n
}

// whereIs is the place of which all shows that is said of it: "where the brothers eat".
func (m *matching) whereIs(at int) []sense {
	x := m.reader.index[placeField]
	from := at + leading(m.words[at:m.end], split("the (place/room/house/building/spot/part)|a (place/room/house/building)|to"))
	if from+2 >= m.end || m.words[from] != "where" || english.OneOf(m.words[from+1], "i you we") {
		return nil
	}
	said := slices.DeleteFunc(slices.Clone(m.words[from+1:m.end]), func(w string) bool { return english.OneOf(w, slight) || isPronoun(w) })
	s := sense{field: placeField, from: at, to: m.end, how: loosely}
	for i, e := range x.entries {
		if e.nature != nil && len(said) > 0 && !slices.ContainsFunc(said, func(w string) bool { return !e.nature.showsAlike(w) }) {
			s.entries = append(s.entries, i)
		}
	}
	if len(s.entries) != 1 {
		return nil
	}
	if len(said) < 2 {
		s.how = guessed
	}
	return []sense{s}
}

// showsAlike reports whether a word shows, or one that means much the same.
func (n *nature) showsAlike(word string) bool {
	if n.shows[stem(word)] {
		return true
	}
	one := strings.TrimSuffix(word, "s")
	return slices.ContainsFunc(n.words, func(of string) bool { return sameKind(kindsOf(), one, strings.TrimSuffix(of, "s")) })
}

// hereabouts is the place where one is, for a noun that may be said of it whatever else is called
// so: "the shop", "this tent".
func (m *matching) hereabouts(at int) sense {
	x := m.reader.index[placeField]
	from := at + count(m.words[at:m.end], pointing)
	head := from
	for head < m.end-1 && head < from+mostModifiers && isModifier(m.words[head]) {
		head++
	}
	if len(x.here) != 1 || head >= m.end || !english.OneOf(m.words[head], hereKinds) || head+1 < m.end && (isLocal(m.words[head+1]) || english.OneOf(m.words[head+1], "next of")) {
		return sense{}
	}
	return sense{field: placeField, entries: slices.Clone(x.here), how: guessed, from: at, to: head + 1}
}

// singular is a noun for one, "stables" too where that is a noun itself.
func singular(noun string) string {
	if one, many := strings.CutSuffix(noun, "s"); many && !isPersonal(noun) && !isLocal(noun) && isLocal(one) {
		return one
	}
	return noun
}

// attributes are where what is said of somebody behind a noun may end: "with the red hair".
func (m *matching) attributes(at int) []int {
	if at+1 >= m.end || !english.OneOf(m.words[at], "with in wearing holding carrying behind by at who whos that which from near beside of on above below under beneath beyond inside") {
		return nil
	}
	var all []int
	for to := at + 2; to <= min(m.end, at+7); to++ {
		if w := m.words[to-1]; m.parted(to-1) || english.OneOf(w, "about if whether what why how where when to for and or") {
			break
		} else if english.OneOf(w, determining) || isPreposition(w) {
			continue
		}
		all = append(all, to)
	}
	return all
}

// isBreak reports whether what is said of somebody surely ends before a word.
func (m *matching) isBreak(at int) bool {
	return at == m.end || m.parted(at) || isPreposition(m.words[at]) || english.OneOf(m.words[at], "if whether what why how where when who and that")
}

// whichIs are those whom a noun and what is said of them fit best.
func (m *matching) whichIs(f field, noun string, before, behind []string, definite bool) sense {
	x := m.reader.index[f]
	s := sense{field: f, how: implied}
	best := fitness(0)
	elsewhere := m.reader.isElsewhere(noun)
	for i, e := range x.entries {
		if e.nature == nil || e.ref == action.Player {
			continue
		}
		fit := e.nature.fits(noun)
		said, shows := e.nature.agrees(before), e.nature.agreesBehind(behind)
		if last := len(before) - 1; fit == unfit && !e.nature.personal && last >= 0 && english.OneOf(noun, anyPlace) && e.nature.fits(before[last]) >= akin {
			fit, said = akin, e.nature.agrees(before[:last]) // "the dining hall" is a refectory
		}
		if said == contrary && definite && fit >= akin && f == toField && !m.isTold(before) {
			said = unsaid // "the fat sergeant", where there is a sergeant
			if fit == akin {
				fit = doubtful
			}
		}
		if fit == doubtful && definite && e.nature.personal && e.nature.age == 0 && x.ofSubject(e.nature.subject) == 1 {
			fit = common // "the boy", where there is nobody else who could be one
		}
		if noun == "one" && english.OneOf(noun, anyPlace) == e.nature.personal {
			fit = unfit
		}
		if !e.nature.personal && fit == unfit && (said == shown || len(behind) > 0 && shows == shown) && (english.OneOf(noun, anyPlace) || f != placeField && english.OneOf(noun, anyThing)) {
			fit = akin // "the radio room", "the thing with the pans"
		}
		switch {
		case fit == unfit || said == contrary || fit < proper && elsewhere && !(said == shown || len(behind) > 0 && shows == shown) && !(fit == akin && !m.reader.isNamed(noun)):
			continue
		case f == topicField && fit < akin && said != shown && !(len(behind) > 0 && shows == shown):
			continue // "the man" is nobody in particular
		case len(behind) > 0 && shows != shown && f != placeField && !e.nature.personal:
			continue // "the oil with a threat"
		case shows == contrary && (!e.nature.personal || !english.OneOf(behind[1], determining) || english.OneOf(behind[0], "that which who whos")):
			continue // "the hall of the dead" is another one
		case shows == contrary:
			fit = doubtful
		case len(behind) > 0 && shows == shown, said == shown && fit < akin:
			fit = akin
		}
		switch {
		case fit > best:
			best, s.entries = fit, []int{i}
		case fit == best:
			s.entries = append(s.entries, i)
		}
	}
	s.how = map[fitness]int{doubtful: guessed, common: partly, akin: loosely, proper: otherwise}[best]
	return s
}
