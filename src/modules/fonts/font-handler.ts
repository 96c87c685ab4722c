import type { IncomingMessage, ServerResponse } from 'node:http'
import { isExistingOrganization } from '../../access/existing-organization.ts'
import type { Config } from '../../base/config.ts'
import { orNotFound } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import type { FontFormat } from '../../generated/prisma/enums.ts'
import { assertMethod } from '../../http/transport-error.ts'
import { sendBlob } from '../content/send-blob.ts'
import { fontTypes } from './font-files.ts'

interface ServedFace {
  readonly format: FontFormat
  readonly hash: string
  readonly size: number
}

/**
 * Serves the files of fonts to the pages of all sites: `GET /fonts/<font>/<weight>`. Pages of other hosts may load them too,
 * because sites have host names of their own.
 */
export function createFontHandler({ config, database }: { config: Config; database: Database }) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    assertMethod(request, 'GET', 'HEAD')
    const face = orNotFound(await findFace(database, request.url ?? ''))
    await sendBlob(request, response, {
      config,
      blob: face,
      headers: {
        'Content-Type': fontTypes[face.format],
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Content-Security-Policy': "default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        ETag: `"${face.hash}"`,
        // The file of a weight may be replaced.
        'Cache-Control': 'public, max-age=3600',
      },
    })
  }
}

async function findFace({ query }: Database, address: string): Promise<ServedFace | undefined> {
  const [, fontId, weight] = /^\/fonts\/([a-z0-9]+)\/(\d{1,4})(?:\?|$)/.exec(address) ?? []
  if (fontId === undefined) return undefined
  const [face] = await query<ServedFace>(
    `SELECT f.format, b.hash, b.size FROM "CustomFontFace" f JOIN "Blob" b ON b.hash = f."blobHash"
     JOIN "CustomFont" c ON c.id = f."fontId"
     WHERE f."fontId" = $1 AND f.weight = $2 AND ${isExistingOrganization('c."organizationId"')}`,
    [fontId, Number(weight)],
  )
  return face
}
