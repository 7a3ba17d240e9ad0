package pins

import (
	"cmp"
	"fmt"

	"github.com/narratoria/narratoria/internal/native"
)

// What the release is elsewhere: the same of npm's packages of that version. Nothing of it was tried but that the
// files are there and have these hashes.

var linuxARM64 = map[string]string{
	"libggml-base.so":          "a91a97c3e537ec758ef6a6005a84c669b6f78c4799af6b64fc24404a71bfd8f6",
	"libggml-cpu-armv8.0_1.so": "5086bbd7d592d379c5e394c48e7ff54fe3ff1c451343be08a0b731b192463cc0",
	"libggml-cpu-armv8.2_1.so": "da0425efdfe72ecefae38d5f8832b58f403ee40a8cded3574aae21db8eb5b957",
	"libggml-cpu-armv8.2_2.so": "038dd71d34cc1d104e2bbcb7e47162e347fafd24d149b18274e74f1d11988c8c",
	"libggml-cpu-armv8.2_3.so": "ab9ec6e0fcb5b3a7b25921860045815e0b3183d9941ece853cff67fd8edb1815",
	"libggml-cpu-armv8.6_1.so": "8073fa63cc3dbd0f6f78506c4b0ae4f2ed235a343bbe0d115867dec80254921b",
	"libggml-cpu-armv8.6_2.so": "4599165bfb7f4cd1649fb29e22e551d42fd4260708de93dc490d31ca1c459d31",
	"libggml-cpu-armv9.2_1.so": "c04497b40bbb36b0679de48870f05004ffae6f011bb0171cb89da16270b18b42",
	"libggml-cpu-armv9.2_2.so": "c2845ae1e3f5cb58bc6e584bd8ab079ee4b87dd8d5d6de8eddeb651d837ece6e",
	"libggml.so":               "d5e14d8736e7ffe4242c2f012435f073620eba8d6531aeabe88a4f99c73f6891",
	"libllama.so":              "64a15b7e1753e63065342214e9c79b07af037be360b2299a8948db5629c8392f",
}

var darwinARM64 = map[string]string{
	"libggml-base.dylib":         "583ce49472188f1155bebdde61c864079fefd1c137f80baca60dcd661042bd0e",
	"libggml-blas.so":            "9e97b627e9eeec8064977530f25bd782aaa657dde530112e201c60fad5bef7d5",
	"libggml-cpu-apple_m1.so":    "5a9b41ff4f5230402fe7c1cf92686e661a776b6429988bfb67c4bcae6758cee1",
	"libggml-cpu-apple_m2_m3.so": "7dc592cbebdf6d27ca4394eed5dd847e90e27fc44c24d3578cf74c2a7ac16c44",
	"libggml-cpu-apple_m4.so":    "1fdfd17a056e9bb1f9f2a5553afc94aae96c0b71c787ec81bd1c0de6e1ea770d",
	"libggml-metal.so":           "6ed7d955fca4e86674a84f7bb6a685ccbd4a0e593928a37771aec792e0598b92",
	"libggml.dylib":              "944a673fe28151ded0fb7f44179306b3c7a45954fd433515fd4429dc12cb5649",
	"libllama.dylib":             "4e72b0cfc0cfbaf4366c761cd19e7e3419cf464f416635debbc55cd66f7ef399",
}

var darwinAMD64 = map[string]string{
	"libggml-base.dylib":            "04b278e342b970ffd2c3c50fa5c9a33ebb307ef669e6b93ce37c88aaf799cf3c",
	"libggml-blas.so":               "48417b40df238f99839130fba51aebe23ab35d55a412c7dbc31ce6d3ffcfb6bf",
	"libggml-cpu-alderlake.so":      "b2a1def1f459279efb4e35e4b643c57389853353c0c56fd4c7e98212e501edc1",
	"libggml-cpu-cannonlake.so":     "104e706f18a1935d556a102cdeb7b20926980adb73538802d6eb6057a2e3884d",
	"libggml-cpu-cascadelake.so":    "a65ac175b683990e2650d04936447d1fcf653fa1501d706af67b09c7a50befdf",
	"libggml-cpu-cooperlake.so":     "07a0b484a4aff6093ed65c30426a5efb35f0c769ee9fb4658627827ed322be16",
	"libggml-cpu-haswell.so":        "f12c9558d95c28d3c7d06b63f1c75f6bd59d853d4078b349f6744bb680977a96",
	"libggml-cpu-icelake.so":        "9efe8a64ea33b1ce31ffa63c7511a0e8c3df8c7d5a550ff0f7ba742099943595",
	"libggml-cpu-ivybridge.so":      "d4bb4b6704209a15d0737a3dd0be0f42039fced2e59b5175fa3d26b988104fb7",
	"libggml-cpu-piledriver.so":     "dbc394139ba17e965ec4947993e77256e6983cf94605a443461965a5fce16b7b",
	"libggml-cpu-sandybridge.so":    "5eed4480875785519860b4bbb0c949ec5536681fa6624bc6b3b8515acced2bab",
	"libggml-cpu-sapphirerapids.so": "9e6516beb3e42c1053085f9519978a1ae988233ef0f3f615762776c3ac79841f",
	"libggml-cpu-skylakex.so":       "9f646803ceb260c2831a2e27e03c2f269fe0b78c13d39f94047b42a494f16817",
	"libggml-cpu-sse42.so":          "1c04878217e15a03aa93593714e0b9f920e9f45f5105508c8a2eb790ad9013f6",
	"libggml-cpu-x64.so":            "2e5fb023f4cdbb863a43b63b63237624d00e83a6f6ac02e00d3732c00dafe56b",
	"libggml-cpu-zen4.so":           "fbf4e4677a83a219109c733bdf5df72f3c64edb48fb6e810b3bd8607bc499e8e",
	"libggml.dylib":                 "c537f60a426231b8c2fad0b4016574a410ab7df8ad80ccb6935d372e13d66453",
	"libllama.dylib":                "f2320c93c5d2a947f2d96584faaaedc94249ea3b3563322924ae04a8b55d1a5e",
}

// A system is what llama.cpp is on one.
type system struct {
	of     string // as npm's packages call it
	bytes  int64  // of the package
	sum    string // its SHA-256
	files  map[string]string
	packed map[string]string // the names that files have in the package, where these are others
}

var systems = map[string]system{
	"linux/amd64":  {"linux-x64", 10164694, "76dbb03706ff469dee148e835e22c536b76c7c2865ac8c26f90739dda58b2dd0", Files, Packed},
	"linux/arm64":  {"linux-arm64", 6898844, "96f76e9f816ff5b5e7ba617f1549b580e44b3238518d39155c62efb81865330b", linuxARM64, Packed},
	"darwin/arm64": {"mac-arm64-metal", 4496061, "c9162af601337ce96d407b9ca7f927b4f26540dbca9d1ca6b11f55a1055deb86", darwinARM64, dylibs("metal.")},
	"darwin/amd64": {"mac-x64", 10432970, "ce8381be4a35709af22b0a71c6d5b7ba340d0f5d3ba84dd9ee09d280d7181265", darwinAMD64, dylibs("")},
}

func dylibs(variant string) map[string]string {
	return map[string]string{
		"libllama.dylib": "libllama." + variant + Release + ".dylib",
		"libggml.dylib":  "libggml." + variant + Release + ".dylib",
	}
}

// Library is that of a system. The error says why there is none.
func Library(goos, goarch string) (native.Library, error) {
	of, known := systems[goos+"/"+goarch]
	if !known {
		return native.Library{}, fmt.Errorf("no release of llama.cpp runs on %s/%s with this program, so none is loaded; a model can run in a server of its own there", goos, goarch)
	}
	members := make(map[string]string, len(of.files))
	for name := range of.files {
		members[name] = "package/bins/" + of.of + "/" + cmp.Or(of.packed[name], name)
	}
	return native.Library{
		Name: "llama", Title: "llama.cpp", Release: Release, License: "MIT", Files: of.files, Untried: goos+"/"+goarch != tried,
		Package: native.Package{
			Server: "https://registry.npmjs.org",
			Path:   "@node-llama-cpp/" + of.of + "/-/" + of.of + "-" + npmVersion + ".tgz",
			Bytes:  of.bytes, SHA256: of.sum, Members: members,
		},
	}, nil
}

// Supported says why a system has no release; nil: it has one.
func Supported(goos, goarch string) error {
	_, err := Library(goos, goarch)
	return err
}

// tried is the system on which all of this is tested.
const tried = "linux/amd64"
