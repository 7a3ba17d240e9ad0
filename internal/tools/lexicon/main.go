// Command lexicon makes the data files by which the program reads foreign prose: what nouns
// are words for and which words are verbs, out of WordNet's dictionary, and the weights of
// the tagger of parts of speech, out of the model that github.com/jdkato/prose/v2 carries.
//
//	go run ./internal/tools/lexicon -wordnet /usr/share/wordnet -nouns internal/english/lexicon/nouns.zst
//	go run ./internal/tools/lexicon -wordnet /usr/share/wordnet -verbs internal/english/lexicon/verbs.zst
//	go run ./internal/tools/lexicon -model .../prose/v2@v2.0.0/model/AveragedPerceptron -tags internal/english/tagger/model.zst
//
// Equal sources give equal files, which are packed once more by `zstd --ultra -22`: it takes a twentieth less. Their licences stand beside the files, and let both be
// made and passed on.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/klauspost/compress/zstd"
)

func main() {
	wordnet := flag.String("wordnet", "", "directory of WordNet's dictionary")
	nouns := flag.String("nouns", "", "file for what nouns are words for")
	verbs := flag.String("verbs", "", "file for which words are verbs")
	model := flag.String("model", "", "directory of the perceptron's classes.gob, tags.gob and weights.gob")
	tags := flag.String("tags", "", "file for the tagger's weights")
	flag.Parse()
	if err := run(*wordnet, *nouns, *verbs, *model, *tags); err != nil {
		fmt.Fprintln(os.Stderr, "lexicon:", err)
		os.Exit(1)
	}
}

func run(wordnet, nouns, verbs, model, tags string) error {
	if nouns != "" {
		data, err := nounsOf(wordnet)
		if err == nil {
			err = write(nouns, data)
		}
		if err != nil {
			return err
		}
	}
	if verbs != "" {
		data, err := verbsOf(wordnet)
		if err == nil {
			err = write(verbs, data)
		}
		if err != nil {
			return err
		}
	}
	if tags != "" {
		data, err := weightsOf(model)
		if err == nil {
			err = write(tags, data)
		}
		return err
	}
	return nil
}

// write packs a file by Zstandard.
func write(path string, data []byte) error {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(8<<20), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(path, w.EncodeAll(data, nil), 0o644), w.Close())
}
