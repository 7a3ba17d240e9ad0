package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// kinds are the letters of package lexicon, each with the senses below which everything is
// of that kind. What stands first counts, so the narrow ones do.
var kinds = []struct {
	letter byte
	roots  string
}{
	{'p', "person#1"},
	{'a', "animal#1"},
	{'-', "obstruction#1 ladder#1 supporting_structure#1 column#7 arch#4 altar#1 memorial#3 line#11 boundary#1 point#2 end#1 side#1 top#1 bottom#1 direction#1 bearing#5 axis#1 hell#2 heaven#1"},
	{'i', "workplace#1 burial_chamber#1 building#1 room#1 housing#1 establishment#4 shelter#1 floor#2 storage_space#1 area#5 tower#1 depository#1 hallway#1 corridor#1 passageway#1"},
	{'o', "structure#1 geographic_point#1 breakwater#1 jetty#1 vineyard#1 facility#1 platform#1 way#6 geographical_area#1 region#3 location#1 geological_formation#1 body_of_water#1 land#4 land#1 excavation#3 excavation#4 field#1"},
	{'r', "written_communication#1 matter#6 writing#2 document#1 document#2 book#2 publication#1 record#1 record#5 record#7 written_record#1 list#1 map#1 card#1 notebook#1 account_book#1 ticket#1 letter#1 newspaper#3"},
	{'t', "artifact#1 food#1 food#2 natural_object#1"},
	{'s', "substance#1 substance#7 plant#2"},
	{'m', "time_period#1 time_unit#1 clock_time#1 measure#2 day#4"},
	{'g', "group#1"},
	{'b', "body_part#1"},
	{'x', "entity#1"},
}

// A dictionary is WordNet's nouns.
type dictionary struct {
	senses map[string][]string // lemma -> its senses, the usual first
	above  map[string][]string // sense -> those it is a kind of
	named  map[string]bool     // senses that are one thing of that name, and no kind of things
	count  map[string]int      // "lemma#n" -> how often it was met
}

func nounsOf(dir string) ([]byte, error) {
	d := dictionary{map[string][]string{}, map[string][]string{}, map[string]bool{}, map[string]int{}}
	for name, line := range map[string]func([]string) error{"index.noun": d.index, "data.noun": d.data, "cntlist.rev": d.counts} {
		if err := lines(filepath.Join(dir, name), line); err != nil {
			return nil, err
		}
	}
	of := d.kindsOfSenses()
	var lemmas []string
	for lemma := range d.senses {
		lemmas = append(lemmas, lemma)
	}
	slices.Sort(lemmas)
	var out bytes.Buffer
	for _, lemma := range lemmas {
		is := d.weigh(lemma, of)
		words := strings.Split(lemma, "_")
		if is == "" || strings.ContainsFunc(lemma, func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' && r != '-' }) || len(words) > 2 {
			continue
		}
		if len(words) == 2 && (first(d.weigh(words[1], of)) == first(is) || strings.Contains("xmgb", first(is))) {
			continue // its last word says it
		}
		fmt.Fprintf(&out, "%s %s\n", strings.Join(words, "_"), is)
	}
	return out.Bytes(), nil
}

func first(weights string) string { return weights[:min(1, len(weights))] }

func lines(path string, line func([]string) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if strings.HasPrefix(in.Text(), " ") {
			continue // the licence stands in front
		}
		if err := line(strings.Fields(in.Text())); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return in.Err()
}

func (d *dictionary) index(f []string) error {
	n, err := strconv.Atoi(f[2])
	if err != nil {
		return err
	}
	d.senses[f[0]] = f[len(f)-n:]
	return nil
}

func (d *dictionary) data(f []string) error {
	words, err := strconv.ParseInt(f[3], 16, 32)
	if err != nil {
		return err
	}
	at := 4 + 2*int(words)
	pointers, err := strconv.Atoi(f[at])
	if err != nil {
		return err
	}
	for i := range pointers {
		p := f[at+1+4*i:]
		if p[0] == "@" || p[0] == "@i" {
			d.above[f[0]] = append(d.above[f[0]], p[1])
			d.named[f[0]] = d.named[f[0]] || p[0] == "@i"
		}
	}
	return nil
}

func (d *dictionary) counts(f []string) error {
	lemma, rest, _ := strings.Cut(f[0], "%")
	if !strings.HasPrefix(rest, "1:") {
		return nil
	}
	n, err := strconv.Atoi(f[2])
	d.count[lemma+"#"+f[1]] = n
	return err
}

// kindsOfSenses is the letter of each sense.
func (d *dictionary) kindsOfSenses() map[string]byte {
	root := map[string]byte{}
	for _, k := range kinds {
		for _, name := range strings.Fields(k.roots) {
			lemma, n, _ := strings.Cut(name, "#")
			if at, err := strconv.Atoi(n); err == nil && at <= len(d.senses[lemma]) {
				root[d.senses[lemma][at-1]] = k.letter
			}
		}
	}
	of := map[string]byte{}
	var find func(sense string, depth int) byte
	find = func(sense string, depth int) byte {
		if k, known := of[sense]; known {
			return k
		}
		k := root[sense]
		for _, above := range d.above[sense] {
			if k == 0 && depth < 40 {
				k = find(above, depth+1)
			}
		}
		of[sense] = k
		return k
	}
	for _, senses := range d.senses {
		for _, s := range senses {
			find(s, 0)
		}
	}
	return of
}

// weigh says of a lemma what it is a word for, each with its share in tenths: "t6p4".
func (d *dictionary) weigh(lemma string, of map[string]byte) string {
	share := map[byte]float64{}
	total := 0.0
	for i, s := range d.senses[lemma] {
		if d.named[s] {
			continue
		}
		k := of[s]
		switch k {
		case 0:
			k = 'x'
		case '-':
			k = 't'
		}
		weight := float64(d.count[fmt.Sprintf("%s#%d", lemma, i+1)]) + 2/float64(i+1)
		share[k], total = share[k]+weight, total+weight
	}
	var letters []byte
	for k, s := range share {
		if s/total >= 0.05 {
			letters = append(letters, k)
		}
	}
	slices.SortFunc(letters, func(a, b byte) int {
		if share[a] != share[b] {
			if share[a] > share[b] {
				return -1
			}
			return 1
		}
		return int(a) - int(b)
	})
	var out strings.Builder
	for _, k := range letters[:min(len(letters), 4)] {
		fmt.Fprintf(&out, "%c%d", k, min(9, max(1, int(share[k]/total*10+0.5))))
	}
	return out.String()
}
