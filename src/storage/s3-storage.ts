import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { GetObjectCommandInput, PutObjectCommandInput } from '@aws-sdk/client-s3'
import type { S3Address } from '../base/s3-address.ts'
import { FilesUnreachableError } from '../database/faults.ts'
import { readResuming } from './resumed-read.ts'
import { isNotFound, type S3, s3Of } from './s3-client.ts'
import type { BytesAsked, Content, DownloadHeaders, Storage, StoredObject } from './storage.ts'

/** The bytes of a part of what is stored: two are in memory at a time. Ten thousand parts are the most that a server takes. */
const partBytes = 16 * 1024 * 1024
const partsAtOnce = 2

/** The seconds for which an address of a download can be opened. */
const addressSeconds = 600

export function s3Storage(address: S3Address, { partSize = partBytes } = {}): Storage {
  const name = `s3://${address.bucket}/${address.prefix}`
  const target = (key: string) => ({ Bucket: address.bucket, Key: `${address.prefix}${key}` })
  /** Runs with the client. Throws a FilesUnreachableError if the server fails, or refuses. */
  const asking = async <Result>(work: (s3: S3) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await s3Of(address))
    } catch (error) {
      throw unreachable(name, error)
    }
  }
  const open = (key: string, range?: BytesAsked) => asking((s3) => getObject(s3, target(key), range))
  const write = (key: string, content: Content) =>
    asking((s3) => upload(s3, { ...target(key), ...kept(address) }, content, partSize))
  return {
    name,
    isRemote: true,
    size: (key) =>
      asking(async ({ client, commands }) => {
        const found = await orUndefined(client.send(new commands.HeadObjectCommand(target(key))))
        return found && (found.ContentLength ?? 0)
      }),
    read: async (key, size, range) => {
      const first = await open(key, range)
      if (first?.total === size) {
        const end = range?.end ?? size - 1
        return readResuming(
          first.body,
          { start: range?.start ?? 0, end },
          {
            open: async (rest) => {
              const next = await open(key, rest)
              if (next?.total !== size) throw unreachable(name, new Error(`${key} has gone`))
              return next.body
            },
            failed: (error) => unreachable(name, error),
          },
        )
      }
      first?.body.destroy()
      return undefined
    },
    write,
    writeFile: async (key, path) => {
      await write(key, createReadStream(path))
      await rm(path, { force: true })
    },
    remove: (key) =>
      asking(async ({ client, commands }) => {
        await orUndefined(client.send(new commands.DeleteObjectCommand(target(key))))
      }),
    readText: (key) =>
      asking(async ({ client, commands }) => {
        const found = await orUndefined(client.send(new commands.GetObjectCommand(target(key))))
        return found?.Body?.transformToString()
      }),
    // One object for each line, because none can be added to.
    lines: async (key) => {
      const lines: string[] = []
      for await (const found of listed(address, `${address.prefix}${key}/`, asking))
        lines.push(decodeURIComponent(found.key.slice(key.length + 1)))
      return lines
    },
    addLine: (key, line) => write(`${key}/${encodeURIComponent(line)}`, Buffer.from(line)),
    list: (beginning = '') => listed(address, `${address.prefix}${beginning}`, asking),
    pathOf: () => undefined,
    downloadAddress: async (key, headers) =>
      address.downloads === undefined
        ? undefined
        : presigned(await s3Of(address.downloads), { ...target(key), ...headersOf(headers) }),
  }
}

/** The encryption and the class of storage that the operator asks for. What is stored is private, as the bucket is. */
const kept = ({ encryption, encryptionKey, storageClass }: S3Address) =>
  ({
    ServerSideEncryption: encryption as PutObjectCommandInput['ServerSideEncryption'],
    SSEKMSKeyId: encryptionKey,
    StorageClass: storageClass as PutObjectCommandInput['StorageClass'],
  }) satisfies Partial<PutObjectCommandInput>

const headersOf = ({ contentType, disposition }: DownloadHeaders) =>
  ({
    ResponseContentType: contentType,
    ResponseContentDisposition: disposition,
    ResponseCacheControl: `private, max-age=${addressSeconds}, immutable`,
  }) satisfies Partial<GetObjectCommandInput>

async function presigned({ client, commands }: S3, input: GetObjectCommandInput): Promise<string> {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  return getSignedUrl(client, new commands.GetObjectCommand(input), { expiresIn: addressSeconds })
}

/** Stores in parts what is larger than one. Each is sent with its checksum, so that the server refuses what it gets otherwise. */
async function upload(
  { client }: S3,
  params: PutObjectCommandInput,
  content: Content,
  partSize: number,
): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage')
  const Body = content instanceof Uint8Array ? content : Readable.from(content, { objectMode: false })
  const upload = new Upload({
    client,
    partSize,
    queueSize: partsAtOnce,
    params: { ...params, Body, ChecksumAlgorithm: 'SHA256' },
  })
  await upload.done()
}

interface OpenedObject {
  readonly body: Readable
  /** The number of all bytes, also where some were asked for. */
  readonly total: number
}

async function getObject(
  { client, commands }: S3,
  target: { Bucket: string; Key: string },
  { start = 0, end }: BytesAsked = {},
): Promise<OpenedObject | undefined> {
  const isPart = start > 0 || end !== undefined
  const found = await orUndefined(
    client.send(
      new commands.GetObjectCommand({ ...target, ...(isPart && { Range: `bytes=${start}-${end ?? ''}` }) }),
    ),
  )
  if (!found?.Body) return undefined
  const total = isPart ? Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]) : (found.ContentLength ?? 0)
  return { body: found.Body as Readable, total }
}

async function* listed(
  { bucket, prefix }: S3Address,
  beginning: string,
  asking: <Result>(work: (s3: S3) => Promise<Result>) => Promise<Result>,
): AsyncGenerator<StoredObject> {
  let token: string | undefined
  do {
    const page = await asking(({ client, commands }) =>
      client.send(
        new commands.ListObjectsV2Command({ Bucket: bucket, Prefix: beginning, ContinuationToken: token }),
      ),
    )
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
      yield { key: Key.slice(prefix.length), size: Size, changedAt: LastModified ?? new Date(0) }
    token = page.NextContinuationToken
  } while (token !== undefined)
}

const orUndefined = <Result>(answer: Promise<Result>): Promise<Result | undefined> =>
  answer.catch((error) => {
    if (isNotFound(error)) return undefined
    throw error
  })

/** Names the kind of the error, which says whether the server is away or refuses. Its text may have addresses that are signed. */
function unreachable(name: string, error: unknown): FilesUnreachableError {
  if (error instanceof FilesUnreachableError) return error
  const { name: kind, message, code } = error as Error & { code?: string }
  const reason = [kind === 'Error' ? undefined : kind, code, message].filter(Boolean).join(': ')
  return new FilesUnreachableError(`${name} cannot be used (${reason})`)
}
