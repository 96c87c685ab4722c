import { language } from '../app/texts.ts'

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

/** Returns a date and a time as the language of the page writes them. */
export const exactTime = (at: string): string => exact.format(new Date(at))

/** How long ago something was, with the exact time as its title. */
export const Ago = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {agoText(at)}
  </time>
)

function agoText(at: string): string {
  const seconds = (Date.parse(at) - Date.now()) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60]
  return relative.format(Math.trunc(seconds / size), unit)
}
