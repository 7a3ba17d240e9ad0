# Writes sentences.jsonl and tokens.jsonl: what the network's own tokenizer and its definition make of
# texts. See README.md.
import base64, json, random, sys, unicodedata
from math import erf
import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer, normalizers, pre_tokenizers

model, out = sys.argv[1], sys.argv[2]
W = {k: v.astype(np.float64) for k, v in load_file(model + "/model.safetensors").items() if v.dtype != np.int64}
tokenizer = Tokenizer.from_file(model + "/tokenizer.json")
tokenizer.no_padding()
tokenizer.enable_truncation(256)
erf = np.vectorize(erf)


def norm(x, name):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-12) * W[name + ".weight"] + W[name + ".bias"]


def linear(x, name):
    return x @ W[name + ".weight"].T + W[name + ".bias"]


def embed(ids):
    n = len(ids)
    x = W["embeddings.word_embeddings.weight"][ids] + W["embeddings.position_embeddings.weight"][:n]
    x = norm(x + W["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in range(6):
        p = f"encoder.layer.{layer}."
        q, k, v = (linear(x, p + "attention.self." + s).reshape(n, 12, 32).transpose(1, 0, 2) for s in ("query", "key", "value"))
        a = q @ k.transpose(0, 2, 1) / np.sqrt(32)
        a = np.exp(a - a.max(-1, keepdims=True))
        heads = (a / a.sum(-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(n, 384)
        x = norm(linear(heads, p + "attention.output.dense") + x, p + "attention.output.LayerNorm")
        h = linear(x, p + "intermediate.dense")
        x = norm(linear(h * (1 + erf(h / np.sqrt(2))) / 2, p + "output.dense") + x, p + "output.LayerNorm")
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


sentences = """hello world
The lamp gutters.
You hid the brass key under a loose stone on the quay.
interactions with craftspeople
The blacksmith Aldric sold you a hammer and grumbled about the price.
The weaponsmith showed you a spear she had forged.
The armorsmith measured you for a breastplate.
Corven betrayed the keepers and let the raiders in by night.
past betrayals
who lit the lamps?
Mira's brother never came back from the war, she said; nobody asked.
"Go," said Dr. Voss. "Go now, before the tide turns!"
It cost 1,250.50 crowns (or so he claimed) on 3/4/1887.
Café, naïve, façade, Zürich, Łódź, Ångström, smörgåsbord
El faro se apagó antes de la medianoche.
La lumière du phare s'éteignit à minuit.
Der Leuchtturmwärter schloß die Tür und löschte das Licht.
Старый маяк погас до полуночи.
Ο φάρος έσβησε πριν από τα μεσάνυχτα.
灯台の光が消えた。
灯塔在午夜前熄灭了。
등대의 불이 꺼졌다.
विद्यालय में दीपक जल रहा था।
ประภาคารดับก่อนเที่ยงคืน
انطفأت المنارة قبل منتصف الليل.
המגדלור כבה לפני חצות.
The keeper 👩‍👩‍👧 smiled 🙂 and waved 👋🏽.
I. do. not. trust. that. man...
UPPER CASE SHOUTING AND lower case whispering
supercalifragilisticexpialidocious antidisestablishmentarianism
e-mail: keeper@lighthouse.example, see https://lighthouse.example/log?page=3#end
x
42
?
it's the lamps' keeper’s — “quoted” – text…
a\tb\nc  d
The storm had been building since dawn, and by the time the ferry reached the harbour the waves were breaking over the wall.
I love you.
I hate you.
The king is dead; long live the queen.
She gave him her word that she would return before the first snow.
He promised nothing and kept even less.
Two lanterns were traded for a map of the cove.
A choir of children sang in the ruined chapel.
Salt has become dear since the road was closed, the merchant said.
Poison was found in the wine at the feast.
Under the floorboards lay a ledger wrapped in oilcloth.
Ines will not forgive what was done to her village.""".split("\n")
sentences = [s.replace("\\t", "\t").replace("\\n", "\n") for s in sentences]
sentences.append(" ".join(f"The watch of hour {n} saw a ship with {n} lanterns pass the northern reef." for n in range(40)))
assert len(sentences) == 50, len(sentences)
with open(out + "/sentences.jsonl", "w") as f:
    for s in sentences:
        ids = tokenizer.encode(s).ids
        steps = np.round(embed(ids) * 32767).astype("<i2").tobytes()
        print(json.dumps({"text": s, "tokens": ids, "vector": base64.b64encode(steps).decode()}, ensure_ascii=False), file=f)

# Texts of any characters that this Python knows, more of those that are cut in special ways. No sign of
# the network's own is among them: what the library makes of "[SEP]" is not wanted.
rng = random.Random(20261127)
cut, clean = pre_tokenizers.BertPreTokenizer(), normalizers.BertNormalizer()


def settled(c):
    """Whether the library, whose tables are of Unicode 8, takes a character for what it is today."""
    category = unicodedata.category(c)
    if category in ("Cn", "Cs"):
        return False
    if category[0] == "P" and len(cut.pre_tokenize_str("x" + c + "y")) != 3:
        return False
    return category not in ("Mn", "Cf") or clean.normalize_str("x" + c + "y") == "xy"


special = [c for c in map(chr, range(0x3000)) if settled(c)] + list("\u200b\u200d\ufeff\ufffd\x00\x07\x85\u00a0\u2028\u3000🙂👍🏽")
blocks = [(0x20, 0x7e)] * 4 + [(0xa0, 0x24f), (0x300, 0x36f), (0x370, 0x5ff), (0x600, 0x6ff), (0x900, 0xdff), (0xe00, 0xe7f), (0x1100, 0x11ff), (0x2000, 0x206f),
    (0x3000, 0x30ff), (0x3400, 0x3500), (0x4e00, 0x9fff), (0xac00, 0xd7a3), (0xf900, 0xfaff), (0x1f300, 0x1f6ff), (0x20000, 0x20100), (0x2b740, 0x2b940), (0x2f800, 0x2fa1d)]


def character():
    if rng.random() < 0.3:
        return rng.choice(special)
    while True:
        c = chr(rng.randint(*rng.choice(blocks)))
        if settled(c):
            return c


words = " ".join(sentences).split(" ")
texts = ["", " ", "a" * 100, "a" * 101, "é" * 100, "e\u0301" * 101, "\u0301", "lamp " * 300, "x" * 5000, "!" * 300, "ﬁne ǅ İstanbul ẞ ΣΑΣ"]
for _ in range(120):
    parts = [rng.choice(words) if rng.random() < 0.4 else "".join(character() for _ in range(rng.randint(1, 12))) for _ in range(rng.randint(1, 12))]
    texts.append(rng.choice(["", " ", " "]).join(parts))
with open(out + "/tokens.jsonl", "w") as f:
    for s in texts:
        print(json.dumps({"text": s, "tokens": tokenizer.encode(s).ids}, ensure_ascii=True), file=f)
