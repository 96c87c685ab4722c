import type { ProblemTable } from '../base/problems.ts'
import { conditionProblems } from '../formats/expressions/problems.ts'
import { gitFileProblems } from '../formats/git/problems.ts'
import { importLines } from '../formats/import/report/lines.ts'
import { bodyProblems } from '../formats/page/body-problems.ts'
import { sourceProblems } from '../formats/source-problems.ts'
import { gitAddressProblems } from '../git/address-problems.ts'
import { gitProblems } from '../git/problems.ts'
import { urlProblems } from '../http/url-problems.ts'
import { modules } from './modules.ts'

const tables: readonly ProblemTable[] = [
  bodyProblems,
  conditionProblems,
  gitAddressProblems,
  gitFileProblems,
  gitProblems,
  importLines,
  sourceProblems,
  urlProblems,
  ...modules.flatMap(({ problems }) => (problems ? [problems] : [])),
]

/** The problems that messages of the whole server tell (`{problem}` and `{cause}`) and the lines of its reports, by name. */
export const problems: ProblemTable = Object.fromEntries(tables.flatMap((table) => Object.entries(table)))
