/** A block tag: `{% name key="value" "argument" %}`, also in the form `{%- name -%}`. */
export interface BlockTag {
  /** The source of the tag, kept as text if the tag is not recognized. */
  raw: string
  name: string
  attributes: Record<string, string | undefined>
  /** A value without a key, such as the URL in `{% include "…" %}`. */
  argument: string | undefined
  /** The source after the name. */
  rest: string
}

export type ScanState = 'more' | 'end' | 'fault'

/**
 * Finds the end of a tag, character by character, for the Markdown parser and for `parseBlockTags`. A tag may have several
 * lines, but blank ones only inside a quoted value, so that an unclosed `{%` does not consume the rest of the document.
 */
export class TagScanner {
  #length = 0
  #inName = false
  #quote = ''
  #previous = ''
  #isBlankLine = false

  next(character: string | null): ScanState {
    if (character === null) return 'fault'
    const previous = this.#previous
    this.#previous = character
    this.#length++
    if (this.#length <= 2) return character === '{%'[this.#length - 1] ? 'more' : 'fault'
    if (this.#quote) return this.#inQuote(character, previous)
    if (character === '\n' && this.#isBlankLine) return 'fault'
    if (!/\s/.test(character)) this.#isBlankLine = false
    else if (character === '\n') this.#isBlankLine = true
    if (previous === '%' && character === '}') return this.#inName ? 'end' : 'fault'
    if (!this.#inName) return this.#beforeName(character)
    // A tag in a tag: the first one has no end, and is not searched for one again and again.
    if (previous === '{' && character === '%') return 'fault'
    if ((character === '"' || character === "'") && /[\s=]/.test(previous)) this.#quote = character
    return 'more'
  }

  get inQuote(): boolean {
    return this.#quote !== ''
  }

  #inQuote(character: string, previous: string): ScanState {
    if (character === this.#quote && previous !== '\\') this.#quote = ''
    // An escaped backslash does not escape the quote after it.
    if (character === '\\' && previous === '\\') this.#previous = ''
    return 'more'
  }

  #beforeName(character: string): ScanState {
    if (/\s/.test(character) || (character === '-' && this.#length === 3)) return 'more'
    this.#inName = /[A-Za-z@]/.test(character)
    return this.#inName ? 'more' : 'fault'
  }
}

const namePattern = /^\{%-?\s*(@[\w-]+\/[\w-]+?|[A-Za-z][\w-]*?)(?=\s|-?%\})/

const attributePattern =
  /(?:^|\s)(?:([A-Za-z][\w.:-]*)(?:=("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[^\s"']+))?|("(?:[^"\\]|\\[\s\S])*"))(?=\s|$)/g

/** Parses a line that consists of tags only. Returns undefined for any other line. */
export function parseBlockTags(line: string): BlockTag[] | undefined {
  const tags: BlockTag[] = []
  let start = 0
  while (start < line.length) {
    if (/\s/.test(line[start] ?? '')) {
      start++
      continue
    }
    const end = endOfTag(line, start)
    const tag = end === undefined ? undefined : parseBlockTag(line.slice(start, end))
    if (!tag || end === undefined) return undefined
    tags.push(tag)
    start = end
  }
  return tags
}

/** Returns the offset after the tag that begins at an offset. Returns undefined if none does. */
export function endOfTag(line: string, start: number): number | undefined {
  const scanner = new TagScanner()
  for (let index = start; index < line.length; index++) {
    const state = scanner.next(line[index] ?? null)
    if (state === 'fault') return undefined
    if (state === 'end') return index + 1
  }
  return undefined
}

function parseBlockTag(raw: string): BlockTag | undefined {
  const match = namePattern.exec(raw)
  if (!match?.[1]) return undefined
  const rest = raw.slice(match[0].length, -2).replace(/-$/, '').trim()
  const tag: BlockTag = { raw, name: match[1], attributes: {}, argument: undefined, rest }
  for (const [, key, value, argument] of rest.matchAll(attributePattern)) {
    if (argument !== undefined) tag.argument ??= unquote(argument)
    else if (key) tag.attributes[key] = value === undefined ? 'true' : unquote(value)
  }
  return tag
}

function unquote(value: string): string {
  const quote = value[0]
  if (quote !== '"' && quote !== "'") return value
  return value.slice(1, -1).replace(/\\(["'\\])/g, '$1')
}

export const quoteTagValue = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`

/** Serializes a tag. Undefined attributes are omitted. */
export function formatBlockTag(
  name: string,
  attributes: Record<string, string | number | boolean | undefined> = {},
): string {
  let tag = `{% ${name}`
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) tag += ` ${key}=${quoteTagValue(String(value))}`
  }
  return `${tag} %}`
}
