// Command cshared is package ffi as a C library: narratoria.h has what it exports, for
// programs in C, and for whatever calls C, dart:ffi and Python's ctypes among them.
//
//	go build -buildmode=c-shared -o libnarratoria.so ./ffi/cshared
//
// It wants cgo, and is empty without.
package main

func main() {}
