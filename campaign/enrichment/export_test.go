package enrichment

// Findings is how an answer is read.
var Findings = findings
