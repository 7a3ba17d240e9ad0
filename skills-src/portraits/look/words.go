package look

import "strings"

// vocabulary holds lines of "word: spelling spelling ...": every spelling means
// the word, which is also a spelling of itself.
type vocabulary map[string]string

func words(lines string) vocabulary {
	v := vocabulary{}
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		word, spellings, _ := strings.Cut(line, ":")
		word = strings.TrimSpace(word)
		v[word] = word
		for _, spelling := range strings.Fields(spellings) {
			v[spelling] = word
		}
	}
	return v
}

// part is what an adjective can belong to.
type part int

const (
	nothing part = iota
	hair
	beard
	moustache
	brows
	eyes
	skin
	dress
	under
	wrap
	head
	glasses
	other // something known to have looks of its own that no portrait shows
)

// tables are built when a description is read, not when a program starts: the
// program of bundled skills starts often and draws seldom.
type tables struct {
	parts                                     map[string]part
	colours, lengths, styles, beards, ages    vocabulary
	builds, sexes, moods, lines, skins, scars vocabulary
	garments                                  map[part]vocabulary
	numbers                                   map[string]int
	features                                  map[string]func(r *reader, i int)
	breaks, ties                              map[string]bool
}

func newTables() *tables {
	t := &tables{parts: map[string]part{}, garments: map[part]vocabulary{}}
	for p, names := range partNames() {
		for name := range strings.FieldsSeq(names) {
			t.parts[name] = p
		}
	}
	for p, lines := range garmentNames() {
		t.garments[p] = words(lines)
		for name := range t.garments[p] {
			t.parts[name] = p
		}
	}
	t.colours, t.lengths, t.styles, t.beards = words(colourNames), words(lengthNames), words(styleNames), words(beardNames)
	t.ages, t.builds, t.sexes, t.moods = words(ageNames), words(buildNames), words(sexNames), words(moodNames)
	t.lines, t.skins, t.scars = words(lineNames), words(skinNames), words(scarNames)
	t.numbers, t.features = numbers(), features()
	t.breaks, t.ties = set(breakWords), set(tieWords)
	return t
}

func partNames() map[part]string {
	return map[part]string{
		hair:      "hair haired locks curls tresses mane fringe braid braids plait plaits ponytail bun topknot",
		beard:     "beard bearded whiskers whiskered stubble goatee",
		moustache: "moustache mustache moustaches mustaches moustached mustached moustachioed",
		brows:     "brow brows eyebrow eyebrows browed",
		eyes:      "eyes eye eyed gaze",
		skin:      "skin skinned complexion face faced features cheeks cheeked",
		glasses:   "glasses spectacles eyeglasses spectacled bespectacled monocle pince",
		other: "boots boot shoes gloves glove trousers breeches skirt belt buttons button hands hand hook pipe " +
			"lantern lamp cane stick sea sky house door harbour harbor boat ship water light ribbon ring teeth " +
			"voice dog cat parrot bag book lining trim braiding stockings legs feet arm arms shoulder shoulders",
	}
}

func garmentNames() map[part]string {
	return map[part]string{
		dress: `
		coat: overcoat greatcoat peacoat jacket frockcoat pea-coat duster topcoat
		oilskins: oilskin oilskins slicker raincoat foulweather
		cloak: cape mantle cloaked cloaks
		uniform: tunic livery uniformed regimentals
		gown: dress frock kirtle bodice
		robe: robes habit cassock
		jersey: jumper sweater gansey guernsey pullover
		shirt: blouse smock shirtsleeves
		waistcoat: vest`,
		wrap: `
		apron: pinafore aproned
		shawl: shawled
		scarf: muffler neckerchief neckcloth cravat kerchief`,
		head: `
		hat: hatted fedora wideawake brimmed
		tophat: topper stovepipe
		tricorne: tricorn bicorne bicorn
		peaked: peaked
		cap: flatcap
		knit: beanie toque woollen-cap watchcap
		souwester: sou'wester southwester souwester
		hood: hooded cowl cowled
		headscarf: headcloth bandana bandanna wimple veil veiled
		bonnet:
		crown: circlet diadem tiara coronet`,
	}
}

const colourNames = `
	red: scarlet crimson ruddy vermilion
	auburn: rust russet rust-coloured rusty foxy
	ginger: carroty copper coppery orange
	maroon: burgundy claret oxblood
	pink: rose rosy
	blond: blonde golden gold fair flaxen straw sandy yellow-haired towheaded honey wheaten
	yellow: mustard saffron ochre
	brown: chestnut tan tawny brunette hazelnut umber mousy
	black: raven jet ebony sable coal pitch inky
	grey: gray greying graying grizzled iron steel pewter ash ashen slate
	silver: silvery silvered
	white: snowy snow hoary ivory cream
	blue: navy azure indigo cobalt sapphire cornflower
	teal: turquoise aquamarine
	green: emerald olive moss bottle-green viridian
	purple: violet lavender plum mauve lilac
	hazel: amber
	dark: darker dusky
	pale: light lighter fairer`

const lengthNames = `
	bald: hairless baldheaded
	cropped: shaved shaven shorn crewcut stubbly
	short: clipped bobbed
	shoulder: shoulder-length
	long: flowing waist-length`

const styleNames = `
	straight: sleek lank smooth
	wavy: waves waved rippling
	curly: curls curled frizzy ringlets kinky curling
	tousled: wild unkempt messy shaggy windblown ragged dishevelled spiky unruly tangled
	braid: braided braids plait plaited plaits
	bun: topknot chignon pinned
	ponytail: queue tied
	balding: receding thinning`

const beardNames = `
	stubble: stubbled unshaven
	short: trimmed neat clipped cropped close goatee pointed
	full: bushy thick great heavy big bristling rough
	long: flowing`

const ageNames = `
	child: boy girl lad lass kid urchin toddler
	young: youth youthful teenage teenager adolescent maiden youngster apprentice
	middle-aged: middle-age ageing aging
	old: elderly aged ancient elder crone grandmother grandfather wizened grandfatherly grandmotherly`

const buildNames = `
	slight: thin slim slender lean skinny wiry lanky scrawny bony petite small frail willowy rangy spare
	broad: burly muscular strapping brawny powerful broad-shouldered thickset sturdy hulking strong heavyset stocky big large
	stout: fat plump portly round heavy rotund corpulent paunchy ample`

const sexNames = `
	man: he him his himself boy lad gentleman husband father fisherman grandfather king lord monk widower uncle brother son mr priest crewman schoolmaster
	woman: she her hers herself girl lass lady wife mother fishwife grandmother queen widow aunt sister daughter mrs miss maiden crone maid nun matron priestess mistress schoolmistress`

const moodNames = `
	stern: grim severe strict hard unsmiling flinty
	angry: furious scowling wrathful enraged glaring hostile irate seething
	happy: smiling cheerful merry jolly joyful laughing grinning glad beaming
	kind: gentle warm kindly friendly soft tender patient
	sad: sorrowful mournful grieving melancholy tearful mourning bereaved gloomy wistful unhappy
	weary: tired exhausted haggard sleepless
	afraid: frightened fearful scared nervous anxious terrified worried
	sly: cunning smirking crafty shifty mocking shrewd
	proud: haughty arrogant disdainful aloof regal`

const lineNames = `
	weathered: leathery wrinkled lined furrowed craggy weatherbeaten wind-burned windburned creased weather-beaten
	gaunt: hollow sunken hollow-cheeked haggard`

const skinNames = `
	pale: fair white ivory milky pallid ashen porcelain light
	rosy: ruddy red pink florid flushed
	tan: tanned bronzed sunburnt sunburned sallow golden
	olive: swarthy
	brown: copper tawny
	dark: black ebony umber dusky`

const scarNames = `
	cheek: cheeks face jaw chin
	brow: forehead eyebrow temple
	lip: mouth lips
	eye: eyelid`

func numbers() map[string]int {
	n := map[string]int{}
	units := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	for i, word := range units {
		n[word] = i
	}
	tens := strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
	decades := strings.Fields("twenties thirties forties fifties sixties seventies eighties nineties")
	for i := range tens {
		n[tens[i]], n[decades[i]] = 20+10*i, 25+10*i
	}
	n["teens"] = 15
	return n
}
