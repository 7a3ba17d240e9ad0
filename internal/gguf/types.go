package gguf

import "fmt"

// A Type is how the values of a tensor are kept. The numbers are fixed in files.
type Type uint32

// The types that are written here. Others are read alike.
const (
	F32 Type = 0
	F16 Type = 1
)

// A form is how many values stand in a block of how many bytes.
type form struct {
	name          string
	values, bytes int64
}

// forms are the types that llama.cpp reads. Numbers that are left out were given up.
var forms = map[Type]form{
	F32: {"F32", 1, 4}, F16: {"F16", 1, 2}, 28: {"F64", 1, 8}, 30: {"BF16", 1, 2},
	24: {"I8", 1, 1}, 25: {"I16", 1, 2}, 26: {"I32", 1, 4}, 27: {"I64", 1, 8},
	2: {"Q4_0", 32, 18}, 3: {"Q4_1", 32, 20}, 6: {"Q5_0", 32, 22}, 7: {"Q5_1", 32, 24}, 8: {"Q8_0", 32, 34}, 9: {"Q8_1", 32, 36},
	10: {"Q2_K", 256, 84}, 11: {"Q3_K", 256, 110}, 12: {"Q4_K", 256, 144}, 13: {"Q5_K", 256, 176}, 14: {"Q6_K", 256, 210}, 15: {"Q8_K", 256, 292},
	16: {"IQ2_XXS", 256, 66}, 17: {"IQ2_XS", 256, 74}, 18: {"IQ3_XXS", 256, 98}, 19: {"IQ1_S", 256, 50}, 20: {"IQ4_NL", 32, 18},
	21: {"IQ3_S", 256, 110}, 22: {"IQ2_S", 256, 82}, 23: {"IQ4_XS", 256, 136}, 29: {"IQ1_M", 256, 56},
	34: {"TQ1_0", 256, 54}, 35: {"TQ2_0", 256, 66}, 39: {"MXFP4", 32, 17},
}

func (t Type) String() string {
	if form, known := forms[t]; known {
		return form.name
	}
	return fmt.Sprintf("type %d", uint32(t))
}

// A kind is how a value of the metadata is kept. The numbers are fixed in files.
type kind uint32

const (
	kindUint8 kind = iota
	kindInt8
	kindUint16
	kindInt16
	kindUint32
	kindInt32
	kindFloat32
	kindBool
	kindString
	kindArray
	kindUint64
	kindInt64
	kindFloat64
)

// least is how many bytes a value of a kind has at least, 0 where there is no such kind.
func (k kind) least() int64 {
	switch k {
	case kindUint8, kindInt8, kindBool:
		return 1
	case kindUint16, kindInt16:
		return 2
	case kindUint32, kindInt32, kindFloat32:
		return 4
	case kindString, kindUint64, kindInt64, kindFloat64:
		return 8
	case kindArray:
		return 12
	}
	return 0
}
