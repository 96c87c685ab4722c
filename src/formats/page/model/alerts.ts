import type { Blockquote, PhrasingContent } from 'mdast'
import type { HintStyle } from '../types.ts'

/** The styles of hints that a quote becomes by its first line, as on GitHub. */
const styles = new Map<string, HintStyle>(
  Object.entries({ note: 'info', tip: 'success', important: 'info', warning: 'warning', caution: 'danger' }),
)

const firstLine = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i

/** Returns whether a quote that begins with the text is a hint. */
export const isAlertText = (text: string): boolean => firstLine.test(text)

/** Returns the style of the hint that a quote is, and its content. Returns undefined for any other quote. */
export function alertOf({
  children,
}: Blockquote): { style: HintStyle; children: Blockquote['children'] } | undefined {
  const [first, ...others] = children
  const [opening, ...rest] = first?.type === 'paragraph' ? first.children : []
  if (first?.type !== 'paragraph' || opening?.type !== 'text') return undefined
  const match = firstLine.exec(opening.value)
  const isAlone = match && (match[0].endsWith('\n') || rest.length === 0 || rest[0]?.type === 'break')
  const style = isAlone ? styles.get(match[1]?.toLowerCase() ?? '') : undefined
  if (!match || style === undefined) return undefined
  const value = opening.value.slice(match[0].length)
  const below = rest[0]?.type === 'break' && value === '' ? rest.slice(1) : rest
  const text: PhrasingContent[] = value === '' ? below : [{ ...opening, value }, ...below]
  return { style, children: text.length === 0 ? others : [{ ...first, children: text }, ...others] }
}
