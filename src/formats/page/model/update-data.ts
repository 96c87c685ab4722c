import { getOrCreate } from '../../../base/get-or-create.ts'
import type { Update, UpdatesFormat } from '../types.ts'
import { defined } from './nodes.ts'

export const updatesFormats: readonly UpdatesFormat[] = ['full', 'short', 'numeric']

/** Reads the attributes of an update. Returns undefined if it has no valid date. */
export function readUpdateData({
  date = '',
  tags,
}: Record<string, string | undefined>): Update['data'] | undefined {
  const time = /^\d{4}-\d\d-\d\d/.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(time)) return undefined
  const names = tags?.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])) ?? []
  const all = names.map((tag) => ({ kind: 'tag' as const, tag }))
  return { date: new Date(time).toISOString(), ...(all.length > 0 ? { tags: all } : {}) }
}

/** Returns the attributes of an update. A date at midnight is written without its time. */
export const writeUpdateData = ({ date, tags }: Update['data']): Record<string, string | undefined> =>
  defined({
    date: date.replace(/T00:00:00(?:\.0+)?Z$/, ''),
    tags: tags?.map(({ tag }) => tag).join(',') || undefined,
  })

const dateStyles = { full: 'long', short: 'medium' } as const

/** The formats of dates by style and locale. To create one takes longer than to use it for many dates. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Returns the date of an update as readers see it: `October 20, 2026`, `Oct 20, 2026` or `2026-10-20`. */
export function updateDate(date: string, format: UpdatesFormat, locale = 'en'): string {
  const time = new Date(date)
  if (format === 'numeric') return time.toISOString().slice(0, 10)
  const dateFormat = getOrCreate(
    dateFormats,
    `${locale} ${format}`,
    () => new Intl.DateTimeFormat(locale, { dateStyle: dateStyles[format], timeZone: 'UTC' }),
  )
  return dateFormat.format(time)
}
