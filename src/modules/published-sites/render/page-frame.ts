import type { ContentRef } from '../../../page-format/types.ts'
import type { ContentLink, HeaderLink } from '../../customizations/settings.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import { siteFileAddress } from '../browser/site-files.ts'
import type { OutlineEntry } from '../pages/page-outline.ts'
import { webAddress } from '../visible-content/references.ts'
import type { Visit } from '../visits/visit.ts'
import { type Child, element, writeHtml } from './elements.ts'
import { emojiText } from './inlines.ts'
import { type PageView, pageNavigation, sectionNavigation, variantNavigation } from './navigation.ts'
import { startScript } from './start-script.ts'
import { themeStyles } from './theme-styles.ts'

export interface Content {
  readonly title: string
  readonly description?: string | null
  readonly canonical?: string
  /** URL of the same content as Markdown. */
  readonly alternate?: string
  readonly isForRobots: boolean
  /** The headings of a page. */
  readonly outline?: readonly OutlineEntry[]
  readonly main: Child
}

export const siteTitle = ({ site, settings }: Visit): string => settings.title ?? site.title

/** Renders a complete page: the content with the header, navigation and footer of the site. */
export function renderFrame(view: PageView, content: Content): string {
  const { visit } = view
  const body = element(
    'body',
    {},
    element('a', { className: ['skip'], href: '#content' }, 'Skip to the content'),
    announcement(view),
    siteHeader(view),
    sectionNavigation(view),
    element(
      'div',
      { className: ['columns-of-page'] },
      element('div', { className: ['sidebar'] }, variantNavigation(view), pageNavigation(view)),
      element('main', { id: 'content' }, content.main),
    ),
    siteFooter(view),
  )
  return writeHtml(
    element('html', { lang: visit.settings.internationalization.locale }, head(visit, content), body),
  )
}

function head(visit: Visit, content: Content): Child {
  const site = siteTitle(visit)
  const { favicon, socialPreview } = visit.settings
  const icon = favicon.icon?.light ?? visit.site.iconLight
  const meta = (name: string, value: string | null | undefined) =>
    value ? element('meta', { name, content: value }) : null
  const property = (name: string, value: string | null | undefined) =>
    value ? element('meta', { property: name, content: value }) : null
  return element(
    'head',
    {},
    element('meta', { charSet: 'utf-8' }),
    meta('viewport', 'width=device-width, initial-scale=1'),
    element('title', {}, content.title === site ? site : `${content.title} · ${site}`),
    meta('description', content.description),
    content.isForRobots ? null : meta('robots', 'noindex'),
    content.canonical ? element('link', { rel: ['canonical'], href: content.canonical }) : null,
    content.alternate
      ? element('link', { rel: ['alternate'], type: 'text/markdown', href: content.alternate })
      : null,
    property('og:title', content.title),
    property('og:site_name', site),
    property('og:description', content.description),
    property('og:image', socialPreview.url),
    // Without an icon browsers request /favicon.ico, which could be the path of a page.
    element('link', { rel: ['icon'], href: icon ?? 'data:,' }),
    element('link', { rel: ['stylesheet'], href: siteFileAddress(visit.base, 'site.css') }),
    element('style', {}, themeStyles(visit.settings)),
    element('script', {}, startScript(visit.base)),
  )
}

function announcement({ visit, references }: PageView): Child {
  const { announcement: shown } = visit.settings
  if (!shown?.enabled) return null
  const link = shown.link && linkOf(shown.link, references)
  return element(
    'div',
    { className: ['announcement', shown.style], role: 'region', ariaLabel: 'Announcement' },
    shown.message,
    link ? [' ', link] : null,
  )
}

function siteHeader({ visit, references }: PageView): Child {
  const { header } = visit.settings
  const { iconEmoji } = visit.site
  const title = siteTitle(visit)
  const logo = header.logo ? element('img', { src: header.logo.light, alt: title }) : null
  const links = header.links
    .filter(({ condition }) => !condition || conditionHolds(condition, visit.claims))
    .map((link) => headerEntry(link, references))
  return element(
    'header',
    { className: ['site-header'] },
    element(
      'a',
      { className: ['site-title'], href: visit.base || '/' },
      logo ?? [iconEmoji ? `${emojiText(iconEmoji)} ` : null, title],
    ),
    links.length > 0 ? element('nav', { ariaLabel: 'Site' }, element('ul', {}, links)) : null,
    searchForm(visit),
  )
}

function searchForm(visit: Visit): Child {
  const query = visit.query.get('query') ?? ''
  return element(
    'form',
    { className: ['search'], role: 'search', action: `${visit.base}/~search`, method: 'get' },
    element('input', {
      type: 'search',
      name: 'query',
      value: visit.segments[0] === '~search' ? query : '',
      ariaLabel: 'Search',
      placeholder: 'Search',
      maxLength: 512,
      required: true,
    }),
    element('button', { type: 'submit' }, 'Search'),
  )
}

function headerEntry({ title, to, links }: HeaderLink, references: PageView['references']): Child {
  const own = to ? linkOf({ title, to }, references) : null
  const below = links.map((link) => linkOf(link, references)).filter((link) => link !== null)
  // Links to targets that the visitor cannot open are left out.
  if (!own && below.length === 0) return null
  return element('li', {}, own ?? title, below.length > 0 ? below.map((link) => [' ', link]) : null)
}

function linkOf({ title, to }: ContentLink, references: PageView['references']): Child {
  const href = references.addressOf(to)
  return href === undefined ? null : element('a', { href }, title)
}

function siteFooter({ visit, references }: PageView): Child {
  const { groups, copyright } = visit.settings.footer
  const { url } = visit.settings.privacyPolicy
  const policy = url && webAddress(url, visit.base)
  if (groups.length === 0 && !copyright && !policy) return null
  const lists = groups.map(({ title, links }) =>
    element(
      'nav',
      { ariaLabel: title },
      element('strong', {}, title),
      element(
        'ul',
        {},
        links.map((link) => {
          const shown = linkOf(link, references)
          return shown ? element('li', {}, shown) : null
        }),
      ),
    ),
  )
  return element(
    'footer',
    { className: ['site-footer'] },
    lists,
    policy ? element('a', { href: policy }, 'Privacy policy') : null,
    copyright ? element('p', {}, copyright) : null,
  )
}

/** Returns the references in the header, footer and announcement. */
export function referencesOfFrame({ settings }: Visit): ContentRef[] {
  const { header, footer, announcement: shown } = settings
  return [
    ...header.links.flatMap(({ to, links }) => [...(to ? [to] : []), ...links.map((link) => link.to)]),
    ...footer.groups.flatMap(({ links }) => links.map(({ to }) => to)),
    ...(shown?.link ? [shown.link.to] : []),
  ]
}
