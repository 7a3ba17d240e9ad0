package transport

import (
	"github.com/narratoria/narratoria/skills"
)

// FeatureCalls is the feature that says a script's calls are answered.
const FeatureCalls = "calls"

// Features are what a request to this script lists under protocol.features: what
// the host answers, for a script that may ask.
func Features(host skills.Host, script *skills.Script) []string {
	if host == nil || len(script.Permissions) == 0 {
		return []string{}
	}
	return append([]string{FeatureCalls}, host.Features()...)
}

// HostOf answers an attempt's calls: its own host, else the transport's.
func HostOf(inv skills.Invocation, otherwise skills.Host) skills.Host {
	if inv.Host != nil {
		return inv.Host
	}
	return otherwise
}

// CollectorOf takes an attempt's assets over, no more than its share of them: into its own
// directory, else as the transport does.
func CollectorOf(inv skills.Invocation, otherwise *Collector) *Collector {
	c := otherwise
	if inv.Assets != "" {
		c = NewCollector(inv.Assets, CollectorOptions{})
	}
	if c == nil || inv.Share.Assets <= 0 {
		return c
	}
	return &Collector{c.dir, CollectorOptions{One: c.options.One, All: min(c.options.All, inv.Share.Assets)}}
}

// OpenSession begins the attempt at the host; nil where there is none or the
// script may not call.
func OpenSession(host skills.Host, inv skills.Invocation) skills.Session {
	if host == nil || len(inv.Script.Permissions) == 0 {
		return nil
	}
	return host.Open(inv.Scope)
}
