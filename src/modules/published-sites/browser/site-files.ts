import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { scriptType, styleType } from '../../../http/page-files.ts'
import { sendResponse } from '../../../http/response.ts'
import { StoredResponse } from '../../../http/stored-response.ts'
import { minifyScript, minifyStyles } from './minify.ts'

/** The parts of the stylesheet and of the script, in the order in which they are joined. */
const stylesheetParts = ['base.css', 'shell.css', 'blocks.css']
const scriptParts = ['shell.js', 'blocks.js']

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const styles = minifyStyles(stylesheetParts.map((name) => read(`styles/${name}`)).join('\n'))

/** Each part is a block, so that its names are its own. */
const script = minifyScript(
  `'use strict'\n${scriptParts.map((name) => `{\n${read(`scripts/${name}`)}\n}`).join('\n')}`,
)

/** A file that pages load, the same on all sites. */
interface SiteFile {
  /** The name with a digest of the file, so that browsers may keep it indefinitely. */
  readonly name: string
  readonly current: StoredResponse
  /** The response at the name that an earlier version of the file had. */
  readonly superseded: StoredResponse
}

const forever = 'public, max-age=31536000, immutable'
const briefly = 'public, max-age=60'

const digestLength = 12

function siteFile(name: string, type: string, body: string): SiteFile {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, digestLength)
  const stored = (caching: string) =>
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
  return {
    name: name.replace('.', `.${digest}.`),
    current: stored(forever).prepare(),
    superseded: stored(briefly),
  }
}

const files: Readonly<Record<string, SiteFile>> = {
  'site.css': siteFile('site.css', styleType, styles),
  'site.js': siteFile('site.js', scriptType, script),
}

/** The segment of the path of a site below which the files are. */
const folder = '~static'

/** Returns the URL of the file on a site with the base path. */
export const siteFileAddress = (base: string, name: 'site.css' | 'site.js'): string =>
  `${base}/${folder}/${files[name]?.name}`

/** Changes when a file does, and so does what pages look like. */
export const siteFilesEdition = Object.values(files)
  .map(({ name }) => name)
  .join(' ')

const digestInName = new RegExp(`\\.[0-9a-f]{${digestLength}}(?=\\.\\w+$)`)

/**
 * Sends a file by its name. A page that was rendered by another version of the server, and kept by a proxy, gets the file
 * of this one. Returns false if there is none.
 */
export function sendSiteFile(request: IncomingMessage, response: ServerResponse, name: string): boolean {
  const file = digestInName.test(name) ? files[name.replace(digestInName, '')] : undefined
  if (!file) return false
  sendResponse(request, response, (name === file.name ? file.current : file.superseded).for(request))
  return true
}
