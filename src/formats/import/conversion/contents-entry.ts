import { maximumDepth } from '../../body/limits.ts'
import { documentLimits } from '../../page/limits.ts'
import { invalidSource } from '../../source-problems.ts'
import type { SourceEntry } from '../files/entries.ts'
import { escapeMarkdown, pathToUrl } from './markdown-syntax.ts'
import { textEntry } from './page-entry.ts'

/** An item of a generated table of contents. */
export interface ContentsItem {
  readonly title: string
  /**
   * The path of the Markdown file. Without a path and a URL, the item is an empty page, or a group at the top
   * level.
   */
  readonly path?: string
  readonly url?: string
  readonly children: readonly ContentsItem[]
}

/** Creates a SUMMARY.md. Top-level items with children but without a path or a URL become groups. */
export function summaryEntry(items: readonly ContentsItem[]): SourceEntry {
  const lines: string[] = []
  let inGroup = false
  for (const item of items) {
    if (isGroup(item)) {
      lines.push('', `## ${escapeMarkdown(item.title)}`, '')
      writeItems(lines, item.children, 1)
    } else {
      if (inGroup) lines.push('', '---', '')
      writeItems(lines, [item], 0)
    }
    inGroup = isGroup(item)
  }
  const text = `# Contents\n\n${lines.join('\n')}\n`
  if (text.length > documentLimits.markdownLength || lines.length > documentLimits.lines)
    throw invalidSource(
      'SOURCE_TOO_LARGE',
      'The source has too many pages for one table of contents. Import it in parts.',
    )
  return textEntry('SUMMARY.md', text)
}

const isGroup = ({ path, url, children }: ContentsItem) =>
  path === undefined && url === undefined && children.length > 0

/**
 * Writes list items. `indent` is the indentation of the list, `above` the number of pages and groups that
 * contain it.
 */
function writeItems(lines: string[], items: readonly ContentsItem[], above: number, indent = ''): void {
  for (const { title, path, url, children } of items) {
    if (above >= maximumDepth)
      throw invalidSource(
        'SOURCE_NESTED_TOO_DEEPLY',
        `The page ${JSON.stringify(path ?? title)} is more than ${maximumDepth} pages deep. Move it up.`,
        { path: path ?? title },
      )
    const destination = path === undefined ? url : pathToUrl(path)
    const text = escapeMarkdown(title)
    lines.push(
      `${indent}* ${destination === undefined ? text : `[${text}](<${destination.replace(/[<>\s]/g, encodeURIComponent)}>)`}`,
    )
    writeItems(lines, children, above + 1, `${indent}  `)
  }
}
