import { basePathOf } from '../base/app-addresses.ts'
import type { HttpResponse } from '../http/response.ts'
import { isLanguage, type Language } from '../languages/catalogue.ts'
import { defaultSettings } from '../modules/customizations/defaults.ts'
import type { Settings } from '../modules/customizations/settings.ts'
import { fontAddresses, previewAddresses } from '../sites/browser/site-files.ts'
import { scriptTexts } from '../sites/render/block-texts.ts'
import { hashOf } from '../sites/render/content-security-policy.ts'
import { element, writeHtml } from '../sites/render/elements.ts'
import { playerOrigins } from '../sites/render/players.ts'
import { themeStyles } from '../sites/render/theme-styles.ts'

/** The theme of the system, unless the page around chooses one. */
const settings: Settings = { ...defaultSettings, themes: { default: 'system', toggeable: true } }

/** How the workspace marks what differs between two versions of a text, and lets it fill the frame, which seldom scrolls. */
const marks = `:root{scrollbar-gutter:auto;--diff-added:light-dark(#e8f6ee,#14271d);--diff-removed:light-dark(#fdf0ef,#321b1a)}
.diff-added{background:var(--diff-added)}.diff-removed{background:var(--diff-removed);text-decoration:line-through}
article>:is(.diff-added,.diff-removed){box-shadow:0 0 0 .25rem var(--diff-added)}
article>.diff-removed{box-shadow:0 0 0 .25rem var(--diff-removed)}.diff-omission{text-align:center;opacity:.7}`

const styles = `${themeStyles(settings)}${marks}`

interface Frame {
  readonly baseUrl: string
  readonly query: URLSearchParams
}

/**
 * Returns the page in which the workspace shows texts as sites do. It has no text of its own: it takes them as messages from the
 * page around it, which must be of the same origin.
 */
export function previewFrame({ baseUrl, query }: Frame): HttpResponse {
  const base = `${basePathOf({ baseUrl })}/workspace`
  const start = startScript(base)
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(start),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'private, max-age=300',
      'X-Robots-Tag': 'noindex',
    },
    body: frameText(base, query, start),
  }
}

/** Loads the script of the frame. The policy allows this text by its hash and what it loads, and no other script. */
const startScript = (base: string): string =>
  `{const script=document.createElement('script');script.src=${JSON.stringify(previewAddresses(base).script)};document.head.append(script)}`

/** The policy of a page of a site, without connections and forms. */
const contentSecurityPolicy = (start: string): string =>
  [
    "default-src 'none'",
    "img-src 'self' https: data: blob:",
    "media-src 'self' https: blob:",
    "font-src 'self'",
    `script-src ${hashOf(start)} 'strict-dynamic'`,
    `style-src ${hashOf(styles)} 'self'`,
    `frame-src ${playerOrigins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

function frameText(base: string, query: URLSearchParams, start: string): string {
  const theme = query.get('theme')
  const language = query.get('lang') ?? ''
  const lang: Language = isLanguage(language) ? language : 'en'
  const fonts = fontAddresses(base, settings.styling)
  const stylesheets = [...previewAddresses(base).stylesheets, ...fonts.stylesheets]
  return writeHtml(
    element(
      'html',
      {
        lang,
        className: ['scripted'],
        ...(theme === 'light' || theme === 'dark' ? { dataTheme: theme } : {}),
      },
      element(
        'head',
        {},
        element('meta', { charSet: 'utf-8' }),
        element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        element('title', {}, 'Lectern'),
        element('link', { rel: ['icon'], href: 'data:,' }),
        stylesheets.map((href) => element('link', { rel: ['stylesheet'], href })),
        element('style', {}, styles),
        element('script', {}, start),
      ),
      element(
        'body',
        { className: [`theme-${settings.styling.theme}`, `links-${settings.styling.links}`] },
        element('main', { id: 'content', ...scriptTexts(lang) }),
      ),
    ),
  )
}
