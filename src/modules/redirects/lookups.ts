import { visitOf } from '../../access/viewer.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import type { Site, SiteRedirect } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { readableSiteSpaces } from '../site-spaces/policy.ts'
import { type Followed, followRedirect } from './chains.ts'
import { findMatches, type Match } from './matches.ts'
import { normalizedSource } from './paths.ts'
import { shownRedirects } from './policy.ts'
import { addressOfSite } from './site-paths.ts'
import type { Target } from './targets.ts'

/** Finds the redirect of a site that acts at a path in any encoding, in one statement. */
export async function findRedirect(
  { query }: Pick<Database, 'query'>,
  siteId: string,
  path: string,
): Promise<Match | null> {
  const place = { path: normalizedSource(path), wildcards: true }
  const [match = null] = await findMatches(query, siteId, [place])
  return match
}

export interface RedirectEnd {
  /** Encoded path on the site; null for an address elsewhere. */
  readonly path: string | null
  readonly url: string
  readonly isPermanent: boolean
}

const endOf = (config: Config, site: Site, { path, url, isPermanent }: Followed): RedirectEnd => ({
  path,
  url: url ?? `${addressOfSite(config, site)}${path}`,
  isPermanent,
})

/**
 * Returns where a path on a site redirects to. Returns null if there is no redirect, for a cycle, and if `sees` returns
 * false for the target.
 */
export async function redirectTarget(
  { config, database }: { readonly config: Config; readonly database: Pick<Database, 'prisma' | 'query'> },
  site: Site,
  path: string,
  sees: (target: Target) => boolean | Promise<boolean> = () => true,
): Promise<RedirectEnd | null> {
  const match = await findRedirect(database, site.id, path)
  const followed = match && (await followRedirect(database, { config, site }, match))
  return followed && (await sees(followed.target)) ? endOf(config, site, followed) : null
}

export interface RedirectLookup {
  readonly redirect: SiteRedirect
  readonly target: string
}

/** Returns the redirect of a path and the URL that it leads to, for a member or visitor who may read it. */
export async function lookUpRedirect(
  context: Context,
  site: Site,
  source: string,
): Promise<RedirectLookup | null> {
  const { config, database } = context
  const viewer = viewerOf(context)
  const match = await findRedirect(database, site.id, source)
  if (!match || !(await isShown(database, match.redirect, shownRedirects(viewer)))) return null
  const followed = await followRedirect(database, { config, site }, match)
  if (!followed || visitOf(viewer)?.shows(followed.target) === false) return null
  const { siteSpaceId } = followed.target
  if (siteSpaceId !== null && siteSpaceId !== match.redirect.siteSpaceId) {
    const shown = { AND: [{ id: siteSpaceId }, readableSiteSpaces(viewer)] }
    if ((await database.prisma.siteSpace.count({ where: shown })) === 0) return null
  }
  return { redirect: match.redirect, target: endOf(config, site, followed).url }
}

/** Returns whether the policy admits a redirect. Only for one that leads to a space is the database asked. */
async function isShown(
  { prisma }: Pick<Database, 'prisma'>,
  { id, siteSpaceId }: SiteRedirect,
  policy: ReturnType<typeof shownRedirects>,
): Promise<boolean> {
  return siteSpaceId === null || (await prisma.siteRedirect.count({ where: { AND: [{ id }, policy] } })) > 0
}
