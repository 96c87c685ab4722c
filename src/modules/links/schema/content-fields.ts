import type { PageVersion } from '../../../generated/prisma/client.ts'
import { type ListArguments, listArguments, windowOf } from '../../../graph/declare/connection.ts'
import { extend, extendInterface } from '../../../graph/declare/model.ts'
import { findVisible } from '../../../graph/declare/model-reads.ts'
import { prefetchedOf } from '../../../graph/declare/prefetch.ts'
import type { Context } from '../../../request/context.ts'
import { columnsOfPage } from '../../content/content-rows.ts'
import { type ContentPlace, locatedPage } from '../../content/located-content.ts'
import { File } from '../../content/schema/file.ts'
import { DocumentPage, LinkPage, Page } from '../../content/schema/page.ts'
import { Revision } from '../../content/schema/revision.ts'
import { OpenAPISpec } from '../../openapi-specs/schema.ts'
import { Space } from '../../spaces/schema.ts'
import type { LinkFilter } from '../link-reads.ts'
import type { Reading } from '../locations.ts'
import { backlinksPrefetch, brokenLinksPrefetch } from '../prefetched-lists.ts'
import { spaceBacklinks, specBacklinks } from '../referring-pages.ts'
import { backlinksIn, linksIn, type Target } from '../service.ts'
import {
  BacklinkConnection,
  backlinkConnection,
  filterArguments,
  filterOf,
  LinkConnection,
  linkConnection,
  statusArgument,
} from './lists.ts'

/**
 * Returns the reading in which content was found. Null for content that is not stored but was generated from a source,
 * and for visitors of a site, who may read the content but not its space.
 */
async function readingOf(context: Context, { revisionId, readAs }: ContentPlace): Promise<Reading | null> {
  if (typeof readAs === 'object' && readAs) return null
  const revision = await findVisible(Revision, context, revisionId)
  return revision && { revision, ofChangeRequest: readAs === 'CHANGE_REQUEST', selection: readAs }
}

async function links(
  context: Context,
  place: ContentPlace,
  pageId: string | null,
  given: ListArguments & LinkFilter,
) {
  const window = windowOf(given)
  const reading = await readingOf(context, place)
  return linkConnection(reading && linksIn(context, reading, pageId, filterOf(given), window), window)
}

async function backlinks(context: Context, place: ContentPlace, target: Target, given: ListArguments) {
  const window = windowOf(given)
  const reading = await readingOf(context, place)
  return backlinkConnection(context, reading && backlinksIn(context, reading, target, window), window)
}

const linksOfPage = (page: PageVersion, given: ListArguments & LinkFilter, context: Context) =>
  prefetchedOf(page)
    ? linkConnection(null, windowOf(given))
    : links(context, locatedPage(page), page.pageId, given)

extendInterface(Page, (t) => ({
  backlinks: t.code({
    type: BacklinkConnection,
    heavy: 'links',
    description:
      'The pages of the space that link to the page, oldest first, in the same live content, change request or revision.',
    args: listArguments(t),
    reads: {
      columns: ['branchId', 'liveSequence', 'documentId', 'slug', ...columnsOfPage],
      prefetch: backlinksPrefetch,
    },
    resolve: (page, given, context) =>
      prefetchedOf(page)
        ? backlinkConnection(context, null, windowOf(given))
        : backlinks(context, locatedPage(page), { of: 'PAGE', id: page.pageId }, given),
  }),
}))

extend(DocumentPage, (t) => ({
  links: t.code({
    type: LinkConnection,
    heavy: 'links',
    description: 'The links in the body and the cover. Empty for generated pages.',
    args: { ...filterArguments(t), ...listArguments(t) },
    reads: { columns: ['branchId', 'liveSequence', ...columnsOfPage], prefetch: brokenLinksPrefetch },
    resolve: linksOfPage,
  }),
}))

extend(LinkPage, (t) => ({
  links: t.code({
    type: LinkConnection,
    heavy: 'links',
    description: 'The link to the target, with its status.',
    args: { ...filterArguments(t), ...listArguments(t) },
    resolve: linksOfPage,
  }),
}))

extend(File, (t) => ({
  backlinks: t.code({
    type: BacklinkConnection,
    heavy: 'links',
    description:
      'The pages of the space that embed or link to the file, oldest first, in the same live content, change request or revision.',
    args: listArguments(t),
    resolve: (file, given, context) => backlinks(context, file, { of: 'FILE', id: file.fileId }, given),
  }),
}))

extend(Space, (t) => ({
  links: t.code({
    type: LinkConnection,
    heavy: 'links',
    description:
      'The links of all pages of the live content: in bodies, covers and the table of contents. Empty for a deleted space.',
    args: { status: statusArgument(t), ...listArguments(t) },
    resolve: ({ id, revisionId }, given, context) =>
      links(context, { spaceId: id, revisionId, readAs: 'LIVE' }, null, given),
  }),
  backlinks: t.code({
    type: BacklinkConnection,
    heavy: 'links',
    description:
      'The pages in the live content of other spaces that link to the space or to its content, oldest first.',
    args: listArguments(t),
    resolve: ({ id }, given, context) => spaceBacklinks(context, id, windowOf(given)),
  }),
}))

extend(OpenAPISpec, (t) => ({
  backlinks: t.code({
    type: BacklinkConnection,
    heavy: 'links',
    description:
      'The pages in the live content of the spaces of the organization that show the specification, link to it or are computed from it, oldest first.',
    args: listArguments(t),
    resolve: ({ id }, given, context) => specBacklinks(context, id, windowOf(given)),
  }),
}))
