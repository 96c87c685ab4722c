import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { isOpenToAll } from '../../modules/sites/policy.ts'
import { cacheTag, specificationsTag } from '../../renderer/cache-tags.ts'
import { siteFilesEdition } from '../browser/site-files.ts'

/** Increased when the same content is rendered differently, so that cached responses are not reused. */
const renderingVersion = 6

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
    base,
    assets,
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
    [base, assets, address, segments],
    computedVersion,
    structure.items.map(outline),
    structure.siteSpaces.map((siteSpace) => [
      siteSpace.id,
      siteSpacePath(visit, siteSpace),
      siteSpace.space.title,
      siteSpace.space.language,
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

/** How long browsers keep a response, and shared caches one that nobody tells them to drop. */
const briefSeconds = 60
/** How long shared caches keep what they are told to drop when it changes (revalidation/receivers.ts). */
const lastingSeconds = 86_400

/** Returns the `Cache-Control` of a response that is the same for all visitors. */
const shared = ({ services }: Visit, isLasting: boolean): string =>
  `public, max-age=${briefSeconds}, s-maxage=${isLasting && services.config.purge ? lastingSeconds : briefSeconds}, stale-while-revalidate=600`

interface CachedBy {
  /** Other visitors may get a different response. */
  readonly isPersonal: boolean
  /** The response changes with nothing but the site and its content. */
  readonly isLasting: boolean
}

/**
 * Returns the `Cache-Control` of a response. A page with conditions is shared among visitors without claims where hardly anybody
 * has some: a cache that does not tell visitors apart then shows less than it could, and nothing that is hidden.
 */
function cacheControl(visit: Visit, { isPersonal, isLasting }: CachedBy): string {
  const { site, hasShareKey, isPreview, expectsClaims, claims } = visit
  const hasClaims = expectsClaims || Object.keys(claims).length > 0
  if (visit.isPersonal || (isPersonal && hasClaims) || isPreview) return 'private, no-cache'
  if (isOpenToAll(site)) return shared(visit, isLasting)
  return hasShareKey ? 'private, max-age=60' : 'private, no-cache'
}

/** Returns the headers that name what a shared cache drops a response with, as Cloudflare and Fastly read them. */
function tagHeaders({ site: { id, organizationId } }: Visit): OutgoingHttpHeaders {
  const tags = [cacheTag({ organizationId, kind: 'site', name: id }), specificationsTag(organizationId)]
  return { 'Cache-Tag': tags.join(','), 'Surrogate-Key': tags.join(' ') }
}

/** Returns the headers with which a response is cached. One that sets a cookie belongs to one visitor. */
export function cachingHeaders(
  visit: Visit,
  response: ServerResponse,
  {
    tag,
    isPersonal = false,
    isLasting = false,
    varies = [],
  }: Partial<CachedBy> & { tag?: string; varies?: readonly string[] } = {},
): OutgoingHttpHeaders {
  const control = response.hasHeader('Set-Cookie')
    ? 'private, no-cache'
    : cacheControl(visit, { isPersonal, isLasting })
  const isShared = control.startsWith('public')
  const all = [...varies, ...(isShared && !isPersonal ? [] : ['Cookie'])]
  return {
    ...(tag !== undefined && { ETag: tag }),
    'Cache-Control': control,
    ...(isShared && tagHeaders(visit)),
    ...(all.length > 0 && { Vary: all.join(', ') }),
  }
}
