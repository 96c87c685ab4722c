import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { inExistingOrganization } from '../../access/existing-organization.ts'
import { announceEvents } from '../../audit/written-events.ts'
import type { Config } from '../../base/config.ts'
import { newId } from '../../base/identifiers.ts'
import { writeNewFile } from '../../base/private-files.ts'
import { makeTemporaryFilesFolder, temporaryFilePath, withFolderIn } from '../../base/temporary-files.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { OpenAPISpec, Prisma } from '../../generated/prisma/client.ts'
import { queueRevalidation, tellsOfChanges } from '../../renderer/revalidation-queue.ts'
import type { StoredBlob } from '../content/blob-paths.ts'
import { openBlob, storeBlobPieces } from '../content/blobs.ts'
import { queueComputedIndexing } from '../content/computed/indexing-queue.ts'
import { bundleInWorker } from './bundle/bundle-in-worker.ts'
import type { BundleLimits } from './bundle/limits.ts'
import type { BundledSpec, FailedSpec } from './bundle/worker.ts'
import { readPages } from './pages/page-lines.ts'
import { areStoredPages, replaceSpecPages } from './pages/stored-pages.ts'
import { recordProcessed } from './processed-event.ts'
import { withSpecLock } from './spec-lock.ts'

export interface ProcessingServices {
  readonly config: Config
  readonly database: Database
  readonly limits?: Partial<BundleLimits>
  /** Aborts the work, which another process can then resume. */
  readonly signal?: AbortSignal
  /** Logs why a document could not be read; clients receive only the code. */
  readonly report?: (message: string) => void
}

const unfinished = {
  processingState: { in: ['PENDING', 'PROGRESS'] },
  ...inExistingOrganization,
} satisfies Prisma.OpenAPISpecWhereInput

/** Processes pending specifications and those that a crashed process left unfinished, except those locked by others. */
export async function processPendingSpecs(services: ProcessingServices): Promise<void> {
  let after = ''
  for (;;) {
    const spec = await services.database.prisma.openAPISpec.findFirst({
      where: { ...unfinished, id: { gt: after } },
      select: { id: true },
      orderBy: { id: 'asc' },
    })
    if (!spec) return
    after = spec.id
    await processSpec(services, spec.id)
  }
}

/** Processes a specification until it is complete, unless another process holds its lock. */
export async function processSpec(services: ProcessingServices, specId: string): Promise<void> {
  for (;;) {
    const isOurs = await withSpecLock(services.database, specId, async () => {
      while (await processOnce(services, specId));
    })
    if (!isOurs) return
    // Another job may have found the lock taken after the last check and skipped a newer source.
    const { prisma } = services.database
    if ((await prisma.openAPISpec.count({ where: { id: specId, ...unfinished } })) === 0) return
  }
}

/** Returns false if there was nothing to do. */
async function processOnce(services: ProcessingServices, specId: string): Promise<boolean> {
  const [spec] = await services.database.transaction((transaction) =>
    transaction.openAPISpec.updateManyAndReturn({
      where: { id: specId, ...unfinished },
      data: { processingState: 'PROGRESS' },
    }),
  )
  if (!spec) return false
  await withFolderIn(await makeTemporaryFilesFolder(services.config), async (folder) => {
    const outcome = await readSpec(services, spec, folder)
    if (outcome.kind === 'failed') await storeFailure(services, spec, outcome)
    else await storeVersion(services, spec, outcome)
  })
  announceEvents(services.database)
  return true
}

/** Reads a specification in a process of its own, which leaves its files in a folder. */
async function readSpec(
  { config, database, signal, limits }: ProcessingServices,
  { id, organizationId, sourceUrl, sourceBlobHash }: OpenAPISpec,
  folder: string,
): Promise<BundledSpec | FailedSpec> {
  const options = { owner: organizationId, folder, allow: config.outboundAllow, limits, signal }
  if (sourceUrl !== null) return bundleInWorker({ kind: 'url', url: sourceUrl }, options)
  if (sourceBlobHash === null) throw new Error(`the source of ${id} is missing`)
  const blob = await findBlob(database, sourceBlobHash)
  const path = temporaryFilePath(folder)
  await pipeline(await openBlob(config, blob), writeNewFile(path))
  return bundleInWorker({ kind: 'file', path }, options)
}

export const findBlob = ({ prisma }: Database, hash: string): Promise<StoredBlob> =>
  prisma.blob.findUniqueOrThrow({ where: { hash }, select: { hash: true, size: true } })

/** Matches the specification only if it was not changed or deleted since processing started. */
const ofThisRun = ({ id, generation }: OpenAPISpec) => ({ id, generation })

const completeNow = (lastProcessErrorCode: OpenAPISpec['lastProcessErrorCode']) => {
  const now = new Date()
  return { processingState: 'COMPLETE', lastProcessErrorCode, lastProcessedAt: now, updatedAt: now } as const
}

async function storeFailure(
  { database, report }: ProcessingServices,
  spec: OpenAPISpec,
  { code, reason }: FailedSpec,
): Promise<void> {
  report?.(`Cannot process ${spec.id} (${code}): ${reason}`)
  await database.transaction(async (transaction) => {
    const { count } = await transaction.openAPISpec.updateMany({
      where: ofThisRun(spec),
      data: completeNow(code),
    })
    if (count > 0) await recordProcessed(transaction, spec, 'failed')
  })
}

/** Stores a new version if the content differs from the last one. */
async function storeVersion(
  services: ProcessingServices,
  spec: OpenAPISpec,
  { filesystem, source, fileName, contentType, contentHash, pages, pagesFault }: BundledSpec,
): Promise<void> {
  if (pagesFault !== undefined) services.report?.(`Cannot convert ${spec.id} to pages: ${pagesFault}`)
  // Stored outside of the transaction: blobs are named by their content, so unreferenced ones are harmless.
  const blob = await storeBlobPieces(services, () => createReadStream(filesystem))
  const sourceBlob = await storeBlobPieces(services, () => createReadStream(source))
  await services.database.transaction(async (transaction) => {
    const where = ofThisRun(spec)
    const { count } = await transaction.openAPISpec.updateMany({ where, data: completeNow(null) })
    if (count === 0) return
    if (await isLastContent(transaction, spec.id, contentHash)) {
      await recordProcessed(transaction, spec, 'processed')
      if (await areStoredPages(transaction, spec.id, readPages(pages))) return
      await replaceSpecPages(transaction, spec.id, readPages(pages))
      await queueComputedIndexing(transaction)
      return
    }
    const version = await transaction.openAPISpecVersion.create({
      data: {
        id: newId('OpenAPISpecVersion'),
        specId: spec.id,
        blobHash: blob.hash,
        sourceBlobHash: sourceBlob.hash,
        fileName,
        contentType,
        contentHash,
      },
    })
    await transaction.openAPISpec.update({ where: { id: spec.id }, data: { lastVersionId: version.id } })
    await recordProcessed(transaction, spec, 'processed')
    await replaceSpecPages(transaction, spec.id, readPages(pages))
    await queueComputedIndexing(transaction)
    if (tellsOfChanges(services.config)) await queueRevalidation(transaction.query, spec.organizationId)
  })
}

async function isLastContent(
  transaction: Transaction,
  specId: string,
  contentHash: string,
): Promise<boolean> {
  const spec = await transaction.openAPISpec.findUnique({
    where: { id: specId },
    select: { lastVersionId: true },
  })
  if (!spec?.lastVersionId) return false
  return (
    (await transaction.openAPISpecVersion.count({ where: { id: spec.lastVersionId, contentHash } })) === 1
  )
}
