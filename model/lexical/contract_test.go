package lexical_test

import (
	"testing"

	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/model/test"
)

func TestContract(t *testing.T) { test.Embedder(t, lexical.New()) }
