# cmake -D VERSION=V -D README=FILE -D OUTPUT=FILE -P manual_page.cmake: writes the manual page dragoman(1). Its commands
# are the rows of README's table of commands.
file(READ ${README} readme)
string(REGEX REPLACE ".*\n## Commands\n" "" readme "${readme}")
string(REGEX REPLACE "\n## .*" "\n" readme "${readme}")
string(REPLACE ";" "\\;" readme "${readme}")
string(REGEX MATCHALL "\n\\| `dragoman [^\n]*" rows "${readme}")
if(NOT rows)
  message(FATAL_ERROR "${README}: no table of commands was found under `## Commands`")
endif()

set(commands "")
foreach(row IN LISTS rows)
  string(REPLACE "\\|" "/" row "${row}")                                # a | within a cell
  string(REGEX REPLACE "\\[([^]]*)\\]\\([^)]*\\)" "\\1" row "${row}")  # a link's words
  string(REGEX REPLACE "\n\\| `([^`]*)` \\| (.*) \\|.*" "\\1" command "${row}")
  string(REGEX REPLACE "\n\\| `([^`]*)` \\| (.*) \\|.*" "\\2" does "${row}")
  string(REGEX REPLACE "`([^`]*)`" "\\\\fB\\1\\\\fR" does "${does}")
  string(REPLACE "-" "\\-" command "${command}")
  string(REPLACE "--" "\\-\\-" does "${does}")
  string(APPEND commands ".TP\n.B ${command}\n${does}\n")
endforeach()

file(WRITE ${OUTPUT} ".TH DRAGOMAN 1 \"\" \"dragoman ${VERSION}\" \"User Commands\"
.SH NAME
dragoman \\- trains neural translators and translates with them
.SH SYNOPSIS
.B dragoman
.I COMMAND
.RI [ OPTION ]...
.SH DESCRIPTION
Dragoman trains a Transformer on raw sentence pairs, scores it, translates with it and serves it over HTTP.
Results go to stdout, logs and progress to stderr; \\- means stdin or stdout.
.PP
.B dragoman
.I COMMAND
.B \\-\\-help
lists the options of a command.
.SH COMMANDS
${commands}.SH EXIT STATUS
0 success, 1 failure, 2 wrong command line or configuration, 141 closed stdout, 128 + signal for a run that a signal
stopped.
.SH FILES
.TP
.I /usr/share/dragoman/configs
configurations to train with
.TP
.I /usr/share/doc/dragoman
the guide
")
