import type { ContentRef } from '../../formats/page/types.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import type { OutlineEntry } from '../pages/page-outline.ts'
import { scriptTexts } from './block-texts.ts'
import { type Child, element, rawHtml, writeFragment, writeHtml } from './elements.ts'
import {
  breadcrumbs,
  languageOf,
  outlineNavigation,
  type PageView,
  pageNavigation,
  sectionNavigation,
  variantNavigation,
} from './navigation.ts'
import { type Head, pageHead } from './page-head.ts'
import { layoutOf } from './page-layout.ts'
import { siteFooter } from './site-footer.ts'
import { announcement, headerNavigation, siteHeader } from './site-header.ts'
import { textsOf } from './texts.ts'
import { firstScheme, followsSystem } from './theme/theme-modes.ts'

export interface Content extends Head {
  readonly main: Child
  /** The controls next to the breadcrumbs of the page. */
  readonly actions?: Child
  /** The content below the page. */
  readonly after?: Child
  readonly outline?: readonly OutlineEntry[]
}

/** An outline with fewer headings tells nothing that the page does not. */
const fewestHeadings = 2

/** Renders a complete page: the content with the header, navigation and footer of the site. */
export function renderFrame(view: PageView, content: Content): string {
  const { visit, page } = view
  const { settings } = visit
  const texts = textsOf(settings)
  const layout = layoutOf(page)
  const { outline = [] } = content
  const hasOutline = layout.outline && outline.length >= fewestHeadings
  const sections = sectionNavigation(view)
  const crumbs = breadcrumbs(view)
  const bar = [
    crumbs,
    content.actions,
    hasOutline
      ? element('button', { className: ['outline-button'], popoverTarget: 'outline' }, texts.onThisPage)
      : null,
  ]
  const main = writeFragment(content.main)
  const body = element(
    'body',
    { className: bodyClasses(view, sections !== null) },
    element('a', { className: ['skip'], href: '#content' }, texts.skip),
    announcement(view),
    siteHeader(view),
    sections,
    element(
      'div',
      { className: ['page-columns'] },
      element(
        'div',
        { className: ['sidebar'], id: 'navigation', popover: 'auto' },
        variantNavigation(view),
        pageNavigation(view),
        headerNavigation(view),
      ),
      element(
        'main',
        { id: 'content', tabIndex: -1, ...scriptTexts(settings.internationalization.locale) },
        bar.some((part) => part) ? element('div', { className: ['page-bar'] }, bar) : null,
        rawHtml(main),
        content.after,
      ),
      hasOutline ? outlineNavigation(view, outline) : null,
    ),
    siteFooter(view),
  )
  const { themes } = settings
  const lang = languageOf(view)
  return writeHtml(
    element(
      'html',
      { lang, dir: directionOf(lang), ...(followsSystem(themes) ? {} : { dataTheme: firstScheme(themes) }) },
      pageHead(view, content, main),
      body,
    ),
  )
}

/** The scripts that are written from right to left. */
const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])

/** Returns the direction of what surrounds a page in a language. From left to right is the default of browsers. */
const directionOf = (language: string): 'rtl' | undefined =>
  rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : undefined

/** Returns what the stylesheet needs to know of the page and the customization. */
function bodyClasses({ visit, page }: PageView, hasSections: boolean): string[] {
  const { styling, header } = visit.settings
  const layout = layoutOf(page)
  return [
    `theme-${styling.theme}`,
    `links-${styling.links}`,
    `sidebar-${styling.sidebar.background}`,
    `list-${styling.sidebar.list}`,
    ...(header.preset === 'none' ? ['without-header'] : []),
    ...(hasSections ? ['with-sections'] : []),
    ...(layout.tableOfContents ? [] : ['without-sidebar']),
    ...(layout.isWide ? ['wide'] : []),
  ]
}

/** Returns the references in the header, footer and announcement. */
export function referencesOfFrame({ settings }: Visit): ContentRef[] {
  const { header, footer, announcement: shown } = settings
  return [
    ...(header.primaryLink ? [header.primaryLink] : []),
    ...header.links.flatMap(({ to, links }) => [...(to ? [to] : []), ...links.map((link) => link.to)]),
    ...footer.groups.flatMap(({ links }) => links.map(({ to }) => to)),
    ...(shown?.link ? [shown.link.to] : []),
  ]
}
