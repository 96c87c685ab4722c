import type { ProblemTable } from '../base/problems.ts'
import { conditionProblems } from '../formats/expressions/problems.ts'
import { bodyProblems } from '../formats/page/body-problems.ts'
import { sourceProblems } from '../formats/source-problems.ts'
import { gitAddressProblems } from '../git/address-problems.ts'
import { urlProblems } from '../http/url-problems.ts'
import { gitSyncProblems } from '../modules/git-sync/problems.ts'

/** The problems that messages of the whole server tell (`{problem}` and `{cause}`), by name. */
export const problems: ProblemTable = {
  ...bodyProblems,
  ...conditionProblems,
  ...gitAddressProblems,
  ...gitSyncProblems,
  ...sourceProblems,
  ...urlProblems,
}
