import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { entryList, wholeNumber } from './config-values.ts'
import { type S3Address, s3Address } from './s3-address.ts'

/** Where backups are kept: in a bucket, or in a folder. */
export type BackupPlace = { readonly bucket: S3Address } | { readonly folder: string }

/** The backups that the server makes by itself. */
export interface BackupConfig {
  readonly place: BackupPlace
  /** The five fields of a line of a crontab, in UTC. */
  readonly schedule: string
  readonly kept: KeptBackups
}

/** For how many of the last days, weeks, months and years the newest backup is kept. */
export interface KeptBackups {
  readonly days: number
  readonly weeks: number
  readonly months: number
  readonly years: number
}

const place = z.string().transform((text, context): BackupPlace => {
  if (isAbsolute(text)) return { folder: text }
  const bucket = s3Address.safeParse(text)
  if (bucket.success) return { bucket: bucket.data }
  const [issue] = bucket.error.issues
  context.addIssue(
    text.startsWith('s3:') ? (issue?.message ?? '') : 'must be an absolute path or an s3:// URL',
  )
  return z.NEVER
})

/** The least and the greatest value of each field of a line of a crontab. */
const fields = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const

function isSchedule(text: string): boolean {
  const given = text.trim().split(/\s+/)
  return (
    given.length === fields.length && given.every((field, index) => isField(field, fields[index] ?? [0, 0]))
  )
}

const isField = (field: string, [least, greatest]: readonly [number, number]) =>
  field.split(',').every((part) => {
    const [, step] = /^\*(?:\/(\d+))?$/.exec(part) ?? [undefined, null]
    if (step !== null) return step === undefined || Number(step) > 0
    const [, from = '', to = from] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? []
    return from !== '' && Number(from) >= least && Number(to) <= greatest && Number(from) <= Number(to)
  })

const keptText = /^(days|weeks|months|years)=(\d{1,4})$/

const keptByDefault = 'days=7,weeks=5,months=12,years=10'

/** Returns how many backups are kept of each period; null if a text says something else, or keeps none. */
function keptOf(text: string): KeptBackups | null {
  const counts = { days: 0, weeks: 0, months: 0, years: 0 }
  for (const part of text.split(',')) {
    const [, period, count] = keptText.exec(part.trim()) ?? []
    if (period === undefined) return null
    counts[period as keyof KeptBackups] = Number(count)
  }
  return Object.values(counts).some((count) => count > 0) ? counts : null
}

const recipient = /^age1[a-z0-9]{20,4000}$/

export const backupVariables = {
  BACKUP_URL: place
    .optional()
    .describe(
      'Place of the [backups that the server makes](backup.md#back-up-by-schedule): an `s3://` URL with the [parameters](object-storage.md) of `FILES_URL`, or the absolute path of a folder. If unset, it makes none.',
    ),
  BACKUP_SCHEDULE: z
    .string()
    .refine(isSchedule, 'must be five fields of a crontab, such as 41 3 * * *')
    .default('41 3 * * *')
    .describe('When it makes them, as the five fields of a line of a crontab, in UTC.'),
  BACKUP_KEEP: z
    .string()
    .default(keptByDefault)
    .refine((text) => keptOf(text) !== null, `must be numbers of periods, such as ${keptByDefault}`)
    .describe('Which of them it keeps: the newest of each of the last days, weeks, months and years.'),
  BACKUP_RECIPIENTS: entryList
    .refine(
      (entries) => entries.every((entry) => recipient.test(entry)),
      'must be public keys of age, which begin with age1, separated by commas',
    )
    .describe(
      'Public keys of [age](backup.md#encrypt), separated by commas, for which backups are encrypted. If unset, they are not.',
    ),
  SWEEP_DAYS: wholeNumber(1, 3650)
    .default(1)
    .describe(
      'Days for which a file is kept after nothing refers to it any longer, 1 to 3650: as many as [recovery to a point in time](point-in-time-recovery.md) reaches back. With 1 it is deleted in the next night.',
    ),
}

type BackupValues = z.infer<z.ZodObject<typeof backupVariables>>

export function backupConfig(values: BackupValues): BackupConfig | undefined {
  const kept = keptOf(values.BACKUP_KEEP)
  if (values.BACKUP_URL === undefined || kept === null) return undefined
  return { place: values.BACKUP_URL, schedule: values.BACKUP_SCHEDULE.trim(), kept }
}
