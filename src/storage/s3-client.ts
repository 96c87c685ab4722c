import type { S3Client } from '@aws-sdk/client-s3'
import { getOrCreate } from '../base/get-or-create.ts'
import type { S3Server } from '../base/s3-address.ts'

/** The package of the client. It is loaded when something is stored in S3, and by no other process. */
export interface S3 {
  readonly client: S3Client
  readonly commands: typeof import('@aws-sdk/client-s3')
}

const clients = new Map<string, Promise<S3>>()

/** Returns the client of a server, of which there is one. */
export const s3Of = ({ endpoint, region, hasPathStyle, timeoutSeconds }: S3Server): Promise<S3> => {
  const server = { endpoint, region, hasPathStyle, timeoutSeconds }
  return getOrCreate(clients, JSON.stringify(server), () => connect(server))
}

/** The times that a request is sent until it fails, and the connections of the process to a server. */
const attempts = 4
const connections = 64
const connectMs = 3000

async function connect({ endpoint, region, hasPathStyle, timeoutSeconds }: S3Server): Promise<S3> {
  const commands = await import('@aws-sdk/client-s3')
  const client = new commands.S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: hasPathStyle,
    maxAttempts: attempts,
    // Servers that are not of Amazon may know no others than those that are sent on purpose.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(connectMs, timeoutSeconds * 1000),
      socketTimeout: timeoutSeconds * 1000,
      httpAgent: { keepAlive: true, maxSockets: connections },
      httpsAgent: { keepAlive: true, maxSockets: connections },
    },
  })
  return { client, commands }
}

/** Returns whether an error says that there is nothing under a key. */
export function isNotFound(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return name !== 'NoSuchBucket' && ($metadata?.httpStatusCode === 404 || name === 'NoSuchKey')
}
