import { positionAmong } from '../../../database/positions.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { newId } from '../../../identifiers.ts'
import type { RequestedContent } from '../../spaces/events.ts'
import { defaultTitle } from '../import-tree.ts'
import { addRevision, openRevision, primaryContent } from '../revision-writer.ts'
import { assertKnownSpecs } from './known-specs.ts'
import { readPagesSource } from './sources.ts'

/** Writes the single computed page of a space created from a source, as its second revision. */
export async function writeRequestedContent(
  transaction: Prisma.TransactionClient,
  { space, viewer, computedSource }: RequestedContent,
): Promise<void> {
  const path = 'computedSource'
  const source = readPagesSource(computedSource, path)
  await assertKnownSpecs(transaction, viewer, space.organizationId, [{ source, path }])
  const target = primaryContent(space.id)
  const open = await openRevision(transaction, target)
  const page = {
    pageId: newId('Page'),
    type: 'COMPUTED' as const,
    title: space.title || defaultTitle,
    position: positionAmong([], {}),
    computed: source as Prisma.InputJsonValue,
    createdAt: open.createdAt,
    updatedAt: open.createdAt,
  }
  await addRevision(open, target, { pages: { written: [page] } }, viewer.userId, { type: 'COMPUTED' })
}
