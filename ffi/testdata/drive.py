"""Drives the program over the C library: drive.py LIBRARY CONFIG SCRIPT RESULTS EVENTS."""
import ctypes, sys, threading

library, config, script, results, events = sys.argv[1:]
narratoria = ctypes.CDLL(library)
text, out, handle = ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_int64
Sink = ctypes.CFUNCTYPE(None, ctypes.c_void_p, text)
narratoria.narratoria_new.argtypes, narratoria.narratoria_new.restype = [text, out], handle
narratoria.narratoria_call.argtypes, narratoria.narratoria_call.restype = [handle, text, text, out], ctypes.c_void_p
narratoria.narratoria_subscribe.argtypes, narratoria.narratoria_subscribe.restype = [handle, Sink, ctypes.c_void_p, text, out, out], handle
narratoria.narratoria_unsubscribe.argtypes, narratoria.narratoria_unsubscribe.restype = [handle], None
narratoria.narratoria_close.argtypes = [handle, out]
narratoria.narratoria_free.argtypes, narratoria.narratoria_free.restype = [ctypes.c_void_p], None


def taken(pointer):
    value = ctypes.string_at(pointer)
    narratoria.narratoria_free(pointer)
    return value


error = ctypes.c_void_p()
engine = narratoria.narratoria_new(config.encode(), error)
if not engine:
    sys.exit(taken(error).decode())
with open(script, "rb") as calls, open(results, "wb") as said, open(events, "wb") as told:
    turns = threading.Semaphore(0)  # that were told, by a thread of its own, and maybe after their calls

    def tell(_, event):
        told.write(event + b"\n")
        if b'"kind":"turn"' in event:
            turns.release()

    sink = Sink(tell)
    subscription = narratoria.narratoria_subscribe(engine, sink, None, None, None, error)
    for line in calls:
        method, params = line.rstrip(b"\n").split(b"\t", 1)
        result = narratoria.narratoria_call(engine, method, params, error)
        said.write((taken(result) if result else b"! " + taken(error)) + b"\n")
    for turn in range(60):
        turns.acquire(timeout=120) or sys.exit(f"only {turn} turns were told of")
    narratoria.narratoria_unsubscribe(subscription)
sys.exit(narratoria.narratoria_close(engine, error))
