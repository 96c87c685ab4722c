import type { ContentRef } from '../../formats/page/types.ts'
import type { SiteExternalLink } from '../../generated/prisma/client.ts'
import { fill } from '../../languages/fill.ts'
import type { LocatedPage } from '../../modules/content/located-content.ts'
import type { References } from '../../modules/published-sites/visible-content/references.ts'
import { isDocument, type SpacePages } from '../../modules/published-sites/visible-content/space-pages.ts'
import {
  sectionsAmong,
  type VisibleGroup,
  type VisibleItem,
  type VisibleSection,
} from '../../modules/published-sites/visits/visible-structure.ts'
import { siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { inLanguage } from '../../modules/sites/structure/localized.ts'
import type { OutlineEntry } from '../pages/page-outline.ts'
import { translationsOf, type VariantLink } from '../pages/page-variants.ts'
import { type Child, element } from './elements.ts'
import { type SiteTexts, textsOf } from './texts.ts'
import { titleWithSymbol } from './title-symbols.ts'

/** A page and its surroundings on the site. */
export interface PageView {
  readonly visit: Visit
  readonly siteSpace: Visit['structure']['siteSpaces'][number]
  readonly pages: SpacePages
  readonly references: References
  readonly page: LocatedPage | null
  /** The site-spaces of the same section, or of the root. */
  readonly variants: readonly VariantLink[]
}

/** Returns the language of a page: that of its variant, else of the texts around it. */
export const languageOf = ({ variants, visit }: Pick<PageView, 'variants' | 'visit'>): string =>
  variants.find(({ isCurrent }) => isCurrent)?.language ?? visit.settings.internationalization.locale

/** Renders the sections of the site and its external links. Those of a group are in a menu. */
export function sectionNavigation({ visit, siteSpace }: PageView): Child {
  const { items } = visit.structure
  const { locale } = visit.settings.internationalization
  const isCurrent = ({ id }: VisibleSection) => id === siteSpace.sectionId
  const titleOf = (item: VisibleItem) =>
    titleWithSymbol(inLanguage(item.title, item.localizedTitle, locale), item)
  const link = (item: VisibleSection | SiteExternalLink) => {
    const title = inLanguage(item.description, item.localizedDescription, locale) || undefined
    if ('url' in item) return element('a', { href: item.url, title, rel: ['noopener'] }, titleOf(item))
    const first = item.siteSpaces.find(({ isDefault }) => isDefault)
    const href = first ? visit.base + siteSpacePath(visit, first) || '/' : undefined
    return element('a', { href, title, ...current(isCurrent(item)) }, titleOf(item))
  }
  const below = (group: VisibleGroup): Child => group.children.map((item) => entry(item, false))
  const entry = (item: VisibleItem, isAtRoot: boolean): Child => {
    if (!('children' in item)) return element('li', {}, link(item))
    const isOpen = sectionsAmong(item.children).some(isCurrent)
    return element(
      'li',
      {},
      isAtRoot
        ? menu(element('span', current(isOpen), titleOf(item)), below(item))
        : [element('span', { className: ['group'] }, titleOf(item)), element('ul', {}, below(item))],
    )
  }
  const shown = listedItems(items)
  const isAlone = shown.length === 1 && shown.every((item) => 'siteSpaces' in item)
  if (shown.length === 0 || isAlone) return null
  return element(
    'nav',
    { className: ['sections'], ariaLabel: textsOf(visit.settings).sections },
    element(
      'ul',
      {},
      shown.map((item) => entry(item, true)),
    ),
  )
}

/** Returns the items without sections of which all site-spaces are hidden, and groups that have nothing else. */
const listedItems = (items: readonly VisibleItem[]): VisibleItem[] =>
  items.flatMap((item): VisibleItem[] => {
    if ('siteSpaces' in item) return item.siteSpaces.every(({ hidden }) => hidden) ? [] : [item]
    if (!('children' in item)) return [item]
    const children = listedItems(item.children)
    return children.length > 0 ? [{ ...item, children }] : []
  })

/** Renders a menu that opens without a script. */
export const menu = (label: Child, items: Child, ...className: string[]): Child =>
  element(
    'details',
    { className: ['menu', ...className] },
    element('summary', {}, label),
    element('ul', {}, items),
  )

/** Renders the site-spaces of the same section, or of the root. Each leads to the same page, if it has one. */
export function variantNavigation({ visit, siteSpace, variants }: PageView): Child {
  const texts = textsOf(visit.settings)
  const own = variants.find(({ isCurrent }) => isCurrent)?.language
  const versions = variants.filter(({ language }) => language === own)
  const languages = translationsOf(variants)
  const isInLanguages = languages.length > 1 && variants.every(({ language }) => language !== undefined)
  return [
    variantMenu(isInLanguages ? versions : variants, {
      label: texts.variants,
      shown: ({ title }) => title,
      fallback: siteSpace.space.title,
    }),
    isInLanguages
      ? variantMenu(languages, {
          label: texts.languages,
          shown: ({ title, language }) => (language ? nameOfLanguage(language) : title),
          fallback: siteSpace.space.title,
        })
      : null,
  ]
}

interface VariantMenu {
  readonly label: string
  readonly shown: (variant: VariantLink) => string
  readonly fallback: string
}

function variantMenu(variants: readonly VariantLink[], { label, shown, fallback }: VariantMenu): Child {
  if (variants.length < 2) return null
  const shownCurrent = variants.find(({ isCurrent }) => isCurrent)
  const links = variants.map((variant) => {
    const { href, language, isCurrent } = variant
    return element(
      'li',
      {},
      element('a', { href, hrefLang: language, lang: language, ...current(isCurrent) }, shown(variant)),
    )
  })
  return element(
    'nav',
    { className: ['variants'], ariaLabel: label },
    menu(element('span', {}, shownCurrent ? shown(shownCurrent) : fallback), links),
  )
}

/** Returns the name of a language in itself, as those find it who do not read the others. */
function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

const current = (isCurrent: boolean) => (isCurrent ? { ariaCurrent: 'true' } : {})

/**
 * The maximum pages of a space whose navigation contains the whole tree. In larger spaces it would be most of each page.
 */
const shownWhole = 200

/**
 * Renders the tree of pages, of which the branch of the page is open. In large spaces the rest has its highest pages alone.
 */
export function pageNavigation(view: PageView): Child {
  const texts = textsOf(view.visit.settings)
  const open = new Set(lineageOf(view).map(({ pageId }) => pageId))
  const isWhole = view.pages.all.length <= shownWhole
  const listBelow = (parent: LocatedPage | null): Child => {
    const entries = shownBelow(view, parent).flatMap((page) => {
      const isOpen = open.has(page.pageId)
      const isHeading = parent === null && page.type === 'GROUP'
      const below = isWhole || isOpen || isHeading ? listBelow(page) : null
      const shown = entry(page, view, texts, { below, isOpen, isHeading })
      return shown === null ? [] : [element('li', {}, shown)]
    })
    return entries.length > 0 ? element('ul', {}, entries) : null
  }
  return element('nav', { className: ['pages'], ariaLabel: texts.pages }, listBelow(null))
}

const shownBelow = ({ pages }: PageView, parent: LocatedPage | null): readonly LocatedPage[] =>
  (pages.children.get(parent?.pageId ?? null) ?? []).filter((page) => !pages.visibility(page).isHidden)

/** Returns the page and its ancestors, the page first. */
export function lineageOf({ page, pages }: PageView): LocatedPage[] {
  const line: LocatedPage[] = []
  for (let one = page ?? undefined; one; one = pages.byId.get(one.parentId ?? '')) line.push(one)
  return line
}

function entry(
  page: LocatedPage,
  view: PageView,
  texts: SiteTexts,
  { below, isOpen, isHeading }: { below: Child; isOpen: boolean; isHeading: boolean },
): Child {
  const label = pageLabel(page)
  // A group without pages that the visitor may see says nothing.
  if (isHeading) return below ? [element('span', { className: ['group'] }, label), below] : null
  const link = linkOf(page, view)
  // A group, or a link that the visitor cannot open.
  if (!link) return below ? details(element('span', {}, label), below, isOpen) : null
  const name = fill(texts.pagesBelow, page.title)
  return below ? [link, details(element('span', { className: ['unseen'] }, name), below, isOpen)] : link
}

const details = (summary: Child, below: Child, isOpen: boolean): Child =>
  element('details', isOpen ? { open: true } : {}, element('summary', {}, summary), below)

const pageLabel = (page: LocatedPage): Child => titleWithSymbol(page.title, page)

function linkOf(page: LocatedPage, { page: read, references }: PageView): Child {
  if (page.type === 'LINK') {
    const href = page.target ? references.addressOf(page.target as unknown as ContentRef) : undefined
    return href === undefined ? null : element('a', { href }, pageLabel(page))
  }
  if (!isDocument(page)) return null
  const href = references.addressOf({ kind: 'page', page: page.pageId })
  return element('a', { href, ...(page === read ? { ariaCurrent: 'page' } : {}) }, pageLabel(page))
}

/** Renders the pages and groups above the page. */
export function breadcrumbs(view: PageView): Child {
  const [, ...above] = lineageOf(view)
  if (above.length === 0) return null
  const crumbs = above
    .reverse()
    .map((page) => element('li', {}, linkOf(page, view) ?? element('span', {}, pageLabel(page))))
  return element(
    'nav',
    { className: ['breadcrumbs'], ariaLabel: textsOf(view.visit.settings).breadcrumbs },
    element('ol', {}, crumbs),
  )
}

export function outlineNavigation({ visit }: PageView, outline: readonly OutlineEntry[]): Child {
  const { onThisPage } = textsOf(visit.settings)
  return element(
    'nav',
    { className: ['outline'], id: 'outline', popover: 'auto', ariaLabel: onThisPage },
    element('p', {}, onThisPage),
    element(
      'ul',
      {},
      outline.map(({ anchor, title, level }) =>
        element(
          'li',
          level > 2 ? { className: ['lower'] } : {},
          element('a', { href: `#${encodeURIComponent(anchor)}` }, title),
        ),
      ),
    ),
  )
}

/** Renders links to the previous and the next document in the order of the navigation. */
export function pager({ page, pages, references, visit }: PageView): Child {
  if (!page || !visit.settings.pagination.enabled) return null
  const texts = textsOf(visit.settings)
  const documents = pages.all.filter((one) => isDocument(one) && !pages.visibility(one).isHidden)
  const index = documents.indexOf(page)
  if (index < 0 || documents.length < 2) return null
  const link = (to: LocatedPage | undefined, rel: string, label: string) =>
    to
      ? element(
          'a',
          { href: references.addressOf({ kind: 'page', page: to.pageId }), rel: [rel] },
          element('small', {}, label),
          element('span', {}, to.title),
        )
      : element('span', {})
  return element(
    'nav',
    { className: ['pager'], ariaLabel: texts.pager },
    link(documents[index - 1], 'prev', texts.previous),
    link(documents[index + 1], 'next', texts.next),
  )
}
