import type { Config } from '../../base/config.ts'
import type { ReportProgress } from '../../base/report-progress.ts'
import { StartError } from '../../base/start-error.ts'
import type { Database } from '../../database/client.ts'
import { statementsOn } from '../../database/sessions.ts'
import { waitForSweep } from '../../database/sweep-lock.ts'
import { recordOwner } from '../../modules/content/blob-owners.ts'
import { blobKey } from '../../modules/content/blob-paths.ts'
import { verifyBlob } from '../../modules/content/blobs.ts'
import { assertNoOther, checkStore, markStore } from '../../modules/content/store-id.ts'
import { fileStorage } from '../../storage/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { eachBlob, type KnownBlob } from './each-blob.ts'

export interface MoveOptions {
  readonly database: Database
  /** The configurations with the place where the files are, and with the one to which they are copied. */
  readonly from: Config
  readonly to: Config
  readonly report: ReportProgress
}

export interface MoveResult {
  readonly copied: number
  readonly bytes: number
  /** The number of files that were there already. */
  readonly present: number
  /** The hashes of files to which content refers, and that are missing or damaged where they were. */
  readonly missing: readonly string[]
}

/** The name in the storage of the last hash up to which an earlier run has compared the bytes. */
const noteName = 'moved'

/** Greater than each hash. */
const all = 'g'

/**
 * Copies the files of the database to another place, and reads each back to compare it with its hash. Those that an earlier run
 * has compared are not read again. The server may run meanwhile, and nothing is swept. At the end the place counts as that of the
 * database.
 */
export async function moveFiles({ database, from, to, report }: MoveOptions): Promise<MoveResult> {
  const [source, target] = [fileStorage(from), fileStorage(to)]
  await checkStore({ config: from, database })
  await assertNoOther(target, database)
  const known = (await target.readText(noteName)) ?? ''
  const result = { copied: 0, bytes: 0, present: 0, missing: [] as string[] }
  const startedAt = new Date()
  await database.session(
    async (client) => {
      report('waiting for the sweep', 0, 1)
      await waitForSweep(client)
      const move = async (blob: KnownBlob) => {
        const state = await moveBlob(blob, { source, target, isCompared: blob.hash <= known })
        if (state === 'missing') result.missing.push(...(blob.referenced ? [blob.hash] : []))
        else result[state] += 1
        if (state === 'copied') result.bytes += blob.size
      }
      const onBatch = async (last: string) => {
        if (last > known) await target.write(noteName, Buffer.from(last))
      }
      await eachBlob(statementsOn(client), { step: 'copying', report, onBatch }, move)
      await eachBlob(
        statementsOn(client),
        { step: 'copying what was stored meanwhile', report, since: startedAt },
        async (blob) => {
          if ((await target.size(blobKey(blob.hash))) === undefined) await move(blob)
        },
      )
    },
    { patient: true },
  )
  await target.write(noteName, Buffer.from(all))
  await recordOwner({ config: to, database })
  await markStore(target, database)
  return result
}

interface Places {
  readonly source: Storage
  readonly target: Storage
  /** Whether an earlier run has compared the bytes, if they are there. */
  readonly isCompared: boolean
}

async function moveBlob(
  blob: KnownBlob,
  { source, target, isCompared }: Places,
): Promise<'copied' | 'present' | 'missing'> {
  const key = blobKey(blob.hash)
  if ((await target.size(key)) === blob.size && (isCompared || (await verifyBlob(target, blob))))
    return 'present'
  const bytes = await source.read(key, blob.size)
  if (!bytes) return 'missing'
  await target.write(key, bytes)
  if (await verifyBlob(target, blob)) return 'copied'
  await target.remove(key)
  if (!(await verifyBlob(source, blob))) return 'missing'
  throw new StartError(
    `${key} came back from ${target.name} with other bytes than were stored there; check that server, and run the command again.`,
  )
}
