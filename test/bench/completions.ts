import { changeRequest } from './screens/change-request.ts'
import { page } from './screens/page.ts'

/**
 * For the statements that leave something to code: functions that put the text of the response together from the columns
 * of the row.
 */
export const completions: Readonly<Record<string, (columns: readonly string[]) => string>> = {
  'screen-PageScreen': page.complete,
  'screen-ChangeRequestScreen': changeRequest.complete,
}
