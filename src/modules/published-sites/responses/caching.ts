import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { isOpenToAll } from '../../sites/policy.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import { siteFilesEdition } from '../browser/site-files.ts'
import { siteSpacePath, type Visit } from '../visits/visit.ts'

/** Increased when the same content is rendered differently, so that cached responses are not reused. */
const renderingVersion = 5

/**
 * Returns the entity tag of a response: a hash of everything that the response depends on, so that visitors who get
 * the same response get the same tag. `parts` are the values besides those of the site and the visit.
 */
export function entityTag(visit: Visit, parts: readonly unknown[]): string {
  const {
    site,
    structure,
    computedVersion,
    settings,
    claims,
    base,
    address,
    segments,
    hasShareKey,
    isPreview,
  } = visit
  const { title, visibility, published, iconLight, iconDark, iconEmoji } = site
  const all = [
    [renderingVersion, siteFilesEdition],
    { id: site.id, title, visibility, published, iconLight, iconDark, iconEmoji, hasShareKey, isPreview },
    settings,
    settings.header.links.map(({ condition }) => !condition || conditionHolds(condition, claims)),
    [base, address, segments],
    computedVersion,
    structure.items.map(outline),
    structure.siteSpaces.map((siteSpace) => [
      siteSpace.id,
      siteSpacePath(visit, siteSpace),
      siteSpace.space.title,
      siteSpace.localizedTitle,
      siteSpace.pageId,
      siteSpace.hidden,
      siteSpace.space.revisionId,
    ]),
    parts,
  ]
  return `"${createHash('sha256').update(JSON.stringify(all)).digest('base64url')}"`
}

function outline(item: Visit['structure']['items'][number]): unknown {
  const { id, title, localizedTitle, icon } = item
  if ('children' in item) return [id, title, localizedTitle, icon, item.children.map(outline)]
  const { description, localizedDescription } = item
  const place = 'url' in item ? item.url : item.path
  return [id, title, localizedTitle, icon, description, localizedDescription, place]
}

/** Caching of responses that are the same for all visitors. */
const shared = 'public, max-age=60, stale-while-revalidate=600'

/** Returns the `Cache-Control` of a response. `isPersonal` means that other visitors may get a different response. */
export function cacheControl(visit: Visit, isPersonal: boolean): string {
  const { site, hasShareKey, isPreview } = visit
  if (isPersonal || visit.isPersonal || isPreview) return 'private, no-cache'
  if (isOpenToAll(site)) return shared
  return hasShareKey ? 'private, max-age=60' : 'private, no-cache'
}

/** Returns the headers with which a response is cached. One that sets a cookie belongs to one visitor. */
export function cachingHeaders(
  visit: Visit,
  response: ServerResponse,
  {
    tag,
    isPersonal = false,
    varies = [],
  }: { tag?: string; isPersonal?: boolean; varies?: readonly string[] } = {},
): OutgoingHttpHeaders {
  const control = response.hasHeader('Set-Cookie') ? 'private, no-cache' : cacheControl(visit, isPersonal)
  const all = [...varies, ...(control.startsWith('public') ? [] : ['Cookie'])]
  return {
    ...(tag !== undefined && { ETag: tag }),
    'Cache-Control': control,
    ...(all.length > 0 && { Vary: all.join(', ') }),
  }
}
