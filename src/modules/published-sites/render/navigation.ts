import type { ContentRef } from '../../../page-format/types.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import type { References } from '../visible-content/references.ts'
import { isDocument, type SpacePages } from '../visible-content/space-pages.ts'
import type { VisibleSection } from '../visits/visible-structure.ts'
import { siteSpacePath, type Visit } from '../visits/visit.ts'
import { type Child, element } from './elements.ts'
import { emojiText } from './inlines.ts'

/** A page and its surroundings on the site. */
export interface PageView {
  readonly visit: Visit
  readonly siteSpace: Visit['structure']['siteSpaces'][number]
  readonly pages: SpacePages
  readonly references: References
  readonly page: LocatedPage | null
}

/** Renders the sections of the site. The sections of a group are listed next to each other. */
export function sectionNavigation({ visit, siteSpace }: PageView): Child {
  const { items, sections } = visit.structure
  if (sections.length < 2) return null
  const link = (section: VisibleSection) => {
    const first = section.siteSpaces.find(({ isDefault }) => isDefault)
    const href = first ? visit.base + siteSpacePath(visit, first) || '/' : undefined
    return element('a', { href, ...current(section.id === siteSpace.sectionId) }, section.title)
  }
  const entry = (item: (typeof items)[number]) =>
    'sections' in item
      ? element('li', { className: ['group'] }, element('span', {}, item.title), item.sections.map(link))
      : element('li', {}, link(item))
  return element(
    'nav',
    { className: ['sections'], ariaLabel: 'Sections' },
    element('ul', {}, items.map(entry)),
  )
}

/** Renders the site-spaces of the same section, or of the root. */
export function variantNavigation({ visit, siteSpace }: PageView): Child {
  const beside = visit.structure.siteSpaces.filter(({ sectionId }) => sectionId === siteSpace.sectionId)
  if (beside.length < 2) return null
  const links = beside.map((one) => {
    const href = visit.base + siteSpacePath(visit, one) || '/'
    return element('li', {}, element('a', { href, ...current(one.id === siteSpace.id) }, one.space.title))
  })
  return element('nav', { className: ['variants'], ariaLabel: 'Variants' }, element('ul', {}, links))
}

const current = (isCurrent: boolean) => (isCurrent ? { ariaCurrent: 'true' } : {})

/**
 * The maximum pages of a space whose navigation shows the whole tree. In larger spaces it would be most of each page.
 */
const shownWhole = 200

/** Renders the tree of pages: the whole tree, or in large spaces the siblings, ancestors and children of the page. */
export function pageNavigation(view: PageView): Child {
  const open = new Set(lineageOf(view).map(({ pageId }) => pageId))
  const isOpen = (page: LocatedPage) =>
    view.pages.all.length <= shownWhole || page.type === 'GROUP' || open.has(page.pageId)
  const level = (parentId: string | null): Child => {
    const shown = (view.pages.children.get(parentId) ?? []).filter(
      (page) => !view.pages.visibility(page).isHidden,
    )
    if (shown.length === 0) return null
    const entries = shown.map((page) =>
      element('li', {}, entry(page, view), isOpen(page) ? level(page.pageId) : null),
    )
    return element('ul', {}, entries)
  }
  return element('nav', { className: ['pages'], ariaLabel: 'Pages' }, level(null))
}

/** Returns the page and its ancestors, the page first. */
export function lineageOf({ page, pages }: PageView): LocatedPage[] {
  const line: LocatedPage[] = []
  for (let one = page ?? undefined; one; one = pages.byId.get(one.parentId ?? '')) line.push(one)
  return line
}

function entry(page: LocatedPage, { page: read, references }: PageView): Child {
  const label = [page.emoji ? `${emojiText(page.emoji)} ` : null, page.title]
  if (page.type === 'LINK') {
    const href = page.target ? references.addressOf(page.target as unknown as ContentRef) : undefined
    return href === undefined ? null : element('a', { href }, label)
  }
  if (!isDocument(page)) return element('span', { className: ['group'] }, label)
  const href = references.addressOf({ kind: 'page', page: page.pageId })
  return element('a', { href, ...(page === read ? { ariaCurrent: 'page' } : {}) }, label)
}

/** Renders links to the previous and the next document in the order of the navigation. */
export function pager({ page, pages, references, visit }: PageView): Child {
  if (!page || !visit.settings.pagination.enabled) return null
  const documents = pages.all.filter((one) => isDocument(one) && !pages.visibility(one).isHidden)
  const index = documents.indexOf(page)
  if (index < 0) return null
  const link = (to: LocatedPage | undefined, rel: string, label: string) =>
    to
      ? element(
          'a',
          { href: references.addressOf({ kind: 'page', page: to.pageId }), rel: [rel] },
          `${label}: ${to.title}`,
        )
      : element('span', {})
  return element(
    'nav',
    { className: ['pager'], ariaLabel: 'Previous and next page' },
    link(documents[index - 1], 'prev', 'Previous'),
    link(documents[index + 1], 'next', 'Next'),
  )
}
