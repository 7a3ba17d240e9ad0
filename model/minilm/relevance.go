package minilm

import "github.com/narratoria/narratoria/model"

// relevance was set by the calibrating half of model/lexical/testdata/pairs.txt, where the
// unrelated have cosines from -0.03 to 0.27, half of them below 0.09, and the related from
// 0.36 to 0.81, three of four above 0.52; and by persistence/testdata/retrieval, whose queries are parted best at 0.3.
// Below 0.15 is chance, and the threshold's usual 0.7 lies between the two.
var relevance = model.Calibration{
	{Cosine: 150_000, Relevance: 0},
	{Cosine: 250_000, Relevance: 400},
	{Cosine: 300_000, Relevance: 700},
	{Cosine: 600_000, Relevance: 850},
	{Cosine: 1_000_000, Relevance: 1000},
}
