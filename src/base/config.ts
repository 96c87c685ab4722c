import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type BackupConfig, backupConfig, backupVariables } from './backup-config.ts'
import { entryList, httpAddress, printableToken, wholeNumber } from './config-values.ts'
import { type DatabaseConfig, databaseConfig, databaseVariables } from './database-config.ts'
import { type GitConfig, gitConfig, gitVariables } from './git-config.ts'
import { invalid } from './invalid-configuration.ts'
import { type MailConfig, mailConfig, mailVariables } from './mail-config.ts'
import { type OidcConfig, oidcConfig, oidcVariables } from './oidc-config.ts'
import { isPlainHttp } from './plain-http.ts'
import { type JobConcurrency, roleVariables, type ServiceName } from './roles-config.ts'
import { type S3Address, s3Address } from './s3-address.ts'
import { secretVariables, withSecretFiles } from './secret-files.ts'
import { type TracingSettings, tracingSettings } from './tracing-variables.ts'

/** The renderer of sites that is notified of changes. */
export interface RendererConfig {
  /** Without a trailing slash. */
  readonly url: string
  /** The secret that signs the notifications. */
  readonly secret: string
}

/** The shared cache in front of published sites that is notified of changes. */
export interface PurgeConfig {
  readonly url: string
  /** Sent as the bearer token of each notification. */
  readonly token: string
}

/** The users who may create organizations: members of any organization but its guests, admins of one, or nobody. */
export type OrganizationCreators = (typeof organizationCreators)[number]

export interface Config extends DatabaseConfig {
  readonly port: number
  readonly host: string
  /** The public URL of the server, without a trailing slash. */
  readonly baseUrl: string
  /** An absolute path. */
  readonly dataDir: string
  /** The bucket of the files. If absent, they are in the data directory. */
  readonly filesBucket: S3Address | undefined
  readonly bootstrapToken: string | undefined
  readonly sampleContent: boolean
  readonly hasWorkspace: boolean
  /** Hosts and CIDRs in private ranges that imports may reach. */
  readonly outboundAllow: readonly string[]
  /** The points that a user may use up in a minute. With `off` nothing is limited. */
  readonly rateLimit: number | 'off'
  /** The points that an address may use up in a minute, without authentication. */
  readonly addressRateLimit: number
  /** The failed authentications, and the beginnings of a sign-in, that are accepted from an address in a minute. */
  readonly failureRateLimit: number
  /** The hours after which a session ends that is not used, and after which it ends in any case. */
  readonly sessionIdleHours: number
  readonly sessionHours: number
  /** The origins whose browser applications may send credentials, as browsers write them in `Origin`. */
  readonly allowedOrigins: readonly string[]
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[]
  /** The days for which audit events are kept. With 0 they are kept forever. */
  readonly auditDays: number
  /** The days for which events are kept, 1 to 3650. */
  readonly eventDays: number
  readonly git: GitConfig
  readonly logLevel: string
  readonly maxBodyBytes: number
  /** The maximum size of a multipart request with files, in bytes. */
  readonly maxUploadBytes: number
  /** The limits of what one GraphQL operation may read. */
  readonly maxQueryObjects: number
  readonly maxQueryBytes: number
  readonly maxQuerySeconds: number
  /** The memory in which each process keeps what it rendered of published sites, in bytes; by default a share of its own. */
  readonly siteCacheBytes: number | undefined
  /** Whether the process answers requests, runs jobs, or does both. */
  readonly services: readonly ServiceName[]
  /** The jobs of each kind that the process runs at once, where it is not the default. */
  readonly jobConcurrency: JobConcurrency
  /** The seconds after which a running job is aborted, and fails with JOB_TIMEOUT. */
  readonly jobMaxSeconds: number
  /** The time after a signal to stop in which the server still accepts requests, so that load balancers leave it. */
  readonly drainSeconds: number
  /** Whether reads are compiled to SQL. With `resolvers` every field is resolved by itself. */
  readonly executor: 'compiled' | 'resolvers'
  /** Whether clients can read the GraphQL schema. */
  readonly introspection: boolean
  /** If absent, clients send the documents that they execute. */
  readonly trustedDocuments: { readonly file: string; readonly only: boolean } | undefined
  /** The address of the user interface of workspaces, without a trailing slash. */
  readonly appUrl: string
  /** The token with which `/metrics` can be read. If absent, no metrics are recorded and they cannot be read. */
  readonly metricsToken: string | undefined
  /** The times from which requests and statements are logged as slow. */
  readonly slowRequestMs: number
  readonly slowStatementMs: number
  /** If absent, mail is off and is logged instead. */
  readonly mail: MailConfig | undefined
  /** The least time between two mails that tell a user of what others did. */
  readonly mailDigestSeconds: number
  readonly organizationCreators: OrganizationCreators
  /** The maximum number of invitations by email that an organization sends on a day. */
  readonly invitesPerDay: number
  /** Id of the site that members visit with the token of a ping. */
  readonly memberSite: string | undefined
  /** If absent, no renderer is told of changes. */
  readonly renderer: RendererConfig | undefined
  /** If absent, shared caches are told of no changes, and keep responses briefly. */
  readonly purge: PurgeConfig | undefined
  /** If absent, the server makes no backups by itself. */
  readonly backups: BackupConfig | undefined
  /** The public keys for which backups are encrypted. If there are none, they are not. */
  readonly backupRecipients: readonly string[]
  /** The days for which files and bodies are kept to which nothing refers. */
  readonly sweepDays: number
  /** If absent, only organizations have identity providers. */
  readonly oidc: OidcConfig | undefined
  /** How spans are recorded. If absent, none are. */
  readonly tracing: TracingSettings | undefined
  /** Whether npm started this process as a script. */
  readonly startedByNpm: boolean
}

const organizationCreators = ['members', 'admins', 'nobody'] as const

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

const isAllowEntry = (entry: string) =>
  ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry) || hostName.test(entry)

/** Returns whether a text is an http or https address of a host alone. */
const isOrigin = (text: string) => isPlainHttp(text) && new URL(text).pathname === '/'
/** The environment variables, described for the documentation. */
const variables = z.object({
  PORT: wholeNumber(0, 65_535)
    .default(4000)
    .describe('Port to listen on, 0 to 65535. With 0 the system chooses a free port.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. `0.0.0.0` accepts connections from other machines.'),
  BASE_URL: httpAddress
    .optional()
    .describe(
      'Public address of the server, with which every URL in a response begins. If unset, `http://localhost:` and the port.',
    ),
  ...databaseVariables,
  DATA_DIR: z
    .string()
    .default('.data')
    .describe(
      'Folder of the embedded database and of uploaded files. Processes that share a database share this folder too.',
    ),
  FILES_URL: s3Address
    .optional()
    .describe(
      '`s3://` URL of the [bucket of the files](object-storage.md), such as `s3://bucket/prefix?region=eu-central-1`. If unset, they are in `DATA_DIR`.',
    ),
  BOOTSTRAP_TOKEN: printableToken
    .optional()
    .describe(
      'First API token, 16 to 200 printable characters, used on an empty database only. If unset, a random token is created and printed once.',
    ),
  SAMPLE_CONTENT: z
    .enum(['on', 'off'], 'must be on or off')
    .optional()
    .describe(
      '`on` or `off`: whether an empty database gets this documentation as sample content. If unset, `on` with the embedded database and `off` with `DATABASE_URL`.',
    ),
  DISABLE_WORKSPACE: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .describe(
      '`on` serves nothing of the [workspace](../guide/workspace.md): the addresses of objects then lead to a page that names them.',
    ),
  OUTBOUND_ALLOW: entryList
    .refine(
      (entries) => entries.every(isAllowEntry),
      'must be host names, addresses or CIDRs, separated by commas',
    )
    .describe(
      'Host names, addresses and CIDR ranges in private networks that imports and OpenAPI documents may be fetched from, and [webhooks](../api/webhooks.md) sent to, separated by commas.',
    ),
  RATE_LIMIT: z
    .union([z.literal('off'), wholeNumber(1, 1_000_000)], 'must be a number of points per minute, or off')
    .default(60_000)
    .describe(
      '[Points](../api/limits.md#rate-limits) that a user may use up in a minute, 1 to 1000000. With `off` there are no rate limits at all.',
    ),
  RATE_LIMIT_ADDRESS: wholeNumber(1, 1_000_000)
    .default(60_000)
    .describe('Points that an address may use up in a minute without authentication, 1 to 1000000.'),
  RATE_LIMIT_FAILURES: wholeNumber(1, 1_000_000)
    .default(300)
    .describe(
      'Requests with a token, an invitation or a share key that is not active, and beginnings of a sign-in, which an address may send in a minute, 1 to 1000000. Requests with an active token are not refused by it.',
    ),
  SESSION_IDLE_HOURS: wholeNumber(1, 87_600)
    .default(72)
    .describe(
      'Hours after which a [session](../api/authentication.md#sessions) ends that is not used, 1 to 87600. A change counts for a session from its next use.',
    ),
  SESSION_HOURS: wholeNumber(1, 87_600)
    .default(720)
    .describe('Hours after which a session ends in any case, 1 to 87600.'),
  ALLOWED_ORIGINS: entryList
    .refine(
      (entries) => entries.every(isOrigin),
      'must be http or https origins without path, separated by commas, for example https://app.example.com',
    )
    .transform((entries) => entries.map((entry) => new URL(entry).origin))
    .describe(
      'Origins whose browser applications may use the [session](../api/authentication.md#sessions) of the browser, separated by commas, such as `https://app.example.com`. What they send, the user has sent.',
    ),
  TRUSTED_PROXIES: entryList
    .refine(
      (entries) => entries.every((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)),
      'must be addresses or CIDRs, separated by commas',
    )
    .describe(
      'Addresses and CIDR ranges of the proxies in front of the server, separated by commas. Only theirs is the `X-Forwarded-For` that tells the address of a client, for rate limits and the audit log, and are the headers that tell [which site](proxies.md) it asked for.',
    ),
  AUDIT_DAYS: wholeNumber(0, 36_500)
    .default(365)
    .describe(
      'Days for which events of the [audit log](audit-log.md) are kept, 0 to 36500. With 0 they are kept forever.',
    ),
  EVENT_DAYS: wholeNumber(1, 3650)
    .default(30)
    .describe('Days for which [events](../api/events.md) are kept, 1 to 3650.'),
  ...gitVariables,
  LOG_LEVEL: z
    .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
    .default('info')
    .describe(`Lowest level that is logged: ${logLevels.map((level) => `\`${level}\``).join(', ')}.`),
  // Files are uploaded in base64, which is a third larger than the file.
  MAX_BODY_BYTES: wholeNumber(1024, 1_073_741_824)
    .default(2_097_152)
    .describe('Largest request body in bytes, 1024 to 1073741824.'),
  MAX_UPLOAD_BYTES: wholeNumber(1024, 2_147_483_647)
    .default(104_857_600)
    .describe('Largest multipart request with files in bytes, 1024 to 2147483647.'),
  MAX_QUERY_OBJECTS: wholeNumber(1000, 10_000_000)
    .default(250_000)
    .describe('Objects that one GraphQL operation may read, 1000 to 10000000.'),
  MAX_QUERY_BYTES: wholeNumber(1_048_576, 536_870_912)
    .default(67_108_864)
    .describe('Bytes of text that one GraphQL operation may read, 1048576 to 536870912.'),
  MAX_QUERY_SECONDS: wholeNumber(1, 600)
    .default(30)
    .describe('Seconds that one GraphQL query may take, 1 to 600.'),
  SITE_CACHE_BYTES: wholeNumber(0, 17_179_869_184)
    .optional()
    .describe(
      'Memory in bytes in which each process keeps rendered pages of published sites, 0 to 17179869184. With 0 it keeps none. If unset, 64 MiB, or less where the process [may use less than 1 GiB](README.md#memory).',
    ),
  ...roleVariables,
  JOB_MAX_SECONDS: wholeNumber(1, 86_400)
    .default(3600)
    .describe('Seconds that an import, an export or a PDF may take as a [job](../api/jobs.md), 1 to 86400.'),
  DRAIN_SECONDS: wholeNumber(0, 300)
    .default(5)
    .describe(
      'Seconds after `SIGTERM` in which requests are still accepted while `/readyz` fails, 0 to 300. Longer than a load balancer takes to notice.',
    ),
  // For tests and measurements, which compare both: the answers are equal.
  LECTERN_EXECUTOR: z.enum(['compiled', 'resolvers'], 'must be compiled or resolvers').default('compiled'),
  INTROSPECTION: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .describe(
      '`on` or `off`: whether clients can read the [GraphQL schema](../api/graphql-over-http.md#introspection), and errors suggest its names.',
    ),
  PERSISTED_DOCUMENTS: z
    .string()
    .regex(/^[^,]+(,only)?$/, 'must be the path of a file, or one with ,only behind it')
    .optional()
    .describe(
      'File of [trusted documents](../api/graphql-over-http.md#trusted-documents), which clients name by `documentId`. With `,only` behind the path, GraphQL executes no other documents.',
    ),
  APP_URL: httpAddress
    .optional()
    .describe(
      'Address of a user interface of your own, with which every `urls.app` begins in place of `BASE_URL`. It has [their paths](../api/README.md#addresses-of-objects).',
    ),
  METRICS_TOKEN: printableToken
    .optional()
    .describe(
      'Token with which `/metrics` can be read, 16 to 200 printable characters. If unset, nothing is measured and `/metrics` does not exist.',
    ),
  SLOW_REQUEST_MS: wholeNumber(0, 600_000)
    .default(1000)
    .describe('Milliseconds from which a request is logged as slow, 0 to 600000.'),
  SLOW_STATEMENT_MS: wholeNumber(0, 600_000)
    .default(200)
    .describe('Milliseconds from which a statement on the database is logged as slow, 0 to 600000.'),
  ...mailVariables,
  ORGANIZATION_CREATORS: z
    .enum(organizationCreators, `must be one of ${organizationCreators.join(', ')}`)
    .default('members')
    .describe(
      'Who may create organizations: `members` of an organization, `admins` of one, or `nobody`. Guests never may.',
    ),
  INVITES_PER_DAY: wholeNumber(1, 1_000_000)
    .default(200)
    .describe('Invitations by email that an organization may send on a day (UTC), 1 to 1000000.'),
  MEMBER_SITE: z
    .string()
    .regex(/^sit[0-9a-z]+$/, 'must be the id of a site')
    .optional()
    .describe(
      'Id of a site that members visit with the JWT of `POST /v1/orgs/{organizationId}/ping`, such as a site of internal documentation.',
    ),
  RENDERER_URL: httpAddress
    .optional()
    .describe(
      'Address of a [renderer](renderer.md) of published sites, which is told what to read again. `OUTBOUND_ALLOW` must have it if it is in a private network.',
    ),
  RENDERER_SECRET: printableToken
    .optional()
    .describe(
      'Secret that the renderer has as `GITBOOK_SECRET`, 16 to 200 printable characters. Required with `RENDERER_URL`.',
    ),
  PURGE_URL: httpAddress
    .optional()
    .describe(
      'Address that is told what a [shared cache](proxies.md) in front of published sites shall drop. `OUTBOUND_ALLOW` must have it if it is in a private network.',
    ),
  PURGE_TOKEN: printableToken
    .optional()
    .describe(
      'Token in the header `Authorization: Bearer …` of what is sent to `PURGE_URL`, 16 to 200 printable characters. Required with `PURGE_URL`.',
    ),
  ...backupVariables,
  ...oidcVariables,
  npm_lifecycle_event: z.string().optional(),
})

export interface ConfigVariable {
  readonly name: string
  readonly default: unknown
  readonly description: string
}

export const configVariables: readonly ConfigVariable[] = Object.entries(variables.shape).flatMap(
  ([name, schema]) =>
    schema.description ? [{ name, default: schema.parse(undefined), description: schema.description }] : [],
)

/** The variables whose values no message shows: addresses may have credentials that do not belong there. */
const hiddenVariables: readonly string[] = [
  ...secretVariables,
  'FILES_URL',
  'BACKUP_URL',
  'BACKUP_RECIPIENTS',
]

function describeFault(
  given: Readonly<Record<string, string | undefined>>,
  { path, message }: z.core.$ZodIssue,
): string {
  const name = String(path[0])
  const value = hiddenVariables.includes(name) ? '' : ` (it is ${JSON.stringify(given[name])})`
  return `${name} ${message}${value}`
}

/** The folders of programs, for those that are started with no other part of the environment. */
export const programFolders: string = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'

/** Reads the configuration from the environment. Throws a StartError that lists all invalid variables. */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  // An empty variable counts as absent.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { given, faults } = withSecretFiles(set)
  const parsed = variables.safeParse(given)
  faults.push(...(parsed.error?.issues ?? []).map((issue) => describeFault(given, issue)))
  if (!parsed.success || faults.length > 0) throw invalid(faults)
  const values = parsed.data
  return {
    port: values.PORT,
    host: values.HOST,
    baseUrl: values.BASE_URL ?? `http://localhost:${values.PORT}`,
    ...databaseConfig(values),
    dataDir: resolve(values.DATA_DIR),
    filesBucket: values.FILES_URL,
    bootstrapToken: values.BOOTSTRAP_TOKEN,
    hasWorkspace: values.DISABLE_WORKSPACE === 'off',
    sampleContent: values.SAMPLE_CONTENT ? values.SAMPLE_CONTENT === 'on' : values.DATABASE_URL === undefined,
    outboundAllow: values.OUTBOUND_ALLOW,
    rateLimit: values.RATE_LIMIT,
    addressRateLimit: values.RATE_LIMIT_ADDRESS,
    failureRateLimit: values.RATE_LIMIT_FAILURES,
    sessionIdleHours: values.SESSION_IDLE_HOURS,
    sessionHours: values.SESSION_HOURS,
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    auditDays: values.AUDIT_DAYS,
    eventDays: values.EVENT_DAYS,
    git: gitConfig(values),
    logLevel: values.LOG_LEVEL,
    maxBodyBytes: values.MAX_BODY_BYTES,
    maxUploadBytes: values.MAX_UPLOAD_BYTES,
    maxQueryObjects: values.MAX_QUERY_OBJECTS,
    maxQueryBytes: values.MAX_QUERY_BYTES,
    maxQuerySeconds: values.MAX_QUERY_SECONDS,
    siteCacheBytes: values.SITE_CACHE_BYTES,
    services: servicesOf(values.SERVICES, values.DATABASE_URL ?? values.DATABASE_READ_URLS?.[0]),
    jobConcurrency: values.JOB_CONCURRENCY,
    jobMaxSeconds: values.JOB_MAX_SECONDS,
    drainSeconds: values.DRAIN_SECONDS,
    executor: values.LECTERN_EXECUTOR,
    introspection: values.INTROSPECTION === 'on',
    trustedDocuments: trustedDocumentsConfig(values.PERSISTED_DOCUMENTS),
    appUrl: values.APP_URL ?? values.BASE_URL ?? `http://localhost:${values.PORT}`,
    metricsToken: values.METRICS_TOKEN,
    slowRequestMs: values.SLOW_REQUEST_MS,
    slowStatementMs: values.SLOW_STATEMENT_MS,
    mail: mailConfig(values),
    mailDigestSeconds: values.MAIL_DIGEST_SECONDS,
    organizationCreators: values.ORGANIZATION_CREATORS,
    invitesPerDay: values.INVITES_PER_DAY,
    memberSite: values.MEMBER_SITE,
    renderer: rendererConfig(values.RENDERER_URL, values.RENDERER_SECRET),
    purge: purgeConfig(values.PURGE_URL, values.PURGE_TOKEN),
    backups: backupConfig(values),
    backupRecipients: values.BACKUP_RECIPIENTS,
    sweepDays: values.SWEEP_DAYS,
    oidc: oidcConfig(values),
    tracing: tracingSettings(environment),
    startedByNpm: values.npm_lifecycle_event !== undefined,
  }
}

function servicesOf(services: readonly ServiceName[], url: string | undefined): readonly ServiceName[] {
  if (url === undefined && !(services.includes('web') && services.includes('jobs')))
    throw invalid([
      'SERVICES can only be web or jobs alone where DATABASE_URL is set: the embedded database belongs to one process, which does both',
    ])
  return services
}

function trustedDocumentsConfig(text: string | undefined): Config['trustedDocuments'] {
  if (text === undefined) return undefined
  const [file = '', option] = text.split(',')
  return { file: resolve(file), only: option === 'only' }
}

function rendererConfig(url: string | undefined, secret: string | undefined): RendererConfig | undefined {
  if (url === undefined) return undefined
  if (secret === undefined) throw invalid(['RENDERER_SECRET is required where RENDERER_URL is set'])
  return { url, secret }
}

function purgeConfig(url: string | undefined, token: string | undefined): PurgeConfig | undefined {
  if (url === undefined) return undefined
  if (token === undefined) throw invalid(['PURGE_TOKEN is required where PURGE_URL is set'])
  return { url, token }
}
