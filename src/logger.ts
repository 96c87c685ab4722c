import { type DestinationStream, type Logger, pino } from 'pino'

/** Members that may hold a secret, wherever they stand in what is logged, two levels deep. */
const secrets = [
  'authorization',
  'cookie',
  'token',
  'password',
  'privateKey',
  'databaseUrl',
  'bootstrapToken',
]

const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** Structured logs, one JSON object a line, with secrets left out. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, base: null, redact: { paths, censor: '[redacted]' } }, destination)
