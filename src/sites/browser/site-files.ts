import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { scriptType, styleType } from '../../http/page-files.ts'
import { sendResponse } from '../../http/response.ts'
import { StoredResponse } from '../../http/stored-response.ts'
import type { Styling } from '../../modules/customizations/settings.ts'
import { minifyScript, minifyStyles } from './minify.ts'
import {
  digestLength,
  digestOf,
  type FontFiles,
  fontFilesNamed,
  fontFilesOf,
  isFontName,
} from './site-fonts.ts'
import { widthStyles } from './width-styles.ts'

/** The parts of the stylesheet and of the script that all pages load, in the order in which they are joined. */
const stylesheetParts = ['base.css', 'shell.css', 'blocks.css', 'print.css']
const scriptParts = ['shell.js', 'search-opener.js', 'blocks.js']

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** A file that pages load, the same on all sites. */
interface SiteFile {
  /** The name with a digest of the file, so that browsers may keep it indefinitely. */
  readonly name: string
  readonly text: string
  readonly current: StoredResponse
  /** The response at the name that an earlier version of the file had. */
  readonly superseded: StoredResponse
}

const forever = 'public, max-age=31536000, immutable'
const briefly = 'public, max-age=60'

const stored = (type: string, body: string | Buffer, caching: string) =>
  new StoredResponse({
    status: 200,
    headers: {
      'Content-Type': type,
      'Cache-Control': caching,
      'Content-Security-Policy': "default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    },
    body,
  })

const siteFile = (name: string, type: string, body: string): SiteFile => ({
  name: name.replace(/\.(?=\w+$)/, `.${digestOf(body)}.`),
  text: body,
  current: stored(type, body, forever).prepare(),
  superseded: stored(type, body, briefly),
})

const styleFile = (name: string, parts: readonly string[] = [name]): SiteFile =>
  siteFile(name, styleType, minifyStyles(parts.map((part) => read(`styles/${part}`)).join('\n')))

const siteStyles = styleFile('site.css', stylesheetParts)
const rareBlockStyles = styleFile('rare-blocks.css')
const searchStyles = styleFile('search.css')
const widthFile = siteFile('widths.css', styleType, widthStyles)
const searchScript = siteFile('search.js', scriptType, minifyScript(read('scripts/search.js')))

/**
 * Each part is a block, so that its names are its own. They begin when the browser has read the page: it runs a script that
 * it has in its cache as soon as it has read the head. What it loads later is beside it.
 */
const siteScript = siteFile(
  'site.js',
  scriptType,
  minifyScript(`'use strict'
{
  const own = document.currentScript.src
  const [searchScript, searchStyles] = ${JSON.stringify([searchScript.name, searchStyles.name])}.map((name) => new URL(name, own).href)
  ${read('scripts/kept.js')}
  const replaced = undefined
  const start = () => {
    ${scriptParts.map((name) => `{\n${read(`scripts/${name}`)}\n}`).join('\n')}
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
}`),
)

/** The script of the frame in which the workspace shows texts: that of blocks, once for each text. */
const previewScript = siteFile(
  'preview.js',
  scriptType,
  minifyScript(`'use strict'
{
  ${read('scripts/kept.js')}
  const showBlocks = (replaced) => {
    ${read('scripts/blocks.js')}
  }
  const start = () => {
    ${read('scripts/preview.js')}
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
}`),
)

/** The files that are there from the start, and the stylesheets of the fonts that pages have used. */
const files = new Map([
  ['site.css', siteStyles],
  ['rare-blocks.css', rareBlockStyles],
  ['search.css', searchStyles],
  ['widths.css', widthFile],
  ['search.js', searchScript],
  ['site.js', siteScript],
  ['preview.js', previewScript],
])

function fontStylesheet({ name, stylesheet }: FontFiles): SiteFile {
  const known = files.get(name) ?? siteFile(name, styleType, minifyStyles(stylesheet))
  files.set(name, known)
  return known
}

/** Changes when a file does, and so does what pages look like. */
export const siteFilesEdition = [...files.values()].map(({ name }) => name).join(' ')

/** Returns the URL of a file on a site with the base path, below a segment that no page can have. */
const addressOf = (base: string, name: string): string => `${base}/~static/${name}`

export const scriptAddress = (base: string): string => addressOf(base, siteScript.name)

/** Returns the URLs of the script of the frame of the workspace, and of all stylesheets that a text may need. */
export const previewAddresses = (base: string) => ({
  script: addressOf(base, previewScript.name),
  stylesheets: [siteStyles, rareBlockStyles, widthFile].map(({ name }) => addressOf(base, name)),
})

/** The classes with which the selectors of a stylesheet begin. */
const leadingClasses = /(?:^|[{},])(?:[a-z]+ ?|:root\S* )?\.([a-z][\w-]*)/g

/** Returns a pattern of elements that have one of the classes of a stylesheet. */
function usesOf({ text }: SiteFile): RegExp {
  const names = new Set([...text.matchAll(leadingClasses)].map(([, name]) => name))
  return new RegExp(` class="(?:[^"]* )?(?:${[...names].join('|')})[ "]`)
}

/** The stylesheets that only pages with what they style load, with a pattern of its elements. */
const occasionalStyles = [rareBlockStyles, searchStyles, widthFile].map((file) => ({
  file,
  uses: usesOf(file),
}))

/** Returns the URLs of the stylesheets of a page with the content. */
export const stylesheetAddresses = (base: string, content: string): string[] =>
  [siteStyles, ...occasionalStyles.filter(({ uses }) => uses.test(content)).map(({ file }) => file)].map(
    ({ name }) => addressOf(base, name),
  )

/** The files of the fonts of a customization. */
export interface FontAddresses {
  readonly stylesheets: readonly string[]
  /** The file with the Latin letters of the texts, which nearly every page needs. */
  readonly latin: string | undefined
}

/** Returns the URLs of the fonts that the customization names. */
export function fontAddresses(
  base: string,
  { font, headingFont = font, monospaceFont }: Styling,
): FontAddresses {
  const used = [...new Set([font, headingFont, monospaceFont])].filter(isFontName).map(fontFilesOf)
  const latin = isFontName(font) ? fontFilesOf(font).latin : undefined
  return {
    stylesheets: used.map((one) => addressOf(base, fontStylesheet(one).name)),
    latin: latin && addressOf(base, latin),
  }
}

const digestInName = new RegExp(`\\.[0-9a-f]{${digestLength}}(?=\\.\\w+$)`)

/**
 * Sends a file by its name. A page that was rendered by another version of the server, and kept by a proxy, gets the file
 * of this one. Returns false if there is none.
 */
export async function sendSiteFile(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<boolean> {
  if (!digestInName.test(name)) return false
  const found = await findFile(name)
  if (found) sendResponse(request, response, found.for(request))
  return found !== null
}

async function findFile(name: string): Promise<StoredResponse | null> {
  const undated = name.replace(digestInName, '')
  const fonts = fontFilesNamed(undated)
  if (fonts && undated.endsWith('.css')) fontStylesheet(fonts)
  const file = files.get(undated)
  if (file) return name === file.name ? file.current : file.superseded
  const bytes = await fonts?.read(name)
  return bytes ? stored('font/woff2', bytes, forever) : null
}
