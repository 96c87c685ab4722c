import { on, once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import { AppError } from '../base/errors.ts'
import { type MeasuredFile, writeMeasuredFile } from '../base/measured-file.ts'
import { makePrivateFolder } from '../base/private-files.ts'
import { requirePackage } from '../base/require-package.ts'
import { isOlder, temporaryFilePath } from '../base/temporary-files.ts'
import { HeldBody } from './body-memory.ts'
import { unsupportedMediaType } from './reasons.ts'
import { bodyTooLarge, discardBody, refuseTooLarge } from './request-body.ts'

/** A file of a multipart request. It is in a temporary file, which is removed after the request. */
export interface Upload extends MeasuredFile {
  readonly name: string
  readonly contentType: string
}

/** The files of a request by the text that stands for them in the input. */
export type Uploads = ReadonlyMap<string, Upload>

/** The parts of a multipart request by their names. */
export interface MultipartBody {
  readonly fields: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, Upload>
}

export interface MultipartLimits {
  /** The folder of the temporary files. */
  readonly folder: string
  readonly maximumBytes: number
  /** The maximum size of all parts together that are no files, with their headers. Such parts are kept in memory. */
  readonly maximumFieldBytes: number
}

export interface MultipartUse<Result> {
  /**
   * Called before the first file, with the parts before it. Throws to refuse the request, of which no byte of a file is
   * then stored.
   */
  readonly beforeFiles: (fields: MultipartBody['fields']) => Promise<void>
  readonly use: (body: MultipartBody) => Promise<Result>
}

const maximumFields = 100
export const maximumFiles = 20
const maximumHeaders = 20
const maximumNameLength = 256

export const isMultipart = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/**
 * Throws if a page of another origin could have sent the request without asking first, with the cookie of the user: a
 * browser asks before it sends one of these headers, but not before it sends a multipart body.
 */
export function assertPreflight({ headers }: Pick<IncomingMessage, 'headers'>): void {
  if (!headers.authorization && !headers['apollo-require-preflight'])
    throw unsupportedMediaType('PREFLIGHT_REQUIRED')
}

/**
 * Streams the files of a multipart request to disk, calls `use` with all parts, and then removes the files that `use`
 * did not move. Throws BAD_USER_INPUT for a malformed body, PAYLOAD_TOO_LARGE for one over a limit, and SERVICE_UNAVAILABLE
 * while the bodies of other requests take too much memory.
 */
export async function withMultipart<Result>(
  request: IncomingMessage,
  limits: MultipartLimits,
  { beforeFiles, use }: MultipartUse<Result>,
): Promise<Result> {
  const paths: string[] = []
  const held = new HeldBody(request)
  try {
    return await use(await receive(request, limits, beforeFiles, { paths, held }))
  } finally {
    held.release()
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
}

/** The memory and the files that a request takes until it has ended. */
interface Taken {
  /** The paths of temporary files, each of which is added before the file is created. */
  readonly paths: string[]
  readonly held: HeldBody
}

async function receive(
  request: IncomingMessage,
  limits: MultipartLimits,
  beforeFiles: MultipartUse<unknown>['beforeFiles'],
  { paths, held }: Taken,
): Promise<MultipartBody> {
  if (Number(request.headers['content-length'] ?? 0) > limits.maximumBytes)
    throw refuseTooLarge(request, limits.maximumBytes)
  await makePrivateFolder(limits.folder)
  const parser = createParser(request, limits)
  const failure = new AbortController()
  const fields = new Map<string, string>()
  const uploads = new Map<string, Promise<Upload>>()
  const streams: BusboyFileStream[] = []
  let accepted: Promise<void> | undefined
  const assertNewName = (name: string | undefined) => {
    if (!name || name.length > maximumNameLength || fields.has(name) || uploads.has(name))
      failure.abort(malformed('each part needs a name of its own'))
  }
  parser.on('error', () => failure.abort(malformed()))
  parser.on('field', (name, value) => {
    assertNewName(name)
    fields.set(name, value)
  })
  parser.on('file', (name, stream, fileName, _encoding, contentType) => {
    assertNewName(name)
    const path = temporaryFilePath(limits.folder)
    paths.push(path)
    streams.push(stream)
    // The body may end in the file before it is accepted. The parser reports that as well.
    stream.on('error', () => undefined)
    accepted ??= beforeFiles(fields).catch((error: unknown) => failure.abort(error))
    const upload = accepted.then(async () => {
      failure.signal.throwIfAborted()
      return { name: fileName ?? '', contentType, ...(await writeMeasuredFile(stream, path)) }
    })
    upload.catch((error: NodeJS.ErrnoException) =>
      failure.abort(error.code === undefined ? malformed() : error),
    )
    uploads.set(name, upload)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () =>
      failure.abort(malformed(`it may have at most ${maximumFiles} files and ${maximumFields} other parts`)),
    )
  try {
    await feed(request, parser, { limits, streams, held }, failure.signal)
    const files = await Promise.all([...uploads].map(async ([name, upload]) => [name, await upload] as const))
    return { fields, files: new Map(files) }
  } catch (error) {
    const reason = failureOf(error, request, failure.signal)
    discardBody(request)
    for (const stream of streams) stream.destroy()
    await Promise.allSettled(uploads.values())
    throw reason
  }
}

function createParser(
  { headers }: IncomingMessage,
  { maximumFieldBytes, maximumBytes }: MultipartLimits,
): BusboyInstance {
  const { Busboy } = requirePackage('@fastify/busboy') as typeof import('@fastify/busboy')
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        fields: maximumFields,
        files: maximumFiles,
        parts: maximumFields + maximumFiles,
        headerPairs: maximumHeaders,
        fieldSize: maximumFieldBytes,
        fileSize: maximumBytes,
      },
    })
  } catch {
    throw malformed('its type names no boundary')
  }
}

interface Feeding {
  readonly limits: MultipartLimits
  /** The files that have begun. */
  readonly streams: readonly BusboyFileStream[]
  readonly held: HeldBody
}

/** Writes the body to the parser, as fast as the files are written to disk. */
async function feed(
  request: IncomingMessage,
  parser: BusboyInstance,
  { limits: { maximumBytes, maximumFieldBytes }, streams, held }: Feeding,
  signal: AbortSignal,
): Promise<void> {
  let size = 0
  let fieldBytes = 0
  // The events end at the signal even if the client sends nothing, and leave the socket open for the error.
  const events = on(request, 'data', { close: ['end', 'close'], signal, highWaterMark: 1, lowWaterMark: 1 })
  for await (const [chunk] of events as AsyncIterable<[Buffer]>) {
    size += chunk.length
    if (size > maximumBytes) throw bodyTooLarge(maximumBytes)
    const isDrained = parser.write(chunk)
    // What is not in a file by now is held in memory.
    const before = fieldBytes
    fieldBytes = size - bytesRead(streams)
    held.add(fieldBytes - before)
    if (fieldBytes > maximumFieldBytes) throw bodyTooLarge(maximumFieldBytes)
    if (!isDrained) await once(parser, 'drain', { signal })
    signal.throwIfAborted()
  }
  if (!request.complete) throw malformed()
  const finished = once(parser, 'finish', { signal })
  parser.end()
  await finished
}

const bytesRead = (streams: readonly BusboyFileStream[]): number =>
  streams.reduce((sum, stream) => sum + stream.bytesRead, 0)

function failureOf(error: unknown, { destroyed, complete }: IncomingMessage, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  return error instanceof AppError || !(destroyed && !complete) ? error : malformed()
}

const malformed = (detail?: string) =>
  new AppError(
    'BAD_USER_INPUT',
    `The request body is not valid multipart/form-data${detail === undefined ? '' : `: ${detail}`}.`,
  )

/** The age at which a temporary file belongs to no request: no request takes so long. */
const abandonedAfterMs = 3_600_000

/** Removes the temporary files of processes that were killed. Those of other running processes are younger. */
export async function removeAbandonedUploads({ folder }: Pick<MultipartLimits, 'folder'>): Promise<void> {
  const before = new Date(Date.now() - abandonedAfterMs)
  await makePrivateFolder(folder)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (await isOlder(path, before)) await rm(path, { force: true })
  }
}
