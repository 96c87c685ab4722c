import type { ProblemTable } from '../base/problems.ts'
import { conditionProblems } from '../formats/expressions/problems.ts'
import { gitFileProblems } from '../formats/git/problems.ts'
import { importLines } from '../formats/import/report-lines.ts'
import { bodyProblems } from '../formats/page/body-problems.ts'
import { sourceProblems } from '../formats/source-problems.ts'
import { gitAddressProblems } from '../git/address-problems.ts'
import { gitProblems } from '../git/problems.ts'
import { urlProblems } from '../http/url-problems.ts'
import { gitSyncProblems } from '../modules/git-sync/problems.ts'

/** The problems that messages of the whole server tell (`{problem}` and `{cause}`) and the lines of its reports, by name. */
export const problems: ProblemTable = {
  ...bodyProblems,
  ...conditionProblems,
  ...gitAddressProblems,
  ...gitFileProblems,
  ...gitProblems,
  ...gitSyncProblems,
  ...importLines,
  ...sourceProblems,
  ...urlProblems,
}
