import { notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { GitPreview } from '../../generated/prisma/client.ts'
import { isBranchName, refOfBranch } from '../../git/names.ts'
import { refOfPullRequest } from '../../git/servers/server-kind.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { maximumPreviews } from './limits.ts'
import { conflict } from './reasons.ts'
import { loadConnection } from './service.ts'

/** Shows a branch or pull request as a change request, which follows it. One that is shown already stays as it is. */
export async function previewRef(context: Context, spaceId: string, name: string): Promise<GitPreview> {
  const connection = await loadConnection(context, spaceId)
  const ref = fullName(name, connection.server)
  if (ref === refOfBranch(connection.branch)) throw brokenRule('ref', 'PREVIEW_OF_OWN_BRANCH')
  return context.database.transaction(async (transaction) => {
    const added = await addPreview(transaction, connection.id, ref, memberOf(context).userId)
    if (!added) throw conflict('TOO_MANY_GIT_PREVIEWS', { maximum: maximumPreviews })
    if (added.isNew)
      await transaction.query('UPDATE "GitLink" SET "dueAt" = now() WHERE id = $1', [connection.id])
    return added.preview
  })
}

/** Adds the preview of a full name, if there is none. Returns undefined if a connection has as many as it may have. */
export async function addPreview(
  transaction: Transaction,
  connectionId: string,
  ref: string,
  createdById: string | null,
): Promise<{ readonly preview: GitPreview; readonly isNew: boolean } | undefined> {
  // Those who add at the same time are counted one after the other.
  await transaction.query('SELECT 1 FROM "GitLink" WHERE id = $1 FOR NO KEY UPDATE', [connectionId])
  const present = await transaction.gitPreview.findUnique({
    where: { connectionId_ref: { connectionId, ref } },
  })
  if (present) return { preview: present, isNew: false }
  if ((await transaction.gitPreview.count({ where: { connectionId } })) >= maximumPreviews) return undefined
  const data = { id: newId('GitPreview'), connectionId, ref, createdById }
  return { preview: await transaction.gitPreview.create({ data }), isNew: true }
}

/** Returns the full name of a branch, or of a pull request by its number, such as `#7`. */
function fullName(name: string, server: Parameters<typeof refOfPullRequest>[0]): string {
  const number = /^[#!](\d{1,9})$/.exec(name)?.[1]
  if (number !== undefined) {
    const ref = refOfPullRequest(server, Number(number))
    if (ref === undefined) throw brokenRule('ref', 'PULL_REQUESTS_UNKNOWN')
    return ref
  }
  if (/^refs\/(heads|pull|merge-requests)\/./.test(name) && isBranchName(name.slice('refs/'.length)))
    return name
  if (!isBranchName(name)) throw brokenRule('ref', 'NOT_BRANCH_OR_PULL_REQUEST')
  return refOfBranch(name)
}

/** Ends a preview. Its change request stays. */
export async function deletePreview(
  context: Context,
  { spaceId, gitPreviewId: id }: { readonly spaceId?: string | null; readonly gitPreviewId: string },
): Promise<{ readonly id: string; readonly connectionId: string }> {
  const { prisma } = context.database
  const found = await prisma.gitPreview.findUnique({ where: { id }, include: { connection: true } })
  const owner = spaceId ?? found?.connection.spaceId
  if (owner === undefined) throw notFound()
  const connection = await loadConnection(context, owner)
  const { count } = await context.database.transaction((transaction) =>
    transaction.gitPreview.deleteMany({ where: { id, connectionId: connection.id } }),
  )
  if (count === 0) throw notFound()
  return { id, connectionId: connection.id }
}
