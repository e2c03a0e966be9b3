/* Translates standard input, a line at a time: example RUN <text */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <dragoman.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int report(dragoman_error* error) {
  fprintf(stderr, "example: %s\n", dragoman_error_message(error));
  dragoman_error_free(error);
  return 1;
}

static int translate_line(const dragoman_translator* translator, const char* line) {
  const dragoman_text text = {line, strcspn(line, "\n")};
  dragoman_lines lines = {.size = sizeof lines, .lines = &text, .count = 1};
  dragoman_translations* translations = NULL;
  dragoman_error* error = dragoman_translate(translator, &lines, NULL, &translations);
  if (error != NULL) return report(error);
  size_t count = 0;
  const dragoman_text* best = dragoman_translations_best(translations, &count);
  printf("%.*s\n", (int)best[0].size, best[0].data);
  dragoman_translations_free(translations);
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const dragoman_text run = {argv[1], strlen(argv[1])};
  dragoman_translator* translator = NULL;
  dragoman_error* error = dragoman_translator_open(&run, 1, NULL, 0, &translator);
  if (error != NULL) return report(error);
  char* line = NULL;
  size_t capacity = 0;
  int status = 0;
  while (status == 0 && getline(&line, &capacity, stdin) >= 0)
    status = translate_line(translator, line);
  free(line);
  dragoman_translator_free(translator);
  return status;
}
