import { insertEvents, labelOfUser } from '../../audit/event-statements.ts'
import { typesOfJobs } from '../../audit/event-types.ts'

/**
 * Returns a statement that ends jobs, and inserts the event of each. `update` is an UPDATE of "Job" without RETURNING, after which
 * the jobs have the status. The actor is the user who asked for the job, or another, given in SQL.
 */
export const endWithEvents = (
  update: string,
  status: keyof (typeof typesOfJobs)['IMPORT'],
  actor = 'j."requestedById"',
): string => `
WITH ended AS (${update} RETURNING *)
${insertEvents(
  {
    // A job ends once.
    id: `'evt' || substr(j.id, 4)`,
    organizationId: 'j."organizationId"',
    type: `CASE j.kind::text ${Object.entries(typesOfJobs)
      .map(([kind, types]) => `WHEN '${kind}' THEN '${types[status]}'`)
      .join(' ')} END`,
    occurredAt: 'now()',
    actorUserId: actor,
    actorLabel: labelOfUser(actor),
    targetType: `'Job'`,
    targetId: 'j.id',
    spaceId: 'j."spaceId"',
    siteId: 'j."siteId"',
    changeRequestId: 'j."changeRequestId"',
    jobId: 'j.id',
    changes: `jsonb_build_array(jsonb_build_object('objectType', 'Job', 'objectId', j.id, 'before', NULL, 'omitted', '[]'::jsonb,
      'after', jsonb_strip_nulls(jsonb_build_object('kind', j.kind, 'status', j.status, 'errorCode', j."errorCode",
        'errorReason', j."errorReason", 'revisionId', j."revisionId"))))`,
  },
  'ended j',
)} ON CONFLICT (id) DO NOTHING`
