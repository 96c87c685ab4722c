import { resolve } from 'node:path'
import { z } from 'zod'

export interface Config {
  readonly port: number
  readonly host: string
  readonly baseUrl: string
  readonly databaseUrl?: string
  readonly dataDir: string
  readonly bootstrapToken?: string
  readonly sampleContent: boolean
  readonly outboundAllow: readonly string[]
  readonly rateLimit: 'off' | number
  readonly logLevel: string
  readonly maxBodyBytes: number
}

export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const port = z.coerce.number().int().parse(environment.PORT ?? 4000)
  return {
    port,
    host: environment.HOST ?? '127.0.0.1',
    baseUrl: (environment.BASE_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    databaseUrl: environment.DATABASE_URL,
    dataDir: resolve(environment.DATA_DIR ?? '.data'),
    bootstrapToken: environment.BOOTSTRAP_TOKEN,
    sampleContent: environment.SAMPLE_CONTENT !== 'off' && !environment.DATABASE_URL,
    outboundAllow: (environment.OUTBOUND_ALLOW ?? '').split(',').filter(Boolean),
    rateLimit: 'off',
    logLevel: environment.LOG_LEVEL ?? 'info',
    maxBodyBytes: Number(environment.MAX_BODY_BYTES ?? 1_048_576),
  }
}
