package narrator

import (
	"slices"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/plan"
)

// A need is what a pattern asks of a plan, besides the narration.
type need uint

// The needs. Those that find nothing to ask for plan nothing.
const (
	toRecall need = 1 << iota
	toPerceive
	toKnowStanding
	toSearchLore
	toRoll
	toSeeFace
	toWeigh
)

// A pattern is one thing that players do or that happens, and what it needs. It fits
// by the scene, which knows the kind of most choices; and of a choice that is no more
// than words, when a clause of it begins with one of its verbs, or one of its words
// stands anywhere in it, as far as where holds.
type pattern struct {
	name  string
	verbs string // phrases with commas between, in their plain form; "*" is up to four words
	words string
	where func(*scene) bool // nil: everywhere
	scene func(*scene) bool // nil: never
	needs need
}

// patterns is the table. Several may fit; their needs add up.
func patterns() []pattern {
	return []pattern{
		{
			name:  "dice",
			verbs: "cast lots, trust to luck, leave it to chance",
			words: "roll * dice, roll * die, throw * dice, cast * dice, dice decide",
			scene: func(s *scene) bool { return s.choice.worded() && s.formula() != "" },
			needs: toRoll,
		},
		{
			name:  "remember",
			verbs: "think of, think back, think about, think over, reflect, dwell on, cast * mind, consider what",
			words: "recall, remember, recollect, reminisce, memory, memories, last time, what happened",
			scene: kinds(action.Recall),
			needs: toRecall,
		},
		{
			name: "travel",
			verbs: "go, walk, travel, head, climb, cross, follow, return, ride, sail, row, enter, run, hurry, journey, descend, make for," +
				"make * way, set out, set off, set sail, step, come, venture, march, depart, wander, go back, cut through," +
				"leave for, leave by, leave through, leave town, leave the room, leave the house, leave here, leave this place",
			scene: func(s *scene) bool { return s.choice.kind == action.Go || s.kind == "travel" },
			needs: toRecall | toSearchLore,
		},
		{
			name:  "arrive",
			scene: func(s *scene) bool { return s.arrived },
			needs: toRecall | toSearchLore,
		},
		{
			name: "talk",
			verbs: "talk, speak, say, tell, ask, greet, call, answer, reply, chat, converse, explain, confess, admit, own that, own up, whisper," +
				"shout, discuss, mention, warn, promise, swear, apologise, apologize, hail, introduce, listen to, confide, suggest, propose, advise," +
				"joke, flirt, gossip, inquire, enquire, question, repeat, thank, counsel, beg, plead, persuade, convince, nod, invite, compliment," +
				"teach, argue, agree, let * know",
			words: "talk to, talk with, speak to, speak with, conversation",
			where: someone,
			scene: func(s *scene) bool { return someone(s) && (talking(s) || s.kind == "dialogue") },
			needs: toRecall | toPerceive,
		},
		{
			name:  "meet",
			scene: func(s *scene) bool { return len(s.newcomers()) > 0 },
			needs: toPerceive,
		},
		{
			name: "help",
			verbs: "help, aid, assist, give, offer, lend, share, bring, carry, comfort, console, heal, tend, protect, rescue, save, free, feed," +
				"forgive, support, hand, show, repay, befriend, hold * hand, keep * company, stand with, stay with, sit with, nurse, untie," +
				"bandage, kneel beside, embrace, hug, thank, make friends, win * trust",
			words: "for help, for aid",
			where: someone,
			scene: kinds(action.Give, action.AskHelp, action.Befriend),
			needs: toRecall | toPerceive,
		},
		{
			name: "press",
			verbs: "threaten, press, accuse, demand, force, blackmail, lie to, deny, refuse, insult, mock, provoke, defy, challenge, intimidate," +
				"bully, bribe, rob, betray, deceive, confront, order, command, make * say, make * tell, push, grab, shove, slap, interrogate," +
				"cheat, trick, taunt, strike, arrest, expose, blame, scold, curse",
			where: someone,
			scene: kinds(action.Press),
			needs: toRecall | toPerceive | toKnowStanding,
		},
		{
			name: "danger",
			verbs: "attack, fight, hit, stab, shoot, kill, flee, escape, dodge, hide, sneak, steal, jump, leap, swim, break, smash, duel, wrestle," +
				"ambush, charge, defend, duck, pick * lock, brave, dive, creep, pickpocket, parry, tackle, throw yourself, draw * sword," +
				"draw * knife, force * door, force * lock, slip past, disarm, run from, run away",
			scene: func(s *scene) bool { return s.checked || s.kind == "danger" },
			needs: toRecall | toPerceive | toWeigh,
		},
		{
			name: "search",
			verbs: "examine, search, look at, look around, look about, look in, look into, look under, look behind, look through, look closely, look over," +
				"look for, inspect, study, explore, investigate, observe, watch, check, peer, scan, survey, scout, feel for, feel along, feel under," +
				"feel the, smell, sniff, touch, open, dig, rummage, count, measure, spy, track, find, trace, test, turn over, listen, listen at, listen for," +
				"see what, follow the prints, follow the tracks",
			scene: kinds(action.Examine, action.Search, action.Take, action.Use),
			needs: toRecall | toSearchLore,
		},
		{
			name:  "lore",
			verbs: "read, research, consult, decipher, translate, study",
			words: "rumour, rumor, legend, history, histories, tale, lore, myth, prophecy, prophecies, chronicle, inscription, book, letter, chart, map, scroll," +
				"register, archive, library, libraries, folklore, superstition, tradition, ballad, old stories, old story, ask * about, learn * about," +
				"find out about, hear about, know about, want to know, talk * of the town, town says, they say",
			scene: kinds(action.Ask),
			needs: toSearchLore,
		},
		{
			name:  "ponder",
			scene: kinds(action.Talk, action.Pursue, action.Recall, action.Examine, action.Search, action.Wait),
			needs: toSearchLore,
		},
		{
			name: "faction",
			words: "guild, faction, the company, council, brotherhood, sisterhood, the court, the crown, militia, clan, tribe, the church, cult, gang," +
				"crew, union, the board, commission, townsfolk, villagers, townspeople, the town, the village, reputation, standing, allies, ally," +
				"loyalty, citizens, the order, think of me, thinks of me, rebels, smugglers, merchants",
			scene: func(s *scene) bool {
				return len(s.factions) > 0 && (s.choice.person != "" || s.kind == "dialogue" || len(s.meant()) > 0)
			},
			needs: toKnowStanding,
		},
		{
			name:  "beat",
			scene: func(s *scene) bool { return s.beats > 0 || s.kind == "resolution" },
			needs: toRecall | toPerceive,
		},
		{
			name:  "rest",
			verbs: "wait, rest, sleep, sit, camp, pause, stay, linger, nap, doze, lie down, relax, pray, meditate, bide, make camp, warm, eat, drink, keep watch",
			scene: kinds(action.Wait, action.Skip),
			needs: toRecall,
		},
		{
			name:  "thread",
			verbs: "pursue, continue, take up, carry on, go on with, keep at, resume",
			words: "quest, mission, errand, clue, unfinished business",
			scene: func(s *scene) bool { _, has := s.thread(); return has || s.choice.kind == action.Pursue },
			needs: toRecall,
		},
		{
			name:  "trade",
			verbs: "buy, sell, pay, trade, barter, haggle, bargain, hire, rent, negotiate, deal, strike a bargain, strike a deal, settle the debt",
			where: someone,
			needs: toRecall | toPerceive | toKnowStanding,
		},
		{
			name:  "practise",
			verbs: "practise, practice, train, learn, rehearse, exercise, drill",
			scene: kinds(action.Train),
			needs: toRecall | toPerceive,
		},
		{
			name:  "portrait",
			verbs: "sketch, paint, draw a picture, draw a portrait, draw a likeness, draw * portrait, draw * face, draw * likeness",
			words: "portrait of, likeness of, picture of, look at * face, study * face, looks like, what * look like, see * face, mirror, reflection",
			where: func(s *scene) bool { _, ok := s.portrayed(); return ok },
			needs: toSeeFace,
		},
	}
}

func someone(s *scene) bool {
	return len(s.present) > 0 || len(s.meant()) > 0
}

// kinds fits choices of such a kind.
func kinds(all ...action.Kind) func(*scene) bool {
	return func(s *scene) bool { return slices.Contains(all, s.choice.kind) }
}

var talking = kinds(action.Talk, action.Ask, action.Tell, action.Show, action.AskHelp)

// A matcher is a pattern with its phrases read.
type matcher struct {
	pattern
	begins, holds []phrase
}

var matchers = sync.OnceValue(func() []matcher {
	var all []matcher
	for _, p := range patterns() {
		all = append(all, matcher{p, phrases(p.verbs), phrases(p.words)})
	}
	return all
})

func (m matcher) fits(s *scene) bool {
	if m.scene != nil && m.scene(s) {
		return true
	}
	return s.choice.worded() && (s.saying.begins(m.begins) || s.saying.holds(m.holds)) && (m.where == nil || m.where(s))
}

// Fitting are the names of the patterns that fit a request, for whoever asks why a
// plan is as it is.
func Fitting(request plan.Request) []string {
	fit, _ := fitting(sceneOf(request))
	return fit
}

// fitting are the names of the patterns that fit, and all they need.
func fitting(s *scene) (fit []string, all need) {
	for _, m := range matchers() {
		if m.fits(s) {
			fit, all = append(fit, m.name), all|m.needs
		}
	}
	return fit, all
}
