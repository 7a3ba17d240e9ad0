// Package worker runs one model by llama.cpp, and is what the program narratoria-llama is made of.
//
//	os.Exit(worker.Run(os.Args[1:]))
//
// It is the only package that imports yzma, which loads the library at run time. On Linux that
// wants the system's libffi.so.8, and a program that links it ends before its main where there is
// none: so no program that has other things to do imports this package.
//
// The library ends its process where it is used wrongly: by a text with a NUL byte in it, by more
// tokens than a batch has, by a position behind the context, by a token that there is not. What
// comes from outside is held against these here; what is left is the worker's death, which package
// llama makes an error of one call.
package worker

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/hybridgroup/yzma/pkg/llama"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/internal/service"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
	"github.com/narratoria/narratoria/model/llama/pins"
)

const usage = `narratoria-llama runs a language model for narratoria, which starts it and talks to it
by its stdin and stdout. There is nothing to be had by starting it otherwise.`

// How the worker exits; a signal says the rest.
const (
	exitUsage  = 2 // it was started by hand
	exitBroken = 3 // what it was asked was not the protocol
)

// Run serves what stdin asks, until that ends. It gives the exit code of the process.
func Run(args []string) int {
	if len(args) > 0 || isTerminal(os.Stdin) {
		fmt.Fprintln(os.Stderr, usage)
		return exitUsage
	}
	out, err := takeStdout()
	if err == nil {
		err = service.Serve(os.Stdin, out, &engine{}, func(err error) { os.Exit(exit(err)) })
	}
	return exit(err)
}

// exit gives the exit code, and tells the reason of one that is not 0.
func exit(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "narratoria-llama:", err)
	return exitBroken
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// An engine is a model that llama.cpp runs.
type engine struct {
	model   llama.Model
	vocab   llama.Vocab
	context llama.Context
	memory  llama.Memory
	batch   llama.Batch

	tokens     int // in the vocabulary
	dimensions int
	candidates []llama.TokenData // of one choice
	piece      []byte
}

var _ service.Engine = (*engine)(nil)

// standardContext is the room that a model has where nobody says another, in tokens, and
// standardWindow that of one that makes vectors.
const (
	standardContext = 4096
	standardWindow  = 256
)

// Load loads the library and then the model.
func (e *engine) Load(l wire.Load, alive func()) (wire.Loaded, error) {
	if os.Getenv("GGML_BACKEND_PATH") != "" {
		return wire.Loaded{}, errors.New("GGML_BACKEND_PATH names another library, which would be loaded unseen")
	}
	if err := pins.Check(l.Library); err != nil {
		return wire.Loaded{}, fmt.Errorf("%w; narratoria setup llama fetches it", err)
	}
	if err := llama.Load(l.Library); err != nil {
		return wire.Loaded{}, fmt.Errorf("the library in %s cannot be loaded: %w", l.Library, err)
	}
	llama.LogSet(llama.LogSilent())
	llama.Init()
	parameters := llama.ModelDefaultParams()
	parameters.SetProgressCallback(func(float32, uintptr) uint8 {
		alive()
		return 1
	})
	var err error
	if e.model, err = llama.ModelLoadFromFile(l.Model, parameters); err != nil {
		return wire.Loaded{}, errors.New("llama.cpp does not take the model: it is damaged, or of a kind that this release does not know")
	}
	e.vocab = llama.ModelGetVocab(e.model)
	e.tokens, e.dimensions = int(llama.VocabNTokens(e.vocab)), int(llama.ModelNEmbd(e.model))
	room, err := e.open(l)
	if err != nil {
		return wire.Loaded{}, err
	}
	e.candidates, e.piece = make([]llama.TokenData, e.tokens), make([]byte, 512)
	return wire.Loaded{Context: room, Dimensions: e.dimensions, Vocabulary: e.tokens}, nil
}

// open makes the one context, and gives the room in it.
func (e *engine) open(l wire.Load) (room int, err error) {
	c := llama.ContextDefaultParams()
	c.NThreads, c.NThreadsBatch = int32(max(1, l.Threads)), int32(max(1, l.Threads))
	if trained := int(llama.ModelNCtxTrain(e.model)); trained > 0 && l.Context > trained {
		return 0, fmt.Errorf("the model was made for %d tokens at a time, and is to have room for %d", trained, l.Context)
	}
	batch, sequences := 0, 1
	if l.Vectors {
		room, sequences = orElse(l.Context, standardWindow), service.MostSequences
		batch = room
		c.Embeddings, c.PoolingType, c.NSeqMax = 1, llama.PoolingTypeMean, service.MostSequences
	} else {
		room, batch = orElse(l.Context, standardContext), service.MostChunk
		c.NSeqMax = 1
	}
	c.NCtx, c.NBatch, c.NUbatch = uint32(room), uint32(batch), uint32(batch)
	if e.context, err = llama.InitFromModel(e.model, c); err != nil {
		return 0, fmt.Errorf("llama.cpp cannot make room for %d tokens; is there memory enough?", room)
	}
	if !l.Vectors {
		if e.memory, _ = llama.GetMemory(e.context); e.memory == 0 {
			return 0, errors.New("the model makes vectors, and writes no texts")
		}
		room = min(room, int(llama.NCtx(e.context)))
	}
	e.batch = llama.BatchInit(int32(batch), 0, int32(sequences))
	return room, nil
}

func orElse(n, standard int) int {
	if n == 0 {
		return standard
	}
	return n
}

// Threads has so many threads do what follows.
func (e *engine) Threads(n int) { llama.SetNThreads(e.context, int32(n), int32(n)) }

// Tokens tokenises a prompt, part by part.
func (e *engine) Tokens(prompt []wire.Part) ([]int32, error) {
	var all []int32
	if llama.VocabGetAddBOS(e.vocab) {
		all = append(all, int32(llama.VocabBOS(e.vocab)))
	}
	for _, part := range prompt {
		if strings.IndexByte(part.Text, 0) >= 0 { // the library would end the process
			return nil, errors.New("a NUL is in the prompt, which no model can be given")
		}
		if part.Text == "" {
			continue
		}
		for _, token := range llama.Tokenize(e.vocab, part.Text, false, part.Special) {
			all = append(all, int32(token))
		}
	}
	return all, nil
}

// Read reads tokens behind those that were read.
func (e *engine) Read(tokens []int32, at int) error {
	_ = e.batch.Clear()
	for i, token := range tokens {
		if err := e.batch.Add(llama.Token(token), llama.Pos(at+i), []llama.SeqId{0}, i == len(tokens)-1); err != nil {
			return err
		}
	}
	if code, err := llama.Decode(e.context, e.batch); err != nil || code != 0 {
		return &model.Error{Kind: model.Unavailable, Message: fmt.Sprintf("llama.cpp could not read on (%d)", code)}
	}
	return nil
}

// Keep forgets all but the first tokens.
func (e *engine) Keep(first int) bool {
	if e.memory == 0 {
		return true
	}
	if first == 0 {
		return llama.MemoryClear(e.memory, false) == nil
	}
	kept, err := llama.MemorySeqRm(e.memory, 0, llama.Pos(first), -1)
	return err == nil && kept
}

// Piece is what a token stands for; a token that is a command stands for nothing.
func (e *engine) Piece(token int32) []byte {
	n := llama.TokenToPiece(e.vocab, llama.Token(token), e.piece, 0, false)
	if n < 0 && n > -1<<20 {
		e.piece = make([]byte, -n)
		n = llama.TokenToPiece(e.vocab, llama.Token(token), e.piece, 0, false)
	}
	return e.piece[:max(0, n)]
}

// Ends reports whether a token ends a text.
func (e *engine) Ends(token int32) bool { return llama.VocabIsEOG(e.vocab, llama.Token(token)) }

// Encode makes vectors of sequences, in one batch.
func (e *engine) Encode(ids [][]int32) ([][]float32, error) {
	_ = e.batch.Clear()
	for sequence, tokens := range ids {
		for at, token := range tokens {
			if err := e.batch.Add(llama.Token(token), llama.Pos(at), []llama.SeqId{llama.SeqId(sequence)}, true); err != nil {
				return nil, err
			}
		}
	}
	if code, err := llama.Encode(e.context, e.batch); err != nil || code != 0 {
		return nil, &model.Error{Kind: model.Unavailable, Message: fmt.Sprintf("llama.cpp could make no vectors (%d)", code)}
	}
	vectors := make([][]float32, len(ids))
	for sequence := range ids {
		// The library gives no vector and no error where it was not set up for any.
		v, err := llama.GetEmbeddingsSeq(e.context, llama.SeqId(sequence), int32(e.dimensions))
		if err != nil || v == nil {
			return nil, &model.Error{Kind: model.Unsupported, Message: "the model makes no vectors"}
		}
		vectors[sequence] = slices.Clone(v)
	}
	runtime.KeepAlive(e)
	return vectors, nil
}
