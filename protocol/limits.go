package protocol

// Limits of one invocation's stream. Zero fields mean the default.
type Limits struct {
	Line   int // bytes of one line without its newline; 1 MiB
	Events int // lines; 10,000
	Bytes  int // of the whole stream; 8 MiB
	Assets int // 256
	Output int // bytes of done.output; 256 KiB
}

// WithDefaults fills the zero fields in.
func (l Limits) WithDefaults() Limits {
	for _, field := range []struct {
		value    *int
		standard int
	}{
		{&l.Line, 1 << 20}, {&l.Events, 10_000}, {&l.Bytes, 8 << 20}, {&l.Assets, 256}, {&l.Output, 256 << 10},
	} {
		if *field.value <= 0 {
			*field.value = field.standard
		}
	}
	return l
}
