import { type Block, hintBlock, styleOf, tabBlock, tabsBlock } from './blocks.ts'
import type { DroppedParts } from './dropped-parts.ts'
import { Fences } from './fences.ts'

/** Lines of an import or export statement, after which one without an end is taken for text. */
const maximumStatement = 200

/**
 * Removes what only a program can show from lines of MDX: statements, comments and components. Tabs and admonitions
 * become those of the page format. What is in fences of code stays, and so does the content of components. `dropped`
 * counts what is dropped.
 */
export function mdxLines(lines: readonly string[], dropped: DroppedParts): string[] {
  const written: string[] = []
  const close: string[][] = []
  const fences = new Fences()
  let index = 0
  while (index < lines.length) {
    const line = lines[index] as string
    const isCode = fences.isCode(line)
    const isBlockStart = written.length === 0 || (written.at(-1) as string).trim() === ''
    const end = !isCode && isBlockStart ? endOfStatement(lines, index) : index
    if (end > index) {
      const word = /^import\b/.test(line) ? 'import' : 'export'
      dropped.add(word, `the ${word} of MDX`)
      index = end
    } else {
      written.push(...(isCode ? [line] : withoutComponents(line, close, dropped)))
      index++
    }
  }
  return written
}

const statement =
  /^import\s+(?:['"]|[\w*{].{0,500}\sfrom\s+['"])|^import\s+\{\s*$|^export\s+(?:const|default|function|let)\b/

/** Returns the line after a statement; `start` if there is none at that line. */
function endOfStatement(lines: readonly string[], start: number): number {
  if (!statement.test(lines[start] as string)) return start
  const limit = Math.min(lines.length, start + maximumStatement)
  let depth = 0
  for (let index = start; index < limit; index++) {
    for (const character of lines[index] as string) {
      if ('{[('.includes(character)) depth++
      if ('}])'.includes(character)) depth--
    }
    const next = lines[index + 1]
    const isLast = next === undefined || next.trim() === '' || statement.test(next)
    if (isLast && depth <= 0) return index + 1
  }
  return start
}

const component =
  /<(\/?)([A-Z][\w.]{0,100})((?:[^<>"'{}]|"[^"]*"|'[^']*'|\{[^{}]*\}|\{\{[^{}]*\}\}){0,2000}?)(\/?)>/g

function withoutComponents(line: string, close: string[][], dropped: DroppedParts): readonly string[] {
  const plain = line
    .replace(/\{\/\*.{0,2000}?\*\/\}/g, '')
    .replace(/\bsrc=\{(?:require|useBaseUrl)\(['"]([^'"]+)['"]\)(?:\.default)?\}/g, 'src="$1"')
  if (!plain.includes('<')) return plain === '' && line !== '' ? [] : [plain]
  let isBlock = false
  const text = plain.replace(
    component,
    (_whole, slash: string, name: string, attributes: string, self: string) => {
      if (slash !== '') {
        const ended = blockNames.has(name) ? close.pop() : undefined
        isBlock ||= ended !== undefined
        return ended ? `\n${ended.join('\n')}\n` : ''
      }
      const block = self === '' ? blockOf(name, attributes) : undefined
      if (!block) {
        dropped.add(`<${name}>`, `the component <${name}>`)
        return ''
      }
      isBlock = true
      close.push([...block.close])
      return `\n${block.open.join('\n')}\n`
    },
  )
  if (!isBlock) return text.trim() === '' && plain.trim() !== '' ? [''] : [text]
  return text.split('\n').map((each) => each.replace(/^[ \t]+(?=\{%)/, ''))
}

const blockNames: ReadonlySet<string> = new Set(['Tabs', 'TabItem', 'Admonition'])

function blockOf(name: string, attributes: string): Block | undefined {
  const read = (key: string) =>
    new RegExp(`\\b${key}=(?:"([^"]*)"|'([^']*)'|\\{['"]([^'"]*)['"]\\})`)
      .exec(attributes)
      ?.slice(1)
      .find(Boolean)
  if (name === 'Tabs') return tabsBlock
  if (name === 'TabItem') return tabBlock(read('label') ?? read('value') ?? '')
  if (name === 'Admonition') return hintBlock(styleOf(read('type') ?? '') ?? 'info', read('title') ?? '')
  return undefined
}
