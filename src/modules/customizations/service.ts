import type { Database } from '../../database/client.ts'
import { notFound } from '../../errors.ts'
import type { Prisma, Site } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { shownSiteSpaces } from '../site-spaces/policy.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { effective } from './defaults.ts'
import { changesOf, type SettingsInput } from './input.ts'
import { type Choices, merge, type Settings } from './settings.ts'

type Transaction = Prisma.TransactionClient

/** A row of chosen settings, where there is one. */
type Chosen = { readonly settings: Prisma.JsonValue } | null

const choicesOf = (chosen: Chosen): Choices => (chosen?.settings ?? {}) as Choices

const stored = (choices: Choices) => choices as Prisma.InputJsonObject

/** The whole look of a site or, with what is chosen for one of its site-spaces, of that. */
export const settingsOf = (site: Chosen, siteSpace: Chosen = null): Settings =>
  effective(choicesOf(site), choicesOf(siteSpace))

/** The look of a site and of each of its site-spaces, seen or not, in three statements at most. */
export async function effectiveSettings(
  { prisma }: Database,
  { id }: Pick<Site, 'id'>,
): Promise<{ site: Settings; siteSpaces: Map<string, Settings> }> {
  const site = await prisma.siteCustomization.findUnique({ where: { siteId: id } })
  const siteSpaces = await prisma.siteSpace.findMany({
    where: { siteId: id },
    select: { id: true, customization: { select: { settings: true } } },
  })
  return {
    site: settingsOf(site),
    siteSpaces: new Map(
      siteSpaces.map((siteSpace) => [siteSpace.id, settingsOf(site, siteSpace.customization)]),
    ),
  }
}

/** Chooses the look of a site anew: what the input does not name is no longer chosen. */
export async function updateSiteCustomization(
  context: Context,
  address: SiteAddress,
  input: SettingsInput,
): Promise<Settings> {
  return changeSite(context, address, async (transaction, site) => {
    const settings = stored(merge({}, changesOf(input)))
    const chosen = await transaction.siteCustomization.upsert({
      where: { siteId: site.id },
      create: { siteId: site.id, settings },
      update: { settings },
    })
    return settingsOf(chosen)
  })
}

/** Chooses for a site-space what the input names; what it says is null becomes what it is for the site. */
export async function updateSiteSpaceCustomization(
  context: Context,
  address: SiteAddress,
  siteSpaceId: string,
  input: SettingsInput,
): Promise<Settings> {
  return changeSite(context, address, async (transaction, site) => {
    const siteSpace = await loadSiteSpace(context, transaction, site, siteSpaceId)
    const settings = stored(merge(choicesOf(siteSpace.customization), changesOf(input)))
    const chosen = await transaction.siteSpaceCustomization.upsert({
      where: { siteSpaceId: siteSpace.id },
      create: { siteSpaceId: siteSpace.id, settings },
      update: { settings },
    })
    return settingsOf(siteSpace.site.customization, chosen)
  })
}

/** Gives a site-space the look of its site again, if it ever had another. */
export async function deleteSiteSpaceCustomization(
  context: Context,
  address: SiteAddress,
  siteSpaceId: string,
): Promise<string> {
  return changeSite(context, address, async (transaction, site) => {
    const { id } = await loadSiteSpace(context, transaction, site, siteSpaceId)
    await transaction.siteSpaceCustomization.deleteMany({ where: { siteSpaceId: id } })
    return id
  })
}

async function loadSiteSpace(context: Context, transaction: Transaction, site: Site, siteSpaceId: string) {
  const siteSpace = await transaction.siteSpace.findFirst({
    where: { id: siteSpaceId, siteId: site.id, ...shownSiteSpaces(viewerOf(context)) },
    include: { customization: true, site: { select: { customization: true } } },
  })
  if (!siteSpace) throw notFound()
  return siteSpace
}
