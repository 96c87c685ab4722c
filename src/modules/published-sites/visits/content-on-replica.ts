import type { IncomingMessage } from 'node:http'
import { backedByPrimary } from '../../../database/replicas/backed-by-primary.ts'
import { latest } from '../../../database/replicas/log-position.ts'
import { countRead } from '../../../metrics/recorder.ts'
import { positionSeen } from '../../../request/positions.ts'
import { findVersionedSiteAtUrl } from '../addresses/site-address.ts'
import type { Visit } from './visit.ts'

/**
 * Runs what reads the content of a visit: on a replica if there is one that has what the visitor has seen, what was written in
 * the organization, and the site as the primary has it now. The primary has admitted the visitor, and answers what fails on
 * the replica.
 */
export async function readContent<Result>(
  visit: Visit,
  request: Pick<IncomingMessage, 'headers'>,
  read: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const { services, found } = visit
  const { replicas } = services.database
  if (!replicas) return read(visit)
  const reading = replicas.reading(latest(positionSeen(request), found.position))
  const database = reading && backedByPrimary(reading, services.database)
  const ofReplica = database && { ...visit, services: { ...services, database } }
  const isUsed = ofReplica !== undefined && (await hasSameVersions(ofReplica))
  try {
    return await read(isUsed ? ofReplica : visit)
  } finally {
    countRead(reading?.hasFailed() ? 'again' : isUsed ? 'replica' : 'primary')
  }
}

/**
 * Returns whether a replica has the rows that the visit was opened with. Their versions do not come back, and what belongs to
 * them does not change, so that what is read and kept for them is right.
 */
async function hasSameVersions({ services: { config, database }, found }: Visit): Promise<boolean> {
  const there = await findVersionedSiteAtUrl({ config, database: { query: database.query } }, found.url)
  const [one, other] = [there?.versions, found.versions]
  return one?.site === other.site && one.structure === other.structure && one.computed === other.computed
}
