import { accessReasons } from '../access/reasons.ts'
import { admissionReasons } from '../admission/reasons.ts'
import type { ReasonTable } from '../base/reasons.ts'
import { databaseReasons } from '../database/reasons.ts'
import { formatsReasons } from '../formats/reasons.ts'
import { graphqlReasons } from '../graphql/reasons.ts'
import { httpReasons } from '../http/reasons.ts'
import { idempotencyReasons } from '../idempotency/reasons.ts'
import { rateLimitsReasons } from '../rate-limits/reasons.ts'
import { requestReasons } from '../request/reasons.ts'
import { restReasons } from '../rest/reasons.ts'
import { streamReasons } from '../subscriptions/reasons.ts'
import { workersReasons } from '../workers/reasons.ts'
import { modules } from './modules.ts'

const tables: readonly ReasonTable[] = [
  accessReasons,
  admissionReasons,
  databaseReasons,
  formatsReasons,
  graphqlReasons,
  httpReasons,
  idempotencyReasons,
  rateLimitsReasons,
  requestReasons,
  restReasons,
  streamReasons,
  workersReasons,
  ...modules.flatMap(({ reasons }) => (reasons ? [reasons] : [])),
]

/** The causes of errors of the whole server, by name. */
export const reasons: ReasonTable = Object.fromEntries(
  tables.flatMap((table) => Object.entries(table)).sort(([one], [other]) => (one < other ? -1 : 1)),
)
