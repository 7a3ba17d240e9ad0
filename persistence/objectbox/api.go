package objectbox

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"

	"github.com/narratoria/narratoria/internal/native"
	"github.com/narratoria/narratoria/persistence/objectbox/pins"
)

// functions are those of the library's C API that are called, by their names there after "obx_".
// What it points to is a number here, but for data, which lies outside of what Go collects.
type functions struct {
	Version                   func(major, minor, patch *int32)                                            `obx:"version"`
	LastErrorCode             func() int32                                                                `obx:"last_error_code"`
	LastErrorSecondary        func() int32                                                                `obx:"last_error_secondary"`
	LastErrorMessage          func() string                                                               `obx:"last_error_message"`
	LastErrorClear            func()                                                                      `obx:"last_error_clear"`
	Model                     func() uintptr                                                              `obx:"model"`
	ModelErrorCode            func(model uintptr) int32                                                   `obx:"model_error_code"`
	ModelErrorMessage         func(model uintptr) string                                                  `obx:"model_error_message"`
	ModelFree                 func(model uintptr) int32                                                   `obx:"model_free"`
	ModelEntity               func(model uintptr, name string, id uint32, uid uint64) int32               `obx:"model_entity"`
	ModelProperty             func(model uintptr, name string, kind, id uint32, uid uint64) int32         `obx:"model_property"`
	ModelPropertyFlags        func(model uintptr, flags uint32) int32                                     `obx:"model_property_flags"`
	ModelLastEntityID         func(model uintptr, id uint32, uid uint64)                                  `obx:"model_last_entity_id"`
	ModelLastIndexID          func(model uintptr, id uint32, uid uint64)                                  `obx:"model_last_index_id"`
	ModelPropertyIndexID      func(model uintptr, id uint32, uid uint64) int32                            `obx:"model_property_index_id"`
	ModelPropertyHnswLength   func(model uintptr, dimensions uintptr) int32                               `obx:"model_property_index_hnsw_dimensions"`
	ModelPropertyHnswDistance func(model uintptr, kind int32) int32                                       `obx:"model_property_index_hnsw_distance_type"`
	Opt                       func() uintptr                                                              `obx:"opt"`
	OptDirectory              func(options uintptr, dir string) int32                                     `obx:"opt_directory"`
	OptFileMode               func(options uintptr, mode uint32)                                          `obx:"opt_file_mode"`
	OptFree                   func(options uintptr)                                                       `obx:"opt_free"`
	OptMaxDbSizeKB            func(options uintptr, size uint64)                                          `obx:"opt_max_db_size_in_kb"`
	OptMaxReaders             func(options uintptr, readers uint32)                                       `obx:"opt_max_readers"`
	OptModel                  func(options, model uintptr) int32                                          `obx:"opt_model"`
	OptReadOnly               func(options uintptr, only bool)                                            `obx:"opt_read_only"`
	StoreOpen                 func(options uintptr) uintptr                                               `obx:"store_open"`
	StoreClose                func(store uintptr) int32                                                   `obx:"store_close"`
	StoreEntityID             func(store uintptr, name string) uint32                                     `obx:"store_entity_id"`
	TxnRead                   func(store uintptr) uintptr                                                 `obx:"txn_read"`
	TxnWrite                  func(store uintptr) uintptr                                                 `obx:"txn_write"`
	TxnSuccess                func(txn uintptr) int32                                                     `obx:"txn_success"`
	TxnClose                  func(txn uintptr) int32                                                     `obx:"txn_close"`
	Cursor                    func(txn uintptr, entity uint32) uintptr                                    `obx:"cursor"`
	CursorClose               func(cursor uintptr) int32                                                  `obx:"cursor_close"`
	CursorGet                 func(cursor uintptr, id uint64, data **byte, size *uintptr) int32           `obx:"cursor_get"`
	CursorFirst               func(cursor uintptr, data **byte, size *uintptr) int32                      `obx:"cursor_first"`
	CursorNext                func(cursor uintptr, data **byte, size *uintptr) int32                      `obx:"cursor_next"`
	CursorCurrent             func(cursor uintptr, data **byte, size *uintptr) int32                      `obx:"cursor_current"`
	CursorSeek                func(cursor uintptr, id uint64) int32                                       `obx:"cursor_seek"`
	CursorPut4                func(cursor uintptr, id uint64, data *byte, size uintptr, mode int32) int32 `obx:"cursor_put4"`
	CursorRemove              func(cursor uintptr, id uint64) int32                                       `obx:"cursor_remove"`
	CursorRemoveAll           func(cursor uintptr) int32                                                  `obx:"cursor_remove_all"`
	IDScoreArrayFree          func(found *scored)                                                         `obx:"id_score_array_free"`
	QbClose                   func(builder uintptr) int32                                                 `obx:"qb_close"`
	QbNearestNeighborsF32     func(builder uintptr, property uint32, to *float32, most uintptr) int32     `obx:"qb_nearest_neighbors_f32"`
	Query                     func(builder uintptr) uintptr                                               `obx:"query"`
	QueryBuilder              func(store uintptr, entity uint32) uintptr                                  `obx:"query_builder"`
	QueryClose                func(query uintptr) int32                                                   `obx:"query_close"`
	QueryFindIDsWithScores    func(query uintptr) *scored                                                 `obx:"query_find_ids_with_scores"`
	ModelEntityLastPropertyID func(model uintptr, id uint32, uid uint64) int32                            `obx:"model_entity_last_property_id"`
}

// scored is what a search for neighbours gives: so many ids with their distances, the nearest first.
type scored struct {
	first *idScore
	count uintptr
}

type idScore struct {
	id uint64
	_  float64 // how far it is
}

// A library is ObjectBox as it was loaded. Whatever fails says why to the thread that called it, so
// that who calls keeps the thread to itself.
type library struct{ functions }

// loaded are the libraries of this process, by their directories: they stay until it ends.
var loaded struct {
	sync.Mutex
	libraries map[string]*library
}

// load loads the library of a directory, once it is known to be the file of the release that this
// program was tried with.
func load(dir string) (*library, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	loaded.Lock()
	defer loaded.Unlock()
	if l := loaded.libraries[dir]; l != nil {
		return l, nil
	}
	release, err := pins.Library(runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return nil, err
	}
	if err := release.Check(dir); err != nil {
		return nil, fmt.Errorf("%w%s; `%s` brings it", err, found(release, dir), release.Mend())
	}
	var l *library
	for name := range release.Files {
		if l, err = bind(inside(dir, name)); err != nil {
			return nil, fmt.Errorf("%s %s in %s cannot be loaded: %w", release.Title, release.Release, dir, err)
		}
	}
	var major, minor, patch int32
	l.Version(&major, &minor, &patch)
	if is := fmt.Sprintf("%d.%d.%d", major, minor, patch); is != release.Release {
		return nil, fmt.Errorf("the library in %s is %s %s, and this program takes %s", dir, release.Title, is, release.Release)
	}
	if loaded.libraries == nil {
		loaded.libraries = make(map[string]*library)
	}
	loaded.libraries[dir] = l
	return l, nil
}

// stamp is how the library's file names its release.
var stamp = regexp.MustCompile(`\b(\d+\.\d+\.\d+)-20\d\d-\d\d-\d\d\b`)

// found says, after the message that a library is not the one that is meant, which release it is,
// where its file says so.
func found(release native.Library, dir string) string {
	for name := range release.Files {
		data, err := os.ReadFile(inside(dir, name))
		if err != nil || len(data) > native.MostFile {
			continue
		}
		if is := stamp.FindSubmatch(data); is != nil && string(is[1]) != release.Release {
			return fmt.Sprintf(", but of %s %s", release.Title, is[1])
		}
	}
	return ""
}

// notFound is no error of the library's, but an answer.
const notFound = 404

// last is the error of the call before, on this thread.
func (l *library) last() error {
	e := &Error{Code: l.LastErrorCode(), Secondary: l.LastErrorSecondary(), Message: l.LastErrorMessage()}
	l.LastErrorClear()
	if e.Code == 0 {
		e.Message = "it does not say why"
	}
	return e
}

// ok gives the error of a call that failed.
func (l *library) ok(outcome int32) error {
	if outcome == 0 {
		return nil
	}
	return l.last()
}
