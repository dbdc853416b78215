// A winspool whose queues, jobs and faults are files below $FAKE_WINSPOOL:
//   queues/NAME   driver, then status and attributes in hex, then the width and length of its paper, each on a line of its own
//   drivers/NAME  version and attributes of its driver, in hex
//   forms/NAME    the papers of its driver, a line for each: number, width, length; sizes in tenths of a millimetre
//   protected     Windows allows only its own drivers to print
//   jobs/QUEUE/ID status in hex, then the document: a job in the queue
//   out/QUEUE.ID  the bytes that were written for it
//   slow/CALL     milliseconds before the call answers
//   fail/CALL     the call fails with this error number
//   short         the maximum number of bytes that WritePrinter takes
//   keeps         an ended document stays in its queue with this status
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef uint16_t W;
typedef int32_t B;
typedef struct { W *server, *name, *share, *port, *driver, *comment, *location; void *mode; W *separator, *processor, *datatype, *parameters; void *security; uint32_t attributes, priority, usual, start, until, status, jobs, pace; } Printer;
typedef struct { uint32_t id; W *printer, *machine, *user, *document, *datatype, *text; uint32_t status, priority, position, pages, printed; W submitted[8]; } Job;
typedef struct { uint32_t version; void *texts[10]; uint32_t date[2]; uint64_t number; void *more[8]; uint32_t attributes; void *core; uint32_t least[2]; uint64_t least_number; } Driver;
typedef struct { W names[36]; uint32_t fields; int16_t orientation, paper, length, width; W rest[69]; } Settings;
typedef struct { char queue[256]; uint32_t job; } Handle;

static uint32_t last_error;
static B fails(uint32_t error) { last_error = error; return 0; }
static const char *at(const char *folder, const char *name) {
  static char path[8][2048]; static int turn;
  char *into = path[turn++ % 8];
  snprintf(into, 2048, "%s/%s%s%s", getenv("FAKE_WINSPOOL"), folder, *name ? "/" : "", name);
  return into;
}
static B line(const char *path, int number, char *into) {
  FILE *file = fopen(path, "r"); into[0] = 0;
  if (!file) return 0;
  char text[1024]; B found = 0;
  for (int i = 0; i <= number && fgets(text, sizeof text, file); i++) if (i == number) { text[strcspn(text, "\n")] = 0; strcpy(into, text); found = 1; }
  fclose(file); return found;
}
static uint32_t value(const char *path, int number, int base) { char text[1024]; return line(path, number, text) ? strtoul(text, 0, base) : 0; }
// Every call may be slow, and may fail.
static B works(const char *call) {
  usleep(1000 * value(at("slow", call), 0, 10));
  uint32_t error = value(at("fail", call), 0, 10);
  return error ? fails(error) : 1;
}
static void narrow(const W *wide, char *into, size_t most) { size_t i = 0; for (; wide && wide[i] && i + 1 < most; i++) into[i] = (char)wide[i]; into[i] = 0; }
static W *put(W **end, const char *text) { W *start = *end; while (*text) *(*end)++ = (unsigned char)*text++; *(*end)++ = 0; return start; }
static B is_queue(const char *name) { return *name && access(at("queues", name), F_OK) == 0; }
static void describe(Printer *into, const char *name, W **end) {
  char driver[1024]; line(at("queues", name), 0, driver);
  into->name = put(end, name); into->driver = put(end, driver); into->port = put(end, "USB001");
  into->status = value(at("queues", name), 1, 16); into->attributes = value(at("queues", name), 2, 16);
  Settings *settings = (Settings *)(((uintptr_t)*end + 3) & ~(uintptr_t)3);
  settings->width = value(at("queues", name), 3, 10); settings->length = value(at("queues", name), 4, 10);
  settings->fields = settings->width ? 4 | 8 : 0; into->mode = settings; *end = (W *)(settings + 1);
}

uint32_t GetLastError(void) { return last_error; }
B EnumPrintersW(uint32_t flags, W *server, uint32_t level, uint8_t *buffer, uint32_t bytes, uint32_t *needed, uint32_t *count) {
  *needed = *count = 0;
  if (!works("EnumPrintersW")) return 0;
  DIR *folder = opendir(at("queues", "")); struct dirent *entry; char names[64][256]; uint32_t found = 0;
  while (folder && (entry = readdir(folder))) if (entry->d_name[0] != '.') strcpy(names[found++], entry->d_name);
  if (folder) closedir(folder);
  *needed = found * (sizeof(Printer) + 1024);
  if (bytes < *needed) return fails(122);
  memset(buffer, 0, bytes); W *end = (W *)((Printer *)buffer + found);
  for (uint32_t i = 0; i < found; i++) describe((Printer *)buffer + i, names[i], &end);
  *count = found; return 1;
}
B OpenPrinterW(W *name, void **into, void *defaults) {
  if (!works("OpenPrinterW")) return 0;
  Handle *handle = calloc(1, sizeof *handle); narrow(name, handle->queue, sizeof handle->queue);
  if (!is_queue(handle->queue)) { free(handle); return fails(1801); }
  *into = handle; return 1;
}
B ClosePrinter(void *handle) { free(handle); return 1; }
B GetPrinterW(Handle *handle, uint32_t level, uint8_t *buffer, uint32_t bytes, uint32_t *needed) {
  *needed = sizeof(Printer) + 1024;
  if (!works("GetPrinterW")) return 0;
  if (bytes < *needed) return fails(122);
  memset(buffer, 0, bytes); W *end = (W *)((Printer *)buffer + 1); describe((Printer *)buffer, handle->queue, &end); return 1;
}
B GetPrinterDriverW(Handle *handle, W *environment, uint32_t level, uint8_t *buffer, uint32_t bytes, uint32_t *needed) {
  *needed = sizeof(Driver);
  if (!works("GetPrinterDriverW")) return 0;
  if (level != 8) return fails(124);
  if (bytes < *needed) return fails(122);
  memset(buffer, 0, bytes);
  ((Driver *)buffer)->version = value(at("drivers", handle->queue), 0, 16); ((Driver *)buffer)->attributes = value(at("drivers", handle->queue), 1, 16);
  return 1;
}
int32_t DeviceCapabilitiesW(W *wide, W *port, uint16_t which, uint8_t *buffer, void *settings) {
  if (!works("DeviceCapabilitiesW")) return -1;
  char name[256], text[1024]; narrow(wide, name, sizeof name); int32_t count = 0; int kind, width, length;
  for (; line(at("forms", name), count, text) && sscanf(text, "%d %d %d", &kind, &width, &length) == 3; count++) {
    if (!buffer) continue;
    if (which == 2) ((uint16_t *)buffer)[count] = kind;
    else { ((int32_t *)buffer)[2 * count] = width; ((int32_t *)buffer)[2 * count + 1] = length; }
  }
  return count;
}
int32_t RegGetValueW(intptr_t key, W *path, W *name, uint32_t flags, void *type, uint32_t *value, uint32_t *bytes) {
  if (access(at("protected", ""), F_OK) != 0) return 2;
  *value = 1; return 0;
}
static const char *job_file(Handle *handle, uint32_t job) { char name[300]; snprintf(name, sizeof name, "%s/%u", handle->queue, job); return at("jobs", name); }
uint32_t StartDocPrinterW(Handle *handle, uint32_t level, W **info) {
  if (!works("StartDocPrinterW")) return 0;
  uint32_t job = 1 + value(at("last", ""), 0, 10);
  FILE *file = fopen(at("last", ""), "w"); fprintf(file, "%u\n", job); fclose(file);
  char title[256]; narrow(info[0], title, sizeof title);
  mkdir(at("jobs", handle->queue), 0700);
  file = fopen(job_file(handle, job), "w"); fprintf(file, "8\n%s\n", title); fclose(file);
  handle->job = job; return job;
}
B StartPagePrinter(Handle *handle) { return works("StartPagePrinter"); }
B WritePrinter(Handle *handle, const uint8_t *buffer, uint32_t bytes, uint32_t *written) {
  uint32_t most = value(at("short", ""), 0, 10);
  *written = 0;
  if (!works("WritePrinter")) return 0;
  *written = most && bytes > most ? most : bytes;
  char name[300]; snprintf(name, sizeof name, "%s.%u", handle->queue, handle->job);
  FILE *file = fopen(at("out", name), "ab"); fwrite(buffer, 1, *written, file); fclose(file); return 1;
}
B EndPagePrinter(Handle *handle) { return works("EndPagePrinter"); }
B EndDocPrinter(Handle *handle) {
  if (!works("EndDocPrinter")) return 0;
  if (access(at("keeps", ""), F_OK) != 0) unlink(job_file(handle, handle->job));
  return 1;
}
B EnumJobsW(Handle *handle, uint32_t first, uint32_t most, uint32_t level, uint8_t *buffer, uint32_t bytes, uint32_t *needed, uint32_t *count) {
  *needed = *count = 0;
  if (!works("EnumJobsW")) return 0;
  DIR *folder = opendir(at("jobs", handle->queue)); struct dirent *entry; uint32_t ids[64], found = 0;
  while (folder && (entry = readdir(folder))) if (entry->d_name[0] != '.') ids[found++] = atoi(entry->d_name);
  if (folder) closedir(folder);
  *needed = found * (sizeof(Job) + 2048);
  if (bytes < *needed) return fails(122);
  if (!found) return 1;
  memset(buffer, 0, bytes); W *end = (W *)((Job *)buffer + found);
  for (uint32_t i = 0; i < found; i++) {
    Job *job = (Job *)buffer + i; char document[1024];
    line(job_file(handle, ids[i]), 1, document);
    job->id = ids[i]; job->status = access(at("keeps", ""), F_OK) == 0 ? value(at("keeps", ""), 0, 16) : value(job_file(handle, ids[i]), 0, 16); job->document = put(&end, document);
  }
  *count = found; return 1;
}
B SetJobW(Handle *handle, uint32_t job, uint32_t level, void *info, uint32_t command) {
  if (!works("SetJobW")) return 0;
  if (command != 5 || access(job_file(handle, job), F_OK) != 0) return fails(87);
  return unlink(job_file(handle, job)) == 0;
}
