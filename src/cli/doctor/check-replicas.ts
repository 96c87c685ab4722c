import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../base/config.ts'
import type { ConnectedDatabase } from '../../database/client.ts'
import { openReplicas } from '../../database/open.ts'
import type { ReplicaProblem, ReplicaState } from '../../database/replicas/replicas.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('replicas')

/** The looks at replicas, of which each finds out what the one before could not know: since when something is missing. */
const looks = 3
const pauseMs = 1000

/** Checks that the replicas in DATABASE_READ_URLS answer, follow this database and do not lag. Nothing without them. */
export async function checkReplicas(config: Config, database: ConnectedDatabase): Promise<Finding[]> {
  if (config.databaseReadUrls.length === 0 || config.readsOnly) return []
  const replicas = openReplicas(config, database, { warn: () => {} })
  try {
    for (let look = 0; look < looks; look++) {
      if (look > 0) await setTimeout(pauseMs)
      await replicas.look()
      if (replicas.states.every((state) => state.problem === null)) break
    }
    return replicas.states.map(findingOf)
  } finally {
    await replicas.close()
  }
}

const remedies: Readonly<Record<ReplicaProblem, string>> = {
  unreachable:
    'Check that it runs, that its host and password in DATABASE_READ_URLS are right, and the firewall.',
  lagging:
    'Give it more processor and disk, end long reads on it, or raise READ_MAX_LAG_SECONDS and READ_MAX_LAG_BYTES.',
  'not a replica': 'Make it follow the primary, or take it out of DATABASE_READ_URLS.',
  'another database': 'Set DATABASE_READ_URLS to replicas of the server in DATABASE_URL.',
}

const messages: Readonly<Record<ReplicaProblem, string>> = {
  unreachable: 'does not answer',
  lagging: 'lags more than it may',
  'not a replica': 'accepts writes, so that it is no replica',
  'another database': 'follows another database than that of DATABASE_URL',
}

function findingOf({ place, problem: found, lagBytes, lagSeconds }: ReplicaState): Finding {
  const lag =
    lagBytes === null
      ? ''
      : ` (${lagBytes} bytes${lagSeconds === null ? '' : `, ${lagSeconds.toFixed(1)} seconds`})`
  if (found === null) return ok(`The replica ${place} follows the database${lag}.`)
  const say = found === 'lagging' ? warning : problem
  return say(`The replica ${place} ${messages[found]}${lag}, so that it is not read.`, remedies[found])
}
