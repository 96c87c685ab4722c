import { placeAmong } from '../../../database/positions.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { newId } from '../../../identifiers.ts'
import { onContentAsked } from '../../spaces/lifecycle.ts'
import { defaultTitle } from '../import-tree.ts'
import { addRevision, openRevision, primaryContent } from '../revision-writer.ts'
import { demandKnownSpecs } from './known-specs.ts'
import { readPagesSource } from './sources.ts'

/** A space that is made of a source holds one computed page, from its second revision on. */
onContentAsked(async (transaction, { space, viewer, computedSource }) => {
  const path = 'computedSource'
  const source = readPagesSource(computedSource, path)
  await demandKnownSpecs(transaction, viewer, space.organizationId, [{ source, path }])
  const target = primaryContent(space.id)
  const open = await openRevision(transaction, target)
  const page = {
    pageId: newId('Page'),
    type: 'COMPUTED' as const,
    title: space.title || defaultTitle,
    position: placeAmong([], {}),
    computed: source as Prisma.InputJsonValue,
    createdAt: open.createdAt,
    updatedAt: open.createdAt,
  }
  await addRevision(open, target, { pages: { written: [page] } }, viewer.userId, { type: 'COMPUTED' })
})
