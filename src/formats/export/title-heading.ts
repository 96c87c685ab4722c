import { stringifyMarkdown, withoutNeedlessEscapes } from '../page/syntax/markdown-syntax.ts'
import { titleLine } from './page-fields.ts'

/** Words that Markdown has no other meaning for. Most titles are such, and it takes long to find what is to be escaped. */
const plainWords = /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u

/** Writes a title as a heading of one line, without the end of the line. */
export function titleHeading(title: string): string {
  const value = titleLine(title)
  if (plainWords.test(value)) return `# ${value}`
  const heading = stringifyMarkdown({
    type: 'root',
    children: [{ type: 'heading', depth: 1, children: [{ type: 'text', value }] }],
  })
  return withoutNeedlessEscapes(heading.trimEnd())
}
