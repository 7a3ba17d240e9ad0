//go:build !static && ((linux && !android && (amd64 || arm64)) || (darwin && !ios))

package objectbox

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"
)

// bind loads a library and looks up every function of ours in it.
func bind(path string) (*library, error) {
	if err := silence(); err != nil {
		return nil, err
	}
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, err
	}
	l := &library{}
	all := reflect.ValueOf(&l.functions).Elem()
	for i := range all.NumField() {
		name := "obx_" + all.Type().Field(i).Tag.Get("obx")
		address, err := purego.Dlsym(handle, name)
		if err != nil {
			return nil, fmt.Errorf("it has no function %s", name)
		}
		purego.RegisterFunc(all.Field(i).Addr().Interface(), address)
	}
	return l, nil
}

// silence has what C libraries write to their standard output go nowhere. ObjectBox says there what
// went wrong, between what this program says to whoever reads its own, which does not go through C.
// It is to come before the library is loaded, which keeps what it finds.
func silence() error {
	system, variable := "libc.so.6", "stdout"
	if runtime.GOOS == "darwin" {
		system, variable = "/usr/lib/libSystem.B.dylib", "__stdoutp"
	}
	handle, err := purego.Dlopen(system, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return err
	}
	stdout, err := purego.Dlsym(handle, variable)
	if err != nil {
		return err
	}
	var open func(path, mode string) uintptr
	var copyBytes func(to uintptr, from *uintptr, size uintptr) uintptr
	purego.RegisterLibFunc(&open, handle, "fopen")
	purego.RegisterLibFunc(&copyBytes, handle, "memcpy")
	nowhere := open("/dev/null", "w")
	if nowhere == 0 {
		return errors.New("/dev/null cannot be opened")
	}
	copyBytes(stdout, &nowhere, unsafe.Sizeof(nowhere))
	return nil
}
