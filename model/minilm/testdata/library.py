# The Python library, for comparison: python library.py MODEL reads lines, each a JSON list of texts, embeds them
# and writes a line, the vector of the first. With --reference it writes the vectors of sentences.jsonl anew. See README.md.
import base64, json, pathlib, sys
import numpy as np
import torch
from sentence_transformers import SentenceTransformer

torch.set_num_threads(1)
model = SentenceTransformer(sys.argv[1], device="cpu")
if "--reference" in sys.argv:
    path = pathlib.Path(__file__).with_name("sentences.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        vector = model.encode([line["text"]], normalize_embeddings=True)[0].astype(np.float64)
        line["vector"] = base64.b64encode(np.round(vector * 32767).astype("<i2").tobytes()).decode()
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    sys.exit()
for line in sys.stdin:
    vectors = model.encode(json.loads(line), batch_size=16, normalize_embeddings=True)
    print(json.dumps([float(x) for x in vectors[0]]), flush=True)
