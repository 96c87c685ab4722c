import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { conflict, invalidInput, notFound } from '../../errors.ts'
import type { Prisma, Site, SiteRedirect } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { readableSiteSpaces } from '../site-spaces/policy.ts'
import { ownAddress, publishedAddress } from '../sites/addresses.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { assertNoCycles, findRedirect, followRedirect, type PlannedRedirect } from './chains.ts'
import { assertDestinations, type DestinationInput, readDestination } from './destinations.ts'
import { maximumRedirects } from './limits.ts'
import { normalizedPath } from './paths.ts'
import { shownRedirects } from './policy.ts'
import type { Destination, Target } from './targets.ts'

type Transaction = Prisma.TransactionClient

export interface CreateRedirect {
  source: string
  destination: DestinationInput
}

export async function createRedirect(
  context: Context,
  address: SiteAddress,
  input: CreateRedirect,
): Promise<SiteRedirect> {
  return changeSite(context, address, async (transaction, { id: siteId }) => {
    const { source, ...destination } = await plan(context, transaction, siteId, input)
    await assertSourceAvailable(transaction, siteId, source)
    await assertCapacity(transaction, siteId, 1)
    const data = { id: newId('SiteRedirect'), siteId, source, ...columnsOf(destination) }
    return transaction.siteRedirect.create({ data })
  })
}

const columnsOf = ({ sectionId, siteSpaceId, pageId }: Destination) => ({ sectionId, siteSpaceId, pageId })

async function plan(
  context: Context,
  transaction: Transaction,
  siteId: string,
  { source, destination }: CreateRedirect,
): Promise<PlannedRedirect> {
  const member = 'destination'
  const planned = { ...readDestination(destination, member), source: normalizedPath(source), member }
  await assertDestinations(transaction, viewerOf(context), siteId, [planned])
  await assertNoCycles(transaction, siteId, [planned])
  return planned
}

async function assertSourceAvailable(
  transaction: Transaction,
  siteId: string,
  source: string,
): Promise<void> {
  const existing = await transaction.siteRedirect.findUnique({
    where: { siteId_source: { siteId, source } },
  })
  if (existing) throw conflict('REDIRECT_EXISTS')
}

async function assertCapacity(transaction: Transaction, siteId: string, added: number): Promise<void> {
  if ((await transaction.siteRedirect.count({ where: { siteId } })) + added > maximumRedirects)
    throw conflict('TOO_MANY_REDIRECTS', { maximum: maximumRedirects })
}

export interface UpdateRedirect {
  source?: string | null
  destination?: DestinationInput | null
}

export async function updateRedirect(
  context: Context,
  address: SiteAddress,
  redirectId: string,
  input: UpdateRedirect,
): Promise<SiteRedirect> {
  return changeSite(context, address, async (transaction, { id: siteId }) => {
    const redirect = await loadRedirect(context, transaction, siteId, redirectId)
    const source = input.source == null ? redirect.source : normalizedPath(input.source)
    const member = input.destination == null ? 'source' : 'destination'
    const destination = input.destination == null ? redirect : readDestination(input.destination, member)
    const planned = { ...columnsOf(destination), source, member }
    if (input.destination != null) await assertDestinations(transaction, viewerOf(context), siteId, [planned])
    if (source !== redirect.source) await assertSourceAvailable(transaction, siteId, source)
    if (input.source != null || input.destination != null)
      await assertNoCycles(transaction, siteId, [planned], [redirect.id])
    return transaction.siteRedirect.update({
      where: { id: redirect.id },
      data: { source, ...columnsOf(destination) },
    })
  })
}

/** Loads a redirect that the viewer may read. Throws NOT_FOUND otherwise. */
async function loadRedirect(
  context: Context,
  transaction: Transaction,
  siteId: string,
  redirectId: string,
): Promise<SiteRedirect> {
  const where = { AND: [{ id: redirectId, siteId }, shownRedirects(viewerOf(context))] }
  const redirect = await transaction.siteRedirect.findFirst({ where })
  if (!redirect) throw notFound()
  return redirect
}

export async function deleteRedirect(
  context: Context,
  address: SiteAddress,
  redirectId: string,
): Promise<SiteRedirect> {
  return changeSite(context, address, async (transaction, { id: siteId }) => {
    const { id } = await loadRedirect(context, transaction, siteId, redirectId)
    return transaction.siteRedirect.delete({ where: { id } })
  })
}

/** Writes all redirects or none. A redirect whose source exists replaces the destination of the existing one. */
export async function setRedirects(
  context: Context,
  address: SiteAddress,
  inputs: readonly CreateRedirect[],
): Promise<SiteRedirect[]> {
  const planned = inputs.map(({ source, destination }, index) => {
    const member = `redirects.${index}.destination`
    return { ...readDestination(destination, member), source: normalizedPath(source), member }
  })
  assertDistinctSources(planned)
  return changeSite(context, address, async (transaction, { id: siteId }) => {
    await assertDestinations(transaction, viewerOf(context), siteId, planned)
    await assertNoCycles(transaction, siteId, planned)
    const ofSources = { siteId, source: { in: planned.map(({ source }) => source) } }
    const known = await transaction.siteRedirect.count({ where: ofSources })
    await assertCapacity(transaction, siteId, planned.length - known)
    await upsertRedirects(transaction, siteId, planned)
    const rows = await transaction.siteRedirect.findMany({ where: ofSources })
    const bySource = new Map(rows.map((row) => [row.source, row]))
    return planned.map(({ source }) => bySource.get(source) as SiteRedirect)
  })
}

function assertDistinctSources(planned: readonly PlannedRedirect[]): void {
  const first = new Map<string, number>()
  planned.forEach(({ source }, index) => {
    const before = first.get(source)
    if (before !== undefined)
      throw invalidInput(`redirects.${index}.source`, `is the same as redirects.${before}.source`)
    first.set(source, index)
  })
}

async function upsertRedirects(
  transaction: Transaction,
  siteId: string,
  planned: readonly PlannedRedirect[],
): Promise<void> {
  const column = (name: 'sectionId' | 'siteSpaceId' | 'pageId') => planned.map((row) => row[name] ?? '')
  await transaction.$executeRaw`
    INSERT INTO "SiteRedirect" (id, "siteId", source, "sectionId", "siteSpaceId", "pageId")
    SELECT k.id, ${siteId}, k.source, nullif(k.section, ''), nullif(k.space, ''), nullif(k.page, '')
    FROM unnest(
      ${planned.map(() => newId('SiteRedirect'))}::text[], ${planned.map(({ source }) => source)}::text[],
      ${column('sectionId')}::text[], ${column('siteSpaceId')}::text[], ${column('pageId')}::text[]
    ) AS k(id, source, section, space, page)
    ON CONFLICT ("siteId", source) DO UPDATE SET
      "sectionId" = excluded."sectionId", "siteSpaceId" = excluded."siteSpaceId", "pageId" = excluded."pageId"`
}

export interface Services {
  readonly config: Config
  readonly database: Pick<Database, 'prisma' | 'pool'>
}

const addressOf = (config: Config, site: Site, { path }: Target): string =>
  `${publishedAddress(config, site) ?? ownAddress(config, site)}${path}`

/**
 * Returns the URL that a path on a site redirects to, for the path in any encoding. Returns null if there is no
 * redirect, for a cycle, and if `sees` returns false for the target.
 */
export async function redirectTarget(
  { config, database }: Services,
  site: Site,
  path: string,
  sees: (target: Target) => boolean | Promise<boolean> = () => true,
): Promise<string | null> {
  const redirect = await findRedirect(database, site.id, normalizedPath(path))
  const target = redirect && (await followRedirect(database, redirect))
  return target && (await sees(target)) ? addressOf(config, site, target) : null
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
  const { prisma } = context.database
  const viewer = viewerOf(context)
  const where = { siteId: site.id, source: normalizedPath(source), ...shownRedirects(viewer) }
  const redirect = await prisma.siteRedirect.findFirst({ where })
  const target = redirect && (await followRedirect(context.database, redirect))
  if (!redirect || !target || viewer.visit?.shows(target) === false) return null
  if (target.siteSpaceId !== null && target.siteSpaceId !== redirect.siteSpaceId) {
    const shown = { AND: [{ id: target.siteSpaceId }, readableSiteSpaces(viewer)] }
    if ((await prisma.siteSpace.count({ where: shown })) === 0) return null
  }
  return { redirect, target: addressOf(context.config, site, target) }
}
