import {
  allNodes,
  type MarkdownNode,
  parseMarkdown,
  type Span,
  spanOf,
} from '../../page/file/markdown-file.ts'
import { escapeMarkdown, tableCell } from '../conversion/markdown-syntax.ts'

export interface PageParts {
  readonly title: string | undefined
  readonly properties: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/**
 * Splits the text of a page into its title, its properties and its body. Properties are lines of the form
 * `Name: value` on pages of database rows. `names` contains the columns of the database and is empty for other
 * pages.
 */
export function readPageParts(text: string, names: ReadonlySet<string>): PageParts {
  const [heading = '', title] = /^\s*#[ \t]+([^\r\n]*)(?:\r?\n|$)/.exec(text) ?? []
  const lines = text.slice(heading.length).split(/\r?\n/)
  let index = 0
  while (index < lines.length && lines[index]?.trim() === '') index++
  const properties: [string, string][] = []
  for (; names.size > 0 && index < lines.length; index++) {
    const line = lines[index] ?? ''
    const [, name = '', value = ''] = /^([^:]+):(?:\s(.*))?$/.exec(line) ?? []
    const last = properties.at(-1)
    if (names.has(name)) properties.push([name, value])
    else if (line.trim() === '' || !last) break
    else last[1] += `\n${line}`
  }
  return {
    title: title && unescaped(title.trim()),
    properties,
    body: lines
      .slice(index)
      .join('\n')
      .replace(/^(?:[ \t]*\n)+/, ''),
  }
}

const unescaped = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')

export function propertyTable(properties: PageParts['properties']): string {
  if (properties.length === 0) return ''
  const rows = properties.map(
    ([name, value]) => `| ${tableCell(escapeMarkdown(name))} | ${tableCell(value)} |`,
  )
  return `${['| Property | Value |', '| --- | --- |', ...rows].join('\n')}\n\n`
}

/** Converts callouts to hints. The indentation is kept, so that callouts in lists stay in their items. */
export function writeCallouts(text: string, path: string): string {
  if (!/<aside>/i.test(text)) return text
  const code = [...allNodes(parseMarkdown(text, path))]
    .filter(({ type }) => /^(code|inlineCode)$/.test(type))
    .map(spanOf)
  let next = 0
  let open: string[] | undefined
  let offset = 0
  const lines: string[] = []
  for (const line of text.split('\n')) {
    while ((code[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) next++
    const isCode = (code[next]?.start ?? Number.POSITIVE_INFINITY) <= offset
    offset += line.length + 1
    const [, indent = '', end, rest = ''] = /^(\s*)<(\/?)aside>\s*(.*)$/i.exec(line) ?? []
    if (isCode || end === undefined) (open ?? lines).push(line)
    else if (end === '' && !open) open = rest ? [`${indent}${rest}`] : []
    else if (end === '/' && open) {
      lines.push(...hint(open, indent), ...(rest ? [`${indent}${rest}`] : []))
      open = undefined
    } else (open ?? lines).push(rest)
  }
  return [...lines, ...(open ?? [])].join('\n')
}

const formula = /(?<![\\$\w])\$(?![\s$])([^$\n]{1,1000})(?<![\s\\])\$(?![\w$])/g

/**
 * Gives inline formulas, which Notion writes between single dollars, the two dollars of pages. Amounts of money are left:
 * they have spaces inside of the dollars, digits behind them, or words between them.
 */
export function writeFormulas(text: string, path: string): string {
  if (!/\$[^$\n]+\$/.test(text)) return text
  const kept = [...allNodes(parseMarkdown(text, path))]
    .flatMap(spansWithoutFormulas)
    .sort((a, b) => a.start - b.start)
  let next = 0
  return text.replace(formula, (match, tex: string, offset: number) => {
    const end = offset + match.length
    while ((kept[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) next++
    const isKept = (kept[next]?.start ?? Number.POSITIVE_INFINITY) < end
    return isKept || !isFormula(tex) ? match : `$$${tex}$$`
  })
}

function spansWithoutFormulas(node: MarkdownNode): Span[] {
  const { destination } = node.data ?? {}
  if (/^(?:code|inlineCode|math|inlineMath|html)$/.test(node.type)) return [spanOf(node)]
  return destination ? [destination] : []
}

const isFormula = (tex: string): boolean => {
  if (/[\\^_{}=<>]/.test(tex)) return true
  return !/\p{L}{3}/u.test(tex) && !/^\d.*(?:,\s|\s\p{L}{2})/u.test(tex)
}

const styles: [RegExp, string][] = [
  [/^(?:⚠️?|🚧|❗️?|❕|‼️?|🟡|🟠|✋)/u, 'warning'],
  [/^(?:🚨|⛔️?|❌|🛑|🔥|🔴|🚫|☠️?)/u, 'danger'],
  [/^(?:✅|✔️?|👍|🎉|🟢|☑️?)/u, 'success'],
  [/^(?:💡|ℹ️?|📌|📝|🔵|👉)/u, 'info'],
]

/** Returns the hint style of a callout icon. An unknown icon stays part of the text. */
export function styleOfIcon(icon: string): { style: string; isKnown: boolean } {
  const style = styles.find(([pattern]) => pattern.test(icon))?.[1]
  return { style: style ?? 'info', isKnown: style !== undefined }
}

function hint(lines: readonly string[], indent: string): string[] {
  const text = lines.join('\n').replace(/^\s*\n/, '')
  const withoutImage = text.replace(/^\s*<img[^>]*notion\.so\/icons[^>]*>\s*/i, indent)
  const { style, isKnown } = styleOfIcon(withoutImage.trimStart())
  const shown = isKnown
    ? withoutImage.replace(/^(\s*)(?:\p{Extended_Pictographic}|\u2139)\uFE0F?[ \t]*/u, '$1')
    : withoutImage
  return [`${indent}{% hint style="${style}" %}`, ...shown.trimEnd().split('\n'), `${indent}{% endhint %}`]
}
