import { type DestinationStream, type Logger, pino } from 'pino'

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
  'bootstrapToken',
]

/**
 * Patterns of secrets with their replacements. They are applied to the serialized line, which covers any depth and the
 * messages and stacks of errors, and takes a twentieth of the time of pino's redaction by path.
 */
const patterns: readonly [RegExp, string][] = [
  [new RegExp(`"(${secrets.join('|')})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'gi'), '"$1":"[redacted]"'],
  // The password in the URL of a database or repository.
  [/(\w:\/\/[^\s:/@"\\]*:)[^\s/@"\\]+@/g, '$1[redacted]@'],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\blectern_[\w-]{20,}/g, '[redacted]'],
  // The secret of an invite, in the path of the request that accepts it.
  [/(\/v1\/invites\/)[\w-]{20,}/g, '$1[redacted]'],
]

const redactSecrets = (line: string) =>
  patterns.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)

/** Creates a logger that writes one JSON object per line, with secrets redacted. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, base: null, hooks: { streamWrite: redactSecrets } }, destination)
