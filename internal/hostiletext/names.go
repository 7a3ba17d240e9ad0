package hostiletext

import "strings"

// Names are more than 120 that nothing may be called by that becomes part of a path: each leads
// elsewhere, is a device, is another name to another system or reader, or none.
func Names() []string {
	return []string{
		// nowhere, here, and up
		"", " ", ".", "..", "...", "./", "../", "/", "//", "~", "~root", "-", "--", "-rf", "--help", "*", "?", "a*", "a?", "[a]", "{a,b}",
		"./a", "../a", "../../a", "a/..", "a/../..", "a/../../outside", "../outside", "../outside/canary", "../../outside", "a/b", "a/", "/a", "//a", "a//b", "a/./b",
		"/etc/passwd", "/tmp/a", "/dev/null", "/dev/stdin", "/proc/self/environ", "file:///etc/passwd", "http://192.0.2.1/a",
		// as other systems and readers see it
		"..\\a", "a\\..\\..\\b", "\\a", "\\\\server\\share", "C:", "C:a", "C:\\a", "c:/a", "a:b", "a::$DATA", "a|b", "a<b", "a>b", "a\"b", "a'b", "a;b", "a&b", "$HOME", "${HOME}", "$(a)", "`a`", "%HOME%",
		"%2e%2e", "%2e%2e%2fa", "..%2fa", "%2E%2E%5Ca", "a%5Cb", "a%00", "..%c0%afa", "%252e%252e", "&#46;&#46;", "\\u002e\\u002e",
		// devices
		"CON", "NUL", "Prn", "AUX", "COM1", "LPT9", "CONIN$", "con.txt", "nul.", "nul ",
		// bytes and letters
		"a\x00", "\x00", "a\x00/../b", "a\n", "a\nb", "a\r", "a\t", "\x1b[2J", "a\x7f", "\xff\xfe", "a\xc0\xae", "\u202ea", "a\u202e", "a\u200b", "\ufeffa", "\u2024\u2024", "\uff0e\uff0e\uff0fa", "a\u2215b", "a\uff0fb",
		"Ärger", "\u00e9", "e\u0301", "A", "Monday", "ａ", "а", "灯", "a_b", "a.b", "a b", " a", "a ", "a.", ".a", ".git", "a,b", "a=b", "a@b", "a#b", "a+b", "a!b",
		// length
		strings.Repeat("a", 65), strings.Repeat("a", 256), strings.Repeat("a", 1<<16), strings.Repeat("../", 1000) + "a", strings.Repeat("a/", 200) + "a",
	}
}
