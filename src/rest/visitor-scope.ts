import type { SiteVisit, SiteVisitor } from '../access/viewer.ts'

/**
 * Returns whether a path names only what the site of a visitor shows. Whether something else exists is not looked up, so
 * that the answer does not tell it.
 */
export function isInScopeOfVisit(
  { organizationId, siteId, spaceId, revisionId, specSlug }: Readonly<Record<string, string>>,
  { organizationId: own, spaces, visit }: SiteVisitor,
): boolean {
  const scopes: readonly (readonly [string | undefined, ReadonlySet<string>])[] = [
    [organizationId, new Set([own])],
    [siteId, new Set([visit.siteId])],
    [spaceId, spaces],
    [revisionId, visit.revisions],
    [specSlug, visit.specs],
  ]
  return scopes.every(([name, scope]) => name === undefined || scope.has(name))
}

/** Reads what a visitor is shown of what a path names: of a space, or of the whole site, whose content mentions users. */
export async function readShownContent(
  { spaceId, userId }: Readonly<Record<string, string>>,
  visit: SiteVisit,
): Promise<void> {
  if (spaceId !== undefined || userId !== undefined) await visit.readShown(spaceId)
}
