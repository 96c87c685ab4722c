import { LRUCache } from 'lru-cache'
import type { LocatedPage } from '../../modules/content/located-content.ts'
import {
  pageAt,
  pathOfPage,
  readSiteSpacePages,
  type SpacePages,
} from '../../modules/published-sites/visible-content/space-pages.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import { siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { inLanguage } from '../../modules/sites/structure/localized.ts'

/** A site-space of the same section, or of the root, and where it has the page. */
export interface VariantLink {
  readonly title: string
  readonly href: string
  /** The absolute URL of the same page; undefined if the variant does not have it. */
  readonly address?: string
  /** The language of the variant as in HTML; undefined if it is no translation. */
  readonly language?: string
  readonly isDefault: boolean
  readonly isCurrent: boolean
}

/** The variants whose pages are read to find the same one. The others are linked to their first page. */
const comparedVariants = 10

interface Around {
  readonly siteSpace: VisibleSiteSpace
  readonly page: LocatedPage | null
}

/** Finds the page in the variants: by its id, which duplicated spaces share, or by its path. */
export async function readVariants(visit: Visit, { siteSpace, page }: Around): Promise<VariantLink[]> {
  const beside = visit.structure.siteSpaces.filter(
    ({ id, sectionId, hidden }) => sectionId === siteSpace.sectionId && (!hidden || id === siteSpace.id),
  )
  const languages = languagesOf(beside, visit.settings.internationalization.locale)
  return Promise.all(
    beside.map(async (one, index): Promise<VariantLink> => {
      const path = siteSpacePath(visit, one)
      const language = languages.get(one.id)
      const shared = {
        title: inLanguage(one.space.title, one.localizedTitle, visit.settings.internationalization.locale),
        isDefault: one.isDefault,
        isCurrent: one.id === siteSpace.id,
        ...(language !== undefined && { language }),
      }
      const pages =
        page && beside.length > 1 && index < comparedVariants ? await readSiteSpacePages(visit, one) : null
      const same = pages && page && samePage(pages, page)
      if (!same) return { ...shared, href: visit.base + path || '/' }
      const pathOnSite = path + pathOfPage(pages, same)
      return { ...shared, href: visit.base + pathOnSite || '/', address: visit.address + pathOnSite }
    }),
  )
}

/** Returns the language of a site-space: that of its space, or the one that it has beside others; undefined if it is not known. */
export function languageOfVariant(
  { structure, appearance }: Visit,
  { id, sectionId }: VisibleSiteSpace,
): string | undefined {
  const beside = structure.siteSpaces.filter((one) => one.sectionId === sectionId)
  const settings = appearance.siteSpaces.get(id) ?? appearance.site
  return languagesOf(beside, settings.internationalization.locale).get(id)
}

/** Returns one variant for each language: the current one, else the default one, else the first. */
export function translationsOf<Variant extends VariantLink>(variants: readonly Variant[]): Variant[] {
  const inLanguages = variants.filter(({ language }) => language !== undefined)
  return [...Map.groupBy(inLanguages, ({ language }) => language).values()].flatMap(
    (some) =>
      some.find(({ isCurrent }) => isCurrent) ?? some.find(({ isDefault }) => isDefault) ?? some[0] ?? [],
  )
}

function samePage(pages: SpacePages, page: LocatedPage): LocatedPage | undefined {
  const byId = pages.byId.get(page.pageId)
  if (byId && byId.slug !== null) return byId
  return page.path == null ? undefined : pageAt(pages, page.path.split('/'))
}

const languageCode = /^[a-z]{2}(-[a-z]{2,4})?$/i

/**
 * Returns the languages of variants: those of their spaces. Where a space has none, its variant is a translation if its path is
 * the code of a language and its title has the name of that, in itself or in English. Beside translations the default variant
 * is in the language of the site.
 */
function languagesOf(variants: readonly VisibleSiteSpace[], locale: string): ReadonlyMap<string, string> {
  const languages = new Map<string, string>()
  for (const { id, path, space } of variants)
    if (space.language !== null) languages.set(id, space.language)
    else if (languageCode.test(path) && namesLanguage(space.title, path))
      languages.set(id, path.toLowerCase())
  const original = variants.find(({ isDefault }) => isDefault)
  const isFree = ![...languages.values()].includes(locale)
  if (original && languages.size > 0 && isFree && !languages.has(original.id))
    languages.set(original.id, locale)
  return languages
}

const languageNames = new LRUCache<string, boolean>({ max: 1000 })

/** Names of languages take longer to find than much else of a page. */
function namesLanguage(title: string, code: string): boolean {
  const key = `${code} ${title}`
  const isNamed = languageNames.get(key) ?? findsLanguage(title, code)
  languageNames.set(key, isNamed)
  return isNamed
}

function findsLanguage(title: string, code: string): boolean {
  const plain = title.toLowerCase()
  const [language = code] = code.toLowerCase().split('-')
  const names = [code, 'en'].map((locale) => new Intl.DisplayNames(locale, { type: 'language' }).of(language))
  return (
    plain === code.toLowerCase() ||
    names.some((name) => name !== undefined && name !== language && plain.includes(name.toLowerCase()))
  )
}
