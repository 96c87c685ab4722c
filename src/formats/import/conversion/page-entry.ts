import type { SourceEntry } from '../files/entries.ts'
import { escapeMarkdown } from './markdown-syntax.ts'

export function textEntry(path: string, text: string): SourceEntry {
  const bytes = Buffer.from(text)
  return { path, size: bytes.length, read: async () => bytes }
}

/**
 * Creates the Markdown file of a page, with the title as its first heading. A heading in the body that repeats
 * the title is removed.
 */
export function pageEntry(path: string, title: string, body: string): SourceEntry {
  const text = withoutEmptyStart(body).trimEnd()
  const [line = '', heading] = /^#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  const isRepeated = heading?.toLowerCase() === title.toLowerCase()
  const below = isRepeated ? withoutEmptyStart(text.slice(line.length)) : text
  return textEntry(path, `# ${escapeMarkdown(title)}\n\n${below}\n`)
}

const withoutEmptyStart = (text: string) => text.replace(/^(?:[ \t]*\r?\n)+/, '')
