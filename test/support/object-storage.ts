import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { makeFolder, removeFolder } from './folders.ts'
import { refusalOfSignature } from './request-signatures.ts'

/** A fault of a request: an error of the server, a lost connection, silence, or bytes that change on the way. */
export type StorageFault =
  | 'error 500'
  | 'slow down'
  | 'reset'
  | 'silent'
  | 'sent damaged'
  | 'answer cut'
  | 'answer damaged'

/** A request to the server, whose key is that of an object, or empty. */
export interface StorageRequest {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
}

/** A server of S3 with one bucket, behind a proxy that makes the faults that a test asks for. */
export interface ObjectStorage {
  /** The variables of a process whose files are below a prefix of the bucket. */
  environment(prefix: string, parameters?: Record<string, string>): Record<string, string>
  readonly endpoint: string
  /** The requests so far. */
  readonly requests: StorageRequest[]
  /** Says which fault a request has, if any. */
  fault: (request: StorageRequest) => StorageFault | undefined
  close(): Promise<void>
}

interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

type NewS3Server = new (options: object) => S3Server

export const storageCredentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

const keys = { id: storageCredentials.AWS_ACCESS_KEY_ID, secret: storageCredentials.AWS_SECRET_ACCESS_KEY }

export async function startObjectStorage(): Promise<ObjectStorage> {
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as NewS3Server
  const directory = await makeFolder()
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // It reads the signatures of lists, and of addresses with certain characters, in another way than that of Amazon.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'lectern-files' }],
  })
  const { port } = await server.run()
  const proxy = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://storage')
    const asked: StorageRequest = {
      method: request.method ?? '',
      key: decodeURIComponent(url.pathname.replace(/^\/[^/]+\/?/, '')),
      query: url.searchParams,
      headers: request.headers,
    }
    const sent = await buffer(request)
    storage.requests.push(asked)
    const fault = storage.fault(asked)
    if (fault === 'silent') return
    if (fault === 'reset') return void request.socket.destroy()
    if (fault === 'error 500') return refuse(response, 500, 'InternalError')
    if (fault === 'slow down') return refuse(response, 503, 'SlowDown')
    const body = fault === 'sent damaged' ? damaged(sent) : sent
    const refusal = refusalOf(asked, body)
    if (refusal) return refuse(response, ...refusal)
    const signed = { method: asked.method, target: request.url ?? '/', headers: request.headers }
    const reason = refusalOfSignature(signed, keys)
    if (reason !== null) return refuse(response, 403, reason)
    const { status, headers, bytes } = await forward(port, request, body)
    const told = fault === 'answer damaged' ? damaged(bytes) : bytes
    response.writeHead(status, headers)
    if (fault !== 'answer cut') return void response.end(told)
    response.write(told.subarray(0, told.length / 2), () => response.destroy())
  }
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const storage: ObjectStorage = {
    endpoint,
    requests: [],
    fault: () => undefined,
    environment: (prefix, parameters = {}) => {
      const query = new URLSearchParams({ endpoint, timeout: '2', ...parameters })
      return { ...storageCredentials, FILES_URL: `s3://lectern-files/${prefix}?${query}` }
    },
    close: async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      await server.close()
      await removeFolder(directory)
    },
  }
  return storage
}

/** Returns bytes of which one is another. */
function damaged(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  if (changed.length > 0) changed.writeUInt8(changed.readUInt8(0) ^ 1, 0)
  return changed
}

/** Refuses what a server of Amazon refuses and this one does not: requests of strangers, and bytes that have another checksum. */
function refusalOf({ headers, query }: StorageRequest, body: Buffer): [status: number, code: string] | null {
  if (headers.authorization === undefined && !query.has('X-Amz-Signature')) return [403, 'AccessDenied']
  const digest = createHash('sha256').update(body)
  const { 'x-amz-checksum-sha256': checksum, 'x-amz-content-sha256': content } = headers
  if (checksum !== undefined && checksum !== digest.copy().digest('base64')) return [400, 'BadDigest']
  return /^[0-9a-f]{64}$/.test(String(content)) && content !== digest.digest('hex')
    ? [400, 'XAmzContentSHA256Mismatch']
    : null
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

interface Forwarded {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
}

/** Passes a request on as it is, because its host name is signed too. */
function forward(port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const request = send({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, bytes }),
        reject,
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}
