package openai

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
	"github.com/narratoria/narratoria/model/internal/remote"
)

// Vectors says what the vectors of a model are like, which no server tells.
type Vectors struct {
	Dimensions int
	// Calibration says what their cosines are worth, as it was measured for this model.
	Calibration model.Calibration
	Batch       int // texts that are sent at a time; 0: 64
}

const (
	defaultBatch   = 64
	mostDimensions = 8192
	mostBatch      = 512
)

// An Embedder asks a server for vectors. It is safe for concurrent use.
type Embedder struct {
	name, model string
	vectors     Vectors
	within      time.Duration
	server      *remote.Client
}

var _ model.Embedder = (*Embedder)(nil)

// NewEmbedder makes an embedder of a model at a server. Nothing is asked yet.
func NewEmbedder(base, modelName string, v Vectors, o *Options) (*Embedder, error) {
	switch {
	case v.Dimensions < 1 || v.Dimensions > mostDimensions:
		return nil, fmt.Errorf("vectors of %d dimensions: from 1 to %d can be", v.Dimensions, mostDimensions)
	case v.Batch < 0 || v.Batch > mostBatch:
		return nil, fmt.Errorf("%d texts at a time: at most %d can be", v.Batch, mostBatch)
	case len(v.Calibration) == 0:
		return nil, errors.New("what the cosines of this model are worth was not measured, so no threshold could be held against them")
	}
	options, server, err := connect(base, o)
	if err != nil {
		return nil, err
	}
	v.Batch = cmp.Or(v.Batch, defaultBatch)
	return &Embedder{
		name:  fmt.Sprintf("%s@%s/%d", modelName, server.Host(), v.Dimensions),
		model: modelName, vectors: v, within: options.Within, server: server,
	}, nil
}

// Name is the model's, where it is, and how long its vectors are: a server elsewhere may make
// others of a model of the same name.
func (e *Embedder) Name() string { return e.name }

// Dimensions is how long a vector is.
func (e *Embedder) Dimensions() int { return e.vectors.Dimensions }

// Relevance is what a cosine is worth.
func (e *Embedder) Relevance(cosine int64) int { return e.vectors.Calibration.Relevance(cosine) }

// Host is to whom texts are sent.
func (e *Embedder) Host() string { return e.server.Host() }

// Embed asks the server. Of a text without a word it makes nothing, and does not ask. The error is
// a *model.Error.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	limited, cancel := driver.Within(ctx, e.within)
	defer cancel()
	vectors := make([][]float32, len(texts))
	var of []int // the texts of the next batch
	for i, text := range texts {
		if strings.TrimSpace(text) != "" {
			of = append(of, i)
		} else {
			vectors[i] = make([]float32, e.vectors.Dimensions)
		}
		if len(of) == e.vectors.Batch || i == len(texts)-1 && len(of) > 0 {
			if err := e.embed(limited, texts, of, vectors); err != nil {
				return nil, driver.Failed(ctx, limited, e.name, err)
			}
			of = of[:0]
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, driver.Failed(ctx, limited, e.name, err)
	}
	return vectors, nil
}

// embed makes the vectors of some of the texts.
func (e *Embedder) embed(ctx context.Context, texts []string, of []int, vectors [][]float32) error {
	input := make([]any, len(of))
	for i, at := range of {
		input[i] = texts[at]
	}
	body := strictjson.Encode(strictjson.Object{"model": e.model, "input": input, "encoding_format": "float"})
	return e.server.Post(ctx, "embeddings", nil, body, func(a remote.Answer) error {
		if a.Events {
			return e.server.Malformed("it is a stream")
		}
		// A vector's numbers, and a dozen values around them.
		document, err := e.server.Document(a.Body, 100+len(of)*(e.vectors.Dimensions+12))
		if err != nil {
			return err
		}
		if document["error"] != nil {
			return e.server.Failed(model.Unavailable, document)
		}
		return e.take(document, of, vectors)
	})
}

// take takes the vectors out of an answer: one for each text, whatever their order.
func (e *Embedder) take(document strictjson.Object, of []int, vectors [][]float32) error {
	data := strictjson.AsList(document["data"])
	if len(data) != len(of) {
		return e.server.Malformed("there are %d vectors for %d texts", len(data), len(of))
	}
	for i, item := range data {
		entry := strictjson.AsObject(item)
		at := strictjson.AsIntegerOr(entry["index"], int64(i))
		if at < 0 || at >= int64(len(of)) || vectors[of[at]] != nil {
			return e.server.Malformed("the vector %d is for no text, or for one that has one", i)
		}
		vector, err := e.vector(strictjson.AsList(entry["embedding"]))
		if err != nil {
			return err
		}
		vectors[of[at]] = vector
	}
	return nil
}

// vector is one of length 1.
func (e *Embedder) vector(list []any) ([]float32, error) {
	if len(list) != e.vectors.Dimensions {
		return nil, e.server.Malformed("a vector has %d dimensions, and %s is said to have %d", len(list), e.model, e.vectors.Dimensions)
	}
	numbers, sum := make([]float64, len(list)), 0.0
	for i, item := range list {
		number, is := item.(strictjson.Number)
		n, err := strconv.ParseFloat(string(number), 64)
		if !is || err != nil || math.Abs(n) > math.MaxFloat32 {
			return nil, e.server.Malformed("a vector holds what is no number, or one beyond all bounds")
		}
		numbers[i] = n
		sum += n * n
	}
	vector := make([]float32, len(list))
	if length := math.Sqrt(sum); length > 0 {
		for i, n := range numbers {
			vector[i] = float32(n / length)
		}
	}
	return vector, nil
}
