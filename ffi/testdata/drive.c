/*
 * Drives the program over the C library.
 *
 *     drive play CONFIG SCRIPT RESULTS EVENTS     the calls of a script, and what is told meanwhile
 *     drive misuse CONFIG                         what an application does wrong
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "narratoria.h"

static void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why ? why : "");
    exit(1);
}

/* What is told comes from a thread of its own, and may come after the call that it is of. */
struct listening {
    FILE *events;
    int turns; /* that are still to be told */
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

static void told(void *context, const char *event) {
    struct listening *to = context;
    fprintf(to->events, "%s\n", event);
    pthread_mutex_lock(&to->mutex);
    if (strstr(event, "\"kind\":\"turn\"")) to->turns--;
    pthread_cond_signal(&to->changed);
    pthread_mutex_unlock(&to->mutex);
}

static int play(char **args) {
    char *error, *begun, *result, *tab, line[1 << 16];
    narratoria_handle engine = narratoria_new(args[0], &error), subscription;
    FILE *script = fopen(args[1], "r"), *results = fopen(args[2], "w"), *events = fopen(args[3], "w");
    struct listening to = {events, 60, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
    if (!engine || !script || !results || !events) fail("open", error);
    subscription = narratoria_subscribe(engine, told, &to, NULL, &begun, &error);
    if (!subscription || !begun) fail("subscribe", error);
    narratoria_free(begun);
    while (fgets(line, sizeof line, script)) {
        line[strcspn(line, "\n")] = 0;
        tab = strchr(line, '\t');
        *tab = 0;
        result = narratoria_call(engine, line, tab + 1, &error);
        fprintf(results, result ? "%s\n" : "! %s\n", result ? result : error);
        narratoria_free(result);
        narratoria_free(error);
    }
    alarm(120); /* ends the process where something is never told */
    pthread_mutex_lock(&to.mutex);
    while (to.turns) pthread_cond_wait(&to.changed, &to.mutex);
    pthread_mutex_unlock(&to.mutex);
    narratoria_unsubscribe(subscription);
    if (narratoria_close(engine, &error)) fail("close", error);
    return fclose(script) || fclose(results) || fclose(events);
}

static void refused(const char *code, char *error) {
    char wanted[80];
    snprintf(wanted, sizeof wanted, "{\"code\":\"%s\"", code);
    if (!error || strncmp(error, wanted, strlen(wanted))) fail(code, error);
    narratoria_free(error);
}

struct inside {
    narratoria_handle engine, subscription;
    int told;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

static void from_inside(void *context, const char *event) {
    struct inside *in = context;
    char *error = NULL, *result;
    pthread_mutex_lock(&in->mutex);
    while (!in->subscription) pthread_cond_wait(&in->changed, &in->mutex);
    pthread_mutex_unlock(&in->mutex);
    result = narratoria_call(in->engine, "saves.list", NULL, &error);
    if (!result) fail("from inside", error);
    narratoria_free(result);
    narratoria_unsubscribe(in->subscription);
    pthread_mutex_lock(&in->mutex);
    in->told++;
    pthread_cond_signal(&in->changed);
    pthread_mutex_unlock(&in->mutex);
    (void)event;
}

static void *hammer(void *context) {
    narratoria_handle engine = *(narratoria_handle *)context;
    for (int i = 0; i < 10; i++) {
        char *error = NULL, *result = narratoria_call(engine, "story.scene", "{\"story\":\"~1\"}", &error);
        if (!result && (!error || strncmp(error, "{\"code\":\"", 9))) fail("hammered", error);
        narratoria_free(result);
        narratoria_free(error);
    }
    return NULL;
}

static int misuse(char **args) {
    char *error = NULL;
    narratoria_handle engine, never = 12345;
    struct inside in = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    pthread_t threads[100];
    if (narratoria_new("{", &error)) fail("opened", NULL);
    refused("bad_json", error);
    if (narratoria_new(NULL, NULL) || narratoria_new("{}", &error)) fail("opened", NULL);
    refused("bad_params", error);
    if (narratoria_call(never, "engine.info", NULL, &error) || narratoria_call(0, NULL, NULL, NULL)) fail("called", NULL);
    refused("closed", error);
    if (!narratoria_close(never, &error) || !narratoria_suspend(-1, NULL) || narratoria_cancel(never, "x")) fail("closed", NULL);
    refused("closed", error);
    narratoria_unsubscribe(never);
    narratoria_free(NULL);
    engine = narratoria_new(args[0], &error);
    if (!engine || error) fail("open", error);
    if (narratoria_new(args[0], &error)) fail("opened twice", NULL);
    refused("in_use", error);
    if (narratoria_call(engine, "story.chose", "{}", &error)) fail("called", NULL);
    refused("unknown_method", error);
    if (narratoria_call(engine, "story.last", "{\"story\":\"\xff\"}", &error)) fail("called", NULL);
    refused("bad_json", error);
    if (narratoria_subscribe(engine, NULL, NULL, NULL, NULL, &error)) fail("subscribed", NULL);
    refused("bad_params", error);
    in.engine = engine;
    pthread_mutex_lock(&in.mutex);
    in.subscription = narratoria_subscribe(engine, from_inside, &in, NULL, NULL, &error);
    pthread_cond_signal(&in.changed);
    pthread_mutex_unlock(&in.mutex);
    narratoria_free(narratoria_call(engine, "story.play", "{\"campaign\":\"minimal\",\"unkept\":true}", &error));
    if (error) fail("play", error);
    pthread_mutex_lock(&in.mutex);
    while (!in.told) pthread_cond_wait(&in.changed, &in.mutex);
    pthread_mutex_unlock(&in.mutex);
    for (int i = 0; i < 100; i++) pthread_create(&threads[i], NULL, hammer, &engine);
    if (narratoria_suspend(engine, &error)) refused("busy", error); /* a busy machine is late */
    if (narratoria_resume(engine, &error) || narratoria_close(engine, &error)) fail("end", error);
    for (int i = 0; i < 100; i++) pthread_join(threads[i], NULL);
    if (!narratoria_close(engine, &error) || in.told != 1) fail("closed twice", NULL);
    refused("closed", error);
    puts("well");
    return 0;
}

int main(int count, char **args) {
    if (count == 6 && !strcmp(args[1], "play")) return play(args + 2);
    if (count == 3 && !strcmp(args[1], "misuse")) return misuse(args + 2);
    return 2;
}
