import type { Database } from '../../database/client.ts'
import { notFound } from '../../errors.ts'
import type { Prisma, Site, SiteSpace } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { shownSiteSpaces } from '../site-spaces/policy.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { effective } from './defaults.ts'
import { changesOf, type SettingsInput } from './input.ts'
import { type Choices, merge, type Settings } from './settings.ts'

type Transaction = Prisma.TransactionClient

/** A row of chosen settings, or null if there is none. */
type Chosen = { readonly settings: Prisma.JsonValue } | null

const choicesOf = (chosen: Chosen): Choices => (chosen?.settings ?? {}) as Choices

const stored = (choices: Choices) => choices as Prisma.InputJsonObject

/** Returns the complete settings of a site, or of a site-space with its own choices. */
export const settingsOf = (site: Chosen, siteSpace: Chosen = null): Settings =>
  effective(choicesOf(site), choicesOf(siteSpace))

/** Reads the settings of a site and of all its site-spaces, in at most three statements. */
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

/** Replaces the chosen settings of a site. Members that the input omits are no longer chosen. */
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

/** Updates the chosen settings of a site-space. Members that are null use the settings of the site again. */
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

/** Removes the chosen settings of a site-space, so that it uses those of the site. */
export async function deleteSiteSpaceCustomization(
  context: Context,
  address: SiteAddress,
  siteSpaceId: string,
): Promise<SiteSpace> {
  return changeSite(context, address, async (transaction, site) => {
    const siteSpace = await loadSiteSpace(context, transaction, site, siteSpaceId)
    await transaction.siteSpaceCustomization.deleteMany({ where: { siteSpaceId: siteSpace.id } })
    return siteSpace
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
