package campaign

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/campaign/media"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/frontmatter"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// Options say how a campaign is loaded.
type Options struct {
	// Label is what problems call the directory: files are named below it. Without
	// one they are named from the directory on.
	Label string
}

// LoadDir loads a campaign from a directory on disk; see [Load].
func LoadDir(dir string, opts Options) (*Campaign, contracts.Problems) {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return nil, contracts.Problems{{File: dir, Kind: contracts.Unreadable, Message: "the campaign " + plainfile.Why(err)}}
	case !info.IsDir():
		return nil, contracts.Problems{{File: dir, Kind: contracts.Unreadable, Message: "is not a directory; a campaign is one with a manifest.json in it"}}
	}
	return Load(directory(dir), opts)
}

// Load reads a campaign from a file system. Without a usable manifest there is
// none; everything else that is wrong is left out and reported. The problems are
// in the order of the files' names.
//
// The file system must go on to work: assets are read from it later.
func Load(fsys fs.FS, opts Options) (*Campaign, contracts.Problems) {
	l := &loader{c: &Campaign{fsys: fsys, names: newNames(), Rules: DefaultRules()}, refused: map[string]bool{}, marked: map[string]*Provenance{}, texts: map[string]loreText{}}
	reading, done := held(fsys)
	defer done()
	l.files = listFiles(reading, l.report)
	if l.manifest() {
		l.load()
	} else {
		l.c = nil
	}
	return l.c, l.sorted(opts.Label)
}

// A loader is a campaign being loaded.
type loader struct {
	*files
	c        *Campaign
	sources  []*source
	problems contracts.Problems // of no source
	refused  map[string]bool    // files that break the rules of provenance
	marked   map[string]*Provenance
	texts    map[string]loreText // of lore, by its file
	read     []func()            // decodes each source, once all names are known
	share    share               // of what documents may hold, taken by those that were read
}

func (l *loader) report(p contracts.Problem) { l.problems = append(l.problems, p) }

func (l *loader) sorted(label string) contracts.Problems {
	all := l.problems
	for _, s := range l.sources {
		all = append(all, s.located()...)
	}
	all.Sort()
	all = l.fold(all)
	inLabel(all, label)
	if len(all) > maxProblems {
		more := contracts.Problem{File: label, Kind: contracts.Limit, Message: fmt.Sprintf("there are more than the %d problems listed", maxProblems)}
		more.Warning = all[maxProblems:].Err() == nil
		all = append(all[:maxProblems:maxProblems], more)
	}
	return all
}

// inLabel names files from a directory on, in all that follows from them too.
func inLabel(all contracts.Problems, label string) {
	for i := range all {
		all[i].File = path.Join(label, all[i].File)
		inLabel(all[i].Follows, label)
	}
}

// maxProblems is how many problems of a campaign are listed.
const maxProblems = 1000

// load reads everything but the manifest: first every document, which declares
// its names on the way, then what they say.
func (l *loader) load() {
	l.provenance()
	l.world()
	l.people()
	l.player()
	l.plot()
	l.knowledge()
	l.occasions()
	l.lore()
	for _, read := range l.read {
		read()
	}
	l.assets()
	l.c.index()
	l.check()
}

// later decodes a source when all names are known.
func (l *loader) later(s *source, decode func(d *decoder)) {
	if s.tree != nil {
		l.read = append(l.read, func() { decode(&decoder{names: l.c.names, tell: s.report}) })
	}
}

// json reads a JSON file of the campaign, or gives nil where there is none.
func (l *loader) json(c contracts.Contract, name string) *source {
	text, ok := l.text(name)
	if !ok || !l.affords(name, text, valuesOfJSON(text)) {
		return nil
	}
	s := jsonSource(c, name, text)
	l.sources = append(l.sources, s)
	return s
}

// jsons reads several JSON files, as json does one after the other, and checks them at once.
func (l *loader) jsons(c contracts.Contract, names []string) (all []*source) {
	var checking errgroup.Group
	checking.SetLimit(runtime.GOMAXPROCS(0))
	for _, name := range names {
		text, ok := l.text(name)
		if !ok || !l.affords(name, text, valuesOfJSON(text)) {
			continue
		}
		s := &source{}
		all = append(all, s)
		checking.Go(func() error { // ends with its document
			*s = *jsonSource(c, name, text)
			return nil
		})
	}
	_ = checking.Wait() // it says nothing
	l.sources = append(l.sources, all...)
	return all
}

// fewEnough are the first parts of a file, as many as are read; that there are more is
// reported where the next one stands.
func fewEnough[T any](l *loader, file, what string, parts []T, line func(T) int) []T {
	if len(parts) <= maxParts {
		return parts
	}
	l.report(contracts.Problem{File: file, Line: line(parts[maxParts]), Column: 1, Kind: contracts.Limit, Message: fmt.Sprintf("has %d %s, of which the first %d are read", len(parts), what, maxParts)})
	return parts[:maxParts]
}

// text reads a text file, if it is there and may be read.
func (l *loader) text(name string) ([]byte, bool) {
	if !l.has(name) || l.refused[name] {
		return nil, false
	}
	text, problem := l.files.text(name)
	if problem != nil {
		l.report(*problem)
		return nil, false
	}
	return text, true
}

// markdown is text for whoever takes it apart as a string.
func (l *loader) markdown(name string) (string, bool) {
	text, ok := l.text(name)
	return string(text), ok
}

const manifestFile = "manifest.json"

// manifest reads the one file that a campaign must have.
func (l *loader) manifest() bool {
	if !l.has(manifestFile) {
		if slices.ContainsFunc(l.problems, func(p contracts.Problem) bool { return p.File == manifestFile }) {
			return false // there, and said to be no plain file
		}
		p := contracts.Problem{File: manifestFile, Kind: contracts.Unreadable, Message: "is not there; every campaign has one", Expected: `at least {"title": "...", "version": "1.0.0"}`}
		for _, name := range l.paths {
			if strings.EqualFold(name, manifestFile) || path.Base(name) == manifestFile {
				p.Nearest = name
				break
			}
		}
		l.report(p)
		return false
	}
	s := l.json(contracts.CampaignManifest, manifestFile)
	if s == nil || s.tree == nil {
		return false
	}
	m := &l.c.Manifest
	m.Person, m.Tense = "second", "present"
	(&decoder{names: l.c.names, tell: s.report}).decode(m, s.tree)
	l.read = append(l.read, func() { l.opening(s) })
	return true
}

func (l *loader) opening(s *source) {
	d := &decoder{names: l.c.names, tell: s.report}
	d.refer("beat", "/opening/beat", l.c.Manifest.Opening.Beat)
	d.refer("place", "/opening/place", l.c.Manifest.Opening.Place)
	if weather := &l.c.Manifest.Opening.Weather; *weather != "" {
		if problem := effect.Weather(*weather); problem != nil {
			problem.Pointer, *weather = "/opening/weather", ""
			d.report(*problem)
		}
	}
}

// world reads what stands below world/.
func (l *loader) world() {
	if text, ok := l.markdown("world/setting.md"); ok {
		l.c.Setting = titled("world/setting.md", text)
	}
	l.rules()
	l.constraints()
	collection(l, contracts.Places, "world/places.json", "place", &l.c.Places)
	collection(l, contracts.Factions, "world/factions.json", "faction", &l.c.Factions)
	collection(l, contracts.Items, "world/items.json", "item", &l.c.Items)
}

// collection reads a document that is a list of things with ids.
func collection[T any](l *loader, c contracts.Contract, file, kind string, into *[]T) {
	s := l.json(c, file)
	if s == nil || s.tree == nil {
		return
	}
	field := string(c)
	l.declare(s, kind, field)
	l.later(s, func(d *decoder) { d.member(field, into, s.tree[field]) })
}

// declare makes the ids of a list's elements known. What has the id of another
// is left out.
func (l *loader) declare(s *source, kind, field string) {
	list, _ := s.tree[field].([]any)
	for i, item := range list {
		element, ok := item.(tree)
		if !ok {
			continue
		}
		id, _ := element["id"].(string)
		if !l.c.names.add(kind, id) {
			s.report(contracts.Problem{Pointer: fmt.Sprintf("/%s/%d/id", field, i), Kind: contracts.Duplicate, Message: fmt.Sprintf("there is another %s with the id %q", kind, id)})
			s.leaveOut(s.tree, field, []int{i})
		}
	}
}

func (l *loader) rules() {
	const file = "world/rules.md"
	text, ok := l.markdown(file)
	if !ok {
		return
	}
	found, rest := blocks(text, "rules")
	l.closed(file, found)
	l.c.Rules.Prose = titled(file, rest)
	for _, b := range fewEnough(l, file, "blocks", found, func(b block) int { return b.line }) {
		s := yamlSource(contracts.RulesBlock, file, b.text, b.line)
		l.sources = append(l.sources, s)
		if s.tree != nil {
			l.c.Rules.apply(s.tree, s.report)
		}
	}
}

// closed warns of a block that goes on to the end of its file, and of all that is in it.
func (l *loader) closed(file string, found []block) {
	for _, b := range found {
		if b.open {
			l.report(contracts.Problem{File: file, Line: b.line - 1, Column: 1, Kind: contracts.Syntax, Warning: true, Message: "the block is not closed, and goes on to the end of the file", Expected: "a line of three backquotes after it"})
		}
	}
}

func (l *loader) constraints() {
	const file = "world/constraints.md"
	text, ok := l.markdown(file)
	if !ok {
		return
	}
	found, rest := blocks(text, "constraint")
	l.closed(file, found)
	l.c.Constraints.Prose = titled(file, rest)
	for _, b := range fewEnough(l, file, "blocks", found, func(b block) int { return b.line }) {
		s := yamlSource(contracts.ConstraintBlock, file, b.text, b.line)
		l.sources = append(l.sources, s)
		l.later(s, func(d *decoder) { l.constraint(d, s, b.line) })
	}
}

func (l *loader) constraint(d *decoder, s *source, line int) {
	c := Constraint{File: s.file, Line: line}
	d.decode(&c, s.tree)
	if c.ID == "" {
		c.ID = "line-" + strconv.Itoa(line)
	}
	if source, ok := s.tree["hold"].(string); ok {
		compiled, err := l.c.names.expressions().Compile(source)
		if err != nil {
			s.report(condition.Unusable("/hold", source, err))
			return
		}
		c.Hold = compiled
	}
	l.c.Constraints.Checks = append(l.c.Constraints.Checks, c)
}

const npcs = "characters/npcs/"

// people reads the directories below characters/npcs, as many as there may be. All of them can come
// together at one place.
func (l *loader) people() {
	read := 0
	for _, name := range l.paths {
		rest, ok := strings.CutPrefix(name, npcs)
		dir, file, inside := strings.Cut(rest, "/")
		if !ok || !inside || file != "profile.json" {
			continue
		}
		if read++; read > maxPeople {
			l.report(contracts.Problem{File: name, Kind: contracts.Limit, Message: fmt.Sprintf("is left out with all after it: a campaign has at most %d people", maxPeople)})
			return
		}
		if s := l.json(contracts.NPCProfile, name); s != nil && s.tree != nil {
			l.person(s, dir)
		}
	}
}

func (l *loader) person(s *source, dir string) {
	id := dir
	if !condition.IsID(id) || strings.Contains(id, "/") {
		id = slug(dir)
		s.report(contracts.Problem{Kind: contracts.BadValue, Warning: true, Message: fmt.Sprintf("the directory %q is no id; the person is %q", dir, id)})
	}
	if id == "" || id == "player" || !l.c.names.add("person", id) {
		s.report(contracts.Problem{Kind: contracts.Duplicate, Message: fmt.Sprintf("no person can have the id %q: it is taken", id)})
		return
	}
	var secrets []Secret
	file := npcs + dir + "/secrets.md"
	if text, ok := l.markdown(file); ok {
		cut := fewEnough(l, file, "secrets", sections(text), func(s section) int { return s.line })
		secrets = secretsOf(file, cut)
	}
	for _, secret := range secrets {
		l.c.names.add("secret", id+"/"+secret.ID)
		l.c.names.add("fact", id+"/"+secret.ID) // which one may know, be told and ask for as any
	}
	l.later(s, func(d *decoder) {
		p := Person{ID: id, Pronouns: "they", Secrets: secrets}
		d.decode(&p, s.tree)
		if picture := npcs + dir + "/portrait.png"; p.Portrait == "" && l.has(picture) {
			p.Portrait = picture
		}
		l.c.People = append(l.c.People, p)
		l.checkPerson(d, &l.c.People[len(l.c.People)-1])
	})
}

func (l *loader) player() {
	s := l.json(contracts.PlayerTemplate, "characters/player/template.json")
	l.c.Player.Mode = "freeform"
	if s == nil || s.tree == nil {
		return
	}
	l.later(s, func(d *decoder) {
		d.decode(&l.c.Player, s.tree)
		l.checkPlayer(d)
	})
}

// plot reads what stands below plot/.
func (l *loader) plot() {
	if text, ok := l.markdown("plot/premise.md"); ok {
		l.c.Premise = titled("plot/premise.md", text)
	}
	plots := l.jsons(contracts.PlotBeats, append([]string{"plot/beats.json"}, l.below("plot/beats", ".json")...))
	beats := 0
	for _, s := range plots {
		beats += len(strictjson.AsList(s.tree["beats"]))
	}
	l.c.names.expect("beat", beats)
	for _, s := range plots {
		if s.tree != nil {
			l.beats(s)
		}
	}
	for _, name := range l.below("plot/endings", ".md") {
		l.ending(name)
	}
}

func (l *loader) beats(s *source) {
	l.declare(s, "beat", "beats")
	list, _ := s.tree["beats"].([]any)
	for i, item := range list {
		l.declareChoices(s, i, item)
	}
	l.c.names.gatherState(s.tree)
	l.later(s, func(d *decoder) {
		s.first = len(l.c.Beats)
		l.c.Beats = slices.Grow(l.c.Beats, max(0, len(l.c.names.of["beat"])-s.first)) // of all files, at once
		d.member("beats", &l.c.Beats, s.tree["beats"])
		l.placeBeats(s, l.c.Beats[s.first:])
		l.checkBeats(d, s)
		s.referred = referredFiles(s)
		s.tree = tree{} // of many beats it takes more memory than the beats
	})
}

func (l *loader) declareChoices(s *source, i int, item any) {
	beat, _ := item.(tree)
	id, _ := beat["id"].(string)
	choices, _ := beat["choices"].([]any)
	for j, item := range choices {
		choice, _ := item.(tree)
		name, _ := choice["id"].(string)
		if !l.c.names.add("choice", id+"/"+name) {
			s.report(contracts.Problem{Pointer: fmt.Sprintf("/beats/%d/choices/%d/id", i, j), Kind: contracts.Duplicate, Message: fmt.Sprintf("the beat has another choice with the id %q", name)})
			choices[j] = nil
		}
	}
}

// placeBeats notes where each beat is written.
func (l *loader) placeBeats(s *source, beats []Beat) {
	list, _ := s.tree["beats"].([]any)
	lines := strictjson.ElementLines(s.json, "beats")
	for i, item := range list {
		if item != nil {
			b := &beats[len(s.beats)]
			b.File, b.Line = s.file, lines[i]
			s.beats = append(s.beats, i)
		}
	}
}

func (l *loader) ending(file string) {
	text, ok := l.markdown(file)
	if !ok {
		return
	}
	body, _, s := l.frontMatter(contracts.EndingFrontMatter, file, text)
	if s == nil || s.wrongIn("/conditions") { // without its conditions it would be another ending
		return
	}
	id, ok := s.tree["id"].(string)
	if !ok {
		id = slug(nameOf(file))
		if base := strings.TrimSuffix(path.Base(file), path.Ext(file)); condition.IsID(base) {
			id = base
		}
	}
	if !l.c.names.add("ending", id) {
		s.report(contracts.Problem{Pointer: "/id", Kind: contracts.Duplicate, Message: fmt.Sprintf("there is another ending with the id %q", id)})
		return
	}
	l.later(s, func(d *decoder) {
		text := titled(file, body)
		e := Ending{File: file, Body: text.Body}
		d.decode(&e, s.tree)
		e.ID, e.Title = id, firstOf(e.Title, text.Title, nameOf(file))
		l.c.Endings = append(l.c.Endings, e)
	})
}

// frontMatter takes apart a Markdown file and reads the YAML at its head; the source is
// nil where the file cannot be used at all, and keeps nothing of the text.
func (l *loader) frontMatter(c contracts.Contract, file, text string) (body string, bodyLine int, s *source) {
	header, body, bodyLine, err := frontmatter.Split(text)
	if err != nil {
		l.report(contracts.Problem{File: file, Line: 1, Column: 1, Kind: contracts.Syntax, Message: "the front matter is not closed by a second line \"---\""})
		return "", 0, nil
	}
	if !l.affords(file, []byte(header), valuesOfYAML(header)) {
		return "", 0, nil
	}
	s = yamlSource(c, file, strings.Clone(header), 2)
	l.sources = append(l.sources, s)
	if s.tree == nil {
		return "", 0, nil
	}
	return body, bodyLine, s
}

func (l *loader) lore() {
	for _, file := range l.below("lore", ".md", ".txt") {
		text, ok := l.markdown(file)
		if !ok {
			continue
		}
		body, line, s := l.frontMatter(contracts.LoreFrontMatter, file, text)
		if s == nil {
			continue
		}
		r := loreTextOf(text, body, line)
		l.texts[file] = r
		l.later(s, func(d *decoder) {
			var h head
			d.decode(&h, s.tree)
			document := h.document(file, r.title)
			document.BodyLine, document.Bytes, document.Sum = r.line, r.bytes, r.sum
			l.c.Lore = append(l.c.Lore, document)
			l.checkAudience(d, document.Audience)
		})
	}
}

// provenance reads the files FILE.meta.json, which say whether a person or a
// model made FILE. What breaks its rules is not read.
func (l *loader) provenance() {
	for _, name := range l.paths {
		file, ok := strings.CutSuffix(name, metaSuffix)
		if !ok {
			if generatedName(name) && !l.has(name+metaSuffix) {
				l.refused[name] = true
				l.report(contracts.Problem{File: name, Kind: contracts.Missing, Message: missingProvenance, Expected: path.Base(name) + metaSuffix + " beside it"})
			}
			continue
		}
		s := l.json(contracts.AssetMetadata, name)
		if s == nil || s.problems.Err() != nil {
			l.refused[file] = true
			continue
		}
		l.later(s, func(d *decoder) { l.checkMeta(d, s, file) })
		if s.tree["generated"] == true {
			l.marked[file] = provenanceOf(s.tree)
		}
	}
}

const (
	metaSuffix        = ".meta.json"
	missingProvenance = "Generated asset missing provenance (generated=true requires provenance.source_model, provenance.generated_at, provenance.seed_data)"
)

// generatedName reports whether a file's name says that a model made it.
func generatedName(name string) bool {
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	return strings.HasSuffix(stem, "_generated") && !strings.HasSuffix(name, sidecar)
}

func provenanceOf(metadata tree) *Provenance {
	var p Provenance
	(&decoder{}).decode(&p, metadata["provenance"])
	return &p
}

// assets looks at the heads of pictures and sounds.
func (l *loader) assets() {
	for _, name := range l.paths {
		if !isAsset(name) || l.refused[name] {
			continue
		}
		info, ok := l.head(name)
		if !ok {
			continue
		}
		l.c.Assets = append(l.c.Assets, Asset{
			Path: name, Media: info, Bytes: l.sizes[name], Keywords: l.keywords(name),
			Links: l.c.names.links(name), Provenance: l.marked[name],
		})
	}
}

// isAsset reports whether a file is a picture or a sound by where it stands.
func isAsset(name string) bool {
	if strings.HasSuffix(name, sidecar) || strings.HasSuffix(name, metaSuffix) {
		return false
	}
	if strings.HasPrefix(name, npcs) {
		return slices.Contains(pictureEndings, strings.ToLower(path.Ext(name)))
	}
	return strings.HasPrefix(name, "art/") || strings.HasPrefix(name, "music/")
}

var pictureEndings = []string{".png", ".jpg", ".jpeg", ".webp"}

func (l *loader) head(name string) (media.Info, bool) {
	refuse := func(kind contracts.Kind, why string) (media.Info, bool) {
		l.report(contracts.Problem{File: name, Kind: kind, Message: why})
		return media.Info{}, false
	}
	if l.sizes[name] > maxAsset {
		return refuse(contracts.Limit, fmt.Sprintf("has %d bytes; pictures and sounds have at most %d", l.sizes[name], maxAsset))
	}
	file, err := l.fsys.Open(name)
	if err != nil {
		return refuse(contracts.Unreadable, plainfile.Why(err))
	}
	defer file.Close()
	info, err := media.Read(file)
	if err != nil {
		return refuse(contracts.BadValue, err.Error())
	}
	return info, true
}

func (l *loader) keywords(name string) []string {
	if text, ok := l.markdown(name + sidecar); ok {
		keywords := sidecarKeywords(text)
		if len(keywords) > maxParts {
			l.report(contracts.Problem{File: name + sidecar, Line: 1, Column: 1, Kind: contracts.Limit, Message: fmt.Sprintf("has more keywords than the %d that are read", maxParts)})
			keywords = keywords[:maxParts]
		}
		return keywords
	}
	return nameKeywords(name)
}
