import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type BackupConfig, backupConfig, backupVariables } from './backup-config.ts'
import { canAcceptWrites, haveOneAccount, leadsToWritable, urlsOfServers } from './database-addresses.ts'
import { invalid } from './invalid-configuration.ts'
import { type OidcConfig, oidcConfig, oidcVariables } from './oidc-config.ts'
import { isPlainHttp } from './plain-http.ts'
import { type JobConcurrency, roleVariables, type ServiceName } from './roles-config.ts'
import { type S3Address, s3Address } from './s3-address.ts'
import { secretVariables, withSecretFiles } from './secret-files.ts'
import { type TracingSettings, tracingSettings } from './tracing-variables.ts'

export interface MailConfig {
  /** An smtp:// or smtps:// URL, with user and password if the server requires them. */
  readonly smtpUrl: string
  /** The sender of all mail. */
  readonly from: string
}

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
  /** The token that the notifications have. */
  readonly token: string
}

/** The users who may create organizations: members of any organization but its guests, admins of one, or nobody. */
export type OrganizationCreators = (typeof organizationCreators)[number]

export interface Config {
  readonly port: number
  readonly host: string
  /** The public URL of the server, without a trailing slash. */
  readonly baseUrl: string
  /** The embedded PostgreSQL is used if absent. */
  readonly databaseUrl: string | undefined
  /** The address of the database itself, if `databaseUrl` is that of a pooler in transaction mode. */
  readonly databaseDirectUrl: string | undefined
  /** The time for which a start waits for the database. */
  readonly databaseWaitSeconds: number
  /** Whether the process reads a replica and nothing else. */
  readonly readsOnly: boolean
  /** The address of a server that writes, where this one does not. */
  readonly writeUrl: string | undefined
  /** The addresses of the replicas that are read. */
  readonly databaseReadUrls: readonly string[]
  /** The seconds, and the bytes of the log, that a replica which is read may lag. */
  readonly readMaxLagSeconds: number
  readonly readMaxLagBytes: number
  /** The folder to which the log of the embedded database is archived, if it is. */
  readonly databaseArchive: string | undefined
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
  /** The days for which events are kept. */
  readonly eventDays: number
  /** The minutes after which a branch that a space is kept in step with is looked at again. With 0 only when told of a change. */
  readonly gitPollMinutes: number
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
  /** The time that a job may take. */
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
  /** The users who may create organizations. */
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

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine(
      (value) => value >= minimum && value <= maximum,
      `must be a whole number from ${minimum} to ${maximum}`,
    )

const httpAddress = z
  .string()
  .refine(
    isPlainHttp,
    'must be an http or https URL without user, query and fragment, for example https://docs.example.com',
  )
  .transform((text) => text.replace(/\/+$/, ''))

/** Returns whether a text is an http or https address of a host alone. */
const isOrigin = (text: string) => isPlainHttp(text) && new URL(text).pathname === '/'
const databaseAddress = z
  .string()
  .refine(
    (text) =>
      urlsOfServers(text).every((url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)),
    'must be a postgres:// URL, for example postgres://user:password@host:5432/database',
  )
  .refine(
    (text) =>
      [null, 'public'].includes(
        URL.parse(urlsOfServers(text)[0] as string)?.searchParams.get('schema') ?? null,
      ),
    'must not name another schema than public, which Lectern needs',
  )
  .refine(
    canAcceptWrites,
    'must have target_session_attrs=read-write or target_session_attrs=primary if it names several hosts, because Lectern writes',
  )

/** The addresses of servers, each of one server, separated by commas. */
const replicaAddresses = z
  .string()
  .transform((text) => text.split(/\s*,\s*(?=postgres(?:ql)?:\/\/)/))
  .refine(
    (urls) =>
      urls.every(
        (url) =>
          /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '') &&
          urlsOfServers(url).length === 1 &&
          !leadsToWritable(url),
      ),
    'must be postgres:// URLs of one replica each, separated by commas',
  )

const mailServer = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '',
    'must be an smtp:// or smtps:// URL, for example smtp://user:password@mail.example.com:587',
  )

const mailSender = z
  .string()
  .regex(
    /^([^<>\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+>?$/,
    'must be an email address, for example Docs <docs@example.com>',
  )

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
  DATABASE_URL: databaseAddress
    .optional()
    .describe(
      '`postgres://` URL of a PostgreSQL database, version 15 or later. If unset, Lectern runs an embedded PostgreSQL.',
    ),
  DATABASE_DIRECT_URL: databaseAddress
    .optional()
    .describe(
      '`postgres://` URL of the same database past its [connection pooler](deployment.md#use-a-connection-pooler). Set it if, and only if, `DATABASE_URL` leads to a pooler in transaction mode.',
    ),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3600)
    .default(60)
    .describe(
      'Seconds for which a start waits for a database that does not answer, 0 to 3600. Commands do not wait.',
    ),
  DATABASE_READ_URLS: replicaAddresses
    .optional()
    .describe(
      '`postgres://` URLs of streaming [replicas](replicas.md) of the database, separated by commas. Reads go there that need not be of this moment.',
    ),
  MODE: z
    .enum(['write', 'read'], 'must be write or read')
    .default('write')
    .describe(
      '`read` answers reads from `DATABASE_READ_URLS` alone, [without the primary](replicas.md#read-in-another-region): `DATABASE_URL` is not used, and no job runs.',
    ),
  WRITE_URL: httpAddress
    .optional()
    .describe('Address of a server that writes, which refused writes name. Required with `MODE=read`.'),
  READ_MAX_LAG_SECONDS: wholeNumber(1, 600)
    .default(10)
    .describe('Seconds that a replica which is read may lag behind the primary, 1 to 600.'),
  READ_MAX_LAG_BYTES: wholeNumber(0, 1_099_511_627_776)
    .default(67_108_864)
    .describe('Bytes of the log that a replica which is read may have yet to replay, 0 to 1099511627776.'),
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
  BOOTSTRAP_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 printable characters and no spaces')
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
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
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
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
    .refine(
      (entries) => entries.every(isOrigin),
      'must be http or https origins without path, separated by commas, for example https://app.example.com',
    )
    .transform((entries) => entries.map((entry) => new URL(entry).origin))
    .describe(
      'Origins whose browser applications may use the [session](../api/authentication.md#sessions) of the browser, separated by commas, such as `https://app.example.com`. What they send, the user has sent.',
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
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
  GIT_POLL_MINUTES: wholeNumber(0, 1440)
    .default(15)
    .describe(
      'Minutes after which a branch that a space is [kept in step with](../guide/git.md) is looked at again, 0 to 1440. With 0 only when a webhook, a request or a change says so. A space can have its own.',
    ),
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
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 printable characters and no spaces')
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
  SMTP_URL: mailServer
    .optional()
    .describe(
      '`smtp://` or `smtps://` URL of the mail server. If unset, invitations are logged instead of sent, nobody gets [mails about what others do](../guide/mails.md), and nobody signs in by a [link](../guide/signing-in.md#by-a-link) but on the machine itself.',
    ),
  MAIL_FROM: mailSender
    .optional()
    .describe('Sender of mails, such as `Docs <docs@example.com>`. Required with `SMTP_URL`.'),
  MAIL_DIGEST_SECONDS: wholeNumber(0, 86_400)
    .default(600)
    .describe(
      'Seconds from one [mail about what others do](../guide/mails.md) to the next one of a user, 0 to 86400. The first is sent at once, and what comes until then is in one mail. With 0 each is sent at once.',
    ),
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
  RENDERER_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 printable characters and no spaces')
    .optional()
    .describe(
      'Secret that the renderer has as `GITBOOK_SECRET`, 16 to 200 printable characters. Required with `RENDERER_URL`.',
    ),
  PURGE_URL: httpAddress
    .optional()
    .describe(
      'Address that is told what a [shared cache](proxies.md) in front of published sites shall drop. `OUTBOUND_ALLOW` must have it if it is in a private network.',
    ),
  PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 printable characters and no spaces')
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

/** The variables that operators set. */
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
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: directUrl(values.DATABASE_URL, values.DATABASE_DIRECT_URL),
    databaseWaitSeconds: values.DATABASE_WAIT_SECONDS,
    readsOnly: values.MODE === 'read',
    ...readConfig(values),
    readMaxLagSeconds: values.READ_MAX_LAG_SECONDS,
    readMaxLagBytes: values.READ_MAX_LAG_BYTES,
    databaseArchive: archiveFolder(values.DATABASE_URL, values.DATABASE_ARCHIVE),
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
    gitPollMinutes: values.GIT_POLL_MINUTES,
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
    mail: mailConfig(values.SMTP_URL, values.MAIL_FROM),
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

function archiveFolder(url: string | undefined, archive: string | undefined): string | undefined {
  if (archive !== undefined && url !== undefined)
    throw invalid(['DATABASE_ARCHIVE is for the embedded database, and cannot be set where DATABASE_URL is'])
  return archive
}

function directUrl(url: string | undefined, direct: string | undefined): string | undefined {
  if (direct !== undefined && url === undefined)
    throw invalid(['DATABASE_DIRECT_URL can only be set where DATABASE_URL is'])
  return direct
}

function readConfig({
  MODE: mode,
  DATABASE_URL: url,
  DATABASE_READ_URLS: databaseReadUrls = [],
  WRITE_URL: writeUrl,
  SERVICES: services,
}: z.infer<typeof variables>): Pick<Config, 'databaseReadUrls' | 'writeUrl'> {
  const faults = [
    mode === 'write' && databaseReadUrls.length > 0 && url === undefined && needsDatabaseUrl,
    mode === 'read' && databaseReadUrls.length === 0 && 'DATABASE_READ_URLS is required where MODE is read',
    mode === 'read' && writeUrl === undefined && 'WRITE_URL is required where MODE is read',
    mode === 'read' && !services.includes('web') && 'SERVICES must have web where MODE is read: no job runs',
    mode === 'read' && !haveOneAccount(databaseReadUrls) && oneAccount,
  ].filter((fault) => fault !== false)
  if (faults.length > 0) throw invalid(faults)
  return { databaseReadUrls, writeUrl }
}

const needsDatabaseUrl = 'DATABASE_READ_URLS can only be set where DATABASE_URL is, or where MODE is read'
const oneAccount =
  'DATABASE_READ_URLS must differ in the host alone where MODE is read, which connects to the one that answers first'

function trustedDocumentsConfig(text: string | undefined): Config['trustedDocuments'] {
  if (text === undefined) return undefined
  const [file = '', option] = text.split(',')
  return { file: resolve(file), only: option === 'only' }
}

function mailConfig(smtpUrl: string | undefined, from: string | undefined): MailConfig | undefined {
  if (smtpUrl === undefined) return undefined
  if (from === undefined) throw invalid(['MAIL_FROM is required where SMTP_URL is set'])
  return { smtpUrl, from }
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
