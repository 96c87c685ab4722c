import type { ImportResult } from '../modules/imports/service.ts'

type Counted = Pick<
  ImportResult,
  'importedResources' | 'importedPages' | 'unlistedPages' | 'skipped' | 'notes' | 'noteCounts'
>

/** Lines of each group, unless all are wanted. */
const linesPerGroup = 10

/** Returns the lines that tell what was imported and what was not, grouped by what that means for readers. */
export function importReport(result: Counted, { all = false }: { readonly all?: boolean }): string[] {
  const { importedResources, importedPages, unlistedPages, skipped, notes, noteCounts } = result
  const files = importedResources - importedPages
  const lines = [`Imported ${count(importedPages, 'page')} and ${count(files, 'file')}.`]
  for (const { kind, path, text } of notes)
    if (kind === 'RECOGNIZED') lines.push(path === '.' ? text : `${path} ${text}.`)
  if (unlistedPages > 0) {
    const [are, them] = unlistedPages === 1 ? ['is', 'it'] : ['are', 'them']
    lines.push(
      `  ${unlistedPages} of the pages ${are} hidden, because the table of contents does not list ${them}.`,
    )
  }
  for (const { kind, title } of groups) {
    const group = skipped.filter((skip) => skip.kind === kind)
    const listed = group.map(({ path, reason }) => `  ${path}: ${reason}`)
    lines.push(...groupLines(title, { listed, total: group.length, all }))
  }
  for (const { kind, title } of noteGroups) {
    const listed = notes.filter((note) => note.kind === kind).map(({ path, text }) => `  ${path}: ${text}`)
    lines.push(...groupLines(title, { listed, total: noteCounts[kind], all }))
  }
  return lines
}

interface Group {
  readonly listed: readonly string[]
  /** The number of all items, of which not all may be listed. */
  readonly total: number
  readonly all: boolean
}

function groupLines(title: (n: number) => string, { listed, total, all }: Group): string[] {
  if (total === 0) return []
  const shown = all ? listed : listed.slice(0, linesPerGroup)
  const more = total - shown.length
  const hint = all ? '' : ', which --all lists'
  return [title(total), ...shown, ...(more > 0 ? [`  … and ${more} more${hint}`] : [])]
}

const noteGroups = [
  {
    kind: 'HIDDEN',
    title: (n: number) => `${count(n, 'draft or condition hides', 'drafts or conditions hide')} something:`,
  },
  {
    kind: 'UNEVALUATED',
    title: (n: number) =>
      `${count(n, 'expression')} without a value, shown as ${n === 1 ? 'it is' : 'they are'}:`,
  },
  { kind: 'DROPPED', title: (n: number) => `${count(n, 'tag or attribute', 'tags or attributes')} dropped:` },
  {
    kind: 'KEPT',
    title: (n: number) => `${count(n, 'part')} kept for exports that nothing reads:`,
  },
  { kind: 'HEALED_LINK', title: (n: number) => `${count(n, 'broken link')} led to what it means:` },
  { kind: 'MOVED', title: (n: number) => `${count(n, 'page')} at another address than before:` },
] as const

const groups = [
  {
    kind: 'PAGE',
    title: (n: number) =>
      `${count(n, 'Markdown file or entry of SUMMARY.md', 'Markdown files or entries of SUMMARY.md')} did not become ${n === 1 ? 'a page' : 'pages'}:`,
  },
  {
    kind: 'LINK',
    title: (n: number) => `${count(n, 'link')} to nothing in the source. The pages with them are imported:`,
  },
  {
    kind: 'FRONT_MATTER',
    title: (n: number) => `${count(n, 'page')} imported without front matter:`,
  },
  { kind: undefined, title: (n: number) => `${count(n, 'other file')} left out:` },
] as const

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`
