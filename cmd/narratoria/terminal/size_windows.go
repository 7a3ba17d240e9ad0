package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// size is the width of a console; false where the file is none.
func size(file *os.File) (width int, ok bool) {
	var mode uint32
	if windows.GetConsoleMode(windows.Handle(file.Fd()), &mode) != nil {
		return 0, false
	}
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(file.Fd()), &info) != nil {
		return 0, true // its input side
	}
	return int(info.Window.Right-info.Window.Left) + 1, true
}

// escapes asks a console to understand escape sequences, which old ones do not.
func escapes(file *os.File) bool {
	console := windows.Handle(file.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
