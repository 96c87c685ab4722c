import { conflict, notFound } from '../../errors.ts'
import type { Prisma, Revision, RevisionType, Space } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { type StoredDocument, storeDocuments } from './documents-store.ts'

export type NewPageVersion = Prisma.PageVersionUncheckedCreateInput
export type NewFileVersion = Prisma.FileVersionUncheckedCreateInput

/** The git commit that a revision comes from. */
export interface RevisionGit {
  readonly oid: string
  readonly message: string
  readonly createdByService?: boolean
  readonly url?: string
  readonly ref?: string
}

/** A revision that is being written: its branch is locked, so that no other writer comes between. */
export interface OpenRevision {
  readonly transaction: Prisma.TransactionClient
  readonly space: Space
  readonly branchId: string
  readonly sequence: number
  readonly createdAt: Date
}

/** What a revision changes. What it does not name stays as it is, without being written. */
export interface RevisionChanges {
  /** Ids of the rows of pages and files that hold no longer. */
  readonly endedPages?: readonly string[]
  readonly endedFiles?: readonly string[]
  readonly pages?: readonly ContentRow<NewPageVersion>[]
  readonly files?: readonly ContentRow<NewFileVersion>[]
  readonly documents?: readonly StoredDocument[]
}

/** A row of content without the columns that say in which revisions it holds. */
export type ContentRow<Row> = Omit<Row, 'id' | 'branchId' | 'sequence' | 'endSequence' | 'deleted'>

export interface RevisionOptions {
  readonly type?: RevisionType
  readonly git?: RevisionGit
}

export interface WrittenRevision<Result> {
  readonly space: Space
  readonly revision: Revision
  readonly result: Result
}

/**
 * Adds one revision to the primary content of a space, in one transaction: what `change` returns is written, or
 * nothing is. Writers of one space wait for each other; readers wait for nobody.
 */
export function writeRevision<Result>(
  context: Context,
  spaceId: string,
  change: (revision: OpenRevision) => Promise<{ changes: RevisionChanges; result: Result }>,
  options: RevisionOptions = {},
): Promise<WrittenRevision<Result>> {
  return context.database.prisma.$transaction(
    async (transaction) => {
      const open = await openRevision(transaction, spaceId)
      const { changes, result } = await change(open)
      await storeDocuments(transaction, changes.documents ?? [])
      await endRows(open, changes)
      await insertRows(open, 'PageVersion', changes.pages ?? [])
      await insertRows(open, 'FileVersion', changes.files ?? [])
      return { ...(await closeRevision(open, viewerOf(context).userId, options)), result }
    },
    { maxWait: 15_000, timeout: 120_000 },
  )
}

async function openRevision(transaction: Prisma.TransactionClient, spaceId: string): Promise<OpenRevision> {
  const [branch] = await transaction.$queryRaw<{ id: string; headSequence: number }[]>`
    SELECT id, "headSequence" FROM "Branch" WHERE "spaceId" = ${spaceId} AND kind = 'MAIN' FOR UPDATE`
  // Read behind the lock: an earlier writer may just have made the revision that this one follows.
  const space = await transaction.space.findFirst({ where: { id: spaceId, deletedAt: null } })
  if (!branch || !space) throw notFound()
  if (space.editMode === 'LOCKED')
    throw conflict('The content of this space is locked; it changes through change requests only.')
  return {
    transaction,
    space,
    branchId: branch.id,
    sequence: branch.headSequence + 1,
    createdAt: new Date(),
  }
}

async function endRows({ transaction, sequence }: OpenRevision, changes: RevisionChanges): Promise<void> {
  const { endedPages = [], endedFiles = [] } = changes
  if (endedPages.length > 0)
    await transaction.$executeRaw`
      UPDATE "PageVersion" SET "endSequence" = ${sequence} WHERE id = ANY(${endedPages}::text[])`
  if (endedFiles.length > 0)
    await transaction.$executeRaw`
      UPDATE "FileVersion" SET "endSequence" = ${sequence} WHERE id = ANY(${endedFiles}::text[])`
}

const rowsPerStatement = 2000

/** Many rows in a statement with a single parameter, which keeps thousands of pages a matter of a second. */
async function insertRows(
  { transaction, branchId, sequence }: OpenRevision,
  model: 'PageVersion' | 'FileVersion',
  rows: readonly object[],
): Promise<void> {
  const defaults =
    model === 'PageVersion' ? { hidden: false, noIndex: false, noRobotsIndex: false, type: 'DOCUMENT' } : {}
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const versions = rows.slice(start, start + rowsPerStatement).map((row) => ({
      ...defaults,
      ...row,
      id: newId(model),
      branchId,
      sequence,
      endSequence: null,
      deleted: false,
    }))
    await transaction.$executeRawUnsafe(
      `INSERT INTO "${model}" SELECT * FROM json_populate_recordset(NULL::"${model}", $1::json)`,
      JSON.stringify(versions),
    )
  }
}

async function closeRevision(
  { transaction, space, branchId, sequence, createdAt }: OpenRevision,
  userId: string,
  { type = 'EDITS', git }: RevisionOptions,
): Promise<{ space: Space; revision: Revision }> {
  const revision = await transaction.revision.create({
    data: {
      id: newId('Revision'),
      spaceId: space.id,
      branchId,
      sequence,
      type,
      parents: [space.revisionId],
      createdAt,
      createdById: userId,
      gitOid: git?.oid,
      gitMessage: git?.message,
      gitCreatedByService: git && (git.createdByService ?? false),
      gitURL: git?.url,
      gitRef: git?.ref,
    },
  })
  await transaction.branch.update({ where: { id: branchId }, data: { headSequence: sequence } })
  const updated = await transaction.space.update({
    where: { id: space.id },
    data: { revisionId: revision.id, updatedAt: createdAt },
  })
  return { space: updated, revision }
}
