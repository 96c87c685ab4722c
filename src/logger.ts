import { type DestinationStream, type Logger, pino } from 'pino'

export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  destination ? pino({ level }, destination) : pino({ level })
