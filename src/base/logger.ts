import { hostname } from 'node:os'
import { type DestinationStream, type Logger, pino } from 'pino'
import { version } from './version.ts'

/** Members with secret values, at any depth of a log entry. */
const secrets = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'accessToken',
  'password',
  'secret',
  'clientSecret',
  'privateKey',
  'shareKey',
  'connectionString',
  'databaseUrl',
  'databaseDirectUrl',
  'bootstrapToken',
]

/**
 * Patterns of secrets with their replacements. They are applied to the serialized line, which covers any depth and the
 * messages and stacks of errors, and takes a twentieth of the time of pino's redaction by path.
 */
const patterns: readonly [RegExp, string][] = [
  [new RegExp(`"(${secrets.join('|')})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'gi'), '"$1":"[redacted]"'],
  // PostgreSQL quotes the values of a row in the details of its errors, and in some messages.
  [
    /("severity":"[A-Z]+"(?:,"\w+":(?:"(?:[^"\\]|\\.)*"|[^",]*))*?,"(?:detail|where)":)"(?:[^"\\]|\\.)*"/g,
    '$1"[redacted]"',
  ],
  [
    /((?:invalid input (?:syntax|value) for|invalid byte sequence for|out of range for) [\w ]+: )\\"(?:[^"\\]|\\[^"])*\\"/g,
    '$1[redacted]',
  ],
  // The password in the URL of a database or repository.
  [/(\w:\/\/[^\s:/@"\\]*:)[^\s/@"\\]+@/g, '$1[redacted]@'],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\blectern_[\w-]{20,}/g, '[redacted]'],
  // The secret of an invitation or of a sign-in link, in the path of a request. The link of a mail that is not sent stays.
  [/(?<!"link":"[^"]*)(\/(?:v1\/invites|invitations|sign-in\/link)\/)[\w-]{20,}/g, '$1[redacted]'],
]

const redactSecrets = (line: string) =>
  patterns.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)

/** The part of the logger that requests use. */
export type RequestLogger = Pick<Logger, 'error' | 'warn' | 'info'>

/** Returns a logger whose lines have the id of a request. It is created with the first line, because few requests log any. */
export function requestLogger(logger: Logger, requestId: string): RequestLogger {
  let created: Logger | undefined
  const child = () => {
    created ??= logger.child({ requestId })
    return created
  }
  return {
    error: (...line: Parameters<RequestLogger['error']>) => child().error(...line),
    warn: (...line: Parameters<RequestLogger['warn']>) => child().warn(...line),
    info: (...line: Parameters<RequestLogger['info']>) => child().info(...line),
  }
}

/** The process that writes a line: in containers its number alone would be the same in all. */
const base = { process: `${hostname()}/${process.pid}`, version }

/** Creates a logger that writes one JSON object per line, with secrets redacted. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, base, hooks: { streamWrite: redactSecrets } }, destination)
