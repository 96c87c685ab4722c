import { createHash } from 'node:crypto'
import { matchesEntityTag } from '../../http/entity-tags.ts'
import { emptyResponse, sendResponse } from '../../http/response.ts'
import type { LocatedPage } from '../../modules/content/located-content.ts'
import {
  isDocument,
  pageAt,
  readSiteSpacePages,
} from '../../modules/published-sites/visible-content/space-pages.ts'
import { resolvePath } from '../../modules/published-sites/visits/path-resolution.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { isOpenToAll } from '../../modules/sites/policy.ts'
import { runContentJob } from '../../workers/content-threads.ts'
import { withCustomization } from '../pages/page-customization.ts'
import { siteTitle } from '../render/page-head.ts'
import { palette } from '../render/theme/palette.ts'
import { firstScheme } from '../render/theme/theme-modes.ts'
import { cachingHeaders } from '../responses/caching.ts'
import type { SiteExchange } from '../responses/responses.ts'
import { type PreviewRequest, previewSize } from './preview-job.ts'

const jobModule = new URL('./preview-job.ts', import.meta.url)

export const previewSegment = '~preview'

/** The title and description of a page are cut to these lengths before they are drawn. */
const drawnCharacters = 300

interface PreviewImage {
  readonly url: string
  readonly width: number
  readonly height: number
}

/**
 * Returns the image of a page for previews of links to it in other applications; undefined for sites that these cannot read.
 * Its address changes with what is drawn, because they keep images for long.
 */
export function previewImage(
  visit: Visit,
  siteSpace: VisibleSiteSpace,
  page: LocatedPage,
): PreviewImage | undefined {
  if (!isOpenToAll(visit.site) && !visit.hasShareKey) return undefined
  const path = siteSpacePath(visit, siteSpace) + encodePagePath(page.path ?? '')
  const version = hashOf(requestOf(visit, page)).slice(0, 10)
  return { url: `${visit.address}/${previewSegment}${path}.png?v=${version}`, ...previewSize }
}

/**
 * Sends the preview image of the page whose path stands in that of the image. Returns false unless the visitor can open that
 * page, as by its own address.
 */
export async function sendPreviewImage(exchange: SiteExchange): Promise<boolean> {
  const { visit, request, response } = exchange
  const found = await findPage(visit)
  if (!found) return false
  const drawn = requestOf(withCustomization(visit, found.siteSpace), found.page)
  const tag = `"${hashOf(drawn)}"`
  const headers = { ...cachingHeaders(visit, response, { tag }), 'Content-Type': 'image/png' }
  if (matchesEntityTag(request, tag)) {
    sendResponse(request, response, emptyResponse(304, headers))
    return true
  }
  const { png } = await visit.cache.read(
    `preview ${tag}`,
    async () => ({
      png: Buffer.from(
        await runContentJob<PreviewRequest, Uint8Array>(jobModule, drawn, { owner: visit.site.id }),
      ),
    }),
    ({ png: bytes }) => bytes.byteLength,
  )
  sendResponse(request, response, { status: 200, headers, body: png })
  return true
}

async function findPage(visit: Visit) {
  const [, ...segments] = visit.segments
  const last = segments.at(-1)
  if (!last?.endsWith('.png')) return undefined
  const resolution = resolvePath(visit.structure, [...segments.slice(0, -1), last.slice(0, -'.png'.length)])
  if (!resolution) return undefined
  const { siteSpace, pathSegments } = resolution
  const page = pageAt(await readSiteSpacePages(visit, siteSpace), pathSegments)
  return page && isDocument(page) ? { siteSpace, page } : undefined
}

function requestOf(visit: Visit, page: LocatedPage): PreviewRequest {
  const { settings } = visit
  const colors = palette(settings, firstScheme(settings.themes))
  const cut = (text: string) => [...text].slice(0, drawnCharacters).join('')
  return {
    title: cut(page.title),
    site: cut(siteTitle(visit)),
    description: cut(page.description ?? ''),
    background: colors['primary-fill'] ?? '#ffffff',
    foreground: colors['on-primary'] ?? '#000000',
  }
}

/** Increased when the same request is drawn differently. */
const drawingVersion = 1

const hashOf = (request: PreviewRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([drawingVersion, request]))
    .digest('base64url')
