import type { IncomingMessage, ServerResponse } from 'node:http'
import { inExistingOrganization } from '../../access/existing-organization.ts'
import { verifySignedUrl } from '../../access/signed-urls.ts'
import { notFound } from '../../base/errors.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Database } from '../../database/client.ts'
import { crossOriginHeaders, preflightHeaders } from '../../http/cross-origin.ts'
import { readBody } from '../../http/request-body.ts'
import { emptyResponse, sendResponse } from '../../http/response.ts'
import { assertMethod } from '../../http/transport-error.ts'
import type { Context } from '../../request/context.ts'
import { storeBlob } from '../content/blobs.ts'
import { fontFormatOf, headerLength } from './font-files.ts'
import { maximumFontBytes } from './limits.ts'

type Services = Pick<Context, 'config' | 'database'>

const allowed = 'PUT, POST, OPTIONS'

/**
 * Takes the bytes of an announced file: `PUT /uploads/<key>?expires=…&signature=…`, from pages of any origin too. What is no
 * font is refused, so that nothing else is stored.
 */
export function createUploadHandler(services: Services) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    assertMethod(request, 'PUT', 'POST', 'OPTIONS')
    if (request.method === 'OPTIONS') {
      const headers = { ...crossOriginHeaders, ...preflightHeaders(allowed, ['Content-Type', '*']) }
      return sendResponse(request, response, emptyResponse(204, headers))
    }
    const key = await keyOf(services.database, request.url ?? '')
    await storeUpload(services, key, await readBody(request, maximumFontBytes))
    sendResponse(request, response, emptyResponse(200, crossOriginHeaders))
  }
}

async function keyOf(database: Database, address: string): Promise<string> {
  const url = await verifySignedUrl(database, address)
  const key = /^\/uploads\/([0-9a-f]+)$/.exec(url?.pathname ?? '')?.[1]
  const where = { key: key ?? '', ...inExistingOrganization }
  if (key === undefined || (await database.prisma.storageUpload.count({ where })) === 0) throw notFound()
  return key
}

async function storeUpload(services: Services, key: string, bytes: Buffer): Promise<void> {
  const format = fontFormatOf(bytes.subarray(0, headerLength), bytes.length)
  if (!format) throw brokenRule('file', 'NOT_FONT')
  const { hash } = await storeBlob(services, bytes)
  const { count } = await services.database.transaction((transaction) =>
    transaction.storageUpload.updateMany({
      where: { key },
      data: { blobHash: hash, format },
    }),
  )
  if (count === 0) throw notFound()
}
