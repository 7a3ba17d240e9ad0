package executor

// MergeOneByOne takes out the guard that patches are folded before they are merged.
func MergeOneByOne(o Options) Options {
	o.sabotage.mergeOneByOne = true
	return o
}
