import type { Database } from '../database/client.ts'
import type { Transaction } from '../database/transactions.ts'
import type { HttpResponse } from '../http/response.ts'
import { idempotencyLimits } from './limits.ts'
import { conflict, rateLimited, unprocessable } from './reasons.ts'
import { idOf, seal, type UserKey, unseal } from './sealed-answers.ts'

/** A request with a key, and what makes it the same as another one. */
export interface KeyedRequest extends UserKey {
  readonly fingerprint: string
}

/** Returns what identifies a request in a job that it starts. It does not tell the key. */
export const runIdOf = (request: KeyedRequest): string => `${idOf(request)} ${request.fingerprint}`

interface KeptRow {
  readonly fingerprint: string
  readonly answer: Buffer | null
  readonly isRunning: boolean | null
}

/** A column with the time from which on answers are kept. */
const keptSince = `now() - interval '${idempotencyLimits.hours} hours'`

/** The state of a request that is not one transaction, if its server failed before the answer was kept. */
export const interrupted = Symbol('interrupted')

/**
 * Returns the answer that is kept for a request, `interrupted`, or null for a request that has not run. Until the
 * transaction ends, no other request with the key runs: it is refused, because to wait would take another connection. Throws
 * for a key that was used for another request, and if the user has used too many.
 */
export async function findAnswer(
  transaction: Transaction,
  request: KeyedRequest,
): Promise<HttpResponse | typeof interrupted | null> {
  const id = idOf(request)
  const [lock] = await transaction.query<{ isFirst: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('kept-answer ' || $1, 0)) AS "isFirst"`,
    [id],
  )
  if (!lock?.isFirst) throw conflict('REQUEST_RUNNING')
  const [kept] = await transaction.query<KeptRow>(
    `SELECT fingerprint, answer, "runningUntil" > now() AS "isRunning"
     FROM "KeptAnswer" WHERE id = $1 AND "createdAt" > ${keptSince}`,
    [id],
  )
  if (kept) return answerOf(kept, request)
  await assertMayKeep(transaction, request)
  return null
}

function answerOf(
  { fingerprint, answer, isRunning }: KeptRow,
  request: KeyedRequest,
): HttpResponse | typeof interrupted {
  if (fingerprint !== request.fingerprint)
    throw unprocessable('IDEMPOTENCY_KEY_REUSED', { hours: idempotencyLimits.hours })
  if (!answer && isRunning) throw conflict('REQUEST_RUNNING')
  if (!answer) return interrupted
  const { headers, ...reply } = unseal(answer, request)
  return { ...reply, headers: { ...headers, 'Idempotency-Replayed': 'true' } }
}

async function assertMayKeep(transaction: Transaction, { userId }: UserKey): Promise<void> {
  const [kept] = await transaction.query<{ answers: number; bytes: number }>(
    `SELECT count(*)::int AS answers, coalesce(sum(size), 0)::float8 AS bytes
     FROM "KeptAnswer" WHERE "userId" = $1 AND "createdAt" > ${keptSince}`,
    [userId],
  )
  const { answersOfUser, bytesOfUser } = idempotencyLimits
  if (kept && (kept.answers >= answersOfUser || kept.bytes >= bytesOfUser))
    throw rateLimited('TOO_MANY_IDEMPOTENCY_KEYS')
}

/** Keeps the answer of a request, in the transaction of what it has written. */
export async function keepAnswer(
  transaction: Transaction,
  request: KeyedRequest,
  reply: HttpResponse,
): Promise<void> {
  await transaction.query(keep, [...columnsOf(request), ...sealedColumns(request, reply), null])
}

const columnsOf = (request: KeyedRequest) => [idOf(request), request.userId, request.fingerprint]

/** Replaces an answer that is not kept any longer, but not swept yet. */
const keep = `INSERT INTO "KeptAnswer" (id, "userId", fingerprint, answer, size, "runningUntil")
VALUES ($1, $2, $3, $4, $5, now() + $6::interval)
ON CONFLICT (id) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, answer = EXCLUDED.answer, size = EXCLUDED.size,
  "runningUntil" = EXCLUDED."runningUntil", "createdAt" = now()`

function sealedColumns(request: KeyedRequest, reply: HttpResponse): [answer: Buffer, size: number] {
  const maximum = idempotencyLimits.answerBytes
  if (reply.body !== null && Buffer.byteLength(reply.body) > maximum)
    throw unprocessable('ANSWER_TOO_LARGE', { maximum })
  const answer = seal(reply, request)
  return [answer, answer.length]
}

const lease = `${idempotencyLimits.leaseSeconds} seconds`

/** Records that a request runs that is not one transaction. It counts as interrupted unless this is renewed in time. */
export async function recordRunning(transaction: Transaction, request: KeyedRequest): Promise<void> {
  await transaction.query(keep, [...columnsOf(request), null, 0, lease])
}

/** Records that a request still runs. */
export async function renewRunning(database: Database, request: KeyedRequest): Promise<void> {
  await database.write(
    'UPDATE "KeptAnswer" SET "runningUntil" = now() + $2::interval WHERE id = $1 AND answer IS NULL',
    [idOf(request), lease],
  )
}

/** Keeps the answer of a request that ran, or forgets one that was refused. */
export async function recordEnd(
  database: Database,
  request: KeyedRequest,
  reply: HttpResponse | null,
): Promise<void> {
  const id = idOf(request)
  if (!reply) await database.write('DELETE FROM "KeptAnswer" WHERE id = $1', [id])
  else
    await database.write('UPDATE "KeptAnswer" SET answer = $2, size = $3 WHERE id = $1', [
      id,
      ...sealedColumns(request, reply),
    ])
}

const rowsPerSweep = 1000

/** Deletes the answers that are not kept any longer. */
export async function sweepAnswers(database: Pick<Database, 'write'>): Promise<void> {
  for (;;) {
    const swept = await database.write(
      `DELETE FROM "KeptAnswer" WHERE id IN (
         SELECT id FROM "KeptAnswer" WHERE "createdAt" <= ${keptSince} LIMIT ${rowsPerSweep}) RETURNING id`,
      [],
    )
    if (swept.length < rowsPerSweep) return
  }
}
