import { fill } from '../../languages/fill.ts'
import { isOpenToRobots, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { fontAddresses, stylesheetAddresses } from '../browser/site-files.ts'
import { translationsOf } from '../pages/page-variants.ts'
import { type Child, element } from './elements.ts'
import { emojiText } from './inlines.ts'
import type { PageView } from './navigation.ts'
import { pageData } from './page-data.ts'
import { startScript } from './start-script.ts'
import { textsOf } from './texts.ts'
import { palette } from './theme/palette.ts'
import { followsSystem } from './theme/theme-modes.ts'
import { themeStyles } from './theme-styles.ts'

export interface Head {
  readonly title: string
  readonly description?: string | null
  readonly canonical?: string
  /** URL of the same content as Markdown. */
  readonly alternate?: string
  readonly image?: string | undefined
  /** The image that is drawn for the page, if it has no other. */
  readonly drawnImage?: { readonly url: string; readonly width: number; readonly height: number } | undefined
  readonly isForRobots: boolean
}

export const siteTitle = ({ site, settings }: Visit): string => settings.title ?? site.title

const meta = (name: string, value: string | null | undefined): Child =>
  value ? element('meta', { name, content: value }) : null

const property = (name: string, value: string | null | undefined): Child =>
  value ? element('meta', { property: name, content: value }) : null

const link = (rel: string, href: string | undefined, more: Record<string, string> = {}): Child =>
  href === undefined ? null : element('link', { rel: [rel], href, ...more })

/** Renders the head of a page, with the stylesheets of what it shows. */
export function pageHead(view: PageView, content: Head, shown: string): Child {
  const { visit } = view
  const { settings, assets } = visit
  const site = siteTitle(visit)
  const fonts = fontAddresses(assets, settings.styling)
  return element(
    'head',
    {},
    element('meta', { charSet: 'utf-8' }),
    meta('viewport', 'width=device-width, initial-scale=1'),
    element('title', {}, content.title === site ? site : `${content.title} · ${site}`),
    meta('description', content.description),
    content.isForRobots ? null : meta('robots', 'noindex'),
    link('canonical', content.canonical),
    translations(view, content),
    link('alternate', content.alternate, { type: 'text/markdown' }),
    link('alternate', isOpenToRobots(visit) ? `${visit.address}/rss.xml` : undefined, {
      type: 'application/rss+xml',
      title: `${site}: ${textsOf(settings).recentChanges}`,
    }),
    preview(view, content),
    content.isForRobots ? pageData(view, content) : null,
    icons(visit),
    link('preload', fonts.latin, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }),
    [...stylesheetAddresses(assets, shown), ...fonts.stylesheets].map((href) => link('stylesheet', href)),
    element('style', {}, themeStyles(settings)),
    element('script', {}, startScript(visit)),
  )
}

/** Links to the same page in other languages. */
function translations({ variants }: PageView, { isForRobots }: Head): Child {
  const translated = translationsOf(variants.filter(({ address }) => address !== undefined))
  if (!isForRobots || translated.length < 2) return null
  const original = translated.find(({ isDefault }) => isDefault)
  return [
    translated.map(({ address, language = '' }) => link('alternate', address, { hrefLang: language })),
    link('alternate', original?.address, { hrefLang: 'x-default' }),
  ]
}

/** Returns the metadata for previews of links to the page in other applications. */
function preview(
  { visit, page }: PageView,
  { title, description, canonical, image, drawnImage }: Head,
): Child {
  const picture = visit.settings.socialPreview.url ?? image ?? drawnImage?.url
  const isDrawn = picture !== undefined && picture === drawnImage?.url
  return [
    property('og:type', page ? 'article' : 'website'),
    property('og:title', title),
    property('og:site_name', siteTitle(visit)),
    property('og:description', description),
    property('og:url', canonical),
    property('og:image', picture),
    isDrawn && drawnImage
      ? [
          property('og:image:width', String(drawnImage.width)),
          property('og:image:height', String(drawnImage.height)),
          property('og:image:alt', title),
        ]
      : null,
    meta('twitter:card', picture ? 'summary_large_image' : 'summary'),
  ]
}

function icons(visit: Visit): Child {
  const { favicon, themes } = visit.settings
  const colors = (['light', 'dark'] as const)
    .filter((scheme) => followsSystem(themes) || scheme === themes.default)
    .map((scheme) =>
      element('meta', {
        name: 'theme-color',
        content: palette(visit.settings, scheme).header ?? '',
        media: followsSystem(themes) ? `(prefers-color-scheme:${scheme})` : undefined,
      }),
    )
  const light = favicon.icon?.light ?? visit.site.iconLight
  const dark = favicon.icon?.dark ?? visit.site.iconDark
  const emoji = favicon.emoji ?? visit.site.iconEmoji
  if (light && dark && light !== dark)
    return [
      colors,
      link('icon', light, { media: '(prefers-color-scheme:light)' }),
      link('icon', dark, { media: '(prefers-color-scheme:dark)' }),
    ]
  // Without an icon browsers request /favicon.ico, which could be the path of a page.
  return [colors, link('icon', light ?? dark ?? (emoji ? emojiIcon(emojiText(emoji)) : 'data:,'))]
}

const emojiIcon = (emoji: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    fill(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">{}</text></svg>',
      emoji.replace(/[<&]/g, ''),
    ),
  )}`
