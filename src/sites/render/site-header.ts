import type { ImageDimensions } from '../../base/image-dimensions.ts'
import { fill } from '../../languages/fill.ts'
import type { ContentLink, HeaderLink } from '../../modules/customizations/settings.ts'
import type { LogoSizes } from '../../modules/published-sites/visits/logo-sizes.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { nameOfScope, searchAddress } from '../resources/search-scope.ts'
import { type Child, element } from './elements.ts'
import { menu, type PageView } from './navigation.ts'
import { siteTitle } from './page-head.ts'
import { socialLinks } from './social-links.ts'
import { textsOf } from './texts.ts'
import { titleWithSymbol } from './title-symbols.ts'

export function announcement({ visit, references }: PageView): Child {
  const { announcement: shown } = visit.settings
  if (!shown?.enabled) return null
  const link = shown.link && linkOf(shown.link, references)
  return element(
    'div',
    {
      className: ['announcement', shown.style],
      role: 'region',
      ariaLabel: textsOf(visit.settings).announcement,
    },
    shown.message,
    link ? [' ', link] : null,
    // Without a script it stays.
    element('button', { ariaLabel: textsOf(visit.settings).close, hidden: true }),
  )
}

/** Renders the header: how to open the navigation on small screens, the title, the links, the search and the theme. */
export function siteHeader(view: PageView): Child {
  const { visit } = view
  const { iconEmoji } = visit.site
  const texts = textsOf(visit.settings)
  const title = siteTitle(visit)
  return element(
    'header',
    { className: ['site-header', `search-${visit.settings.styling.search}`] },
    element('button', {
      className: ['menu-button'],
      popoverTarget: 'navigation',
      ariaLabel: texts.menu,
    }),
    element(
      'a',
      { className: ['site-title'], href: homeAddress(view) },
      logo(visit, title) ?? titleWithSymbol(title, { emoji: iconEmoji }),
    ),
    element(
      'a',
      { className: ['search'], ...searchOpener(view) },
      element('span', {}, texts.search),
      element('kbd', { ariaHidden: 'true', hidden: true }, 'Ctrl K'),
    ),
    headerNavigation(view),
    visit.settings.themes.toggeable
      ? element('button', {
          className: ['theme-button'],
          hidden: true,
          dataSystem: fill(texts.theme, texts.systemTheme),
          dataLight: fill(texts.theme, texts.lightTheme),
          dataDark: fill(texts.theme, texts.darkTheme),
        })
      : null,
  )
}

/** Returns what the title leads to: the chosen target, or the first page if the visitor cannot open it. */
function homeAddress({ visit, references }: PageView): string {
  const { primaryLink } = visit.settings.header
  return (primaryLink && references.addressOf(primaryLink)) ?? (visit.base || '/')
}

/** Returns the address of the search from the current site-space, and the texts of the dialog that the script opens for it. */
function searchOpener({ visit, siteSpace }: PageView): Record<string, string | undefined> {
  const { searching, nothingFound, tooManySearches, close, searchIn, wholeSite, results } = textsOf(
    visit.settings,
  )
  const scope = { current: siteSpace.hidden ? undefined : siteSpace, isCurrentOnly: false }
  const name = nameOfScope(visit, scope)
  return {
    href: searchAddress(visit, scope),
    dataPlaceholder: searching,
    dataNothingFound: nothingFound,
    dataTooMany: tooManySearches,
    dataResults: results,
    dataClose: close,
    ...(name !== undefined && { dataScope: searchIn, dataAll: wholeSite, dataCurrent: name }),
  }
}

/** Renders the logo of each theme. Only that of the current one is shown. */
function logo({ settings, appearance }: Visit, title: string): Child {
  const { logo: images } = settings.header
  return images ? themedImage(images, title, fitted(appearance.logoSizes, logoRoom)) : null
}

/** The most room for the logo of the header in pixels, as in its stylesheet. */
const logoRoom = { width: 192, height: 32 } as const

/** Returns a function that tells the size at which an image of an address fits in a room. */
export const fitted =
  (sizes: LogoSizes, room: ImageDimensions) =>
  (url: string): Partial<ImageDimensions> => {
    const size = sizes.get(url)
    if (!size) return {}
    const scale = Math.min(1, room.width / size.width, room.height / size.height)
    return {
      width: Math.max(1, Math.round(size.width * scale)),
      height: Math.max(1, Math.round(size.height * scale)),
    }
  }

export function themedImage(
  { light, dark }: { light: string; dark: string },
  alt: string,
  sizeOf: (url: string) => Partial<ImageDimensions>,
): Child {
  if (light === dark) return element('img', { src: light, alt, ...sizeOf(light) })
  return [
    element('img', { className: ['in-light'], src: light, alt, ...sizeOf(light) }),
    element('img', { className: ['in-dark'], src: dark, alt, ...sizeOf(dark) }),
  ]
}

/** Renders the links of the header, which are in the navigation too for small screens. */
export function headerNavigation({ visit, references }: PageView): Child {
  const links = visit.settings.header.links
    .map((link) => headerEntry(link, references))
    .filter((link) => link !== null)
  const entries = [...links, ...socialLinks(visit, 'header')]
  if (entries.length === 0) return null
  return element(
    'nav',
    { className: ['site-links'], ariaLabel: textsOf(visit.settings).site },
    element('ul', {}, entries),
  )
}

function headerEntry({ title, to, style, links }: HeaderLink, references: PageView['references']): Child {
  const own = to ? linkOf({ title, to }, references, style) : null
  const below = links.flatMap((link) => {
    const shown = linkOf(link, references)
    return shown ? [element('li', {}, shown)] : []
  })
  // Links to targets that the visitor cannot open are left out.
  if (below.length === 0) return own && element('li', {}, own)
  const first = own ? element('li', {}, own) : null
  return element('li', {}, menu(element('span', {}, title), [first, below]))
}

export function linkOf(
  { title, to }: ContentLink,
  references: PageView['references'],
  style: HeaderLink['style'] = 'link',
): Child {
  const href = references.addressOf(to)
  if (href === undefined) return null
  const look = style === 'link' ? {} : { className: ['button', style.slice('button-'.length)] }
  return element('a', { href, ...look }, title)
}
