import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import { siteSpacePath, type Visit } from '../visits/visit.ts'

/** Changes when the same content is written in another way. */
const form = 1

/**
 * The mark of an answer, from all that it is made of: two visitors who get the same have the same. `parts` are those
 * that are not common to all answers of the site.
 */
export function entityTag(visit: Visit, parts: readonly unknown[]): string {
  const {
    site,
    structure,
    computedState,
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
    form,
    { id: site.id, title, visibility, published, iconLight, iconDark, iconEmoji, hasShareKey, isPreview },
    settings,
    settings.header.links.map(({ condition }) => !condition || conditionHolds(condition, claims)),
    [base, address, segments],
    computedState,
    structure.items.map(outline),
    structure.siteSpaces.map((siteSpace) => [
      siteSpace.id,
      siteSpacePath(visit, siteSpace),
      siteSpace.space.title,
      siteSpace.space.revisionId,
    ]),
    parts,
  ]
  return `"${createHash('sha256').update(JSON.stringify(all)).digest('base64url')}"`
}

const outline = (item: Visit['structure']['items'][number]): unknown =>
  'sections' in item ? [item.id, item.title, item.sections.map(outline)] : [item.id, item.title, item.path]

/** How long shared caches may keep what is the same for everybody. */
const shared = 'public, max-age=60, stale-while-revalidate=600'

/** Who may keep an answer; `isPersonal` says that others may see something else at this address. */
export function cacheControl(visit: Visit, isPersonal: boolean): string {
  const { site, hasShareKey, isPreview } = visit
  const isOpen = site.published && (site.visibility === 'PUBLIC' || site.visibility === 'UNLISTED')
  if (isPersonal || visit.isPersonal || isPreview) return 'private, no-cache'
  if (isOpen) return shared
  return hasShareKey ? 'private, max-age=60' : 'private, no-cache'
}

export function setCaching(
  response: ServerResponse,
  visit: Visit,
  { tag, isPersonal = false, varies = [] }: { tag: string; isPersonal?: boolean; varies?: string[] },
): void {
  const control = response.hasHeader('Set-Cookie') ? 'private, no-cache' : cacheControl(visit, isPersonal)
  response.setHeader('ETag', tag)
  response.setHeader('Cache-Control', control)
  const all = [...varies, ...(control.startsWith('public') ? [] : ['Cookie'])]
  if (all.length > 0) response.setHeader('Vary', all.join(', '))
}
