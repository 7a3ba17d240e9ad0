package process

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// settled is how old a file's last change must be before its hash is
// remembered: within the resolution of a file system's clock a second change
// would show no difference.
const settled = 2 * time.Second

// verified remembers which files were seen to hold what was discovered, so that
// a script is hashed when it has changed and not whenever it starts.
type verified struct {
	mu    sync.Mutex
	known map[string]seen // by path
}

type seen struct {
	sha256   string
	info     os.FileInfo
	changeAt int64
}

// check refuses a file that is not the one with this hash. An empty hash stands
// for a script that no registry has discovered and is not checked.
func (v *verified) check(path, want string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("its file cannot be read: %w", err)
	}
	if want == "" || v.remembers(path, want, info) {
		return nil
	}
	got, err := hashFile(path)
	if err != nil {
		return fmt.Errorf("its file cannot be read: %w", err)
	}
	if got != want {
		return errors.New("its file has changed since the skill was loaded; reload the skills to use it as it is now")
	}
	v.remember(path, seen{sha256: got, info: info, changeAt: changeTime(info)})
	return nil
}

func (v *verified) remembers(path, want string, now os.FileInfo) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	then, ok := v.known[path]
	return ok && then.sha256 == want && os.SameFile(then.info, now) && then.info.Size() == now.Size() &&
		then.info.ModTime().Equal(now.ModTime()) && then.changeAt == changeTime(now)
}

func (v *verified) remember(path string, s seen) {
	if time.Since(s.info.ModTime()) < settled || time.Since(time.Unix(0, s.changeAt)) < settled {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.known == nil {
		v.known = map[string]seen{}
	}
	v.known[path] = s
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
