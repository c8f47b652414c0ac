/*
 * Moves the wall clock of a process and its children ahead by ANOTHER_HOUR seconds; scripts/another-hour.mjs
 * preloads it. The monotonic clock is unchanged, and so are file times, which the kernel writes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead;
static char amount[32];
static char self[4096];

__attribute__((constructor)) static void begin(void) {
  const char *asked = getenv("ANOTHER_HOUR");
  Dl_info found;
  ahead = asked ? atol(asked) : 0;
  snprintf(amount, sizeof amount, "%ld", ahead);
  if (dladdr(&ahead, &found)) snprintf(self, sizeof self, "%s", found.dli_fname);
}

int clock_gettime(clockid_t which, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int failed = real ? real(which, at) : (int)syscall(SYS_clock_gettime, which, at);
  if (!failed && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE || which == CLOCK_TAI))
    at->tv_sec += ahead;
  return failed;
}
int gettimeofday(struct timeval *at, void *zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

/* Converts a deadline from the moved clock to the real one. Small values belong to the monotonic clock. */
static const struct timespec *until(const struct timespec *moment, struct timespec *real) {
  if (!moment || moment->tv_sec < 1000000000) return moment;
  *real = *moment;
  real->tv_sec -= ahead;
  return real;
}
int pthread_cond_timedwait(pthread_cond_t *sign, pthread_mutex_t *lock, const struct timespec *moment) {
  static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  struct timespec moved;
  if (!real) real = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  return real(sign, lock, until(moment, &moved));
}
int sem_timedwait(sem_t *sign, const struct timespec *moment) {
  static int (*real)(sem_t *, const struct timespec *);
  struct timespec moved;
  if (!real) real = dlsym(RTLD_NEXT, "sem_timedwait");
  return real(sign, until(moment, &moved));
}

/* PostgreSQL starts with its own environment, so the preload is added there: it must have the same time. */
int execvp(const char *file, char *const arguments[]) {
  static int (*real)(const char *, char *const[]);
  if (!real) real = dlsym(RTLD_NEXT, "execvp");
  if (ahead && !getenv("ANOTHER_HOUR")) {
    setenv("ANOTHER_HOUR", amount, 1);
    setenv("LD_PRELOAD", self, 1);
  }
  return real(file, arguments);
}
