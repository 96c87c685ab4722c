import { type ProblemTable, problemOfError, problemsOf, type SaidError } from '../base/problems.ts'
import type { Problem } from '../base/templates.ts'
import { badRequest } from './reasons.ts'

/** Why a source cannot be imported: see `SOURCE_UNREADABLE`. */
export const sourceProblems = {
  /** A file that is larger than one may be, or has too much of something. */
  SOURCE_FILE_TOO_LARGE: ['path'],
  SOURCE_PAGE_TOO_LARGE: [],
  SOURCE_TOO_LARGE: [],
  SOURCE_TOO_SLOW: [],
  SOURCE_NESTED_TOO_DEEPLY: ['path'],
  SOURCE_PAGE_NESTED_TOO_DEEPLY: [],
  SOURCE_PATH_TOO_LONG: ['path'],
  SOURCE_PATH_REFUSED: ['path'],
  SOURCE_FILE_MISSING: ['path'],
  SOURCE_FOLDER_MISSING: ['path'],
  /** The words of the parser. */
  SOURCE_MALFORMED: ['path', 'quote'],
  /** A fault of one file or page of the source. */
  SOURCE_PART_UNREADABLE: ['path', 'problem'],
  SOURCE_NOT_TEXT: ['path'],
  SOURCE_NOT_HTML: ['path'],
  SOURCE_NOT_WORD: ['path'],
  SOURCE_WORD_BROKEN: ['path'],
  SOURCE_NOT_OPENAPI: ['path'],
  SOURCE_WITHOUT_OPENAPI: [],
  SOURCE_WITHOUT_PAGES: [],
  SOURCE_NOT_CONFLUENCE: [],
  SOURCE_NOT_GOOGLE_DOCS: [],
  SOURCE_NOT_NOTION: [],
  SOURCE_NOT_ARCHIVE: [],
  SOURCE_ARCHIVE_BROKEN: [],
  SOURCE_ARCHIVE_ENCRYPTED: ['path'],
  SOURCE_NOT_ADDRESS: [],
  SOURCE_REDIRECTED: ['address'],
  SOURCE_DISALLOWED: ['host'],
  /** The words of the program that clones. */
  SOURCE_NOT_CLONED: ['quote'],
  SOURCE_REPOSITORY_BROKEN: [],
  SOURCE_NOT_STORED: [],
  /** A source that the operator names in a command. */
  SOURCE_OF_OPERATOR: [],
} as const satisfies ProblemTable

export const sourceProblem = problemsOf(sourceProblems)

/** Creates the error of a source that cannot be imported, with words in English that say what to do. */
export const invalidSource = <Name extends keyof typeof sourceProblems>(
  ...problem: Parameters<typeof sourceProblem<Name>>
) => badRequest('SOURCE_UNREADABLE', { problem: sourceProblem(...problem) })

/** Returns what an error says of a part of a source, for an error that says of which. */
export const problemOfPart = (error: SaidError): Problem =>
  error.reason === 'SOURCE_UNREADABLE' && typeof error.values?.problem === 'object'
    ? error.values.problem
    : problemOfError(error)
