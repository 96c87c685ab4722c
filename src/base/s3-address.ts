import { z } from 'zod'
import { isPlainHttp } from './plain-http.ts'

/** A server of S3, and how it is asked. */
export interface S3Server {
  /** The address of the server; that of Amazon in the region if absent. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Whether the bucket is in the path of an address, instead of in its host name. */
  readonly hasPathStyle: boolean
  /** The seconds for which the server may send nothing, before a request is repeated. */
  readonly timeoutSeconds: number
}

/** A bucket, or the part of it below a prefix, and how it is used. */
export interface S3Address extends S3Server {
  readonly bucket: string
  /** The beginning of the keys, with a slash at its end; empty for the whole bucket. */
  readonly prefix: string
  /** The encryption that the server is asked for, such as `aws:kms`; its own default if absent. */
  readonly encryption: string | undefined
  readonly encryptionKey: string | undefined
  readonly storageClass: string | undefined
  /** The server, by the address that clients reach, from which they download large files. If absent, Lectern sends all files. */
  readonly downloads: S3Server | undefined
}

/** The algorithms of `x-amz-server-side-encryption`. */
const encryptions = ['AES256', 'aws:kms', 'aws:kms:dsse'] as const

const httpAddress = z.string().refine(isPlainHttp)

const onOrOff = z.enum(['on', 'off'])

const parameters = z.strictObject({
  endpoint: httpAddress.optional(),
  region: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
  'path-style': onOrOff.optional(),
  sse: z.enum(encryptions).optional(),
  'sse-key': z.string().optional(),
  'storage-class': z
    .string()
    .regex(/^[A-Z_]+$/)
    .optional(),
  'direct-downloads': z.union([onOrOff, httpAddress]).default('off'),
  timeout: z.coerce.number().int().min(1).max(300).default(10),
})

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** An `s3://` URL. Credentials are no part of it: the client finds them as the tools of Amazon do. */
export const s3Address = z.string().transform((text, context): S3Address => {
  const url = URL.parse(text)
  const refused = (message: string) => {
    context.addIssue(message)
    return z.NEVER
  }
  if (url?.protocol !== 's3:' || !bucketName.test(url.hostname) || url.port !== '' || url.hash !== '')
    return refused('must be an s3:// URL, for example s3://bucket/prefix?region=eu-central-1')
  if (url.username !== '' || url.password !== '')
    return refused('must have no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const given = parameters.safeParse(Object.fromEntries(url.searchParams))
  if (!given.success) return refused(`has ${faultOf(given.error)}`)
  const values = given.data
  if (values['sse-key'] !== undefined && !values.sse?.startsWith('aws:kms'))
    return refused('has an sse-key, which needs sse=aws:kms or sse=aws:kms:dsse')
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  const server: S3Server = {
    endpoint: values.endpoint,
    region: values.region ?? 'us-east-1',
    hasPathStyle:
      values['path-style'] === undefined ? values.endpoint !== undefined : values['path-style'] === 'on',
    timeoutSeconds: values.timeout,
  }
  return {
    ...server,
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    encryption: values.sse,
    encryptionKey: values['sse-key'],
    storageClass: values['storage-class'],
    downloads: downloadServer(server, values['direct-downloads']),
  }
})

function faultOf(error: z.ZodError): string {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys')
    return `the parameter ${issue.keys[0]}, which does not exist; those are ${Object.keys(parameters.shape).join(', ')}`
  return `a parameter ${String(issue?.path[0])} that is not valid`
}

function downloadServer(server: S3Server, value: string): S3Server | undefined {
  if (value === 'off') return undefined
  return value === 'on' ? server : { ...server, endpoint: value }
}
