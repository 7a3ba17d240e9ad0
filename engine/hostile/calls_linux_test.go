package hostile

import (
	"fmt"
	"strings"
)

// ofCalls may ask for everything, and do.
var ofCalls = allowed([]misdeed{
	{name: "1,001 calls", want: "too_many_calls", does: func(s *script) int {
		s.request()
		for i := range 1_001 {
			s.call(i, "random", `{"min":0,"max":1}`)
		}
		return s.done()
	}},
	{name: "calls without reading a reply", want: "call_outstanding|timeout", does: func(s *script) int {
		for i := range 900 {
			s.put(fmt.Sprintf(`{"version":"0","type":"call","id":"%d","method":"random","params":{"min":0,"max":9007199254740991,"count":1000}}`+"\n", i))
		}
		return s.done()
	}},
	{name: "a call after done", does: func(s *script) int { s.request(); s.done(); s.call(1, "data.list", "{}"); return 0 }},
	{name: "the id of a call twice", want: "duplicate_call", does: func(s *script) int {
		s.request()
		s.call(1, "data.list", "{}")
		s.call(1, "data.list", "{}")
		return s.done()
	}},
	{name: "done with a call open", want: "call_outstanding", does: func(s *script) int {
		s.put(`{"version":"0","type":"call","id":"1","method":"data.list"}` + "\n")
		return s.done()
	}},
	{name: "calls whose ids are half a MiB", want: "malformed_event", does: func(s *script) int {
		s.request()
		for i := range 10 {
			s.say(fmt.Sprintf(`{"version":"0","type":"call","id":"%s%d","method":"data.list"}`+"\n", strings.Repeat("i", 512<<10), i))
			if _, err := s.in.ReadString('\n'); err != nil {
				return 1
			}
		}
		return s.done()
	}},
	{name: "methods that there are not", does: func(s *script) int {
		s.request()
		for i := range 1_000 {
			s.call(i, fmt.Sprint("data.lists", i), "{}")
		}
		return s.done()
	}},
	{name: "calls of 1 MiB", want: "too_many_bytes", does: func(s *script) int {
		s.request()
		for i := range 9 {
			s.call(i, "data.set", fmt.Sprintf(`{"key":"k%d","value":"%s"}`, i, strings.Repeat("v", 1_000_000)))
		}
		return s.done()
	}},
	{name: "calls of 9,900 parameters", does: func(s *script) int {
		s.request()
		for i := range 9 {
			s.call(i, "story.read", keys(0, 9_900))
		}
		return s.done()
	}},
	{name: "a storm of random", does: func(s *script) int {
		return s.storm("random", func(int) string {
			return `{"min":-9007199254740991,"max":9007199254740991,"count":1000,"source":"crypto"}`
		})
	}},
	{name: "a storm of story.read", does: func(s *script) int {
		return s.storm("story.read", func(int) string { return `{"path":""}` })
	}},
	{name: "a storm of memory.read", does: func(s *script) int {
		return s.storm("memory.read", func(i int) string {
			return fmt.Sprintf(`{"query":%q,"limit":100}`, strings.Repeat("who has the key ", 250))
		})
	}},
	{name: "a storm of memory.write", does: func(s *script) int {
		return s.storm("memory.write", func(i int) string {
			return fmt.Sprintf(`{"summary":"%d %s","topic":"topic %d","tags":[%s]}`, i, strings.Repeat("word ", 700), i, names(20))
		})
	}},
	{name: "memories written and searched in turn", want: "|timeout", does: func(s *script) int {
		s.request()
		for i := range 500 {
			s.call(2*i, "memory.write", fmt.Sprintf(`{"summary":"%d %s"}`, i, strings.Repeat("the key of the lamp ", 100)))
			s.call(2*i+1, "memory.read", `{"query":"the key of the lamp","limit":100}`)
		}
		return s.done()
	}},
	{name: "a storm of relation.read", does: func(s *script) int { return s.storm("relation.read", func(int) string { return `{}` }) }},
	{name: "a storm of relation.write", does: func(s *script) int {
		return s.storm("relation.write", func(i int) string {
			return fmt.Sprintf(`{"who":"ines","by":%d,"reason":"%s","significance":"high"}`, 100-200*(i%2), strings.Repeat("because ", 500))
		})
	}},
	{name: "a storm of lore.read", does: func(s *script) int {
		return s.storm("lore.read", func(int) string { return fmt.Sprintf(`{"query":%q,"limit":20}`, strings.Repeat("lamp quay ", 400)) })
	}},
	{name: "a storm of things that happened", does: func(s *script) int {
		return s.storm("story.record", func(i int) string {
			return fmt.Sprintf(`{"kind":"happened","text":"%d %s","tags":[%s]}`, i, strings.Repeat("bell ", 800), names(10))
		})
	}},
	{name: "a storm of threads", does: func(s *script) int {
		return s.storm("story.record", func(i int) string {
			return fmt.Sprintf(`{"kind":"thread","thread":"t%d","title":"%d","summary":"%s","outcome":"it ended"}`, i, i, strings.Repeat("rope ", 800))
		})
	}},
	{name: "a storm of facts", does: func(s *script) int {
		return s.storm("story.record", func(i int) string {
			return fmt.Sprintf(`{"kind":"fact","content":"%d %s"}`, i, strings.Repeat("oil ", 1000))
		})
	}},
	{name: "a storm of data.set", does: func(s *script) int {
		return s.storm("data.set", func(i int) string { return fmt.Sprintf(`{"key":"k%d","value":{"a":[1,2,3]}}`, i) })
	}},
	{name: "a storm of data.get", does: func(s *script) int {
		s.request()
		s.call(0, "data.set", `{"key":"k","value":"`+strings.Repeat("v", 250<<10)+`"}`)
		for i := range 500 {
			s.call(i+1, "data.get", `{"key":"k"}`)
		}
		return s.done()
	}},
	{name: "a storm of data.delete", does: func(s *script) int {
		return s.storm("data.delete", func(i int) string { return fmt.Sprintf(`{"key":%q}`, strings.Repeat("k", 250)) })
	}},
	{name: "a storm of data.list", does: func(s *script) int {
		s.request()
		for i := range 500 {
			s.call(i, "data.set", fmt.Sprintf(`{"key":"%d%s","value":1}`, i, strings.Repeat("k", 240)))
		}
		for i := range 500 {
			s.call(500+i, "data.list", `{"prefix":""}`)
		}
		return s.done()
	}},
	{name: "as much data as will be kept", does: func(s *script) int {
		s.request()
		for i := range 7 {
			s.call(i, "data.set", fmt.Sprintf(`{"key":"k%d","value":"%s"}`, i, strings.Repeat("v", 255<<10)))
		}
		return s.done()
	}},
	{name: "data set and deleted in turn", does: func(s *script) int {
		s.request()
		for i := range 30 {
			s.call(2*i, "data.set", `{"key":"k","value":"`+strings.Repeat("v", 250<<10)+`"}`)
			s.call(2*i+1, "data.delete", `{"key":"k"}`)
		}
		return s.done()
	}},
	{name: "keys and values that are hard to say", does: func(s *script) int {
		s.request()
		for i, key := range []string{"", "../../etc", `\u001b[2J`, `\u0000`, `\u202e`, "$world", strings.Repeat("k", 300)} {
			s.call(i, "data.set", `{"key":"`+key+`","value":"`+`\u001b[2J\u202e`+`"}`)
			s.call(100+i, "story.read", `{"path":"`+key+strings.Repeat(".a", 10_000)+`"}`)
		}
		return s.done()
	}},
})

func allowed(all []misdeed) []misdeed {
	for i := range all {
		all[i].may, all[i].long = everything, true
	}
	return all
}

// names is the inside of a JSON array of so many long names.
func names(count int) string {
	var all []string
	for i := range count {
		all = append(all, fmt.Sprintf(`"%d%s"`, i, strings.Repeat("n", 200)))
	}
	return strings.Join(all, ",")
}
