import { type DestinationStream, type Logger, pino } from 'pino'

/** Members whose values are secret, wherever they stand in what is logged. */
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
 * Applied to the finished line of JSON: that reaches any depth, and messages and stacks of errors, and takes a
 * twentieth of the time of redaction by path.
 */
const patterns: readonly [RegExp, string][] = [
  [new RegExp(`"(${secrets.join('|')})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'gi'), '"$1":"[redacted]"'],
  // The password in the address of a database or repository.
  [/(\w:\/\/[^\s:/@"\\]*:)[^\s/@"\\]+@/g, '$1[redacted]@'],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\blectern_[\w-]{20,}/g, '[redacted]'],
  // The secret of an invitation, in the path of the request that accepts it.
  [/(\/v1\/invites\/)[\w-]{20,}/g, '$1[redacted]'],
]

const withoutSecrets = (line: string) =>
  patterns.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)

/** Structured logs, one JSON object a line, with secrets left out. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, base: null, hooks: { streamWrite: withoutSecrets } }, destination)
