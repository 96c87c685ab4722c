import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { AppError, notFound } from '../../errors.ts'
import { linkSecret } from '../../signed-links.ts'
import { readBlob } from './blobs.ts'
import { isSignedFile } from './file-links.ts'

interface ServedFile {
  readonly name: string
  readonly contentType: string
  readonly hash: string
  readonly size: number
}

/**
 * Serves `GET /files/<version>/<name>?expires=…&signature=…`. Every invalid or expired link is answered with the same
 * NOT_FOUND, so that links reveal nothing about files.
 */
export function createFileHandler({ config, database }: { config: Config; database: Database }) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      throw new AppError('METHOD_NOT_ALLOWED')
    }
    const { versionId, expires } = await checkLink(database, request.url ?? '')
    const file = await findFile(database, versionId)
    if (isNotModified(request, file)) {
      setHeaders(response, file, expires)
      response.writeHead(304).end()
      return
    }
    const range = requestedRange(request.headers.range, file.size)
    if (range === 'unsatisfiable') {
      response.writeHead(416, { 'Content-Range': `bytes */${file.size}` }).end()
      return
    }
    const bytes = await readBlob(config, file, range)
    if (!bytes) throw new Error(`the bytes of file version ${versionId} are missing`)
    setHeaders(response, file, expires)
    response.writeHead(range ? 206 : 200, bodyHeaders(file, range))
    if (request.method === 'GET') return send(bytes, response)
    bytes.destroy()
    response.end()
  }
}

async function checkLink(database: Database, address: string) {
  const url = URL.parse(address, 'http://files')
  const versionId = /^\/files\/([a-z0-9]+)(\/[^/]*)?$/.exec(url?.pathname ?? '')?.[1]
  const expires = Number(url?.searchParams.get('expires'))
  const signature = url?.searchParams.get('signature')
  if (!versionId || !signature || !Number.isSafeInteger(expires)) throw notFound()
  if (!isSignedFile(await linkSecret(database), versionId, expires, signature)) throw notFound()
  if (expires * 1000 <= Date.now()) throw notFound()
  return { versionId, expires }
}

async function findFile({ pool }: Database, versionId: string): Promise<ServedFile> {
  const { rows } = await pool.query<ServedFile>(
    `SELECT f.name, f."contentType", b.hash, b.size
     FROM "FileVersion" f JOIN "Blob" b ON b.hash = f."blobHash" WHERE f.id = $1`,
    [versionId],
  )
  const file = rows[0]
  if (!file) throw notFound()
  return file
}

/** Types that browsers may show inline. All others are downloaded, because they could run scripts on this origin. */
const inlineTypes =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)|(video|audio)\/[\w.+-]+|application\/pdf|text\/plain)\s*(;|$)/i

function setHeaders(response: ServerResponse, file: ServedFile, expires: number): void {
  const disposition = inlineTypes.test(file.contentType) ? 'inline' : 'attachment'
  const seconds = Math.max(0, expires - Math.ceil(Date.now() / 1000))
  response.setHeaders(
    new Map([
      ['Content-Type', file.contentType],
      ['Content-Disposition', `${disposition}; filename*=UTF-8''${encodeFileName(file.name)}`],
      // An SVG may contain scripts: opened as a document it is sandboxed.
      ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
      ['X-Content-Type-Options', 'nosniff'],
      ['ETag', `"${file.hash}"`],
      ['Cache-Control', `private, max-age=${seconds}, immutable`],
      ['Accept-Ranges', 'bytes'],
    ]),
  )
}

export const encodeFileName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

function isNotModified(request: IncomingMessage, file: ServedFile): boolean {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags?.some((tag) => tag === '*' || tag === `"${file.hash}"`) ?? false
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Parses a header with a single byte range. Multiple ranges and other units are ignored, as HTTP allows. */
function requestedRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}

function bodyHeaders(file: ServedFile, range: Range | undefined): Record<string, string | number> {
  if (!range) return { 'Content-Length': file.size }
  return {
    'Content-Length': range.end - range.start + 1,
    'Content-Range': `bytes ${range.start}-${range.end}/${file.size}`,
  }
}

async function send(bytes: NodeJS.ReadableStream, response: ServerResponse): Promise<void> {
  // A client may disconnect before the end, which is not an error.
  await pipeline(bytes, response).catch(() => response.destroy())
}
