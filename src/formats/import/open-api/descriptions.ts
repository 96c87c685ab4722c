import { allNodes, type MarkdownNode, parseMarkdown, spanOf } from '../../page/file/markdown-file.ts'

/** Creates a writer that caches its results, because descriptions can be referenced many times. */
export function createDescriptionWriter(): typeof writeDescription {
  const written = new Map<string, string>()
  return (text, level, location) => {
    const key = `${level} ${text}`
    const known = written.get(key) ?? writeDescription(text, level, location)
    written.set(key, known)
    return known
  }
}

/**
 * Converts a description for use in a page: its headings are moved below `level`, and unclosed fences and
 * comments are closed. `location` describes the position in the document, for error messages.
 */
export function writeDescription(text: string, level: number, location: string): string {
  const source = text.replace(/\r\n?/g, '\n').trim()
  if (source === '') return ''
  const root = parseMarkdown(source, location)
  const headings = [...allNodes(root)].filter(({ type }) => type === 'heading')
  const top = Math.min(...headings.map(({ depth }) => depth ?? 1))
  let result = ''
  let from = 0
  for (const heading of headings) {
    const { start, end } = spanOf(heading)
    result += source.slice(from, start) + lowerHeading(source, heading, level + 1 - top)
    from = end
  }
  return `${result}${source.slice(from)}${closingMarker(source, root)}`
}

function lowerHeading(source: string, heading: MarkdownNode, by: number): string {
  const marks = '#'.repeat(Math.min(6, Math.max(1, (heading.depth ?? 1) + Math.max(0, by))))
  const [first] = heading.children ?? []
  const last = heading.children?.at(-1)
  if (!first || !last) return marks
  return `${marks} ${source.slice(spanOf(first).start, spanOf(last).end).replaceAll('\n', ' ')}`
}

/** Returns the end marker of a fence or comment that the last block leaves open. */
function closingMarker(source: string, { children = [] }: MarkdownNode): string {
  const last = children.at(-1)
  if (!last) return ''
  const text = source.slice(spanOf(last).start, spanOf(last).end)
  if (last.type === 'html' && text.startsWith('<!--') && !text.includes('-->')) return '\n-->'
  const fence =
    last.type === 'code' || last.type === 'math' ? /^(`{3,}|~{3,}|\${2,})/.exec(text)?.[1] : undefined
  const isClosed = fence !== undefined && text.slice(fence.length).trimEnd().endsWith(fence)
  return fence === undefined || isClosed ? '' : `\n${fence}`
}

export const codeCell = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return ''
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const marks = '`'.repeat(Math.min(longest + 1, 60))
  const padding = longest > 0 ? ' ' : ''
  return `${marks}${padding}${line}${padding}${marks}`.replaceAll('|', '\\|')
}

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Writes a code block, with a fence that is longer than any run of backticks in it. */
export function fenced(syntax: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(Math.min(longest + 1, 60))
  return `${fence}${syntax}\n${code}\n${fence}`
}
