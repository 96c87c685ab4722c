import { authorizeSpace, declaredPermission } from '../../access/authorize.ts'
import { assertMayChangeLevel } from '../../access/grants.ts'
import { roleOnSpace } from '../../access/viewer.ts'
import { invalidInput, notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { type ColumnValues, insertRow, selectRow, updateRow } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Revision, Space } from '../../generated/prisma/client.ts'
import type { DefaultLevel, EditMode } from '../../generated/prisma/enums.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import {
  isPositionTaken,
  lastPosition,
  lockChildren,
  type Place,
  positionAfter,
} from '../collections/children.ts'
import { loadPlaceForContent, lockPlace, movedConcurrently } from '../collections/places.ts'
import { spacesWith } from '../collections/policy.ts'
import { spacesDeleted, spacesRestored } from '../collections/space-events.ts'
import { inheritedFrom, lockParent } from '../collections/tree.ts'
import { type MergeRulesInput, storedMergeRules } from '../organizations/merge-rules.ts'
import { loadOrganization } from '../organizations/service.ts'
import { contentRequested, type FirstContent } from './events.ts'
import { readableSpaces, readableSpacesWithDeleted } from './policy.ts'
import { conflict } from './reasons.ts'

const defaultEmoji = '📄'

/** Loads a space. Throws NOT_FOUND if it is deleted or the viewer may not see it. */
export async function loadSpace(context: Context, id: string): Promise<Space> {
  const where = { AND: [{ id }, readableSpaces(viewerOf(context))] }
  return orNotFound(await selectRow(context.database.query, 'Space', where))
}

/** Loads a space, on which the viewer must have the permission of the operation. Throws if it is not readable, or if they have not. */
export async function loadAuthorizedSpace(context: Context, id: string): Promise<Space> {
  const space = await loadSpace(context, id)
  authorizeSpace(context, space)
  return space
}

/** Loads a space like loadSpace, but also a deleted one that the viewer may restore. */
async function loadSpaceWithDeleted(context: Context, id: string): Promise<Space> {
  const where = { AND: [{ id }, readableSpacesWithDeleted(viewerOf(context))] }
  return orNotFound(await selectRow(context.database.query, 'Space', where))
}

interface SpaceFields {
  readonly title?: string | null
  readonly emoji?: string | null
  readonly language?: string | null
  readonly editMode?: EditMode | null
}

export interface CreateSpace extends SpaceFields {
  /** Its id, if links to it were written before it exists. */
  readonly id?: string
  readonly parent?: string | null
  /** The source of a computed page in the space. */
  readonly computedSource?: unknown
  /** Whether the space has no page, also if it would have a first page otherwise. */
  readonly empty?: boolean | null
}

/** Creates a space after its siblings. It is empty without a computed source, unless it is to have a first page. */
export async function createSpace(
  context: Context,
  organizationId: string,
  input: CreateSpace,
  hasFirstPage = false,
): Promise<Space> {
  const organization = await loadOrganization(context, organizationId)
  const place = await loadPlaceForContent(context, organization.id, input.parent ?? null)
  const viewer = memberOf(context)
  const { computedSource, empty, ...fields } = input
  if (empty && computedSource != null) throw invalidInput('empty', 'cannot be combined with computedSource')
  const content = firstContent(computedSource, hasFirstPage && !empty)
  return context.database.transaction(async (transaction) => {
    const space = await createSpaceIn(transaction, { ...place, ...fields, createdById: viewer.userId })
    if (!content) return space
    await contentRequested.publish(transaction, { space, viewer, content })
    return transaction.space.findUniqueOrThrow({ where: { id: space.id } })
  })
}

function firstContent(computedSource: unknown, hasFirstPage: boolean): FirstContent | undefined {
  if (computedSource != null) return { computedSource }
  return hasFirstPage ? { page: 'empty' } : undefined
}

export interface NewSpace extends SpaceFields {
  readonly id?: string | undefined
  readonly organizationId: string
  readonly parentId: string | null
  readonly createdById: string | null
}

/** Creates an empty space with its primary branch and first revision. The caller must have checked that it is allowed. */
export async function createSpaceIn(
  transaction: Transaction,
  { id, organizationId, parentId, createdById, title, emoji, language, editMode }: NewSpace,
): Promise<Space> {
  const place = { organizationId, parentId }
  await lockChildren(transaction, place)
  const parent = await lockPlace(transaction, place)
  const position = await lastPosition(transaction, place)
  // The time after the wait for the lock, in which order the positions are too.
  const now = new Date()
  const space = await insertRow(transaction.query, 'Space', {
    id: id ?? newId('Space'),
    ...place,
    ...inheritedFrom(parent, 'INHERIT'),
    title: title ?? 'Untitled',
    emoji: emoji ?? defaultEmoji,
    language: language?.toLowerCase() ?? null,
    editMode: editMode ?? 'LIVE',
    position,
    revisionId: newId('Revision'),
    createdAt: now,
    updatedAt: now,
  })
  await createFirstRevision(transaction, space, createdById)
  return space
}

/** Creates the primary branch of a new space, and its first, empty revision. */
export async function createFirstRevision(
  transaction: Transaction,
  space: Space,
  createdById: string | null,
): Promise<Revision> {
  const run = transaction.query
  const { id: spaceId, revisionId: id, createdAt } = space
  const branchId = newId('Branch')
  return insertRow(
    run,
    'Revision',
    { id, spaceId, branchId, sequence: 1, type: 'EDITS', parents: [], createdById, createdAt },
    (parameters) =>
      `INSERT INTO "Branch" (id, "spaceId", kind, "headSequence", "createdAt")
       VALUES (${parameters.add(branchId)}, ${parameters.add(spaceId)}, 'MAIN', 1, ${parameters.add(createdAt)})`,
  )
}

export interface UpdateSpace extends SpaceFields {
  readonly defaultLevel?: DefaultLevel | null
  readonly icon?: string | null
  readonly mergeRules?: MergeRulesInput | null
}

/**
 * Updates a space. A changed level is calculated from that of its collection, which is locked.
 *
 * @param returning - The columns that the caller reads of the space. By default all of them.
 */
export async function updateSpace(
  context: Context,
  spaceId: string,
  input: UpdateSpace,
  returning?: readonly string[],
): Promise<Space> {
  return (await updateAtOnce(context, spaceId, input, returning)) ?? updateLocked(context, spaceId, input)
}

/**
 * Authorizes and updates a space in one statement. Returns null for what needs a lock, and for what is refused, of which
 * `updateLocked` tells the reason.
 */
async function updateAtOnce(
  context: Context,
  id: string,
  input: UpdateSpace,
  returning: readonly string[] | undefined,
): Promise<Space | null> {
  if (input.defaultLevel !== undefined || input.mergeRules || (input.emoji && input.icon)) return null
  const viewer = viewerOf(context)
  const allowed = spacesWith(viewer, declaredPermission(context, 'space'))
  const where = { AND: [{ id }, readableSpaces(viewer), allowed] }
  return updateRow(context.database.write, 'Space', where, changesOf(input), {
    recordsEvent: true,
    returning,
  })
}

const changesOf = (input: UpdateSpace): ColumnValues<'Space'> => ({
  title: input.title ?? undefined,
  editMode: input.editMode ?? undefined,
  language: input.language === null ? null : input.language?.toLowerCase(),
  ...appearance(input),
  updatedAt: new Date(),
})

async function updateLocked(context: Context, spaceId: string, input: UpdateSpace): Promise<Space> {
  const space = await loadAuthorizedSpace(context, spaceId)
  const { defaultLevel } = input
  const changes = changesOf(input)
  if (input.mergeRules)
    changes.mergeRules = await storedMergeRules(context, space.organizationId, input.mergeRules, 'INHERIT')
  return context.database.transaction(async (transaction) => {
    if (defaultLevel !== undefined) {
      const current = await reloadLocked(transaction, space)
      const { effectiveLevel } = inheritedFrom(await lockPlace(transaction, space), defaultLevel)
      assertMayChangeLevel(roleOnSpace(viewerOf(context), current), current.effectiveLevel, effectiveLevel)
      Object.assign(changes, { defaultLevel, effectiveLevel })
    }
    return changeSpace(transaction, space.id, changes)
  })
}

/** Returns the changes of emoji and icon. A space has one of them: setting one resets the other, as does null. */
function appearance({ emoji, icon }: UpdateSpace): { emoji?: string; icon?: string | null } {
  if (emoji && icon) throw invalidInput('icon', 'cannot be set together with emoji')
  if (emoji) return { emoji, icon: null }
  if (icon) return { emoji: defaultEmoji, icon }
  return { emoji: emoji === null ? defaultEmoji : undefined, icon }
}

/** Updates the row of a space. Throws NOT_FOUND if it is deleted. */
export async function changeSpace(
  transaction: Transaction,
  id: string,
  data: ColumnValues<'Space'>,
): Promise<Space> {
  return orNotFound(await updateRow(transaction.query, 'Space', { id, deletedAt: null }, data))
}

/** Locks the children of the space's parent and of `places`, and reloads the space. Throws CONFLICT if it was moved. */
export async function reloadLocked(
  transaction: Transaction,
  space: Space,
  ...places: readonly Place[]
): Promise<Space> {
  await lockChildren(transaction, space, ...places)
  const current = await selectRow(transaction.query, 'Space', { id: space.id })
  if (!current || (current.deletedAt && !space.deletedAt)) throw notFound()
  if (current.parentId !== space.parentId || current.organizationId !== space.organizationId)
    throw movedConcurrently()
  return current
}

/** Marks a space as deleted. It can be restored within the retention period. */
export async function deleteSpace(context: Context, spaceId: string): Promise<Space> {
  const space = await loadAuthorizedSpace(context, spaceId)
  return context.database.transaction(async (transaction) => {
    await spacesDeleted.publish(transaction, [space.id])
    return changeSpace(transaction, space.id, { deletedAt: new Date() })
  })
}

/** Restores a deleted space to its position, or to the end of the root if its collection was deleted. */
export async function restoreSpace(context: Context, spaceId: string): Promise<Space> {
  const space = await loadSpaceWithDeleted(context, spaceId)
  authorizeSpace(context, space)
  const root = { organizationId: space.organizationId, parentId: null }
  return context.database.transaction(async (transaction) => {
    const current = await reloadLocked(transaction, space, root)
    if (!current.deletedAt) throw conflict('SPACE_NOT_DELETED')
    const place = await placeForRestored(transaction, current, root)
    await spacesRestored.publish(transaction, [current.id])
    return transaction.space.update({
      where: { id: current.id },
      data: { deletedAt: null, deletedWithId: null, updatedAt: new Date(), ...place },
    })
  })
}

/** Returns the columns of a restored space. Without its collection it keeps its inherited level, to stay restricted. */
async function placeForRestored(transaction: Transaction, space: Space, root: Place) {
  const { parentId, ancestors, defaultLevel, effectiveLevel } = space
  const parent = parentId === null ? null : await lockParent(transaction, parentId)
  if (!parent && ancestors.length > 0) {
    const position = await lastPosition(transaction, root)
    return { parentId: null, ancestors: [], defaultLevel: effectiveLevel, position }
  }
  const isTaken = await isPositionTaken(transaction, space)
  return {
    ...inheritedFrom(parent, defaultLevel),
    position: isTaken ? await positionAfter(transaction, space) : undefined,
  }
}
