package recorded

import (
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/test"
)

// A recording is never made larger than one that is opened may be.
func TestALineForWhichThereIsNoRoom(t *testing.T) {
	r, err := Record(filepath.Join(t.TempDir(), "answers.ndjson"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	keep := func() error { return r.keep(test.Request(), strictjson.Object{"text": "It is dark."}) }
	if err := keep(); err != nil {
		t.Fatal(err)
	}
	line := r.size
	r.size = mostFile - line
	if err := keep(); err != nil || r.size != mostFile {
		t.Errorf("the last for which there is room: %v, of %d bytes", err, r.size)
	}
	r.size = mostFile - line + 1
	if err := keep(); err == nil {
		t.Error("one byte more has room")
	}
}
