/*
 * exports.h: what Go exports to narratoria.c, with the types of narratoria.h. Both files of C
 * and the one of Go include it: where they differ, one does not compile.
 */
#include "narratoria.h"

narratoria_handle narratoria_go_new(narratoria_text *config, char **error);
char *narratoria_go_call(narratoria_handle engine, narratoria_text *method, narratoria_text *params, char **error);
int32_t narratoria_go_cancel(narratoria_handle engine, narratoria_text *call);
narratoria_handle narratoria_go_subscribe(narratoria_handle engine, narratoria_sink sink, void *context,
                                          narratoria_text *params, char **begun, char **error);
void narratoria_go_unsubscribe(narratoria_handle subscription);
int32_t narratoria_go_suspend(narratoria_handle engine, char **error);
int32_t narratoria_go_resume(narratoria_handle engine, char **error);
int32_t narratoria_go_close(narratoria_handle engine, char **error);
