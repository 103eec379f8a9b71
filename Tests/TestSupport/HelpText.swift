/// What `flow` and every program say of the commands and options that they have in common.
package enum HelpText {
  package static let commands = """
      run       performs the flow at the terminal; the default
      export    prints the flow as JSON
      test      performs scripted answers, prints the transcripts, and compares them with
                the transcripts beside the scripts (NAME.transcript beside NAME.json);
                SCRIPT may be a folder of them
      check     finds what is wrong with the flow, or will be, without performing it
      paths     prints the number of ways through the flow, and the answers of each
      storyboard
                writes a page with the diagram of the flow, and its dialogs to walk through
      diagram   writes the diagram of the flow as SVG, or as a Mermaid flowchart
      replay    shows a recorded run again, with its timing; performs nothing
      outline   prints the flow as indented text, with the ids to use in answers
      answers   prints a template of every answer that can be asked for, for you to fill in
      serve     performs the flow for another program, in JSON lines on standard streams
    """

  package static let options = """
    Options of run:
      --answers FILE      answers questions from a JSON object, a journal or a result
      --answer ID=VALUE   answers one question; ID=@FILE reads the answer from a file, ID=@@TEXT is “@TEXT”
      --record FILE       writes a journal of the run
      --resume FILE       resumes the run of this journal, and appends to it
      --interrupted HOW   what to do with an interrupted action: ask (default), run or fail
      --yes               accepts every default, but never a destructive button
      --no-input          never asks; lists what is sure to be missing before it performs anything
      --stub-actions      notes actions instead of performing them; for test, even those not in the script
      --plain             asks line by line, in plain text, even at a terminal
      --words FILE        speaks another language: a JSON object with all sentences, by their codes
      --verbose           says where in the source a failure comes from; a script says it anyway
      --output text|json  json prints the result as JSON: of a run the outcome and the answers
      --timeout SECONDS   ends the run as failed when it takes longer; 0.5 is half a second

    Options of export:
      --compact           prints the JSON on one line

    Options of test:
      --stub-actions      notes actions instead of performing them; for test, even those not in the script
      --output text|json  json prints the result as JSON: of a run the outcome and the answers
      --perform-actions   performs the flow's actions instead of noting them
      --update            writes the transcripts beside the scripts instead of comparing them
      --generate          writes the tests that are missing into a folder, as few as possible
      --coverage          says what no test covers, instead of performing them
      --mutate            plants faults in the flow, and says which of them no test notices
      --criterion WHAT    what tests should cover: classes (default), branches or steps

    Options of check:
      --output text|json  json prints the result as JSON: of a run the outcome and the answers
      --strict            fails on warnings too

    Options of storyboard:
      -o NAME             the file to write, such as NAME.html or NAME.svg

    Options of diagram:
      -o NAME             the file to write, such as NAME.html or NAME.svg
      --mermaid           writes the text of a Mermaid flowchart; without -o to standard output

    Options of serve:
      --words FILE        speaks another language: a JSON object with all sentences, by their codes
      --hand-out-actions  leaves actions, loads, checks and waits to the other program
      --token TOKEN       resumes the session of this token; @FILE reads it from a file
      --today DAY         the person's day, as 2026-11-20, or their distance from UTC, as +02:00
      --save              begins no effect before the other program has saved the token
      --many              serves many conversations: each line has the id of one
      --tokens            writes the token with what is needed, each time

    Options of replay:
      --plain             asks line by line, in plain text, even at a terminal
      --words FILE        speaks another language: a JSON object with all sentences, by their codes

    Options of all:
      --help              prints this
      --version           prints the version
      -- ARGUMENT…        arguments for the script itself
    """
}
