/// What the product itself says to the person who answers, and what it reads from them, in English.
///
/// The name of a case is the code of its sentence in a table of ``Words``. A translator reads this file
/// as one; nothing else in the product writes a sentence for the person. Names in braces are values.
package enum Phrase: String, CaseIterable, Sendable {
  // MARK: Grammar

  /// The forms of a word beside a number: `other`, `one other`, `zero-one other`, `one few other`,
  /// `one few many` or `ends-in-one few many`.
  case plurals = "one other"
  /// A text that isn't the product's.
  case own = "{text}"
  case quote = "“{text}”"
  case comma = ", "
  case semicolon = "; "
  case or = " or "
  case and = " and "
  case andThen = ", and "
  /// The values of a list, as a refusal quotes it.
  case values = "[{values}]"

  // MARK: Answers

  case yes = "yes"
  case no = "no"
  case yesTitle = "Yes"
  case noTitle = "No"
  case submitTitle = "Submit"
  case submitButton = "[ Submit ]"
  /// Where the answer of a question stands that may be left out.
  case optional
  /// No answer, and no choice; read, too.
  case none = "none"
  /// All choices; read, too.
  case all = "all"
  /// A value that is null.
  case nothing = "nothing"
  case secret = "(secret)"
  case emptyAnswer = "an empty answer"
  case emptyList = "an empty list"
  /// In place of a secret answer that is refused.
  case that = "That"

  // MARK: Reading answers
  // Each is a list, the words or the patterns separated by commas, in lower case.

  case readYes = "yes, y, true"
  case readNo = "no, n, false"
  /// The keys that answer yes and no at once.
  case keyYes = "y"
  case keyNo = "n"
  /// More words for today.
  case readToday = "now"
  case readAfterTomorrow = "day after tomorrow"
  case readBeforeYesterday = "day before yesterday"
  case readIn = "in {count} {unit}"
  case readAgo = "{count} {unit} ago"
  /// Before a weekday, or a week, a month or a year.
  case readNext = "next {it}"
  /// Before a weekday.
  case readThis = "this {it}"
  case readLast = "last {it}"
  case readDay = "day, days"
  case readWeek = "week, weeks"
  case readMonth = "month, months"
  case readYear = "year, years"
  /// The numbers from one to twelve.
  case readNumbers =
    "one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve"
  /// More words for one.
  case readOne = "a, an"
  /// Words that mean nothing in a day.
  case readSkipped = "the, of, on"
  /// What may stand behind the number of a day.
  case readOrdinals = "st, nd, rd, th"
  case readNoon = "noon"
  case readMidnight = "midnight"
  case readMorning = "am, a.m."
  case readAfternoon = "pm, p.m."

  // MARK: Days
  // These names are read, too, in any case; of months and weekdays, three letters are enough.

  case months =
    "January, February, March, April, May, June, July, August, September, October, November, December"
  case monthsShort = "Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec"
  case weekdays = "Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday"
  case weekdaysShort = "Mon, Tue, Wed, Thu, Fri, Sat, Sun"
  /// Above the calendar: at most three letters each.
  case weekdaysInCalendar = "mon, tue, wed, thu, fri, sat, sun"
  case dayInWords = "{weekday} {day} {month} {year}"
  case monthInWords = "{month} {year}"
  /// An example of a day as it can be typed.
  case daySpelled = "{day} {month} {year}"
  case todayIs = "today is {day}"
  case today = "today"
  case tomorrow = "tomorrow"
  case yesterday = "yesterday"
  case inDays = "in {days} days"
  case daysAgo = "{days} days ago"
  case daysFromToday = "{days} days from today"

  // MARK: Times

  case milliseconds = "{count} {count:millisecond|milliseconds}"
  case seconds = "{count} {count:second|seconds}"
  case secondsShort = "{count} s"
  case minutesShort = "{count} min"
  case minutesAndSecondsShort = "{minutes} min {seconds} s"

  // MARK: Types of answers

  case text = "text"
  case wholeNumber = "a whole number"
  case number = "a number"
  case yesOrNo = "yes or no"
  case dayLike = "a day such as {example}"
  case timeLike = "a time such as 09:30"
  case oneOf = "one of {values}"
  case texts = "a list of texts"
  case wholeNumbers = "a list of whole numbers"
  case numbers = "a list of numbers"
  case daysLike = "a list of days such as {example}"
  case timesLike = "a list of times such as 09:30"
  case listOf = "a list, each {type}"
  case orNothing = "{type}, or nothing"

  // MARK: Rules

  /// Before most of the requirements below.
  case give = "Give {what}."
  case notEmpty = "Give an answer that is not empty."
  case fromTo = "{least} to {most}"
  case fromToBelow = "{least} or more, and less than {most}"
  case orMore = "{least} or more"
  case lessThan = "less than {most}"
  case orLess = "{most} or less"
  case anAnswer = "an answer"
  case dayFromTo = "a day from {first} to {last}"
  case dayFromToBefore = "a day from {first} to before {last}"
  case orLaterDay = "{first} or a later day"
  case dayBefore = "a day before {last}"
  case orEarlierDay = "{last} or an earlier day"
  case aDay = "a day"
  case timeFromTo = "a time from {first} to {last}"
  case timeFromToBefore = "a time from {first} to before {last}"
  case orLaterTime = "{first} or a later time"
  case timeBefore = "a time before {last}"
  case orEarlierTime = "{last} or an earlier time"
  case aTime = "a time"
  case oneOfKey = "one of the values of {key}"
  case sameAs = "the same answer as for {key}"
  case otherThan = "another answer than for {key}"
  case matching = "an answer that matches {pattern}"
  case exactlyCharacters = "exactly {count} {count:character|characters}"
  case fromToCharacters = "{least} to {most} {most:character|characters}"
  case leastCharacters = "at least {count} {count:character|characters}"
  case mostCharacters = "at most {count} {count:character|characters}"
  case exactlyValues = "exactly {count} {count:value|values}"
  case fromToValues = "{least} to {most} {most:value|values}"
  case leastValues = "at least {count} {count:value|values}"
  case mostValues = "at most {count} {count:value|values}"
  case pathFree = "a path at which there is nothing yet"
  case pathOfFile = "the path of a file that exists"
  case pathOfFolder = "the path of a folder that exists"
  case pathNotOfFolder = "a path that is not a folder"
  case pathNotOfFile = "a path that is not a file"
  case pathOfAny = "the path of a file or folder that exists"

  // What an author says of a rule takes the place of the sentences above; these four are an author's
  // until they write others.

  case emailNeeded = "Give an e-mail address, such as ann@example.com."
  case webAddressNeeded = "Give a web address, such as https://example.com."
  case chooseAtLeast = "Choose at least {count}."
  case chooseAtMost = "Choose at most {count}."

  // MARK: Refused answers

  case needed = "An answer is needed."
  case neededLike = "An answer is needed: {type}."
  case neededOneOf = "An answer is needed; the answers are: {answers}."
  case neededYesOrNo = "An answer is needed: yes or no."
  case answerYesOrNo = "Answer yes or no."
  case neitherYesNorNo = "{answer} is neither yes nor no."
  case isNot = "{answer} is not {type}."
  case isNotAccepted = "{answer} is not accepted as {type}."
  case notOneOf = "{answer} is not one of the answers: {answers}."
  case notOneOfButNear = "{answer} is not one of the answers: {answers}. Did you mean “{near}”?"
  case titleOfSeveral = "{answer} is the title of {count} answers; give the id {ids}."
  case canBeSeveral = "{answer} can be {answers}; type more of it."
  case idOfNoChoice = "{answer} is the id of a choice, but this question has none."
  case cantBeChosen = "“{title}” can’t be chosen: {reason}"
  case giveAList = "Give a list of answers, not {answer}."
  case failsCheck = "The answer does not pass the check “{check}”."
  case tooManyBytes = "The answer has {bytes} bytes, more than the limit of {limit}."
  case misfitsKey = "The answer doesn’t fit the type of the key “{key}”."
  case submitOrGoBack = "Submit the form, or go back to one of its questions."
  case takesNoAnswer = "An alert without buttons takes no answer."
  case notAsked = "This question is not asked."
  case notOnThisPage = "“{id}” is not a question on this page; its questions are {questions}."
  case hasNoButtons = "A form has no buttons; it is submitted."
  case chooseAButton = "Choose one of the buttons."

  // MARK: Refused steps

  case nothingBefore = "This is the first question; there is nothing to go back to."
  case openBeside = "Other questions are open beside this one; answer them, then go back."
  case stillWorking = "Work is still being performed; wait for it, then go back."
  case notNeeded = "The step “{step}” is not what the run is waiting for."
  case cantResolveSo = "The step “{step}” can't be resolved in this way."
  case questionNotSo = "The question “{question}” can't be resolved in this way."
  case hasNoLimit =
    "The step “{step}” has no time limit, so it can't time out; answer it, or report how it failed."
  case notAQuestion = "The step “{step}” is not a question."
  case notOnAPage = "“{step}” isn't on a page."
  case cantBeUndone = "“{action}” can’t be undone."
  case cantBeKept = "What it set for “{key}” no longer fits, so it can’t be kept."
  case setsUnknown =
    "What “{action}” sets is not known; perform it again, or give what it has set."
  case sessionEnded = "The session has ended."
  case sessionEndedBefore = "The session has ended; “{step}” is no longer needed."
  case waitingForOthers =
    "“{step}” is not what the session is waiting for; it is waiting for {steps}."
  case noConversation = "There is no conversation “{id}”."
  case conversationEnded = "The conversation has ended."
  case newerWouldEnd = """
    The run was saved by version {saved} of the flow. Version {current} can't continue it: it would \
    end while work is open that it doesn't know. Continue it with version {least} or a later one.
    """
  case newerWouldRepeat = """
    The run was saved by version {saved} of the flow. Version {current} can't continue it: it would \
    begin again with {steps}. Continue it with version {least} or a later one.
    """
  case newerIsAsking = """
    The run was saved by version {saved} of the flow. Version {current} can't continue it: it doesn't \
    have the question that is open. Continue it with version {least} or a later one.
    """
  case conversationMoved =
    "This is step {seen}, and the conversation is at step {step}; look again."
  case conversationChanges = "The conversation changes all the time."
  case conversationWentOn = "Work of the conversation went on; look again."
  case conversationWorks = "Work of the conversation goes on; try again later."

  // MARK: Served conversations

  case talkWaitsForWork = "Work of the conversation goes on; wait for its end, or cancel."
  case talkSavesNothing = "“{step}” doesn't wait until a token is saved."
  case talkEnded = "The conversation has ended; close it."
  case talkNothingToClose = "There is no conversation “{id}”, so nothing was closed."
  case talkUnknown = "There is no conversation “{id}”; start it."
  case talkHasTooMuch = "{count} lines of the conversation wait; send no more."
  case talkIsOpenAs = "The run of this token is open as “{id}”; go on there, or close it."

  // MARK: Decisions

  case changedDecision = "“{action}” was performed with different answers."
  case changedKeyDecision = "“{action}” was performed, but the flow has changed."
  case repeatedDecision =
    "“{action}” was performed, and a step before it has been performed again since."
  case interruptedDecision = "“{action}” was interrupted and may have been done."
  case lateDecision =
    "“{action}” was interrupted, or took longer than {limit}, and may have been done."
  case interruptedAdvice = "Check whether it was done."
  case undoInterruptedDecision = "Undoing “{action}” was interrupted and may have been completed."
  case undoInterruptedAdvice = "Check whether it was undone."
  case undoFailedDecision = "Undoing “{action}” failed: {reason}"
  case cancelledNotice = "“{action}” was cancelled and may have been done."
  case remainsNotice =
    "“{action}” has already run, but the flow no longer reaches it. Its effect was kept."
  case secretAgain = "Give “{key}” again."
  case secretAgainNote = "“{question}” is asked again: a saved run doesn't contain secrets."
  case performAgain = "Perform it again"
  case undoAndPerform = "Undo it, and perform it again"
  case keepIt = "Keep it as it is"
  case itWasDone = "It was done"
  case itWasNotDone = "It was not done"
  case undoIt = "Undo it"
  case itDidNotHappen = "It didn’t happen; continue with the failure steps"
  case undoAgain = "Undo it again"
  case itWasUndone = "It was undone"
  case tryAgain = "Try again"
  case leaveIt = "Leave it as it is"
  case differentSecret = "{question}: a different secret"
  case secretAndAnswer = "{question}: a secret once, so nobody knows whether it is the same"
  case differentAnswer = "{question}: {before}, now {now}"
  case differences = "{changes}."
  case answerChanged = "An earlier answer has changed."

  // MARK: Remarks about a resumed run

  case failedBefore = "“{action}” failed before; it is performed again"
  case noLongerFits =
    "“{action}” was performed, but what it set no longer fits: the key “{key}” was set to {value}, which is not {type}"
  case mayHaveBeenDone = "“{action}” was interrupted and may have been done"
  case hasEndedAlready = "the run has ended already: {outcome}"
  case askedAgainSince = "“{question}” is asked again: {why}"
  case wasSecret = "it was a secret and is no longer one"
  case isSecretNow = "it is a secret now"
  case takesOtherKind = "it takes a different kind of answer now"
  case optionGone = "the option “{option}” no longer exists; the options are {options}"
  case someOptionGone = "an option that was chosen no longer exists; the options are {options}"
  case answerGone = "{step} is no longer in the flow; its answer is not used"
  case effectGone = "{step} is no longer in the flow; what it did stays as it is"
  case begunGone =
    "{step} is no longer in the flow; it was interrupted, and what it did is not known"
  case begunOutOfLoops =
    "“{step}” is no longer in the loops that it was in; it was interrupted there, and what it did is not known"
  case answeredQuestion = "a question that was answered"
  case performedAction = "an action that was performed"
  case answerOutOfLoops =
    "“{step}” is no longer in the loops that it was in; its answer there is not used"
  case effectOutOfLoops =
    "“{step}” is no longer in the loops that it was in; what it did there stays as it is"
  case sameSecret = "{secret} was entered again and is assumed unchanged for {actions}"
  case secretOfKey = "the secret “{key}”"

  // MARK: Ends

  case finished = "finished"
  case finishedAs = "finished: {name}"
  case failedWith = "failed: {reason}"
  case wasCancelled = "cancelled"
  case didNotStop = "cancelled, and has not stopped yet"
  case done = "Done."
  case failed = "Failed: {reason}"
  case cancelled = "Cancelled."
  case actionFailed = "the action “{action}” failed: {reason}"
  case loadFailed = "“{load}” could not be loaded: {reason}"
  case checkFailed = "the check “{check}” of “{question}” failed: {reason}"
  case interruptedFailed =
    "“{action}” was interrupted and may have been done. Check whether it was, then continue with {run} or {ask}."
  case interrupted = "it was interrupted"
  case tookLonger = "took longer than {limit}"
  case tookLongerThanMay = "took longer than it may"
  case hiddenText = "{error} (its text is hidden because the work used a secret)"
  case hiddenReport = "an error (its text is hidden because the work used a secret)"
  case hiddenCheck = "{error} (its text is hidden because the answer is secret)"
  case actionTookLonger = "the action “{action}” took longer than {limit}"
  case actionTookLongerThanMay = "the action “{action}” took longer than it may"
  case notAnsweredWithin = "the question “{question}” (id “{id}”) was not answered within {limit}"

  // MARK: While the flow goes on

  case retry = "{work} failed: {reason}. Again in {time} (try {next} of {most})."
  case hiddenLine = "(a line is hidden because the work used a secret)"
  case moreLines = "({count} more {count:line|lines})"
  case worked = "{work} is done."
  case checking = "checking{ellipsis}"
  case undoing = "Undoing “{action}”"
  case waiting = "Waiting"
  case waitingFor = "Waiting {time}."
  case askedAgain = "Asked again: {questions} changed."
  case backTo = "Back to “{question}”."
  case notAnswered = "not answered"
  case causeTimeUp = "the time was up"
  case causeFailed = "“{work}” failed"
  case causeNothingFound = "“{work}” found nothing"
  case causeAnswer = "“{question}” is {answer}"
  case askedBecause = "Asked because {causes}."
  case consequence = "Then {changes}."
  case wontBeAsked = "{questions} won’t be asked"
  case andMore = "{first} and {count} more"
  case willBeUndone = "{action} will be undone"
  case willAllBeUndone = "{actions} will be undone"
  case wasDoneOtherwise = "{action} was done with another answer, so you decide about it"
  case wereDoneOtherwise = "{actions} were done with another answer, so you decide about them"
  case remainsDone = "{action} remains done"
  case remainAllDone = "{actions} remain done"
  case willBeAskedAgain = "“{question}” will be asked again"

  // MARK: Line mode

  case welcome = "Type ? for help, < to go back."
  case dismissal = "(press Return to continue, or wait)"
  case cutOff = "The input ended before the closing “.”, so the answer was discarded."
  case notText = "That isn't text: its bytes aren't UTF-8. It was discarded."
  case lineTooLong =
    "That line is too long: {bytes} bytes; the limit is {limit}. It was discarded."
  case answerTooLong =
    "That answer is too long: {bytes} bytes; the limit is {limit}. It was discarded."
  case askedNext = "Asked next: {questions}"
  case deletes = "deletes"
  case keyLetter = "key {key}"
  case notAvailable = "not available: {reason}"
  case enterToSubmit = "Enter to submit"
  case enterToSubmitOrNumber = "Enter to submit, or the number of an answer to correct"
  case enterToSubmitOrTitle = "Enter to submit, or the title of an answer to correct"
  case typeNumbersOrAnswers = "Type numbers or answers separated by commas"
  case typeAnswers = "Type answers separated by commas"
  case typeAnAnswer = "Type an answer"
  case chooseOne = "Choose 1, or type an answer"
  case chooseNumber = "Choose 1 to {count}, or type an answer"
  case toAnswer = "{time} to answer"
  case isNotShown = "the answer is not shown"
  case byCommas = "separated by commas"
  case severalLines = "several lines"
  case fullStopEnds = "a full stop alone on a line ends them"
  case twoStopsMeanOne = "two at the beginning of a line stand for one"
  case forExample = "for example {example}"
  case enterFor = "Enter for {answer}"
  case fullStopFor = "the full stop at once for {answer}"
  case questionMarkForHelp = "? for help"
  case wentBack = "(back)"
  case noAnswerInTime = "(no answer in time)"
  case recordingEdited = "(the flow was edited since: it may go another way)"
  case recordingEnds = "(the recording ends here)"

  // MARK: Help in line mode

  case typeIt = "Type {what}."
  case typeYourAnswer = "Type your answer."
  case typeYesOrNo = "Type yes or no; y or n will do."
  case typeADay = "Type a day, such as {day}, {spelled}, next friday or +3."
  case typeATime = "Type a time, such as 9:30, 9:30 pm or noon."
  case typeByCommas = "Type {what}, separated by commas."
  case typeATitle = "Type {ways}."
  case typeSeveralTitles = "Type {ways}; several separated by commas."
  case wayTitle = "a title"
  case moreAnswers = "… and {count} more. Type a part of an answer to see those with it."
  case wayBeginning = "the beginning of one"
  case wayKey = "a key"
  case wayAll = "“all” for all of them"
  case wayNone = "“none” for none of them"
  case wayRange = "“1-3” for the first three"
  case pressEnterToSubmit = "Press Enter to submit these answers."
  case pressEnterToAnswer = "Press Enter to answer {answer}."
  case fullStopToAnswer = "Type a full stop at once to answer {answer}."
  case typeBack = "Type < alone to go back to the previous question."
  case typeQuestionMark = "If your answer is a question mark alone, type \\? instead."

  // MARK: Prompts that are drawn in place

  case wayOf = "{number} of {all}"
  case wayOfRange = "{number} of {least} to {most}"
  case timeLeft = "{time} left"
  case aboutTimeLeft = "about {time} left"
  case timeOfLimit = "{time} of {limit}"
  case againIn = "again in {time} (try {next} of {most})"
  case enterTriesNow = "enter tries now"
  case percentEachSecond = "{percent} %/s"
  case percentEachMinute = "{percent} %/min"
  case nothingFits = "Nothing fits."
  case chooseAnAnswer = "Choose an answer first."
  case chooseButtonFirst = "Choose a button first."
  case howMany = "{count} chosen"
  case howManyOf = "{count} chosen, {needed}"
  case found = "{count} of {all}"
  case neededOrMore = "{least} or more needed"
  case neededAtMost = "at most {most}"
  case neededExactly = "{count} needed"
  case neededFromTo = "{least} to {most} needed"
  case moreAbove = "{arrow} {count} more"
  case unavailable = "not available"
  case ratingIs = "The answer is {least} to {most}."
  case textTooLong = "The answer is too long; the limit is {limit} bytes."
  case pasteTooLong = "That paste is too long: {bytes} bytes. It was discarded."
  case withLines = "{first} ({count} lines)"
  case yOrN = "y or n"
  case endWith = "ctrl-d to end"
  case goBackTo = "Go back to"
  case isOpen = "open"
  case keptAhead = "Kept for when you come to it again."
  case nothingDepends = "Nothing so far depends on it."
  case oneDepends = "{it} depends on it."
  case someDepend = "{some} depend on it."
  case manyDepend = "{first}, {second} and {count} more depend on it."
  case replaying = "replaying {separator} enter goes on {separator} ctrl-c ends it"

  // MARK: Keys, and what they do

  case keyEnter = "enter"
  case keyEscape = "esc"
  case keyEscapeBegun = "esc{ellipsis}"
  case keyTab = "tab"
  case keyBackTab = "shift-tab"
  case keySpace = "space"
  case keyLetters = "a-z"
  /// The letters that choose all, invert the choice, and choose none.
  case keysOfSeveral = "a, i, n"
  case keyPages = "pgup pgdn"
  case keyEnds = "home end"
  case keyCancel = "ctrl-c"
  case keyEnd = "ctrl-d"
  case keyOutline = "ctrl-g"
  case keyClear = "ctrl-u"
  case keyCutWord = "ctrl-w"
  case keyPutBack = "ctrl-y"
  case keyEditor = "ctrl-x ctrl-e"
  case actGoOn = "go on"
  case actBack = "back"
  case actClose = "close"
  case actOutline = "all answers"
  case actCancel = "cancel"
  case actHelp = "help"
  case actHideHelp = "hide help"
  case actMove = "move"
  case actChoose = "choose"
  case actChooseMore = "choose more"
  case actClear = "clear"
  case actFilter = "filter"
  case actInvert = "invert"
  case actJump = "jump"
  case actMoveByPage = "move by a page"
  case actFirstLast = "first, last"
  case actPress = "press"
  case actSubmit = "submit"
  case actAccept = "accept"
  case actAcceptAnswer = "accept {answer}"
  case actAcceptDefault = "accept the default"
  case actLeaveOut = "leave it out"
  case actEnd = "end"
  case actNewLine = "new line"
  case actEditor = "editor"
  case actStep = "step"
  case actComplete = "complete"
  case actNext = "next"
  case actPrevious = "previous"
  case actDay = "day"
  case actWeek = "week"
  case actMonth = "month"
  case actCutWord = "cut a word"
  case actPutBack = "put it back"

  // MARK: The person's editor

  case editorNotStarted = "The editor can’t be started: {error}."
  case editorNotWritten = "The text can’t be written to a file in {folder}."
  case editorMissing = "There is no editor “{editor}”; set VISUAL or EDITOR."
  case editorFailed = "“{editor}” ended with exit code {code}, so the text is as it was."
  case editorNotRun = "“{editor}” can’t be run, so the text is as it was."
  case editorLost = "“{editor}” has removed the file, so the text is as it was."
  case editorNotText = "What “{editor}” saved isn’t UTF-8, so the text is as it was."
  case editorNoFile = "There can be no file for the editor in {folder}: {error}."

  /// How many parts a list has; nil for any number of them, and for what isn't a list.
  var count: Int? {
    switch self {
    case .months, .monthsShort, .readNumbers: 12
    case .weekdays, .weekdaysShort, .weekdaysInCalendar: 7
    case .keysOfSeveral: 3
    default: nil
    }
  }
}
