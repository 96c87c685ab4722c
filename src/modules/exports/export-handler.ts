import type { IncomingMessage, ServerResponse } from 'node:http'
import { verifySignedUrl } from '../../access/signed-urls.ts'
import { runHeavy } from '../../admission/admission.ts'
import { notFound } from '../../base/errors.ts'
import { temporaryFilesFolder } from '../../base/temporary-files.ts'
import { disconnectionOf } from '../../http/disconnection.ts'
import { contentDisposition, type Download, sendDownload } from '../../http/downloads.ts'
import { entityTagOf, matchesEntityTag } from '../../http/entity-tags.ts'
import { assertMethod } from '../../http/transport-error.ts'
import type { Context } from '../../request/context.ts'
import { type ContentExport, openContentExport } from './content-export.ts'
import { SharedFiles } from './shared-files.ts'

type Services = Pick<Context, 'config' | 'database'>

/**
 * Serves `GET /exports/<revision>?page=…&only=…&expires=…&signature=…`: a zip archive of Markdown pages and
 * files, or the Markdown of a single page. Any invalid link gives the same NOT_FOUND response. The export is written to a
 * file before it is sent, so that one which fails is answered with its error, and slow clients keep no others waiting.
 */
export function createExportHandler(services: Services) {
  const files = new SharedFiles(temporaryFilesFolder(services.config))
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    assertMethod(request, 'GET', 'HEAD')
    const options = { owner: request.url?.split('?')[0], signal: disconnectionOf(request) }
    const download = await runHeavy('exports', options, () => prepareDownload(services, files, request))
    await sendDownload(request, response, download)
  }
}

/** Writes the export to a file, unless the client has it. */
async function prepareDownload(
  services: Services,
  files: SharedFiles,
  request: IncomingMessage,
): Promise<Download> {
  const { fileName, contentType, tagOf, stream } = await openExport(services, request.url ?? '')
  const headers = exportHeaders(fileName, contentType, entityTagOf(...tagOf()))
  if (matchesEntityTag(request, headers.ETag)) return { headers, stream }
  const file = await files.open(headers.ETag, stream)
  return { headers: { ...headers, 'Content-Length': file.size }, stream: file.stream }
}

async function openExport(services: Services, target: string): Promise<ContentExport> {
  const url = await verifySignedUrl(services.database, target)
  const revisionId = /^\/exports\/([a-z0-9]+)$/.exec(url?.pathname ?? '')?.[1]
  if (!url || !revisionId) throw notFound()
  const selection = { page: url.searchParams.get('page'), only: url.searchParams.has('only') }
  return openContentExport(services, revisionId, selection)
}

const exportHeaders = (fileName: string, contentType: string, tag: string): Download['headers'] => ({
  ETag: tag,
  'Content-Type': contentType,
  'Content-Disposition': contentDisposition('attachment', fileName),
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, max-age=600',
})
