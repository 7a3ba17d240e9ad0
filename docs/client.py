import json, queue, subprocess, sys, threading

class Narratoria:
    def __init__(self, *command):
        self.program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.answers, self.events = [], queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.program.stdout:
            said = json.loads(line)
            (self.events if said.get("method") == "event" else self.answers[said["id"]]).put(said)

    def send(self, method, **params):
        self.answers.append(queue.Queue())
        request = {"jsonrpc": "2.0", "id": len(self.answers) - 1, "method": method, "params": params}
        print(json.dumps(request), file=self.program.stdin, flush=True)
        return self.answers[-1]

    def call(self, method, **params):
        answer = self.send(method, **params).get()
        return answer["result"] if "result" in answer else sys.exit(answer["error"]["message"])

n = Narratoria(*(sys.argv[1:] or ["narratoria", "serve", "--stdio"]))
told = n.call("events.subscribe")
played = n.call("story.play", campaign="grey-harbour", unkept=True, seed="1")
story, turn = played["story"], played["record"]
while turn["turn"] < 5:  # whatever is offered first
    turn = n.call("story.choose", story=story, choice=turn["choices"][0]["id"])
    print(turn["scene"]["time"], turn["choice"]["text"])
waiting = n.send("story.choose", story=story, choice=turn["choices"][0]["id"], call="the sixth")
n.call("calls.cancel", call="the sixth")  # its turn is told with what there is, or never began
turn = waiting.get().get("result") or n.call("story.last", story=story)
n.call("events.unsubscribe", subscription=told["subscription"])
last = [n.events.get()["params"]["event"]["number"] for _ in range(n.events.qsize())][-1]
unheard = n.call("story.choose", story=story, choice=turn["choices"][0]["id"])  # while nobody listens
n.call("events.subscribe", stream=told["stream"], **{"from": last + 1})
while (event := n.events.get()["params"]["event"])["kind"] != "turn" or event["turn"] != unheard["turn"]:
    print("meanwhile", event["kind"], event.get("text", ""))
print("after event", last, "comes", event["number"], "with turn", event["turn"])
