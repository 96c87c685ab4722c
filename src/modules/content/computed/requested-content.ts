import type { Member } from '../../../access/viewer.ts'
import { newId } from '../../../base/identifiers.ts'
import { positionAmong } from '../../../base/positions.ts'
import type { Transaction } from '../../../database/transactions.ts'
import { defaultTitle } from '../../../formats/body/limits.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { RequestedContent } from '../../spaces/events.ts'
import { untouchedPage } from '../first-page.ts'
import { addRevision, type OpenRevision, openRevision, primaryContent } from '../revision-writer.ts'
import { assertKnownSpecs } from './known-specs.ts'
import { readPagesSource } from './sources.ts'

/** Writes the single page of a new space, as its second revision. */
export async function writeRequestedContent(
  transaction: Transaction,
  { space, viewer, content }: RequestedContent,
): Promise<void> {
  const target = primaryContent(space.id)
  const open = await openRevision(transaction, target)
  const own =
    'page' in content
      ? untouchedPage
      : {
          type: 'COMPUTED' as const,
          title: space.title || defaultTitle,
          computed: await sourceOf(open, viewer, content.computedSource),
        }
  const page = {
    pageId: newId('Page'),
    ...own,
    position: positionAmong([], {}),
    createdAt: open.createdAt,
    updatedAt: open.createdAt,
  }
  const type = 'page' in content ? 'EDITS' : 'COMPUTED'
  await addRevision(open, target, { pages: { written: [page] } }, viewer.userId, { type })
}

async function sourceOf(
  { transaction, space }: OpenRevision,
  viewer: Member,
  computedSource: unknown,
): Promise<Prisma.InputJsonValue> {
  const path = 'computedSource'
  const source = readPagesSource(computedSource, path)
  await assertKnownSpecs(transaction, viewer, space.organizationId, [{ source, path }])
  return source as Prisma.InputJsonValue
}
