import { transactionOf } from '../database/one-transaction.ts'
import type { ReplicaReading } from '../database/replicas/replicas.ts'
import { countRead } from '../metrics/recorder.ts'
import type { Context } from '../request/context.ts'
import { Cost } from '../request/cost.ts'

/** The result of a query, or null if what it has read cannot be used. */
type Answer<Result> = (context: Context) => Promise<Result | null>

/**
 * Runs a query on a replica that has all that its viewer has seen and written, if there is one. Returns null if the primary
 * is to answer: no replica has that, its reads failed there, or the token has the viewer no longer.
 */
export async function readReplica<Result>(context: Context, answer: Answer<Result>): Promise<Result | null> {
  const { database, position } = context
  if (!position?.required || !database.replicas || transactionOf(database)) return null
  const required = await position.required()
  const replica = required === null ? undefined : database.replicas.reading(required)
  const result = replica ? await answerOn(replica, context, answer) : null
  countRead(result === null ? (replica ? 'again' : 'primary') : 'replica')
  return result
}

/** Answers with a cost of its own, so that what is read in vain counts for nothing. */
async function answerOn<Result>(
  { database, hasFailed }: ReplicaReading,
  context: Context,
  answer: Answer<Result>,
): Promise<Result | null> {
  const cost = context.cost && new Cost(context.cost.limits)
  try {
    const result = await answer({ ...context, database, ...(cost && { cost }) })
    if (hasFailed() || result === null) return null
    if (cost) context.cost?.include(cost)
    return result
  } catch (error) {
    if (hasFailed()) return null
    throw error
  }
}
