package terminal

import (
	"bytes"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// wait lets time pass in a bubble of synctest, where it costs none.
func wait(t *testing.T, d time.Duration) {
	t.Helper()
	<-time.After(d)
	synctest.Wait()
}

// watched is a buffer that is written and read at any time.
type watched struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (w *watched) Write(p []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.text.Write(p)
}

func (w *watched) Len() int { return len(w.String()) }

func (w *watched) String() string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.text.String()
}

func (w *watched) Reset() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.text.Reset()
}
