import { importReport } from '../import-report.ts'
import type { AnsweredAddresses } from './answered-addresses.ts'
import type { SiteImportResult } from './import-site.ts'
import type { OldAddresses } from './old-addresses.ts'

/** Lines of a list, unless all are wanted. */
const linesPerList = 10

interface ReportOptions {
  readonly all?: boolean | undefined
}

/** Returns the lines that tell what was made of a source: the site, its spaces, each with its report, and its redirects. */
export function siteReport(result: SiteImportResult, { all = false }: ReportOptions): string[] {
  const { spaces, createdRedirects, notes } = result
  const recognized = notes.filter(({ kind }) => kind === 'RECOGNIZED')
  const others = notes
    .filter(({ kind }) => kind !== 'RECOGNIZED')
    .map(({ path, text }) => (path === '.' ? text : `${path}: ${text}`))
  return [
    ...recognized.map(({ path, text }) => (path === '.' ? text : `${path} ${text}.`)),
    ...spaces.flatMap(({ folder, title, language, result: imported }) => [
      `"${title}"${language ? ` (${language})` : ''}${folder === '.' ? '' : ` from ${folder}`}, space ${imported.space.id}:`,
      ...importReport(withoutRedirects(imported), { all }).map((line) => `  ${line}`),
    ]),
    ...(createdRedirects > 0 ? [`Created ${count(createdRedirects, 'redirect')}.`] : []),
    ...listed(`${count(others.length, 'part')} of the site left out:`, others, all),
  ]
}

/** The redirects of a configuration, which an import into a space leaves out, are those of the site here. */
function withoutRedirects(imported: SiteImportResult['spaces'][number]['result']) {
  const skipped = imported.skipped.filter(
    ({ kind, reason }) => kind !== undefined || !reason.startsWith('its redirects '),
  )
  return { ...imported, skipped }
}

/** Returns the lines that tell how many addresses of an old site answer on the new one, with those that do not. */
export function addressReport(
  { base, elsewhere }: OldAddresses,
  { direct, redirected, missing }: AnsweredAddresses,
  { all = false }: ReportOptions,
): string[] {
  const total = direct.length + redirected.length + missing.length
  const answering = direct.length + redirected.length
  return [
    `Of ${count(total, 'address', 'addresses')} below ${base}, ${answering} ${answering === 1 ? 'answers' : 'answer'} on the new site: ${direct.length} directly, ${redirected.length} by a redirect.`,
    ...listed(`${count(missing.length, 'address does', 'addresses do')} not:`, missing, all),
    ...listed(`${count(elsewhere.length, 'address', 'addresses')} of the sitemap elsewhere:`, elsewhere, all),
  ]
}

function listed(title: string, lines: readonly string[], all: boolean): string[] {
  if (lines.length === 0) return []
  const shown = all ? lines : lines.slice(0, linesPerList)
  const more = lines.length - shown.length
  return [
    title,
    ...shown.map((line) => `  ${line}`),
    ...(more > 0 ? [`  … and ${more} more, which --all lists`] : []),
  ]
}

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`
