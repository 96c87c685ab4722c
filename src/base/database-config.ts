import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { httpAddress, wholeNumber } from './config-values.ts'
import { canAcceptWrites, haveOneAccount, leadsToWritable, urlsOfServers } from './database-addresses.ts'
import { invalid } from './invalid-configuration.ts'
import type { ServiceName } from './roles-config.ts'

/** The database, and its replicas that are read. */
export interface DatabaseConfig {
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
}

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

export const databaseVariables = {
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
  DATABASE_ARCHIVE: z
    .string()
    .refine(isAbsolute, 'must be an absolute path')
    .optional()
    .describe(
      'Absolute path of a folder, best on another disk, to which the embedded database archives its log for [recovery to a point in time](point-in-time-recovery.md). If unset, it does not.',
    ),
}

type DatabaseValues = z.infer<z.ZodObject<typeof databaseVariables>> & {
  readonly SERVICES: readonly ServiceName[]
}

export function databaseConfig(values: DatabaseValues): DatabaseConfig {
  return {
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: directUrl(values.DATABASE_URL, values.DATABASE_DIRECT_URL),
    databaseWaitSeconds: values.DATABASE_WAIT_SECONDS,
    readsOnly: values.MODE === 'read',
    ...readConfig(values),
    readMaxLagSeconds: values.READ_MAX_LAG_SECONDS,
    readMaxLagBytes: values.READ_MAX_LAG_BYTES,
    databaseArchive: archiveFolder(values.DATABASE_URL, values.DATABASE_ARCHIVE),
  }
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
}: DatabaseValues): Pick<DatabaseConfig, 'databaseReadUrls' | 'writeUrl'> {
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
