#include <stddef.h>
#include <stdint.h>

/* What JavaScript threw; texts are cut off where they are longer. */
struct thrown {
	char name[64];
	char message[1024];
	char stack[2048];
	int interrupted; /* it was not JavaScript: time was up, or somebody said so */
};

struct machine;

/*
 * Each returns 0, or 1 if something was thrown. What they return besides is the
 * caller's to free. A machine belongs to one thread at a time. *stop is looked
 * at while JavaScript runs, and ends it when it is not 0.
 */
struct machine *machine_new(size_t memory, size_t stack, int64_t nanoseconds);
void machine_free(struct machine *);
int machine_compile(struct machine *, const char *source, size_t length, char **code, size_t *size, struct thrown *);
int machine_load(struct machine *, const char *code, size_t size, struct thrown *);
int machine_call(struct machine *, const char *object, const char *method, const char *argument, size_t length,
	const int32_t *stop, char **text, size_t *size, struct thrown *);
int machine_jobs(struct machine *, struct thrown *);
