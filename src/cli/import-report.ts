import type { ImportResult } from '../modules/imports/service.ts'

type Counted = Pick<ImportResult, 'importedResources' | 'importedPages' | 'unlistedPages' | 'skipped'>

/** Lines of each group, unless all are wanted. */
const linesPerGroup = 10

/** Returns the lines that tell what was imported, and what was not, grouped by what that means for readers. */
export function importReport(result: Counted, { all = false }: { readonly all?: boolean }): string[] {
  const { importedResources, importedPages, unlistedPages, skipped } = result
  const files = importedResources - importedPages
  const lines = [`Imported ${count(importedPages, 'page')} and ${count(files, 'file')}.`]
  if (unlistedPages > 0) {
    const [are, them] = unlistedPages === 1 ? ['is', 'it'] : ['are', 'them']
    lines.push(`  ${unlistedPages} of the pages ${are} hidden, because SUMMARY.md does not list ${them}.`)
  }
  for (const { kind, title } of groups) {
    const group = skipped.filter((skip) => skip.kind === kind)
    if (group.length === 0) continue
    lines.push(title(group.length))
    const shown = all ? group : group.slice(0, linesPerGroup)
    lines.push(...shown.map(({ path, reason }) => `  ${path}: ${reason}`))
    if (shown.length < group.length)
      lines.push(`  … and ${group.length - shown.length} more, which --all lists`)
  }
  return lines
}

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
