package prose

import (
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/english"
)

// Of what a stranger writes of a scene each word is of the notes, in whatever form; or holds the sentence together; or is one of those below, of how things
// look, sound, smell and feel. With these nobody is there, nothing is to be had, nothing burns and nothing has died; and there is no
// weather and no hour in them, which the notes have.

// isOfSenses reports whether a word is one of how things are perceived, in a regular form or an irregular past.
func isOfSenses(word string) bool {
	word = strings.TrimSuffix(word, "'s")
	if plain, is := strings.CutSuffix(word, "ly"); is && (sensesWords()[plain] || sensesWords()[strings.TrimSuffix(plain, "i")+"y"] || sensesWords()[plain+"le"]) {
		return true
	}
	return slices.ContainsFunc(append(english.Bases(word), english.PastBase(word)), func(base string) bool { return sensesWords()[base] })
}

var sensesWords = sync.OnceValue(func() map[string]bool {
	is := map[string]bool{}
	for word := range strings.FieldsSeq(strings.Join([]string{sensesLight, sensesSound, sensesAir, sensesTouch, sensesPlace, sensesManner}, " ")) {
		is[word] = true
	}
	return is
})

const (
	sensesLight = "light dark darkness shadow shade gloom gleam glimmer glint glow shimmer shine shining sheen lustre glare sparkle twilight colour " +
		"color hue tint tinge outline blur smudge smear stain streak patch spot fleck speck strip stripe pattern texture " +
		"reflection black white grey gray silvery golden brown red reddish blue bluish green greenish yellow yellowish purple violet orange " +
		"pink rosy pale pallid wan faded colourless colorless drab dull dim dusky bright brilliant clear clean hazy murky misty milky " +
		"cloudy glassy shiny glossy gleaming polished lit unlit transparent opaque faint visible invisible unseen seen darken brighten " +
		"lighten fade soften sharpen whiten blacken redden deepen dapple mottle speckle dazzle"

	sensesSound = "sound noise hush silence quiet stillness murmur hum drone buzz echo rustle whisper creak crack groan moan sigh hiss rattle clatter " +
		"clink chink patter drip trickle gurgle splash ripple lap slap flap flutter thud thump tick scrape scratch squeak rumble roar tone " +
		"rhythm beat pulse tremor silent still soundless noiseless hushed muffled muted hollow shrill loud soft low high deep steady " +
		"uneven regular irregular constant continual distant audible unheard heard hear resound"

	sensesAir = "air draft smell scent odour odor fragrance perfume aroma reek stink stench tang whiff mustiness damp dampness " +
		"moisture humidity chill cold coldness coolness cool warmth warm heat freshness staleness fresh stale sweet sour bitter sharp acrid " +
		"pungent musty mouldy moldy earthy salty briny resinous smelly fragrant foul heavy close stuffy airless breathless thick thin " +
		"clammy humid muggy taste flavour flavor savour"

	sensesTouch = "wet dry moist sodden slick slippery slimy sticky greasy oily gritty sandy dusty muddy chalky rough smooth coarse fine grainy " +
		"bristly prickly hard firm brittle solid loose tight stiff supple hot lukewarm tepid icy chilly freezing frosty mild raw bleak " +
		"biting stinging numb tender blunt jagged ragged rugged flat level worn weathered pitted scuffed scarred bare plain"

	sensesPlace = "place space distance edge corner side surface end middle centre center top bottom foot depth height width length row line rim " +
		"angle curve slope gap world quarter part piece whole half bit trace hint touch sense feeling feel impression mood atmosphere sight " +
		"view look weight layer skin haze pall wide narrow broad long short tall steep shallow near far remote large big " +
		"huge vast great small little tiny slight massive round square straight crooked bent curved slanting leaning upright cramped " +
		"spacious dense sparse scattered overhead underfoot underneath nearby somewhere everywhere nowhere farther further beneath " +
		"alongside amid amidst below above along"

	sensesManner = "be seem lie hang rest settle drift float hover gather pool collect creep crawl seep soak ooze spread stretch reach extend cling " +
		"hold remain linger carry rise sink fall slide slip stir sway swing tremble quiver shiver shake waver pick catch brush press push " +
		"wrap fill cover mark show fold thicken swell ebb dwindle lessen lean loom weigh mellow prickle sting itch tingle bite nip see " +
		"notice make turn grow become lend blend mingle mix softly gentle gently slow slowly calm peaceful restful restless uneasy strange " +
		"odd familiar unfamiliar old ancient new ordinary common simple lovely beautiful ugly pleasant unpleasant dreary dismal sombre " +
		"somber cheerful cheerless grim stern solemn lazy idle strong good bad better worse best worst colder darker brighter paler dimmer " +
		"closer nearer fainter louder softer quieter thicker thinner deeper heavier warmer sharper higher lower longer wider narrower " +
		"stronger weaker greyer blacker whiter clearer like as hardly barely scarcely nearly halfway partly wholly mostly mainly slightly " +
		"faintly together apart away back forth one next last first other same own only much moment hour while"

	// sensesScents are what something may smell of, and nothing else may be said of them.
	sensesScents = "earth soil dust stone wood resin pine salt sea iron rust straw hay grass moss mould mold peat leather wool wax soap rain"
	// sensesOnYou are of whoever perceives.
	sensesOnYou = "breath ear ears eye eyes face skin tongue throat nose nostrils lips cheek cheeks forehead finger fingers hand hands palm palms"
	// sensesSmelling stand before what something smells of.
	sensesSmelling = "smell smells smelled smelling scent scents reek reeks reeked reeking odour odor tang whiff taste tastes"
)

// unheard is a word of a sentence, in small letters, that is neither of the notes nor of how things are perceived, or one with which something of the notes
// is not there; "" where there is none.
func unheard(words []string, notes map[string]bool) string {
	smelling := false
	for i, word := range words {
		behind := words[i+1:]
		switch {
		case OneOf(word, sensesSmelling):
			smelling = len(behind) > 0 && behind[0] == "of"
		case OneOf(word, "no not never nothing none cannot"):
			if len(behind) == 0 || !isOfSenses(behind[0]) {
				return word
			}
		case smelling && OneOf(word, sensesScents+" of and or"):
		case english.IsFunctionWord(word), word == "i":
			smelling = false
		case isTold(word, notes), isOfSenses(word):
		case i > 0 && OneOf(word, sensesOnYou) && OneOf(words[i-1], "your my"):
		default:
			return word
		}
	}
	return ""
}
