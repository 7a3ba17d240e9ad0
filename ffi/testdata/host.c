/*
 * A process that has signals, children and small threads of its own, and loads the library:
 *
 *     host LIBRARY CONFIG DIRECTORY
 *
 * It holds what narratoria.h says of them. DIRECTORY is that of the configuration.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "narratoria.h"

static void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why ? why : "");
    exit(1);
}

static narratoria_handle (*opened)(narratoria_text *, char **);
static char *(*call)(narratoria_handle, narratoria_text *, narratoria_text *, char **);
static int32_t (*cancel)(narratoria_handle, narratoria_text *);
static narratoria_handle (*subscribe)(narratoria_handle, narratoria_sink, void *, narratoria_text *, char **, char **);
static void (*unsubscribe)(narratoria_handle);
static int32_t (*suspend)(narratoria_handle, char **), (*resume)(narratoria_handle, char **), (*closed)(narratoria_handle, char **);
static void (*release)(char *);

static void *load(const char *path) {
    void *library = dlopen(path, RTLD_NOW);
    if (!library) fail("dlopen", dlerror());
    *(void **)&opened = dlsym(library, "narratoria_new");
    *(void **)&call = dlsym(library, "narratoria_call");
    *(void **)&cancel = dlsym(library, "narratoria_cancel");
    *(void **)&subscribe = dlsym(library, "narratoria_subscribe");
    *(void **)&unsubscribe = dlsym(library, "narratoria_unsubscribe");
    *(void **)&suspend = dlsym(library, "narratoria_suspend");
    *(void **)&resume = dlsym(library, "narratoria_resume");
    *(void **)&closed = dlsym(library, "narratoria_close");
    *(void **)&release = dlsym(library, "narratoria_free");
    return library;
}

/* Its answer is freed. */
static void called(narratoria_handle engine, const char *method, const char *params) {
    char *error, *result = call(engine, method, params, &error);
    if (!result) fail(method, error);
    release(result);
}

/* The signals of which the library has handlers, since they are faults of Go's, or wake it. */
static int is_the_librarys(int number) {
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGPIPE || number == SIGURG;
}

static void looked(struct sigaction *all) {
    for (int n = 1; n < NSIG; n++) {
        memset(&all[n], 0, sizeof all[n]);
        sigaction(n, NULL, &all[n]);
    }
}

/* Other handlers stay; those that there were run on the alternate stack from now on. */
static void compared(const char *when, const struct sigaction *before, const struct sigaction *after) {
    char text[80];
    for (int n = 1; n < NSIG; n++) {
        int own = before[n].sa_handler != SIG_DFL && before[n].sa_handler != SIG_IGN;
        snprintf(text, sizeof text, "signal %d", n);
        if (is_the_librarys(n) && !(after[n].sa_flags & SA_ONSTACK)) fail(when, text);
        if (!is_the_librarys(n) && after[n].sa_handler != before[n].sa_handler) fail(when, text);
        if (!is_the_librarys(n) && own && !(after[n].sa_flags & SA_ONSTACK)) fail(when, text);
    }
}

static volatile sig_atomic_t heard, faults;
static char *shut;

static void hears(int number) { heard += number == SIGUSR1; }

/* Opens the page that was shut, so that the program goes on. */
static void mends(int number, siginfo_t *info, void *context) {
    (void)number, (void)context;
    if ((char *)info->si_addr != shut) _exit(9);
    faults++;
    mprotect(shut, 4096, PROT_READ | PROT_WRITE);
}

static void *interrupts(void *context) {
    for (int i = 0; i < 2000 && !*(volatile int *)context; i++) kill(getpid(), SIGUSR1), usleep(100);
    return NULL;
}

static void *small(void *context) {
    called(*(narratoria_handle *)context, "story.scene", "{\"story\":\"a\"}");
    return NULL;
}

static void told(void *context, const char *event) { (void)context, (void)event; }

static void unavailable(char *error) {
    if (!error || strncmp(error, "{\"code\":\"unavailable\"", 21)) fail("in a child of fork", error);
    puts(error); /* for whoever reads it as JSON */
    release(error);
}

/* In a child of fork every function answers. */
static void child(narratoria_handle engine, const char *config) {
    char *error = NULL, *begun = (char *)"";
    alarm(60);
    if (opened(config, &error)) fail("opened", NULL);
    unavailable(error);
    if (call(engine, "engine.info", NULL, &error) || call(engine, "engine.info", NULL, NULL)) fail("called", NULL);
    unavailable(error);
    if (subscribe(engine, told, NULL, NULL, &begun, &error) || begun) fail("subscribed", NULL);
    unavailable(error);
    if (!suspend(engine, &error)) fail("suspended", NULL);
    unavailable(error);
    if (!resume(engine, &error)) fail("resumed", NULL);
    unavailable(error);
    if (!closed(engine, &error)) fail("closed", NULL);
    unavailable(error);
    if (cancel(engine, "x")) fail("cancelled", NULL);
    unsubscribe(engine);
    exit(0);
}

/* How a child ended, once it has. */
static int ended(pid_t id) {
    int status;
    while (waitpid(id, &status, 0) < 0)
        if (errno != EINTR) fail("wait", strerror(errno));
    return status;
}

int main(int count, char **args) {
    struct sigaction before[NSIG], after[NSIG];
    struct sigaction fault = {.sa_sigaction = mends, .sa_flags = SA_SIGINFO};
    narratoria_handle engine;
    pthread_t thread;
    pthread_attr_t attr;
    char *error = NULL, text[4096];
    int done = 0, ends[2], status;
    void *library;
    pid_t id;
    if (count != 4) return 2;
    setvbuf(stdout, NULL, _IONBF, 0);
    signal(SIGUSR1, hears);
    signal(SIGTERM, hears);
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    sigaction(SIGSEGV, &fault, NULL);
    looked(before);
    library = load(args[1]);
    looked(after);
    compared("loaded", before, after);
    engine = opened(args[2], &error);
    if (!engine) fail("open", error);

    /* Signals of the process's come to it while the library is at work, on any thread. */
    pthread_create(&thread, NULL, interrupts, &done);
    called(engine, "story.play", "{\"campaign\":\"minimal\",\"story\":\"a\"}");
    for (int i = 0; i < 200; i++) called(engine, "story.scene", "{\"story\":\"a\"}");
    done = 1;
    pthread_join(thread, NULL);
    if (!heard) fail("no signal was heard", NULL);
    looked(after);
    compared("played", before, after);

    /* A fault of the process's own comes to its own handler. */
    shut = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *(volatile char *)shut = 1;
    if (faults != 1) fail("the fault was not handed on", NULL);

    /* Who writes where nobody reads ends as without the library. */
    if (!(id = fork())) {
        if (pipe(ends) || close(ends[0]) || write(ends[1], "x", 1) < 0) exit(1);
        exit(1);
    }
    status = ended(id);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGPIPE) fail("SIGPIPE", NULL);

    /* A thread with the least stack there is may call. */
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN > 64 << 10 ? PTHREAD_STACK_MIN : 64 << 10);
    if (pthread_create(&thread, &attr, small, &engine)) fail("thread", NULL);
    pthread_join(thread, NULL);

    if (!(id = fork())) child(engine, args[2]);
    if (ended(id)) fail("a child of fork", NULL);
    called(engine, "story.scene", "{\"story\":\"a\"}");

    /* Another program that is started inherits nothing. */
    snprintf(text, sizeof text, "! ls -l /proc/self/fd | grep -F '%s'", args[3]);
    if (system(text)) fail("another program inherits", text);

    /* A child that lives has what was locked. */
    if (pipe(ends)) fail("pipe", NULL);
    if (!(id = fork())) {
        close(ends[1]);
        exit(read(ends[0], text, 1) != 0);
    }
    close(ends[0]);
    if (closed(engine, &error)) fail("close", error);
    if (opened(args[2], &error)) fail("opened beside a child", NULL);
    if (strncmp(error, "{\"code\":\"in_use\"", 16)) fail("beside a child", error);
    release(error);
    close(ends[1]);
    if (ended(id)) fail("a child that lives", NULL);
    engine = opened(args[2], &error);
    if (!engine) fail("open again", error);

    /* It stays loaded. */
    dlclose(library);
    called(engine, "story.last", "{\"story\":\"a\"}");
    if (closed(engine, &error)) fail("close", error);
    puts("well");
    return 0;
}
