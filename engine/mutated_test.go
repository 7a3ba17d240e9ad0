package engine

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/internal/hostiletext"
	"github.com/narratoria/narratoria/internal/soak"
)

// textFiles are a sample's, to be changed.
func textFiles(t *testing.T, sample campaigns.Sample) (files fstest.MapFS, texts []string) {
	t.Helper()
	files = fstest.MapFS{}
	if err := fs.WalkDir(sample.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(sample.Files, name)
		files[name] = &fstest.MapFile{Data: data}
		if slices.Contains([]string{".json", ".md"}, path.Ext(name)) {
			texts = append(texts, name)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files, texts
}

var (
	stringValue = regexp.MustCompile(`: "[^"\n]*"`)
	jsonObject  = regexp.MustCompile(`\{[^{}]*\},?`)
	objectKey   = regexp.MustCompile(`"[^"\n]*":`)
)

// grown is what is put at the end of a text, as JSON has it: what no line can have, what
// nobody sees, and too much of it.
var grown = []string{
	`\u001b[31m`, `\u0000`, `\n`, `\r`, `\t`, `\u0085`, `\u009b31m`, `\u2028`, `\u202e`, `\u200b`, ` `, `.`, `/..`,
	strings.Repeat("x", 300), strings.Repeat(" word", 1000), strings.Repeat("é", 130), strings.Repeat(`\n`, 500),
}

// mutate damages one file of a campaign, in one of the ways in which authors, editors and
// disks do.
func mutate(draw *rand.Rand, files fstest.MapFS, texts []string) (what string) {
	name := texts[draw.IntN(len(texts))]
	text := string(files[name].Data)
	other := texts[draw.IntN(len(texts))]
	pick := func(of *regexp.Regexp, with func(string) string) {
		if all := of.FindAllStringIndex(text, -1); len(all) > 0 {
			at := all[draw.IntN(len(all))]
			text = text[:at[0]] + with(text[at[0]:at[1]]) + text[at[1]:]
		}
	}
	how := draw.IntN(14)
	switch how {
	case 0:
		delete(files, name)
		return "deleted " + name
	case 1:
		text = string(files[other].Data)
	case 2:
		files["copy-"+path.Base(name)], files[path.Join(path.Dir(name), "copy-"+path.Base(name))] = files[name], files[name]
	case 3:
		delete(files, name)
		files[path.Join(path.Dir(name), fmt.Sprint(draw.IntN(9))+path.Ext(other))] = &fstest.MapFile{Data: []byte(text)}
	case 4:
		data := []byte(text)
		for range 1 + draw.IntN(5) {
			if len(data) > 0 {
				data[draw.IntN(len(data))] ^= byte(1 << draw.IntN(8))
			}
		}
		text = string(data)
	case 5:
		text = text[:draw.IntN(len(text)+1)]
	case 6:
		pick(jsonObject, func(string) string { return "" })
	case 7:
		pick(jsonObject, func(o string) string { return strings.TrimSuffix(o, ",") + "," + o })
	case 8:
		pick(stringValue, func(string) string { return `: ""` })
	case 9:
		names := hostiletext.Names()
		pick(stringValue, func(string) string { return ": " + asText(names[draw.IntN(len(names))]) })
	case 10:
		pick(stringValue, func(string) string { return []string{": null", ": 1e9", ": []", ": {}", ": true"}[draw.IntN(5)] })
	case 11:
		lines := strings.SplitAfter(text, "\n")
		draw.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		text = strings.Join(lines, "")
	case 12:
		pick(stringValue, func(value string) string { return value[:len(value)-1] + grown[draw.IntN(len(grown))] + `"` })
	case 13:
		pick(objectKey, func(key string) string { return strings.TrimSuffix(key, `":`) + grown[draw.IntN(len(grown))] + `":` })
	}
	files[name] = &fstest.MapFile{Data: []byte(text)}
	return fmt.Sprintf("%s, in way %d", name, how)
}

// TestMutatedCampaignsPlay: a campaign in which something was damaged plays, or is refused with
// a named error, and soon: whatever its files say.
func TestMutatedCampaignsPlay(t *testing.T) {
	played, refused, slowest := 0, 0, time.Duration(0)
	for seed := range soak.Count(1000) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			took, plays := playMutated(t, seed)
			slowest = max(slowest, took)
			if plays {
				played++
			} else {
				refused++
			}
		})
	}
	t.Logf("%d play, %d are refused, the slowest step took %v", played, refused, slowest)
	most := 10 * time.Second
	if soak.Whole() { // on a quiet machine
		most = 2 * time.Second
	}
	if slowest > most {
		t.Errorf("the slowest step took %v", slowest)
	}
	if played == 0 || refused == 0 {
		t.Errorf("%d play, %d are refused: the test shows nothing", played, refused)
	}
}

// playMutated damages a sample in one to three places and plays it for six turns, if it
// plays; it gives how long the slowest of loading and turns took.
func playMutated(t *testing.T, seed int) (slowest time.Duration, plays bool) {
	t.Helper()
	draw := rand.New(rand.NewPCG(uint64(seed), 12))
	files, texts := textFiles(t, campaigns.All()[seed%2])
	var what []string
	for range 1 + draw.IntN(3) {
		left := slices.DeleteFunc(slices.Clone(texts), func(name string) bool { return files[name] == nil })
		what = append(what, mutate(draw, files, left))
	}
	began := time.Now()
	c, problems := campaign.Load(files, campaign.Options{})
	if c == nil {
		if err := problems.Err(); err == nil || problems[0].File == "" || problems[0].Message == "" {
			t.Errorf("%q: it is refused without a name: %v", what, err)
		}
		return time.Since(began), false
	}
	complete, err := campaign.Complete(c, nil)
	if err != nil {
		t.Fatalf("%q: %v", what, err)
	}
	b := at(t, complete)
	b.opts.Seed = fmt.Sprint(seed)
	g := b.open()
	r := must(t, g, "")
	slowest = time.Since(began)
	for turn := 1; turn < 6 && r.Ending == nil; turn++ {
		checkShown(t, fmt.Sprintf("%q", what), r)
		began = time.Now()
		r = must(t, g, pickAny(r, draw))
		slowest = max(slowest, time.Since(began))
	}
	return slowest, true
}
