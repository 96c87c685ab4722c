import { causeExtension } from '../graph/declare/cause.ts'
import type { Allowance } from '../rate-limits/rate-limiter.ts'
import type { Cost } from '../request/cost.ts'
import { builder } from './builder.ts'

/** The number of objects that an operation may read for one more point. */
const objectsPerPoint = 100

/** Returns the points of what an operation has read, besides the one of its request. */
export const pointsOf = (cost: Cost): number => Math.floor(cost.report().objects.actual / objectsPerPoint)

const RateLimit = builder.objectRef<Allowance>('RateLimit').implement({
  description: 'The rate limit of the caller in the current window of one minute.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'The points that the caller may use per minute.' }),
    remaining: t.exposeInt('remaining', {
      description: 'The points that are left, not counting what this operation reads.',
    }),
    resetAt: t.expose('resetAt', {
      type: 'DateTime',
      description: 'The date and time at which the caller has all points again.',
    }),
    cost: t.exposeInt('cost', {
      description: `Points used so far by this request: 1, plus 1 per ${objectsPerPoint} objects that mutations before this field have read. The headers of the response have the points of the whole request.`,
    }),
  }),
})

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimit,
    nullable: true,
    description: 'The rate limit of the caller. Null if the server has none.',
    permission: 'authenticated',
    extensions: { [causeExtension]: 'It reads no row.' },
    resolve: (_root, _args, { allowance }) => allowance ?? null,
  }),
)
