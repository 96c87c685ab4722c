import { createHash } from 'node:crypto'
import type { Database } from '../../../database/client.ts'
import type { AdaptiveSchema, Site } from '../../../generated/prisma/client.ts'
import { drawnSettings } from '../../customizations/service.ts'
import type { Settings } from '../../customizations/settings.ts'
import type { VersionedSite } from '../addresses/site-address.ts'
import type { SiteCache } from '../site-cache.ts'
import { type LogoSizes, readLogoSizes } from './logo-sizes.ts'
import { readStructure, type SiteStructure } from './visible-structure.ts'

/** Customizations of a site, and of its site-spaces by id. */
export interface Appearance {
  readonly site: Settings
  readonly siteSpaces: ReadonlyMap<string, Settings>
  readonly logoSizes: LogoSizes
}

/** The parts of a site that are the same for all visitors. */
export interface SiteParts {
  readonly structure: SiteStructure
  readonly appearance: Appearance
  readonly adaptiveSchema: Pick<AdaptiveSchema, 'jsonSchema'> | null
  /** The conditions of sections, site-spaces, external links and links in headers. */
  readonly conditions: readonly string[]
  /** Equal for equal structure and appearance. */
  readonly digest: string
}

/** Returns the parts of the site at a URL. They are read again when their version changes. */
export const sitePartsAt = (
  { database, cache }: { readonly database: Database; readonly cache: SiteCache },
  { site, versions }: VersionedSite,
): Promise<SiteParts> =>
  cache
    .read(
      `parts ${site.id} ${versions.structure}`,
      () => readSiteParts(database, site),
      ({ bytes }) => bytes,
    )
    .then(({ parts }) => parts)

async function readSiteParts(
  database: Database,
  site: Site,
): Promise<{ readonly parts: SiteParts; readonly bytes: number }> {
  const [read, customizations, adaptiveSchema] = await Promise.all([
    readStructure(database, site),
    drawnSettings(database, site),
    database.prisma.adaptiveSchema.findUnique({ where: { siteId: site.id }, select: { jsonSchema: true } }),
  ])
  const siteSpaces = read.siteSpaces.map(({ space: { id, title, language, revisionId }, ...siteSpace }) => ({
    ...siteSpace,
    space: { id, title: siteSpace.title ?? title, language, revisionId },
  }))
  const structure = { ...read, siteSpaces }
  const all = [customizations.site, ...customizations.siteSpaces.values()]
  const appearance = { ...customizations, logoSizes: await readLogoSizes(database, all) }
  const text = JSON.stringify([structure, appearance.site, ...appearance.siteSpaces])
  const parts: SiteParts = {
    structure,
    appearance,
    adaptiveSchema,
    conditions: conditionsOf(structure, appearance),
    digest: createHash('sha256').update(text).digest('base64url'),
  }
  return { parts, bytes: bytesPerCharacter * (text.length + JSON.stringify(adaptiveSchema).length) }
}

/** The memory that values take for each character of their JSON, about. */
const bytesPerCharacter = 2

function conditionsOf({ sections, siteSpaces, links }: SiteStructure, appearance: Appearance): string[] {
  const settings = [appearance.site, ...appearance.siteSpaces.values()]
  const parts = [...sections, ...siteSpaces, ...links, ...settings.flatMap(({ header }) => header.links)]
  return [...new Set(parts.flatMap(({ condition }) => condition || []))]
}
