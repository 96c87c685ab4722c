import { createHash } from 'node:crypto'
import { authorizeSite } from '../../access/authorize.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Prisma, Site, SiteSpace } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { shownSiteSpaces } from '../site-spaces/policy.ts'
import { changeSite, loadSite, type SiteAddress } from '../sites/service.ts'
import { effective } from './defaults.ts'
import { changesOf, type SettingsInput } from './input.ts'
import { preconditionFailed } from './reasons.ts'
import { type Choices, merge, type Settings } from './settings.ts'

/** A row of chosen settings, or null if there is none. */
type Chosen = { readonly settings: Prisma.JsonValue } | null

const choicesOf = (chosen: Chosen): Choices => (chosen?.settings ?? {}) as Choices

const stored = (choices: Choices) => choices as Prisma.InputJsonObject

/** Returns the complete settings of a site, or of a site-space with its own choices. */
export const settingsOf = (site: Chosen, siteSpace: Chosen = null): Settings =>
  effective(choicesOf(site), choicesOf(siteSpace))

/** A row of chosen settings with the time of its last change. */
type Changed = (NonNullable<Chosen> & { readonly updatedAt: Date }) | null

/** The settings of a site or a site-space, and what was chosen for it. */
export interface Customization extends Settings {
  /** The time of the last change, if anything was chosen. */
  readonly updatedAt: Date | null
  /** Whether a site-space has settings of its own. Null for a site. */
  readonly hasOverrides: boolean | null
  readonly chosen: Choices
}

export const customizationOfSite = (site: Changed): Customization => ({
  ...settingsOf(site),
  updatedAt: site?.updatedAt ?? null,
  hasOverrides: null,
  chosen: choicesOf(site),
})

export const customizationOfSiteSpace = (site: Changed, siteSpace: Changed): Customization => ({
  ...settingsOf(site, siteSpace),
  updatedAt: siteSpace?.updatedAt ?? site?.updatedAt ?? null,
  hasOverrides: Object.keys(choicesOf(siteSpace)).length > 0,
  chosen: choicesOf(siteSpace),
})

/** Returns the version of what was chosen: equal for equal choices. */
export const versionOf = (chosen: Choices): string =>
  createHash('sha256').update(JSON.stringify(chosen)).digest('base64url').slice(0, versionLength)

const versionLength = 22

/** Returns the settings without what visitors and readers of the site must not see. */
export function withoutSecrets<Shown extends Settings>(settings: Shown): Shown {
  const { instructions: _secret, ...ai } = settings.ai
  return { ...settings, ai }
}

/** Reads the settings of a site and of all its site-spaces as visitors may see them, in at most three statements. */
export const effectiveSettings = (database: Database, site: Pick<Site, 'id'>) =>
  readSettings(database, site, {})

/**
 * Reads the settings with which Lectern draws the pages of a site. Where nobody has chosen a theme, readers get that of their
 * system: the default of the published contract, which its clients read, would give all of them the light one.
 */
export const drawnSettings = (database: Database, site: Pick<Site, 'id'>) =>
  readSettings(database, site, systemTheme)

const systemTheme: Choices = { themes: { default: 'system', toggeable: true } }

/** Changes to the settings of a site, or of one of its site-spaces. */
export interface SettingsUpdate {
  readonly input: SettingsInput
  readonly siteSpaceId: string | null
}

/** Reads the settings with which the pages of a site would be drawn after an update, which is not made. */
export async function settingsAfterUpdate(
  context: Context,
  address: SiteAddress,
  { input, siteSpaceId }: SettingsUpdate,
) {
  const site = await loadSite(context, address.siteId, address.organizationId)
  authorizeSite(context, site)
  const update = (of: string | null, before: Choices, ofSite: Choices) =>
    of === siteSpaceId ? merge(before, changesOf(input, effective(ofSite, before))) : before
  const settings = await readSettings(context.database, site, systemTheme, update)
  if (siteSpaceId !== null && !settings.siteSpaces.has(siteSpaceId)) throw notFound()
  return { site, settings }
}

async function readSettings(
  { prisma }: Database,
  { id }: Pick<Site, 'id'>,
  unlessChosen: Choices,
  update = (_siteSpaceId: string | null, chosen: Choices, _ofSite: Choices) => chosen,
): Promise<{ site: Settings; siteSpaces: Map<string, Settings> }> {
  const chosen = choicesOf(await prisma.siteCustomization.findUnique({ where: { siteId: id } }))
  const site = update(null, chosen, {})
  const siteSpaces = await prisma.siteSpace.findMany({
    where: { siteId: id },
    select: { id: true, customization: { select: { settings: true } } },
  })
  const shown = (...choices: readonly Choices[]) => {
    const others = Object.entries(unlessChosen).filter(([name]) => choices.every((one) => !(name in one)))
    return withoutSecrets(effective(Object.fromEntries(others), ...choices))
  }
  return {
    site: shown(site),
    siteSpaces: new Map(
      siteSpaces.map(({ id, customization }) => {
        const own = update(id, choicesOf(customization), site)
        return [id, shown(...choicesOfSiteSpace(site, own))]
      }),
    ),
  }
}

/** Returns the choices for a site-space, whose own title counts before those that the site has in other languages. */
function choicesOfSiteSpace(site: Choices, own: Choices): Choices[] {
  const { localizedTitle: _translations, ...others } = site
  return [own.title === undefined ? site : others, own]
}

/** A change of settings, and the version that the caller has read, if it must not have changed. */
export interface SettingsChange {
  readonly input: SettingsInput
  readonly expectedVersion?: string | null
}

/** A site with its settings after a change. */
export interface CustomizedSite {
  readonly site: Site
  readonly siteCustomizationSettings: Customization
}

/** Replaces the chosen settings of a site. Members that the input omits are no longer chosen. */
export const replaceSiteCustomization = (
  context: Context,
  address: SiteAddress,
  change: SettingsChange,
): Promise<CustomizedSite> => chooseForSite(context, address, change, () => ({}))

/** Updates the chosen settings of a site. Members that are null have their default again. */
export const updateSiteCustomization = (
  context: Context,
  address: SiteAddress,
  change: SettingsChange,
): Promise<CustomizedSite> => chooseForSite(context, address, change, (chosen) => chosen)

async function chooseForSite(
  context: Context,
  address: SiteAddress,
  { input, expectedVersion }: SettingsChange,
  kept: (chosen: Choices) => Choices,
): Promise<CustomizedSite> {
  return changeSite(context, address, async (transaction, site) => {
    const before = choicesOf(await transaction.siteCustomization.findUnique({ where: { siteId: site.id } }))
    assertVersion(before, expectedVersion)
    const settings = stored(merge(kept(before), changesOf(input, effective(before))))
    const chosen = await transaction.siteCustomization.upsert({
      where: { siteId: site.id },
      create: { siteId: site.id, settings },
      update: { settings },
    })
    return { site, siteCustomizationSettings: customizationOfSite(chosen) }
  })
}

/** Updates the chosen settings of a site-space. Members that are null use the settings of the site again. */
export async function updateSiteSpaceCustomization(
  context: Context,
  address: SiteAddress,
  siteSpaceId: string,
  { input, expectedVersion }: SettingsChange,
): Promise<{ siteSpace: SiteSpace; siteCustomizationSettings: Customization }> {
  return changeSite(context, address, async (transaction, site) => {
    const siteSpace = await loadSiteSpace(context, transaction, site, siteSpaceId)
    const before = choicesOf(siteSpace.customization)
    assertVersion(before, expectedVersion)
    const current = settingsOf(siteSpace.site.customization, siteSpace.customization)
    const settings = stored(merge(before, changesOf(input, current)))
    const chosen = await transaction.siteSpaceCustomization.upsert({
      where: { siteSpaceId: siteSpace.id },
      create: { siteSpaceId: siteSpace.id, settings },
      update: { settings },
    })
    return {
      siteSpace,
      siteCustomizationSettings: customizationOfSiteSpace(siteSpace.site.customization, chosen),
    }
  })
}

/** Throws CUSTOMIZATION_CHANGED if the caller has read another version. */
function assertVersion(chosen: Choices, expected: string | null | undefined): void {
  const version = versionOf(chosen)
  if (expected != null && expected !== version) throw preconditionFailed('CUSTOMIZATION_CHANGED', { version })
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
  return orNotFound(siteSpace)
}
