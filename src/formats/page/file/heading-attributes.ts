/** The id that the source of a heading states, and the heading without it. */
export interface StatedId {
  readonly id: string
  /** The text before the attributes. */
  readonly text: string
  /** The attributes as they are written. */
  readonly source: string
}

const id = /^#([^\s{}#"'<>`]+)$/
const otherAttribute = /^(?:\.[^\s{}#]+|[\w-]+=\S*)$/

/**
 * Returns the id at the end of a heading, as other generators of sites read it: `Title {#id}`, `{ #id .class }`, `{: #id }` and
 * a comment of MDX. Undefined for a heading without one, and for one that is nothing else.
 */
export function statedId(heading: string): StatedId | undefined {
  const written = heading.trimEnd()
  const start = written.endsWith('}') ? written.lastIndexOf('{') : -1
  const text = start < 0 ? '' : written.slice(0, start).trimEnd()
  if (text === '') return undefined
  const source = written.slice(start)
  const content = source.slice(1, -1).trim()
  const comment = /^\/\*(.*)\*\/$/s.exec(content)?.[1]
  const attributes = (comment ?? content.replace(/^:/, '')).trim().split(/\s+/)
  const ids = attributes.flatMap((attribute) => id.exec(attribute)?.[1] ?? [])
  const isList = attributes.every((attribute) => id.test(attribute) || otherAttribute.test(attribute))
  const [first] = ids
  return first === undefined || !isList || !/^[:#.\s/]/.test(source.slice(1))
    ? undefined
    : { id: first, text, source }
}

/** Returns whether the attributes at the end of a source are escaped, so that they are text. */
export function isEscaped(source: string, attributes: string): boolean {
  const at = source.lastIndexOf(attributes)
  return at < 0 || source[at - 1] === '\\'
}

/** Returns the text of a heading without the id that its source states, and that id. */
export function readTitle(
  text: string,
  source: string,
): { readonly title: string; readonly anchor?: string } {
  const stated = statedId(text)
  if (!stated || isEscaped(source, stated.source)) return { title: text }
  return { title: withoutClosing(stated.text), anchor: stated.id }
}

/** Removes the number signs that close a heading in front of its attributes. */
export const withoutClosing = (text: string): string => text.replace(/\s#+$/, '').trimEnd()
