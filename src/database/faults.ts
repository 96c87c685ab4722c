import { serviceUnavailable as admissionUnavailable } from '../admission/reasons.ts'
import type { AppError } from '../base/errors.ts'
import { serviceUnavailable } from './reasons.ts'

/** A fault of the database, or of the folder that files are stored in. */
export type FaultKind = 'unreachable' | 'exhausted' | 'busy' | 'read-only' | 'full' | FilesFault

/** A fault of the place that files are stored in. */
type FilesFault = 'files missing' | 'files unreachable'

const errors: Readonly<Record<FaultKind, () => AppError>> = {
  unreachable: () => serviceUnavailable('DATABASE_UNREACHABLE'),
  exhausted: () => admissionUnavailable('DATABASE_BUSY'),
  busy: () => admissionUnavailable('DATABASE_BUSY'),
  'read-only': () => serviceUnavailable('DATABASE_READ_ONLY'),
  full: () => serviceUnavailable('STORAGE_FULL'),
  'files missing': () => serviceUnavailable('FILES_MISSING'),
  'files unreachable': () => serviceUnavailable('FILES_UNREACHABLE'),
}

export const errorOfFault = (kind: FaultKind): AppError => errors[kind]()

/** Thrown where files are not where the database says that they are. */
export class FilesMissingError extends Error {
  override name = 'FilesMissingError'
  readonly code = 'FILES_MISSING'
}

/** Thrown where the server that has the files does not answer, or refuses. */
export class FilesUnreachableError extends Error {
  override name = 'FilesUnreachableError'
  readonly code = 'FILES_UNREACHABLE'
}

/** Codes of PostgreSQL, of Prisma, and kinds of errors of Prisma's adapter that have no code. */
const kinds: ReadonlyMap<unknown, FaultKind> = new Map<unknown, FaultKind>([
  // The server stops, has crashed or starts.
  ['57P01', 'unreachable'],
  ['57P02', 'unreachable'],
  ['57P03', 'unreachable'],
  ['57P05', 'unreachable'],
  // The connection failed.
  ['08000', 'unreachable'],
  ['08001', 'unreachable'],
  ['08003', 'unreachable'],
  ['08004', 'unreachable'],
  ['08006', 'unreachable'],
  ['P1001', 'unreachable'],
  ['P1002', 'unreachable'],
  ['P1008', 'unreachable'],
  ['P1017', 'unreachable'],
  ['DatabaseNotReachable', 'unreachable'],
  ['ConnectionClosed', 'unreachable'],
  ['SocketTimeout', 'unreachable'],
  // The connection has another session than the one that it prepared its statements in.
  ['26000', 'unreachable'],
  ['42P05', 'unreachable'],
  // Too many connections, or no memory for another statement.
  ['53000', 'exhausted'],
  ['53200', 'exhausted'],
  ['53300', 'exhausted'],
  ['P2024', 'exhausted'],
  ['P2037', 'exhausted'],
  // A statement, a lock or a transaction took too long.
  ['57014', 'busy'],
  ['55P03', 'busy'],
  ['25P03', 'busy'],
  ['P2028', 'busy'],
  ['25006', 'read-only'],
  ['EROFS', 'read-only'],
  ['53100', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['FILES_MISSING', 'files missing'],
  ['FILES_UNREACHABLE', 'files unreachable'],
])

/** Codes of Node.js for connections. Those of clients of this server have them too, but no system call. */
const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
])

/** The message of the error for a request that finds the queue of a pool full. */
export const queueFullMessage = 'too many requests wait for a connection'

/** Messages of the driver, whose errors have no code. */
const messages: readonly (readonly [string, FaultKind])[] = [
  [queueFullMessage, 'exhausted'],
  ['timeout exceeded when trying to connect', 'exhausted'],
  ['Connection terminated', 'unreachable'],
  ['Client has encountered a connection error', 'unreachable'],
  ['Client was closed and is not queryable', 'unreachable'],
  ['timeout expired', 'unreachable'],
  ['Query read timeout', 'unreachable'],
  ['Cannot use a pool after calling end', 'unreachable'],
]

/** The members of errors of Prisma, of its adapter, of the driver and of Node.js. */
interface Fault {
  readonly name?: unknown
  readonly message?: unknown
  readonly code?: unknown
  readonly originalCode?: unknown
  readonly kind?: unknown
  readonly syscall?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
  readonly meta?: { readonly driverAdapterError?: unknown }
}

/** Returns what kind of fault of the database an error is; null for any other error. */
export function faultOf(error: unknown): FaultKind | null {
  for (const cause of causesOf(error)) {
    const kind = kindOf(cause)
    if (kind) return kind
  }
  return null
}

const maximumDepth = 5

/** Returns an error and those that it contains. */
function causesOf(error: unknown, depth = 0): readonly Fault[] {
  if (typeof error !== 'object' || error === null || depth > maximumDepth) return []
  const fault: Fault = error
  const inner = [fault.cause, fault.meta?.driverAdapterError, Array.isArray(fault.errors) ? fault.errors : []]
  return [fault, ...inner.flat().flatMap((each) => causesOf(each, depth + 1))]
}

function kindOf({ name, message, code, originalCode, kind, syscall }: Fault): FaultKind | null {
  const known = kinds.get(originalCode) ?? kinds.get(code) ?? kinds.get(kind)
  if (known) return known
  const isOfPrisma = String(name).startsWith('PrismaClient')
  if (networkCodes.has(code) && (isOfPrisma || typeof syscall === 'string')) return 'unreachable'
  // The Unix socket of a server that has stopped.
  if (code === 'ENOENT' && syscall === 'connect') return 'unreachable'
  if (typeof message !== 'string' || (code !== undefined && !isOfPrisma)) return null
  return messages.find(([part]) => message.includes(part))?.[1] ?? null
}
