//go:build cgo

/*
 * What is exported, before Go is entered. A child of fork has none of the threads that Go
 * runs on, and a call there would wait for them for ever: it is answered here.
 */
#include <stdlib.h>
#include <string.h>

#include "exports.h"

#ifdef _WIN32 /* which has no fork */

#define EXPORTED __declspec(dllexport)
static const int forked = 0;

#else

#include <pthread.h>

#define EXPORTED

static volatile int forked;

static void in_child(void) { forked = 1; }

__attribute__((constructor)) static void on_load(void) { pthread_atfork(NULL, NULL, in_child); }

#endif

static const char refusal[] =
    "{\"code\":\"unavailable\",\"data\":{},\"hint\":\"call it in the process that loaded the library, or start another "
    "program by exec\",\"message\":\"this process is a child of fork, in which the library cannot run\",\"retry\":false}";

/* Sets an error where this is a child of fork, and says whether it is. */
static int is_refused(char **error) {
    if (!forked) return 0;
    if (error && (*error = malloc(sizeof refusal))) memcpy(*error, refusal, sizeof refusal);
    return 1;
}

EXPORTED narratoria_handle narratoria_new(narratoria_text *config, char **error) {
    return is_refused(error) ? 0 : narratoria_go_new(config, error);
}

EXPORTED char *narratoria_call(narratoria_handle engine, narratoria_text *method, narratoria_text *params, char **error) {
    return is_refused(error) ? NULL : narratoria_go_call(engine, method, params, error);
}

EXPORTED int32_t narratoria_cancel(narratoria_handle engine, narratoria_text *call) {
    return is_refused(NULL) ? 0 : narratoria_go_cancel(engine, call);
}

EXPORTED narratoria_handle narratoria_subscribe(narratoria_handle engine, narratoria_sink sink, void *context,
                                                narratoria_text *params, char **begun, char **error) {
    if (begun) *begun = NULL;
    return is_refused(error) ? 0 : narratoria_go_subscribe(engine, sink, context, params, begun, error);
}

EXPORTED void narratoria_unsubscribe(narratoria_handle subscription) {
    if (!is_refused(NULL)) narratoria_go_unsubscribe(subscription);
}

EXPORTED int32_t narratoria_suspend(narratoria_handle engine, char **error) {
    return is_refused(error) ? 1 : narratoria_go_suspend(engine, error);
}

EXPORTED int32_t narratoria_resume(narratoria_handle engine, char **error) {
    return is_refused(error) ? 1 : narratoria_go_resume(engine, error);
}

EXPORTED int32_t narratoria_close(narratoria_handle engine, char **error) {
    return is_refused(error) ? 1 : narratoria_go_close(engine, error);
}

EXPORTED void narratoria_free(char *text) { free(text); }
