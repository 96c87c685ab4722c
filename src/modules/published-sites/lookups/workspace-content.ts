import { type AppObject, appObjectAt } from '../../../base/app-addresses.ts'
import type { Config } from '../../../base/config.ts'
import { notFound, orNotFound } from '../../../base/errors.ts'
import type { ChangeRequest, Collection, Space } from '../../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../../request/context.ts'
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

/**
 * Resolves a URL that `urls.app` returns for a collection, space, change request or page. Throws NOT_FOUND for all
 * others.
 */
export async function lookUpWorkspace(context: Context, address: string): Promise<WorkspaceContent> {
  const object = objectAt(context.config, address)
  if (object?.kind === 'collection') return { collection: await loadCollection(context, object.collection) }
  if (!object || !('space' in object) || object.kind === 'revision') throw notFound()
  const { space: spaceId, changeRequest: changeRequestId, page: pageId } = { ...noPlace, ...object }
  const space = await loadSpace(context, spaceId)
  const changeRequest =
    changeRequestId === undefined ? undefined : await loadChangeRequest(context, { spaceId, changeRequestId })
  const revision = { spaceId, changeRequestId: changeRequest?.id }
  const page = pageId === undefined ? undefined : await loadPage(context, revision, pageId)
  return { space, changeRequest, page }
}

/** The members that an object in a space may have. */
const noPlace: { readonly changeRequest?: string; readonly page?: string } = {}

/** Returns the object of a URL of the workspace, here or at `APP_URL`. */
function objectAt({ baseUrl, appUrl }: Config, address: string): AppObject | undefined {
  const { origin, pathname } = new URL(address)
  const place = `${origin}${pathname}`
  const base = [appUrl, baseUrl].find((each) => place.startsWith(`${each}/`))
  return base === undefined ? undefined : appObjectAt(place.slice(base.length))
}

async function loadCollection({ database, ...context }: Context, id: string): Promise<Collection> {
  const where = { AND: [{ id }, readableCollections(viewerOf({ database, ...context }))] }
  return orNotFound(await database.prisma.collection.findFirst({ where }))
}
