package engine_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
)

func TestZZBlind(t *testing.T) {
	all := campaigns.All()
	for _, d := range []string{"fresh", "further", "settings", "keptback"} {
		dirs, _ := filepath.Glob("../campaign/reading/testdata/" + d + "/*/manifest.json")
		for _, f := range dirs {
			all = append(all, campaigns.Sample{Name: filepath.Base(filepath.Dir(f)), Files: os.DirFS(filepath.Dir(f))})
		}
	}
	for m := range strings.FieldsSeq(os.Getenv("MOMENTS")) {
		var name string
		var seed, turns int
		fmt.Sscanf(strings.ReplaceAll(m, ":", " "), "%s %d %d", &name, &seed, &turns)
		i := slices.IndexFunc(all, func(s campaigns.Sample) bool { return s.Name == name })
		save, err := persistence.New(mem.New(), nil).Create(t.Context(), "promises", "p-1")
		if err != nil {
			t.Fatal(err)
		}
		b := newBabel(t, nil)
		b.ends = true
		g := b.open(t, all[i], fmt.Sprint("blind ", seed), save)
		draw := rand.New(rand.NewPCG(uint64(seed), 17))
		pick := ""
		out, _ := os.Create("/tmp/typed/" + name + ".play.txt")
		for n := range turns {
			r, err := g.Play(t.Context(), pick)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(out, "== Turn %d\n\n%s\n\n", n+1, r.Prose)
			for k, c := range r.Choices {
				fmt.Fprintf(out, "%d. %s\n", k+1, c.Text)
			}
			if len(r.Choices) == 0 {
				t.Fatal("ended")
			}
			if n+1 < turns {
				c := r.Choices[draw.IntN(len(r.Choices))]
				pick = c.ID
				fmt.Fprintf(out, "\n> %s\n\n", c.Text)
			}
		}
		fmt.Fprintf(out, "\nPeople spoken to or met:\n")
		for _, p := range g.People() {
			fmt.Fprintf(out, "  %+v\n", p)
		}
		fmt.Fprintf(out, "Carried: %+v\n", g.Inventory())
		out.Close()
		ids, _ := os.Create("/tmp/typed/" + name + ".ids.txt")
		for _, a := range g.Readable() {
			fmt.Fprintf(ids, "%s\t%s\n", a.ID(), g.Options(a)[0].Text)
		}
		ids.Close()
		fx, _ := os.Create("/tmp/typed/" + name + ".json")
		enc := json.NewEncoder(fx)
		enc.SetIndent("", " ")
		enc.SetEscapeHTML(false)
		enc.Encode(g.ZZFixture())
		fx.Close()
		in, err := os.Open("/tmp/blindset/" + name + ".lines.txt")
		if err != nil {
			continue
		}
		sc := bufio.NewScanner(in)
		for sc.Scan() {
			f := strings.Split(sc.Text(), " | ")
			if len(f) < 2 || strings.HasPrefix(sc.Text(), "#") {
				continue
			}
			r := g.Read(f[0])
			said := "-"
			switch {
			case r.Found:
				said = r.Action.ID()
			case len(r.Among) > 0:
				said = "?"
				for _, a := range r.Among {
					said += " " + a.ID()
				}
			}
			ok := false
			for alt := range strings.SplitSeq(f[1], " / ") {
				alt = strings.TrimSpace(alt)
				if rest, q := strings.CutPrefix(alt, "?"); q && strings.HasPrefix(said, "?") {
					ok = true
					for w := range strings.FieldsFuncSeq(rest, func(r rune) bool { return r == ',' || r == ' ' }) {
						ok = ok && slices.Contains(strings.Fields(said), w)
					}
					if ok {
						break
					}
				} else if alt == said {
					ok = true
					break
				}
			}
			mark := "ok  "
			if !ok {
				mark = "MISS"
				if r.Found {
					mark = "LOST"
				}
			}
			fmt.Printf("%s %s | %s | %s || %s | %s\n", mark, name, f[0], f[1], said, r.Refusal)
		}
	}
}
