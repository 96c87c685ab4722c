import { orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Site, SiteRedirect } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { assertNoCycles, type PlannedRedirect } from './chains.ts'
import { type DestinationInput, readDestinations } from './destinations.ts'
import { maximumRedirects } from './limits.ts'
import { normalizedSource } from './paths.ts'
import { shownRedirects } from './policy.ts'
import { conflict } from './reasons.ts'
import type { Destination } from './targets.ts'

/** The settings of a redirect besides its source and destination. Absent members stay as they are, or are false for a new redirect. */
export interface RedirectOptions {
  includesCapturedPath?: boolean | null
  isPermanent?: boolean | null
  isDraft?: boolean | null
}

export interface CreateRedirect extends RedirectOptions {
  source: string
  destination: DestinationInput
}

export async function createRedirect(
  context: Context,
  address: SiteAddress,
  input: CreateRedirect,
): Promise<SiteRedirect> {
  return changeSite(context, address, async (transaction, site) => {
    const columns = {
      source: normalizedSource(input.source),
      ...(await readDestination(context, transaction, site, input.destination)),
      ...optionsOf(input),
    }
    await assertSourceAvailable(transaction, site.id, columns)
    if (!columns.draft) await assertNoCycle(context, transaction, site, { ...columns, member: 'destination' })
    await assertCapacity(transaction, site.id, 1)
    const now = new Date()
    return transaction.siteRedirect.create({
      data: { id: newId('SiteRedirect'), siteId: site.id, ...columns, createdAt: now, updatedAt: now },
    })
  })
}

export const optionsOf = ({ includesCapturedPath, isPermanent, isDraft }: RedirectOptions) => ({
  captureWildcard: includesCapturedPath ?? false,
  permanent: isPermanent ?? false,
  draft: isDraft ?? false,
})

async function readDestination(
  context: Context,
  transaction: Transaction,
  { id }: Site,
  input: DestinationInput,
): Promise<Destination> {
  const given = [{ input, member: 'destination' }]
  const [read] = await readDestinations(transaction, viewerOf(context), id, given)
  if (read instanceof Error) throw read
  return read as Destination
}

const assertNoCycle = (
  { config }: Context,
  transaction: Transaction,
  site: Site,
  planned: PlannedRedirect,
  replaced: readonly string[] = [],
): Promise<void> => assertNoCycles(transaction, { config, site }, [planned], replaced)

async function assertSourceAvailable(
  transaction: Transaction,
  siteId: string,
  { source, draft }: Pick<SiteRedirect, 'source' | 'draft'>,
): Promise<void> {
  const where = { siteId_source_draft: { siteId, source, draft } }
  if (await transaction.siteRedirect.findUnique({ where })) throw conflict('REDIRECT_EXISTS')
}

export async function assertCapacity(transaction: Transaction, siteId: string, added: number): Promise<void> {
  if ((await transaction.siteRedirect.count({ where: { siteId } })) + added > maximumRedirects)
    throw conflict('TOO_MANY_REDIRECTS', { maximum: maximumRedirects })
}

export interface UpdateRedirect extends RedirectOptions {
  source?: string | null
  destination?: DestinationInput | null
}

/** Updates a redirect. A draft that becomes none acts from then on. */
export async function updateRedirect(
  context: Context,
  address: SiteAddress,
  redirectId: string,
  input: UpdateRedirect,
): Promise<SiteRedirect> {
  return changeSite(context, address, async (transaction, site) => {
    const redirect = await loadRedirect(context, transaction, site.id, redirectId)
    const member = memberOf(input)
    if (member === null) return redirect
    const destination =
      input.destination == null
        ? destinationOf(redirect)
        : await readDestination(context, transaction, site, input.destination)
    const columns = {
      source: input.source == null ? redirect.source : normalizedSource(input.source),
      ...destination,
      captureWildcard: input.includesCapturedPath ?? redirect.captureWildcard,
      permanent: input.isPermanent ?? redirect.permanent,
      draft: input.isDraft ?? redirect.draft,
    }
    if (columns.source !== redirect.source || columns.draft !== redirect.draft)
      await assertSourceAvailable(transaction, site.id, columns)
    if (!columns.draft) await assertNoCycle(context, transaction, site, { ...columns, member }, [redirect.id])
    return transaction.siteRedirect.update({
      where: { id: redirect.id },
      data: { ...columns, updatedAt: new Date() },
    })
  })
}

/** Returns the member of an input that may lead to a cycle, or null if the input changes nothing. */
function memberOf(input: UpdateRedirect): string | null {
  if (input.destination != null) return 'destination'
  if (input.source != null) return 'source'
  if (input.includesCapturedPath != null) return 'includesCapturedPath'
  return input.isDraft != null || input.isPermanent != null ? 'isDraft' : null
}

export const destinationOf = ({ sectionId, siteSpaceId, pageId, url }: Destination): Destination => ({
  sectionId,
  siteSpaceId,
  pageId,
  url,
})

/** Loads a redirect that the viewer may read. Throws NOT_FOUND otherwise. */
async function loadRedirect(
  context: Context,
  transaction: Transaction,
  siteId: string,
  redirectId: string,
): Promise<SiteRedirect> {
  const where = { AND: [{ id: redirectId, siteId }, shownRedirects(viewerOf(context))] }
  return orNotFound(await transaction.siteRedirect.findFirst({ where }))
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
