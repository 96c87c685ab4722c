import type { Space } from '../../generated/prisma/client.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { lastPosition, positionForMove } from '../collections/children.ts'
import { assertMayMoveSpace } from '../collections/grants.ts'
import { loadPlaceForMove, lockPlacesForMove, type MoveContent, type Moved } from '../collections/places.ts'
import { authorizeTransfer, detachContent, type TransferContent } from '../collections/transfer.ts'
import { inheritedFrom } from '../collections/tree.ts'
import { changeSpace, loadAuthorizedSpace, loadSpace, reloadLocked } from './service.ts'

/** Moves a space within its organization. */
export async function moveSpace(
  context: Context,
  spaceId: string,
  input: MoveContent,
): Promise<Moved<Space>> {
  const viewer = memberOf(context)
  const space = await loadAuthorizedSpace(context, spaceId)
  const target = await loadPlaceForMove(context, space, input)
  return context.database.transaction(async (transaction) => {
    const current = await reloadLocked(transaction, space, target)
    const parent = await lockPlacesForMove(transaction, current, target)
    const inherited = inheritedFrom(parent, current.defaultLevel)
    await assertMayMoveSpace(transaction, viewer, current, inherited)
    const position = await positionForMove(transaction, viewer, current, target, input.position)
    const moved = await changeSpace(transaction, current.id, {
      parentId: target.parentId,
      position,
      ...inherited,
      updatedAt: new Date(),
    })
    return { moved, previous: current }
  })
}

/** Moves a space to the root of another organization. */
export async function transferSpace(
  context: Context,
  spaceId: string,
  input: TransferContent,
): Promise<Moved<Space>> {
  const space = await loadSpace(context, spaceId)
  const organizationId = await authorizeTransfer(context, space.organizationId, input)
  const target = { organizationId, parentId: null }
  return context.database.transaction(async (transaction) => {
    const current = await reloadLocked(transaction, space, target)
    await lockPlacesForMove(transaction, current, target)
    await detachContent(transaction, { collectionIds: [], spaceIds: [current.id] }, organizationId)
    const position = await lastPosition(transaction, target)
    const moved = await changeSpace(transaction, current.id, {
      ...target,
      position,
      ...inheritedFrom(null, current.defaultLevel),
      updatedAt: new Date(),
    })
    return { moved, previous: current }
  })
}
