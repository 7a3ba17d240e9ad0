package snapshot

const (
	nonBlocking   = 0
	directoryOnly = 0
)
