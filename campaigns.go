package narratoria

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/story/event"
)

// A Campaign is one that can be played, loaded and compiled once for all games of it. It
// never changes.
type Campaign struct {
	*campaign.Campaign
	ID  string // by which saves know it: the name of its directory
	Dir string // as it was given; "" for one that the program carries

	written *campaign.Campaign // before it was completed
	digest  string
	world   func() *world.World
	library *library
}

// A source is where a campaign's files are.
type source struct {
	id    string
	shown string // what the user calls it
	files fs.FS
	dir   string // "" for one that the program carries
}

// Campaigns are those that the program carries, the one for a first play first.
func (p *Program) Campaigns(ctx context.Context) ([]*Campaign, error) {
	var all []*Campaign
	for _, name := range Carried() {
		src, _ := carried(name)
		c, err := p.load(ctx, src)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// Campaign loads a campaign: a directory, or one that the program carries, by its name;
// "" is the first of those. What is wrong in it is told to Options.Warn, and the rest
// plays. One that was edited since is loaded anew. Errors: *NoCampaignError, contracts.Problems.
func (p *Program) Campaign(ctx context.Context, given string) (*Campaign, error) {
	if given == "" {
		src, _ := carried(Carried()[0])
		return p.load(ctx, src)
	}
	src, err := findCampaign(given)
	if err != nil {
		return nil, err
	}
	return p.load(ctx, src)
}

// load reads a campaign, unless it is known.
func (p *Program) load(ctx context.Context, src source) (*Campaign, error) {
	key := src.shown
	if src.dir != "" {
		absolute, err := filepath.Abs(src.dir)
		if err != nil {
			return nil, err
		}
		key += "\x00" + absolute
	}
	p.loading.Lock() // by one: the others need it, too
	defer p.loading.Unlock()
	known := p.campaigns[key]
	if known != nil && src.dir == "" {
		return known, nil
	}
	sums := make(chan string, 1)
	go func() { sums <- digest(src.files) }() // ends when all is read, while it is read for play
	sum := ""
	if known != nil {
		if sum = <-sums; known.digest == sum {
			return known, nil
		}
	}
	c, problems := src.read()
	if known == nil {
		sum = <-sums
	}
	if c == nil {
		return nil, problems
	}
	p.warnOf(src, problems)
	full, err := campaign.Complete(c, p.proseReader(ctx, src))
	if err != nil {
		return nil, err
	}
	loaded := (&Campaign{written: c, ID: src.id, Dir: src.dir, digest: sum, library: &library{}}).of(full)
	p.campaigns[key] = loaded
	return loaded, nil
}

// of is the campaign with other parts.
func (c *Campaign) of(full *campaign.Campaign) *Campaign {
	return &Campaign{
		Campaign: full, ID: c.ID, Dir: c.Dir, written: c.written, digest: c.digest, library: c.library,
		world: sync.OnceValue(func() *world.World { return world.Compile(full) }),
	}
}

// warnOf says what is wrong with a campaign.
func (p *Program) warnOf(src source, problems contracts.Problems) {
	for _, problem := range problems {
		if !problem.Warning {
			p.warn("%s", problem.String())
		}
	}
	wrong, warnings, _ := problems.Count()
	if wrong+warnings > 0 {
		p.warn("%s: %s, %s; it plays without what is wrong. See: narratoria campaign validate %s",
			src.shown, plural(wrong, "error"), plural(warnings, "warning"), src.shown)
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// titleOf is the title of a campaign that the program carries, else its id.
func (p *Program) titleOf(id string) string {
	src, ok := carried(id)
	if !ok {
		return id
	}
	c, err := p.load(context.Background(), src)
	if err != nil {
		return id
	}
	return c.Manifest.Title
}

// Carried are the names of the campaigns that the program carries.
func Carried() (names []string) {
	for _, sample := range campaigns.All() {
		names = append(names, sample.Name)
	}
	return names
}

// findCampaign takes a directory, or the name of a campaign that the program
// carries. A path to such a one counts too, where the directory is not there:
// the README's commands work without a checkout.
func findCampaign(given string) (source, error) {
	info, err := os.Stat(given)
	if err == nil && info.IsDir() {
		return directorySource(given)
	}
	if err == nil {
		return source{}, &NoCampaignError{Given: given, Message: fmt.Sprintf("the campaign %q is not a directory; a campaign is one with a manifest.json in it", given)}
	}
	base := path.Base(filepath.ToSlash(given))
	if sample, ok := carried(base); ok {
		return sample, nil
	}
	if meant := nearest.Name(base, Carried()); meant != "" {
		return source{}, &NoCampaignError{given, meant, fmt.Sprintf("there is no campaign %q; did you mean %q?", given, meant)}
	}
	return source{}, &NoCampaignError{Given: given, Message: fmt.Sprintf("there is no campaign %q; give a directory, or one of %s", given, strings.Join(Carried(), ", "))}
}

// A NoCampaignError says that there is no campaign of that name or in that place.
type NoCampaignError struct {
	Given   string
	Nearest string // that was probably meant, or ""
	Message string
}

func (e *NoCampaignError) Error() string { return e.Message }

// ReadCampaign reads the campaign in a directory, and says what is wrong with it; where there
// is no such directory, that of a campaign's name which the program carries. It is nil where
// nothing can be played.
func ReadCampaign(given string) (*campaign.Campaign, contracts.Problems) {
	src, err := findCampaign(given)
	if err != nil { // why nothing is there to be read is said as of any directory
		src = source{shown: given, dir: given}
	}
	return src.read()
}

func directorySource(given string) (source, error) {
	absolute, err := filepath.Abs(given)
	if err != nil {
		return source{}, err
	}
	return source{id: idOf(filepath.Base(absolute)), shown: given, files: os.DirFS(absolute), dir: given}, nil
}

// idOf is what saves know a campaign in a directory of that name by: the name, without what
// none can keep.
func idOf(name string) string {
	if event.CheckID(name) == nil {
		return name
	}
	return cmp.Or(plaintext.Line(name, 60), "campaign")
}

func carried(name string) (source, bool) {
	for _, sample := range campaigns.All() {
		if sample.Name == name {
			return source{id: name, shown: name, files: sample.Files}, true
		}
	}
	return source{}, false
}

func (src source) read() (*campaign.Campaign, contracts.Problems) {
	opts := campaign.Options{Label: src.shown}
	if src.dir != "" {
		return campaign.LoadDir(src.dir, opts)
	}
	return campaign.Load(src.files, opts)
}

// Bounds of what is read of a campaign to recognise it. What is larger counts by
// its size.
const (
	maxDigestFile  = 4 << 20
	maxDigestDepth = 16
)

// digest is a SHA-256 over what a story is made of: the names of all files, the
// content of texts, and the size of pictures and sounds. It lets a save say that
// its campaign was edited, and is no seal.
func digest(files fs.FS) string {
	sum, count := sha256.New(), 0
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || name != "." && strings.HasPrefix(entry.Name(), "."):
			return skipped(entry) // no part of the story
		case entry.IsDir() && strings.Count(name, "/") >= maxDigestDepth:
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		if count++; count > campaign.MaxFiles {
			return fs.SkipAll
		}
		size := int64(-1)
		if info, err := entry.Info(); err == nil {
			size = info.Size()
		}
		fmt.Fprintf(sum, "%q %d\n", name, size)
		if isText(name) && size <= maxDigestFile {
			addFile(sum, files, name)
		}
		return nil
	})
	return hex.EncodeToString(sum.Sum(nil))
}

// addFile adds what a file has to a sum, as far as it can be read.
func addFile(sum io.Writer, files fs.FS, name string) {
	file, err := files.Open(name)
	if err != nil {
		return
	}
	defer file.Close()
	if _, err := plainfile.Check(file, maxDigestFile); err == nil {
		_, _ = io.Copy(sum, io.LimitReader(file, maxDigestFile))
	}
}

func skipped(entry fs.DirEntry) error {
	if entry != nil && entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func isText(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".json", ".md", ".txt", ".yaml", ".yml", ".prompt":
		return true
	}
	return false
}
