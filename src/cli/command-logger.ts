import type { Logger } from 'pino'
import { createLogger } from '../base/logger.ts'

/** Returns the logger of a command. It writes to the standard error, so that the output has nothing but the result. */
export const commandLogger = (): Logger => createLogger('warn', process.stderr)
