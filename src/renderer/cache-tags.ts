import type { SiteVisitor } from '../access/viewer.ts'

/** The kinds of objects about which a renderer of sites keeps answers. */
export type TaggedKind = 'site' | 'space' | 'openapi'

/** An object on which answers depend: a site or a space by its id, or a specification by its name. */
export interface Tagged {
  readonly organizationId: string
  readonly kind: TaggedKind
  readonly name: string
}

/** Returns the name by which the renderer finds the answers that it keeps, as its package `@gitbook/cache-tags` has it. */
export const cacheTag = ({ organizationId, kind, name }: Tagged): string =>
  kind === 'openapi' ? `organization:${organizationId}:openapi:${name}` : `${kind}:${name}`

/** Returns the tag of all responses that may show something of a specification of the organization. */
export const specificationsTag = (organizationId: string): string => `organization:${organizationId}:openapi`

/** The header in which the renderer reads what an answer depends on. */
export const cacheTagHeader = 'X-GitBook-Cache-Tag'

/** The most tags of an answer: the renderer keeps up to 128. */
const maximumTags = 100

/** The names of what exists. Content and addresses may name anything, also what a header cannot have. */
const nameForm = /^[\w.-]{1,100}$/

/**
 * Returns what an answer to a visitor depends on, as the value of `cacheTagHeader`: the site, the space or the specification
 * in its path, and for content of a space the specifications that the site uses. Undefined if it depends on none.
 */
export function cacheTagsOf(
  path: Readonly<Record<string, string>>,
  { organizationId, visit }: SiteVisitor,
): string | undefined {
  const { siteId, spaceId, specSlug } = path
  const used = spaceId === undefined ? [] : visit.specs
  const tagged: readonly (readonly [TaggedKind, string | undefined])[] = [
    ['site', siteId],
    ['space', spaceId],
    ['openapi', specSlug],
    ...[...used].map((name) => ['openapi', name] as const),
  ]
  const tags = tagged.flatMap(([kind, name]) =>
    name !== undefined && nameForm.test(name) ? [cacheTag({ organizationId, kind, name })] : [],
  )
  return tags.length === 0 ? undefined : tags.slice(0, maximumTags).join(',')
}
