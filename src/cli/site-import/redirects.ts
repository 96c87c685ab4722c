import { posix } from 'node:path'
import { rules } from '../../base/rules.ts'
import type { SourceEntry } from '../../formats/import/files/entries.ts'
import type { SiteSpace } from '../../generated/prisma/client.ts'
import type { ReadFolder } from '../../modules/imports/service.ts'
import { pathOfSiteSpace } from '../../modules/published-sites/visits/path-resolution.ts'
import type { DestinationInput } from '../../modules/redirects/destinations.ts'
import { redirectLimits } from '../../modules/redirects/limits.ts'
import { normalizedSource } from '../../modules/redirects/paths.ts'
import { type UpsertRedirect, upsertRedirects } from '../../modules/redirects/upserts.ts'
import type { SiteAddress } from '../../modules/sites/service.ts'
import type { Context } from '../../request/context.ts'
import { operate } from './operate.ts'
import { redirectsOfPages } from './page-redirects.ts'
import { pagesBelow } from './read-pages.ts'
import type { SiteNote } from './site-plan.ts'
import { type WrittenRedirect, writtenRedirects } from './written-redirects.ts'

/** A folder that was read, and a place on the site at which it is shown. */
export interface PlacedFolder {
  readonly folder: ReadFolder
  readonly siteSpace: SiteSpace
}

export interface RedirectsResult {
  readonly created: number
  readonly notes: readonly SiteNote[]
}

/**
 * Creates the redirects that the configuration of each folder has, at each place of the site at which the folder is shown. What
 * is wrong with one is noted, and does not keep the others.
 */
export async function createRedirects(
  context: Context,
  address: SiteAddress & { readonly siteId: string },
  entries: readonly SourceEntry[],
  placed: readonly PlacedFolder[],
): Promise<RedirectsResult> {
  const { redirects, notes } = await redirectsOnSite(context, entries, placed)
  let created = 0
  for (let start = 0; start < redirects.length; start += redirectLimits.upserts.maxItems) {
    const batch = redirects.slice(start, start + redirectLimits.upserts.maxItems)
    const inputs = batch.map(({ input }) => input)
    const { siteRedirectResults } = await operate(
      context,
      { action: 'upsertSiteRedirects', type: 'Site', permission: 'site:administer', id: address.siteId },
      (administering) => upsertRedirects(administering, address, inputs),
    )
    for (const [index, { error }] of siteRedirectResults.entries())
      if (error === null) created++
      else notes.push(leftOut((batch[index] as RedirectOnSite).written, error))
  }
  return { created, notes }
}

/** A redirect of a source, with its source and destination on the site. */
interface RedirectOnSite {
  readonly input: UpsertRedirect
  readonly written: WrittenRedirect
}

async function redirectsOnSite(
  context: Context,
  entries: readonly SourceEntry[],
  placed: readonly PlacedFolder[],
): Promise<{ redirects: RedirectOnSite[]; notes: SiteNote[] }> {
  const notes: SiteNote[] = []
  const found = new Map<string, RedirectOnSite>()
  const isOnly = new Set(placed.map(({ folder }) => folder)).size === 1
  for (const { folder, siteSpace } of placed) {
    const prefix = await prefixOf(context, siteSpace)
    const place = { siteSpace, findPage: pageFinder(folder) }
    const read = await writtenRedirects(entries, { folder: folder.folder, isOnly })
    notes.push(...read.notes)
    for (const written of [...read.redirects, ...redirectsOfPages(folder)]) {
      const source = normalizedSource(`${prefix}/${written.from.replace(/^\/+/, '')}`)
      const fault = faultOf(source)
      const input = fault === null ? inputOf(written, source, place) : null
      if (!input) notes.push(leftOut(written, fault ?? 'it leads to no page of the source'))
      else if (found.has(source)) notes.push(leftOut(written, 'another redirect has the same source'))
      else found.set(source, { input, written })
    }
  }
  return { redirects: [...found.values()], notes }
}

const leftOut = ({ file, from, to }: WrittenRedirect, reason: string): SiteNote => ({
  kind: 'DROPPED',
  path: file,
  text: `the redirect of ${from} to ${to} is left out: ${reason}`,
})

/** Returns the path at which a site-space is on its site, with a leading slash unless it is empty. */
async function prefixOf({ database }: Context, { id }: SiteSpace): Promise<string> {
  const { section, ...siteSpace } = await database.prisma.siteSpace.findUniqueOrThrow({
    where: { id },
    include: { section: true },
  })
  const path = pathOfSiteSpace(section, siteSpace)
  return path === '' ? '' : `/${path}`
}

function faultOf(source: string): string | null {
  const { maxLength, pattern, patternRule } = redirectLimits.source
  if (source.length > maxLength) return `its source has more than ${maxLength} characters`
  return pattern.test(source) ? null : `its source ${rules[patternRule]}`
}

/** Returns the redirect; null if it leads to no page. A wildcard at both ends keeps the rest of the path. */
function inputOf({ to }: WrittenRedirect, source: string, place: Place): UpsertRedirect | null {
  const keepsRest = source.endsWith('*') && to.endsWith('*')
  const destination = destinationOf(keepsRest ? to.replace(/\/?\*$/, '') : to, place)
  return destination && { source, destination, includesCapturedPath: keepsRest }
}

interface Place {
  readonly siteSpace: SiteSpace
  readonly findPage: FindPage
}

function destinationOf(to: string, { siteSpace, findPage }: Place): DestinationInput | null {
  if (/^https?:\/\//i.test(to)) return { kind: 'EXTERNAL', url: to }
  const path = to
    .replace(/[?#].*$/s, '')
    .replace(/^\.?\/+|\/+$/g, '')
    .replace(/\.html?$/i, '')
  if (path === '') return { kind: 'SITE_SPACE', siteSpaceId: siteSpace.id }
  const pageId = findPage(path)
  return pageId === undefined ? null : { kind: 'SITE_PAGE', siteSpaceId: siteSpace.id, pageId }
}

/** Returns the id of the page that a path names. */
type FindPage = (path: string) => string | undefined

/**
 * Creates the function that finds a page of a folder by its file, with or without the extension, by its folder, or by its
 * address. Case does not count.
 */
function pageFinder({ read }: ReadFolder): FindPage {
  const files = new Map<string, string>()
  const addresses = new Map<string, string>()
  for (const { page, address } of pagesBelow(read.content.pages)) {
    const file = page.git?.path.toLowerCase()
    addresses.set(address.toLowerCase(), page.id)
    if (file === undefined) continue
    for (const known of namesOfFile(file)) if (!files.has(known)) files.set(known, page.id)
  }
  return (path) => {
    const named = path.toLowerCase()
    return files.get(named) ?? endingWith(files, named) ?? addresses.get(named)
  }
}

/** Returns the names by which a page is linked to: its file, and for a README its folder. */
function namesOfFile(file: string): string[] {
  const bare = file.replace(/\.(?:md|markdown)$/, '')
  const isFolder = /(?:^|\/)(?:readme|index)$/.test(bare)
  return [file, bare, ...(isFolder ? [posix.dirname(bare)] : [])]
}

/** Paths are relative to the `root` of the configuration, those of files to the folder. */
function endingWith(files: ReadonlyMap<string, string>, path: string): string | undefined {
  const found = new Set<string>()
  for (const [file, id] of files) if (file.endsWith(`/${path}`)) found.add(id)
  return found.size === 1 ? [...found][0] : undefined
}
