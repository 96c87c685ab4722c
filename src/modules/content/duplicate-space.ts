import { authorizeCollection, authorizeOrganization } from '../../access/authorize.ts'
import { assertMayGrantLevel, lowerRole } from '../../access/grants.ts'
import { roleOnSpace } from '../../access/viewer.ts'
import { notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Revision, Space } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { positionAfter } from '../collections/children.ts'
import { lockPlace } from '../collections/places.ts'
import { inheritedFrom } from '../collections/tree.ts'
import { createFirstRevision, loadSpace, reloadLocked } from '../spaces/service.ts'
import { primaryContentWritten } from './events.ts'
import { contentColumns } from './revision-rows.ts'
import { loadRevision } from './service.ts'

/**
 * Copies a space with its pages and files, without its history, comments and sites. The copy is placed directly after
 * the original and has the same permissions, as far as the viewer may give them. Pages and files keep their ids, which are
 * unique within a space, so that links between them also work in the copy; bodies and bytes are shared.
 */
export const duplicateSpace = (context: Context, spaceId: string): Promise<Space> =>
  duplicateSpaceWith(context, spaceId, async (_transaction, copy) => copy)

/** Copies a space likewise, and does something with the copy in the same transaction. */
export async function duplicateSpaceWith<Result>(
  context: Context,
  spaceId: string,
  use: (transaction: Transaction, copy: Space) => Promise<Result>,
): Promise<Result> {
  const space = await loadSpace(context, spaceId)
  await authorizeCopy(context, space)
  const viewer = memberOf(context)
  const source = await loadRevision(context, { spaceId })
  return longTransaction(context.database, { milliseconds: 120_000 }, async (transaction) => {
    const original = await reloadLocked(transaction, space)
    const held = roleOnSpace(viewer, original)
    assertMayGrantLevel(held, original.effectiveLevel)
    const copy = await createCopy(transaction, original)
    const target = await createFirstRevision(transaction, copy, viewer.userId)
    await copyContent(transaction, source, target.branchId)
    if (source.variables !== null)
      await transaction.revision.update({ where: { id: target.id }, data: { variables: source.variables } })
    await publishCopy(transaction, source, target, copy)
    await copyPermissions(transaction, { from: original, to: copy, held })
    return use(transaction, copy)
  })
}

async function authorizeCopy(context: Context, space: Space): Promise<void> {
  if (space.parentId === null) return authorizeOrganization(context, space.organizationId)
  const parent = await context.database.prisma.collection.findUnique({ where: { id: space.parentId } })
  if (!parent) throw notFound()
  authorizeCollection(context, parent)
}

const maximumTitle = 50
const suffix = ' (copy)'

const copyTitle = (title: string) => [...title].slice(0, maximumTitle - suffix.length).join('') + suffix

async function createCopy(transaction: Transaction, space: Space): Promise<Space> {
  const { organizationId, parentId, emoji, icon, language, visibility, editMode, defaultLevel, mergeRules } =
    space
  const parent = await lockPlace(transaction, space)
  return transaction.space.create({
    data: {
      id: newId('Space'),
      organizationId,
      parentId,
      title: copyTitle(space.title),
      emoji,
      icon,
      language,
      visibility,
      editMode,
      defaultLevel,
      mergeRules: mergeRules ?? undefined,
      ...inheritedFrom(parent, defaultLevel),
      position: await positionAfter(transaction, space),
      sharesContentIds: true,
      revisionId: newId('Revision'),
    },
  })
}

/** Copies the rows within the database, with one statement for each table. */
async function copyContent(
  transaction: Transaction,
  { branchId, sequence }: Pick<Revision, 'branchId' | 'sequence'>,
  targetBranchId: string,
): Promise<void> {
  for (const [model, columns] of Object.entries(contentColumns))
    await transaction.query(
      `INSERT INTO "${model}" (id, "branchId", sequence, ${columns})
       SELECT left(v.id, 3) || left(encode(sha256(convert_to(v.id || $3, 'UTF8')), 'hex'), 26), $3, 1, ${columns}
       FROM "${model}" v
       WHERE v."branchId" = $1 AND v.sequence <= $2 AND NOT v.deleted
         AND (v."endSequence" IS NULL OR v."endSequence" > $2)`,
      [branchId, sequence, targetBranchId],
    )
}

async function publishCopy(
  transaction: Transaction,
  source: Revision,
  { spaceId, branchId, sequence }: Revision,
  { searchedAt }: Space,
): Promise<void> {
  const pages = await transaction.pageVersion.findMany({ where: { branchId }, select: { pageId: true } })
  const pageIds = pages.map(({ pageId }) => pageId)
  await primaryContentWritten.publish(transaction, {
    spaceId,
    branchId,
    sequence,
    searchedAt,
    copiedFrom: { spaceId: source.spaceId, branchId: source.branchId, sequence: source.sequence },
    pageIds,
    fileIds: [],
    reusableIds: [],
    documents: [],
  })
}

/** Gives all who have a role on the original the same role on the copy, but none above `held`, the role of the viewer. */
async function copyPermissions(
  transaction: Transaction,
  { from, to, held }: { from: Space; to: Space; held: Role | null },
): Promise<void> {
  const permissions = await transaction.contentPermission.findMany({ where: { spaceId: from.id } })
  if (permissions.length === 0 || held === null) return
  await transaction.contentPermission.createMany({
    data: permissions.map((permission) => ({
      ...permission,
      id: newId('ContentPermission'),
      spaceId: to.id,
      role: lowerRole(permission.role, held),
    })),
  })
}
