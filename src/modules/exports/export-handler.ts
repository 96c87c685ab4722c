import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { AppError, notFound } from '../../errors.ts'
import { verifySignedUrl } from '../../signed-links.ts'
import { readBlob } from '../content/blobs.ts'
import { encodeFileName } from '../content/file-handler.ts'
import type { LocatedPage } from '../content/located-pages.ts'
import { readWholeRevision, selectPages, type WholeRevision } from '../content/whole-revision.ts'
import { exportArchive, pageMarkdown } from './archive.ts'
import type { ExportFile, ExportPage } from './export-source.ts'
import { safePageName } from './safe-names.ts'

interface Download {
  readonly fileName: string
  readonly contentType: string
  readonly stream: Readable
}

interface Services {
  readonly config: Config
  readonly database: Database
}

/**
 * Serves `GET /exports/<revision>?page=…&only=…&expires=…&signature=…`: a zip of Markdown pages with their files or,
 * of one page alone, its Markdown. Whatever is wrong with a link, the answer is the same NOT_FOUND.
 */
export function createExportHandler(services: Services) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      throw new AppError('METHOD_NOT_ALLOWED')
    }
    const { fileName, contentType, stream } = await openDownload(services, request.url ?? '')
    response.writeHead(200, {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeFileName(fileName)}`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=600',
    })
    if (request.method === 'HEAD') {
      stream.destroy()
      response.end()
      return
    }
    // A client that goes away in the middle is no fault of anyone.
    await pipeline(stream, response).catch(() => response.destroy())
  }
}

async function openDownload({ config, database }: Services, address: string): Promise<Download> {
  const url = await verifySignedUrl(database, address)
  const revisionId = /^\/exports\/([a-z0-9]+)$/.exec(url?.pathname ?? '')?.[1]
  const whole = revisionId && (await readWholeRevision(database, revisionId))
  if (!url || !whole) throw notFound()
  const pageId = url.searchParams.get('page')
  const only = url.searchParams.has('only')
  const [first, ...below] = selectPages(whole.pages, { pageId, only })
  if (pageId && !first) throw notFound()
  if (only && first) return markdownOf(whole, first)
  const pages = first ? [first, ...below] : []
  const title = pageId && first ? first.title : whole.space.title
  const files = whole.files.map((file) => exportFile(config, file))
  const archive = exportArchive({ title, pages: pages.map((page) => exportPage(whole, page)), files })
  return { fileName: archive.fileName, contentType: 'application/zip', stream: archive.stream }
}

const markdownOf = (whole: WholeRevision, page: LocatedPage): Download => ({
  fileName: `${safePageName(page.slug ?? page.title)}.md`,
  contentType: 'text/markdown; charset=utf-8',
  stream: Readable.from([pageMarkdown(exportPage(whole, page))]),
})

const exportPage = ({ bodies }: WholeRevision, page: LocatedPage): ExportPage => ({
  ...page,
  id: page.pageId,
  layout: page.layout as object | null,
  cover: page.cover as object | null,
  target: page.target as object | null,
  markdown: bodies.get(page.pageId)?.markdown ?? '',
})

const exportFile = (config: Config, file: WholeRevision['files'][number]): ExportFile => ({
  id: file.fileId,
  name: file.name,
  contentType: file.contentType,
  size: file.size,
  open: async () => (await readBlob(config, { hash: file.blobHash, size: file.size })) ?? null,
})
