// Package pins says which release of ObjectBox's library is taken, file by file, and where it is looked for.
//
//	library, err := pins.Library(runtime.GOOS, runtime.GOARCH)
//	err = library.Check(dir)
//
// It is under ObjectBox's own licence for binaries, which lets it be used and passed on.
package pins

import (
	"fmt"

	"github.com/narratoria/narratoria/internal/native"
)

// Both releases have the same functions, and read each other's files. Of the later one a package was to be had for
// linux/amd64 alone.
const (
	release = "5.1.0"
	older   = "4.0.0"
)

// wheel is the package of Python in which the older release is, for many systems.
func wheel(name, member, sum string) native.Library {
	return library(older, name, sum, true, native.Package{
		Server: "https://files.pythonhosted.org",
		Path:   "packages/a2/b9/09f6521a35842542fe889a357722a35ff81ddcbed48ac9c086d996bec50b/objectbox-4.0.0-py3-none-any.whl",
		Bytes:  4015576, SHA256: "eb1281660ede3923501c47a68c6ad97e551c44061828530731525c7b271cfb2f",
		Members: map[string]string{name: "objectbox/lib/" + member},
	})
}

func library(release, name, sum string, untried bool, of native.Package) native.Library {
	return native.Library{
		Name: "objectbox", Title: "ObjectBox", Release: release, License: "ObjectBox Binary License",
		Files: map[string]string{name: sum}, Package: of, Untried: untried,
	}
}

// Library is that of a system. The error says that there is none.
func Library(goos, goarch string) (native.Library, error) {
	switch goos + "/" + goarch {
	case "linux/amd64":
		return library(release, "libobjectbox.so", "abd64ae597f11fbb3c28e0dc920f5b6c9fae9d858940f2e99fd59aed672262c3", false, native.Package{
			Server: "https://repo1.maven.org/maven2",
			Path:   "io/objectbox/objectbox-linux/5.1.0/objectbox-linux-5.1.0.jar",
			Bytes:  968539, SHA256: "acf17669922e5dda474ca10575bcc5defb747c090561d796cd8ce9780ffbbbe0",
			Members: map[string]string{"libobjectbox.so": "native/libobjectbox-jni-linux-x64.so"},
		}), nil
	case "linux/arm64":
		return wheel("libobjectbox.so", "aarch64/libobjectbox.so", "46762a6d2ddd3c793c8f931626eb43a1906a34c81ed4645319167fa5541dbcb6"), nil
	case "darwin/amd64", "darwin/arm64":
		return wheel("libobjectbox.dylib", "macos-universal/libobjectbox.dylib", "09616ac4cc172d4c17e9ad30699331e5d891b6effc9f46c216ebdbbaa85122a2"), nil
	case "windows/amd64":
		return wheel("objectbox.dll", "AMD64/objectbox.dll", "6f1791c59e0abd8ad2c0b4cb3851127737097d4e3a0e6df4296c77bcb23d4bdc"), nil
	}
	return native.Library{}, fmt.Errorf("no release of ObjectBox is known for %s/%s with its hash, so none is taken; stories are kept by SQLite, which needs no library", goos, goarch)
}
