import { notFound } from '../../../errors.ts'
import type { ChangeRequest, Collection, Space } from '../../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../../graphql/context.ts'
import { loadChangeRequest } from '../../change-requests/service.ts'
import { readableCollections } from '../../collections/policy.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import { loadPage } from '../../content/service.ts'
import { loadSpace } from '../../spaces/service.ts'

/** The content at a URL of the workspace: a collection, or a space and the change request and page in the URL. */
export interface WorkspaceContent {
  readonly collection?: Collection
  readonly space?: Space
  readonly changeRequest?: ChangeRequest
  readonly page?: LocatedPage
}

const collectionPath = /^\/c\/([A-Za-z0-9]+)$/
const spacePath = /^\/s\/([A-Za-z0-9]+)(?:\/~\/changes\/([A-Za-z0-9]+))?(?:\/pages\/([A-Za-z0-9]+))?$/

/**
 * Resolves a URL that `urls.app` returns for a collection, space, change request or page. Throws NOT_FOUND for all
 * others.
 */
export async function lookUpWorkspace(context: Context, address: string): Promise<WorkspaceContent> {
  const { baseUrl } = context.config
  const { origin, pathname } = new URL(address)
  const place = `${origin}${pathname}`.replace(/\/+$/, '')
  if (!place.startsWith(`${baseUrl}/`)) throw notFound()
  const path = place.slice(baseUrl.length)
  const collectionId = collectionPath.exec(path)?.[1]
  if (collectionId !== undefined) return { collection: await loadCollection(context, collectionId) }
  const [, spaceId, changeRequestId, pageId] = spacePath.exec(path) ?? []
  if (spaceId === undefined) throw notFound()
  const space = await loadSpace(context, spaceId)
  const changeRequest =
    changeRequestId === undefined ? undefined : await loadChangeRequest(context, { spaceId, changeRequestId })
  const revision = { spaceId, changeRequestId: changeRequest?.id }
  const page = pageId === undefined ? undefined : await loadPage(context, revision, pageId)
  return { space, changeRequest, page }
}

async function loadCollection({ database, ...context }: Context, id: string): Promise<Collection> {
  const where = { AND: [{ id }, readableCollections(viewerOf({ database, ...context }))] }
  const collection = await database.prisma.collection.findFirst({ where })
  if (!collection) throw notFound()
  return collection
}
