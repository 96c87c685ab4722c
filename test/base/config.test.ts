import { writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/base/config.ts'
import { secretVariables } from '../../src/base/secret-files.ts'
import { StartError } from '../../src/base/start-error.ts'
import { temporaryFolder } from '../support/folders.ts'

function faultsOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof StartError) return error.message
  }
  return 'no fault'
}

describe('the configuration', () => {
  it('has defaults for all variables', () => {
    const { dataDir, ...rest } = loadConfig({})
    expect(isAbsolute(dataDir)).toBe(true)
    expect(rest).toEqual({
      port: 4000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:4000',
      appUrl: 'http://localhost:4000',
      introspection: true,
      trustedDocuments: undefined,
      databaseUrl: undefined,
      databaseWaitSeconds: 60,
      readsOnly: false,
      writeUrl: undefined,
      databaseReadUrls: [],
      readMaxLagSeconds: 10,
      readMaxLagBytes: 67_108_864,
      bootstrapToken: undefined,
      hasWorkspace: true,
      sampleContent: true,
      outboundAllow: [],
      rateLimit: 60_000,
      addressRateLimit: 60_000,
      failureRateLimit: 300,
      sessionIdleHours: 72,
      sessionHours: 720,
      allowedOrigins: [],
      trustedProxies: [],
      auditDays: 365,
      eventDays: 30,
      git: {
        pollMinutes: 15,
        maxRepositoryBytes: 2_147_483_648,
        maxFiles: 50_000,
        maxFileBytes: 52_428_800,
        maxSeconds: 1800,
        maxIdleSeconds: 60,
      },
      organizationCreators: 'members',
      invitesPerDay: 200,
      mailDigestSeconds: 600,
      logLevel: 'info',
      maxBodyBytes: 2_097_152,
      maxUploadBytes: 104_857_600,
      maxQueryObjects: 250_000,
      maxQueryBytes: 67_108_864,
      maxQuerySeconds: 30,
      siteCacheBytes: undefined,
      services: ['web', 'jobs'],
      jobConcurrency: {},
      jobMaxSeconds: 3600,
      drainSeconds: 5,
      executor: 'compiled',
      slowRequestMs: 1000,
      slowStatementMs: 200,
      startedByNpm: false,
      backupRecipients: [],
      sweepDays: 1,
    })
  })

  it('reports all invalid variables together, each with its value and the expected format', () => {
    const faults = faultsOf({
      PORT: '70000',
      BASE_URL: 'docs.example.com',
      DATABASE_URL: 'mysql://user:secret-word@host/x',
      BOOTSTRAP_TOKEN: 'secret word',
      SAMPLE_CONTENT: 'maybe',
      DISABLE_WORKSPACE: 'yes',
      OUTBOUND_ALLOW: '10.0.0.0/8, not a host!',
      RATE_LIMIT: '-1',
      LOG_LEVEL: 'loud',
      MAX_BODY_BYTES: '1 MiB',
    })
    expect(faults.split('\n').map((line) => line.trim().split(' ').slice(0, 2).join(' '))).toEqual([
      'The configuration',
      'PORT must',
      'BASE_URL must',
      'DATABASE_URL must',
      'BOOTSTRAP_TOKEN must',
      'SAMPLE_CONTENT must',
      'DISABLE_WORKSPACE must',
      'OUTBOUND_ALLOW must',
      'RATE_LIMIT must',
      'LOG_LEVEL must',
      'MAX_BODY_BYTES must',
    ])
    expect(faults).toContain('PORT must be a whole number from 0 to 65535 (it is "70000")')
    expect(faults).not.toMatch(/secret.word/)
  })

  it('gives a process the roles and the numbers of jobs that it is told, and no role alone to the embedded database', () => {
    const DATABASE_URL = 'postgres://user@host/database'
    expect(loadConfig({ DATABASE_URL, SERVICES: 'jobs', JOB_CONCURRENCY: 'import=4, pdf=0' })).toMatchObject({
      services: ['jobs'],
      jobConcurrency: { IMPORT: 4, PDF: 0 },
    })
    expect(faultsOf({ SERVICES: 'jobs' })).toContain('where DATABASE_URL is set')
    for (const SERVICES of ['worker', 'web,worker', ','])
      expect(faultsOf({ DATABASE_URL, SERVICES })).toContain('SERVICES must be web, jobs, or web,jobs')
    for (const JOB_CONCURRENCY of ['import', 'import=21', 'import=-1', 'mail=2', '4'])
      expect(faultsOf({ JOB_CONCURRENCY })).toContain('JOB_CONCURRENCY must be numbers from 0 to 20 by kind')
  })

  it('tells a shared cache of changes only with its token, and never shows it', () => {
    const PURGE_URL = 'https://cache.example.com/purge/'
    expect(faultsOf({ PURGE_URL })).toContain('PURGE_TOKEN is required')
    expect(faultsOf({ PURGE_URL, PURGE_TOKEN: 'too-short' })).not.toContain('too-short')
    const PURGE_TOKEN = 'a-token-of-the-cache'
    expect(loadConfig({ PURGE_URL, PURGE_TOKEN }).purge).toEqual({
      url: 'https://cache.example.com/purge',
      token: PURGE_TOKEN,
    })
    expect(loadConfig({ PURGE_TOKEN }).purge).toBeUndefined()
  })

  it('has a renderer only with the secret that both have, and never shows it', () => {
    const RENDERER_URL = 'https://docs.example.com/'
    expect(faultsOf({ RENDERER_URL })).toContain('RENDERER_SECRET is required')
    expect(faultsOf({ RENDERER_URL, RENDERER_SECRET: 'too-short' })).not.toContain('too-short')
    const RENDERER_SECRET = 'a-secret-that-both-have'
    expect(loadConfig({ RENDERER_URL, RENDERER_SECRET }).renderer).toEqual({
      url: 'https://docs.example.com',
      secret: RENDERER_SECRET,
    })
    expect(loadConfig({ RENDERER_SECRET }).renderer).toBeUndefined()
  })

  it('treats an empty variable as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '', RATE_LIMIT: '' })).toEqual(loadConfig({}))
  })

  it('creates no sample content in a configured database by default', () => {
    const DATABASE_URL = 'postgres://user@host/database'
    expect(loadConfig({ DATABASE_URL }).sampleContent).toBe(false)
    expect(loadConfig({ DATABASE_URL, SAMPLE_CONTENT: 'on' }).sampleContent).toBe(true)
    expect(loadConfig({ SAMPLE_CONTENT: 'off' }).sampleContent).toBe(false)
  })

  it('derives the base URL from the port, without a trailing slash', () => {
    expect(loadConfig({ PORT: '5000' }).baseUrl).toBe('http://localhost:5000')
    expect(loadConfig({ BASE_URL: 'https://example.com/docs/' }).baseUrl).toBe('https://example.com/docs')
  })

  it('rejects a base URL with a query or fragment', () => {
    for (const BASE_URL of ['https://a/?b=c', 'https://a/#b', 'https://user:word@a'])
      expect(faultsOf({ BASE_URL })).toContain('BASE_URL must be an http or https URL without')
  })

  it('takes origins without path whose applications may send credentials, as browsers write them', () => {
    const ALLOWED_ORIGINS = 'https://App.example.com:443/, http://localhost:3000'
    const allowed = ['https://app.example.com', 'http://localhost:3000']
    expect(loadConfig({ ALLOWED_ORIGINS }).allowedOrigins).toEqual(allowed)
    for (const wrong of [
      '*',
      'null',
      'app.example.com',
      'https://app.example.com/x',
      'ftp://app.example.com',
    ])
      expect(faultsOf({ ALLOWED_ORIGINS: wrong })).toContain('ALLOWED_ORIGINS must be http or https origins')
  })

  it('reads lists and limits', () => {
    expect(loadConfig({ OUTBOUND_ALLOW: '127.0.0.1/32, ::1, wiki.internal' }).outboundAllow).toEqual([
      '127.0.0.1/32',
      '::1',
      'wiki.internal',
    ])
    expect(loadConfig({ RATE_LIMIT: '600' }).rateLimit).toBe(600)
    expect(loadConfig({ RATE_LIMIT: 'off' }).rateLimit).toBe('off')
    expect(loadConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual(['10.0.0.0/8', '::1'])
    expect(faultsOf({ TRUSTED_PROXIES: 'proxy.internal' })).toContain('TRUSTED_PROXIES must be addresses')
  })

  it('reads the bucket of files, and says what is wrong with its address', () => {
    expect(loadConfig({ FILES_URL: 's3://docs' }).filesBucket).toEqual({
      bucket: 'docs',
      prefix: '',
      region: 'us-east-1',
      hasPathStyle: false,
      timeoutSeconds: 10,
    })
    const given =
      's3://docs/a/b/?endpoint=http://minio:9000&sse=aws:kms&sse-key=k&direct-downloads=https://files.example.com'
    expect(loadConfig({ FILES_URL: given }).filesBucket).toMatchObject({
      prefix: 'a/b/',
      endpoint: 'http://minio:9000',
      hasPathStyle: true,
      encryption: 'aws:kms',
      encryptionKey: 'k',
      downloads: { endpoint: 'https://files.example.com', hasPathStyle: true },
    })
    for (const [url, fault] of [
      ['https://docs', 'must be an s3:// URL'],
      ['s3://d', 'must be an s3:// URL'],
      ['s3://key:secret@docs', 'must have no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
      ['s3://docs?regoin=x', 'has the parameter regoin, which does not exist; those are endpoint, region'],
      ['s3://docs?timeout=0', 'has a parameter timeout that is not valid'],
      ['s3://docs?sse-key=k', 'has an sse-key, which needs sse=aws:kms'],
    ] as const)
      expect(faultsOf({ FILES_URL: url })).toContain(`FILES_URL ${fault}`)
    expect(faultsOf({ FILES_URL: 's3://key:secret@docs' })).not.toContain('secret@')
  })
})

describe('a secret', () => {
  const DATABASE_URL = 'postgres://lectern:password@db.example.com/lectern'
  const exampleUrls: Readonly<Record<string, string>> = {
    DATABASE_URL,
    DATABASE_DIRECT_URL: DATABASE_URL,
    DATABASE_READ_URLS: DATABASE_URL,
    SMTP_URL: 'smtp://lectern:password@mail.example.com',
  }
  /** The variables without which a secret is not valid, or has no effect. */
  const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    DATABASE_DIRECT_URL: { DATABASE_URL },
    DATABASE_READ_URLS: { DATABASE_URL },
    SMTP_URL: { MAIL_FROM: 'docs@example.com' },
    RENDERER_SECRET: { RENDERER_URL: 'https://docs.example.com' },
    PURGE_TOKEN: { PURGE_URL: 'https://cache.example.com' },
    OIDC_CLIENT_SECRET: { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'lectern' },
  }

  const fileWith = async (content: string) => {
    const file = join(await temporaryFolder(), 'secret')
    await writeFile(file, content)
    return file
  }

  it.each(secretVariables)('%s can be in a file, which the variable with _FILE names', async (name) => {
    const value = exampleUrls[name] ?? 'a-secret-of-sixteen'
    const others = needed[name]
    const file = await fileWith(`${value}\n`)
    expect(loadConfig({ ...others, [`${name}_FILE`]: file })).toEqual(
      loadConfig({ ...others, [name]: value }),
    )
    expect(JSON.stringify(loadConfig({ ...others, [`${name}_FILE`]: file }))).toContain(value)
  })

  it('in a file is refused where it is set as well, where the file is empty or cannot be read, and where it is not valid, without being shown', async () => {
    const METRICS_TOKEN_FILE = await fileWith('top secret')
    expect(faultsOf({ METRICS_TOKEN_FILE })).toMatch(/METRICS_TOKEN must have 16 to 200 [^(]*$/)
    expect(faultsOf({ METRICS_TOKEN_FILE, METRICS_TOKEN: 'a-secret-of-sixteen' })).toMatch(
      /METRICS_TOKEN_FILE cannot be set where METRICS_TOKEN is \(it is ".*secret"\)$/,
    )
    expect(faultsOf({ METRICS_TOKEN_FILE: await fileWith('\n') })).toMatch(
      /METRICS_TOKEN_FILE .* it is empty/,
    )
    expect(faultsOf({ METRICS_TOKEN_FILE: '/nowhere/token', PORT: 'many' })).toMatch(
      /METRICS_TOKEN_FILE must name a file that can be read: ENOENT \(it is "\/nowhere\/token"\)\n {2}PORT /,
    )
  })

  it('reads where, when and for how long backups are kept', () => {
    expect(loadConfig({ BACKUP_URL: '/srv/backups' }).backups).toEqual({
      place: { folder: '/srv/backups' },
      schedule: '41 3 * * *',
      kept: { days: 7, weeks: 5, months: 12, years: 10 },
    })
    const given = {
      BACKUP_URL: 's3://docs/b',
      BACKUP_SCHEDULE: '*/30 0-6,22 * 1-12 0',
      BACKUP_KEEP: 'days=30',
    }
    expect(loadConfig(given).backups).toMatchObject({
      place: { bucket: { bucket: 'docs', prefix: 'b/' } },
      schedule: '*/30 0-6,22 * 1-12 0',
      kept: { days: 30, weeks: 0, months: 0, years: 0 },
    })
    for (const [name, value, fault] of [
      ['BACKUP_URL', 'backups', 'must be an absolute path or an s3:// URL'],
      ['BACKUP_URL', 's3://docs?x=1', 'has the parameter x'],
      ['BACKUP_SCHEDULE', '61 3 * * *', 'must be five fields of a crontab'],
      ['BACKUP_SCHEDULE', '@daily', 'must be five fields of a crontab'],
      ['BACKUP_KEEP', 'days=0', 'must be numbers of periods'],
      ['BACKUP_KEEP', '7', 'must be numbers of periods'],
      ['BACKUP_RECIPIENTS', 'AGE-SECRET-KEY-1X', 'must be public keys of age'],
      ['DATABASE_ARCHIVE', 'archive', 'must be an absolute path'],
      ['SWEEP_DAYS', '0', 'must be a whole number from 1 to 3650'],
    ] as const)
      expect(faultsOf({ [name]: value })).toContain(`${name} ${fault}`)
  })
})
