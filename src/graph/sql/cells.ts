import type { ColumnType } from './where.ts'

export type Cells = readonly (string | null)[]

/** Returns a function from the text of a column to the value that the database client gives for it. */
export function decoderOf({ type, isList, kind }: ColumnType): (text: string) => unknown {
  if (isList) return type === 'DateTime' ? (text) => JSON.parse(text).map(dateOf) : JSON.parse
  if (kind === 'enum') return sameText
  switch (type) {
    case 'Int':
    case 'Float':
      return Number
    case 'Boolean':
      return (text) => text === 'true'
    case 'DateTime':
      return dateOf
    case 'Json':
      return JSON.parse
    default:
      return sameText
  }
}

const sameText = (text: string) => text

/** The format of PostgreSQL for timestamps in UTC. */
const instantInUTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** Returns a timestamp as JSON has it: in UTC, with milliseconds. */
function isoInstant(text: string): string {
  const match = instantInUTC.exec(text)
  if (!match) return dateOf(text).toISOString()
  const [, day, time, fraction = ''] = match
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

const dateOf = (text: string): Date => {
  const match = instantInUTC.exec(text)
  if (match) return new Date(isoInstant(text))
  const date = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  if (Number.isNaN(date.getTime())) throw new Error(`not a timestamp: ${text}`)
  return date
}
