import type { IncomingMessage, ServerResponse } from 'node:http'
import { verifySignedUrl } from '../../access/signed-urls.ts'
import { runHeavy } from '../../admission/admission.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { notFound } from '../../errors.ts'
import { disconnectionOf } from '../../http/disconnection.ts'
import { contentDisposition, createDownloadHandler, type Download } from '../../http/downloads.ts'
import { entityTagOf } from '../../http/entity-tags.ts'
import { openContentExport } from './content-export.ts'

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

async function openExport(services: Services, target: string): Promise<Download> {
  const url = await verifySignedUrl(services.database, target)
  const revisionId = /^\/exports\/([a-z0-9]+)$/.exec(url?.pathname ?? '')?.[1]
  if (!url || !revisionId) throw notFound()
  const selection = { page: url.searchParams.get('page'), only: url.searchParams.has('only') }
  const { fileName, contentType, tagOf, stream } = await openContentExport(services, revisionId, selection)
  return { headers: exportHeaders(fileName, contentType, entityTagOf(...tagOf())), stream }
}

const exportHeaders = (fileName: string, contentType: string, tag: string): Download['headers'] => ({
  ETag: tag,
  'Content-Type': contentType,
  'Content-Disposition': contentDisposition('attachment', fileName),
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, max-age=600',
})
