import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { verifySignedUrl } from '../../access/signed-urls.ts'
import { runHeavy } from '../../admission/admission.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { notFound } from '../../errors.ts'
import { disconnectionOf } from '../../http/disconnection.ts'
import { contentDisposition, createDownloadHandler, type Download } from '../../http/downloads.ts'
import { entityTagOf } from '../../http/entity-tags.ts'
import { readBlob } from '../content/blobs.ts'
import type { LocatedPage } from '../content/located-content.ts'
import { readWholeRevision, selectPages, type WholeRevision } from '../content/whole-revision.ts'
import { exportArchive, pageMarkdown } from './archive.ts'
import type { ExportFile, ExportPage } from './export-source.ts'
import { safePageName } from './safe-names.ts'

interface Services {
  readonly config: Config
  readonly database: Database
}

/**
 * Serves `GET /exports/<revision>?page=…&only=…&expires=…&signature=…`: a zip archive of Markdown pages and
 * files, or the Markdown of a single page. Any invalid link gives the same NOT_FOUND response.
 */
export function createExportHandler(services: Services) {
  const send = createDownloadHandler((target) => openExport(services, target))
  return (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const options = { owner: request.url?.split('?')[0], signal: disconnectionOf(request) }
    return runHeavy('exports', options, () => send(request, response))
  }
}

async function openExport({ config, database }: Services, target: string): Promise<Download> {
  const url = await verifySignedUrl(database, target)
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
  const exported = pages.map((page) => exportPage(whole, page))
  const archive = exportArchive({ title, owner: whole.space.id, pages: exported, files })
  const parts = [title, whole.files, ...exported].map((part) => JSON.stringify(part))
  const headers = exportHeaders(archive.fileName, 'application/zip', entityTagOf(...parts))
  return { headers, stream: archive.stream }
}

const exportHeaders = (fileName: string, contentType: string, tag: string): Download['headers'] => ({
  ETag: tag,
  'Content-Type': contentType,
  'Content-Disposition': contentDisposition('attachment', fileName),
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, max-age=600',
})

function markdownOf(whole: WholeRevision, page: LocatedPage): Download {
  const markdown = pageMarkdown(exportPage(whole, page))
  const fileName = `${safePageName(page.slug ?? page.title)}.md`
  return {
    headers: exportHeaders(fileName, 'text/markdown; charset=utf-8', entityTagOf(markdown)),
    stream: Readable.from([markdown]),
  }
}

const exportPage = ({ bodies }: WholeRevision, page: LocatedPage): ExportPage => ({
  id: page.pageId,
  type: page.type,
  title: page.title,
  slug: page.slug,
  parentId: page.parentId,
  path: page.slug === null ? undefined : page.location.path,
  emoji: page.emoji,
  icon: page.icon,
  description: page.description,
  hidden: page.hidden,
  noIndex: page.noIndex,
  noRobotsIndex: page.noRobotsIndex,
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
