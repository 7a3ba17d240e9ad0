/*
 * narratoria.h: the program as a C library, for whatever can load one.
 *
 *     go build -buildmode=c-shared -o libnarratoria.so ./ffi/cshared
 *
 *     char *error = NULL;
 *     narratoria_handle engine = narratoria_new("{\"data\": \"/home/me/stories\"}", &error);
 *     char *turn = narratoria_call(engine, "story.play", "{\"campaign\": \"grey-harbour\"}", &error);
 *     ...
 *     narratoria_free(turn);
 *     narratoria_close(engine, &error);
 *
 * It is the table of docs/api.md: names of methods, and JSON in texts. Texts are UTF-8 and end
 * with a zero byte. Those that are given are copied before the function returns. Those that
 * come back are the caller's, who gives each to narratoria_free once.
 *
 * Everything may be called from any thread, and from inside a sink. Where something goes wrong
 * nothing comes back (NULL, or a handle of 0), and *error, unless error is NULL, is a text:
 * JSON of a Failure, as docs/api.md has it, with its "code" first of all. Else *error is NULL.
 *
 * Handles are numbers, never used twice. One that is not open any more, or never was, is
 * answered by an error, and harms nothing.
 *
 * What a process that loads it must know, since the runtime of Go comes with it:
 *
 *   Signals. Once loaded, it has handlers for SIGSEGV, SIGBUS, SIGFPE, SIGPIPE and SIGURG, and
 *   for no other. What of them is not its own goes on to the handler that there was before, or
 *   ends the process where there was none: so install yours first, and do not replace these
 *   afterwards; a fault inside the library would end the process then, and not the call alone.
 *   Any thread may get a signal, those of the library among them, whose stacks are small: a
 *   handler is installed with SA_ONSTACK. Those that were there before get that flag when the
 *   library is loaded; yours that come later must ask for it. SIGURG may come at any time, from
 *   the library to its own threads.
 *
 *   Fork. A child of fork that goes on without exec has none of the library's threads: there
 *   every function but narratoria_free answers "unavailable", and cancel and unsubscribe do
 *   nothing. It has what the parent had locked, too, and as long as it lives nobody else can
 *   open those directories, once the parent has closed them. One that is made inside a sink
 *   must not return from it. What is started by exec, posix_spawn or system inherits nothing.
 *   In Python, let multiprocessing begin its processes by "spawn".
 *
 *   Unloading. It stays loaded: dlclose does nothing. Close the engines.
 *
 *   Threads. It starts some of its own, by pthread_create, about as many as there are
 *   processors and calls at work. A thread that calls needs no more than 64 KB of stack.
 */
#ifndef NARRATORIA_H
#define NARRATORIA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int64_t narratoria_handle;
typedef const char narratoria_text;

/*
 * A sink is told an event, as JSON, from a thread of the library's own, one at a time for
 * each subscription. The text is the library's, and good until the sink returns.
 */
typedef void (*narratoria_sink)(void *context, narratoria_text *event);

/*
 * Opens an engine. config is a JSON object, of which "data" must be there:
 *
 *     "data"         the directory that keeps everything
 *     "cache"        a directory that the system may empty; cache/ of data unless given
 *     "skills"       directories with skills, an array of up to 16
 *     "shared"       true lets other programs be open on the same data
 *     "processes"    true lets skills be programs of their own, where the system lets them
 *     "memory"       megabytes that the engine keeps to as far as it can, 32 to 65536; 256 unless given
 *     "modelMemory"  megabytes that a model may take; what the system has left unless given
 *     "version"      of the application, for the record of its sessions
 */
narratoria_handle narratoria_new(narratoria_text *config, char **error);

/* Carries out a method. params is a JSON object, or NULL for none; so is what comes back. */
char *narratoria_call(narratoria_handle engine, narratoria_text *method, narratoria_text *params, char **error);

/* Ends what a call waits for that has that name, by its parameter "call"; 1 where there was one. */
int32_t narratoria_cancel(narratoria_handle engine, narratoria_text *call);

/*
 * Has a sink told what happens: params are those of events.subscribe, or NULL for from now
 * on. begun, unless it is NULL, is set to what that gave: the stream's id and the number of
 * the first event that can come.
 */
narratoria_handle narratoria_subscribe(narratoria_handle engine, narratoria_sink sink, void *context,
                                       narratoria_text *params, char **begun, char **error);

/*
 * Ends a subscription. No event is begun to be told after it. For one that is being told it
 * waits a tenth of a second, since it may be called from inside the sink; a sink that takes
 * longer still has its context then.
 */
void narratoria_unsubscribe(narratoria_handle subscription);

/* Lets go of everything within 200 milliseconds, and opens it again; 0 where all went well. */
int32_t narratoria_suspend(narratoria_handle engine, char **error);
int32_t narratoria_resume(narratoria_handle engine, char **error);

/* Closes an engine, with its subscriptions; 0 where all went well. */
int32_t narratoria_close(narratoria_handle engine, char **error);

/* Takes a text back; NULL is none. */
void narratoria_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
