package test

import (
	"fmt"

	"github.com/narratoria/narratoria/model"
)

// OpenAIEvent is an event of that protocol, of a choice and what stands beside it.
func OpenAIEvent(choice, rest string) string {
	return fmt.Sprintf("data: {\"id\":\"c-1\",\"object\":\"chat.completion.chunk\",\"model\":\"phi\",\"choices\":[%s]%s}\n\n", choice, rest)
}

// OpenAI is the protocol of servers that speak as OpenAI's do.
func OpenAI() Protocol { return openAI }

var openAI = Protocol{
	Begin: []string{": wait\n\n", OpenAIEvent(`{"index":0,"delta":{"role":"assistant","content":null},"finish_reason":null}`, "")},
	Piece: func(text string) string {
		return OpenAIEvent(`{"index":0,"delta":{"content":`+Quote(text)+`},"finish_reason":null}`, "")
	},
	End: func(end model.End) []string {
		return []string{
			OpenAIEvent(`{"index":0,"delta":{},"finish_reason":"`+string(end)+`"}`, ""),
			OpenAIEvent("", `,"usage":{"prompt_tokens":31,"completion_tokens":7,"total_tokens":38}`),
			"data: [DONE]\n\n",
		}
	},
	Refusal: []string{OpenAIEvent(`{"index":0,"delta":{"refusal":"I will not."},"finish_reason":null}`, ""), OpenAIEvent(`{"index":0,"delta":{},"finish_reason":"stop"}`, ""), "data: [DONE]\n\n"},
	Error:   func(message string) string { return `data: {"error":{"message":` + Quote(message) + "}}\n\n" },
}
