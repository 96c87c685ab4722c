import { textlessElementNames } from './html-names.ts'

export type HtmlAttributes = Record<string, string | undefined>

export type HtmlToken =
  | { type: 'text'; raw: string }
  /** Markup without text: a comment, a declaration, an instruction, or an element such as a script. */
  | { type: 'comment'; raw: string }
  | {
      type: 'open'
      raw: string
      name: string
      attributes: HtmlAttributes
      isVoid: boolean
      /** The tags of the element are complete and in the order that its parser understands. */
      isWellFormed?: true
    }
  | { type: 'close'; raw: string; name: string }

/** Names cannot contain quotes, equals signs or angle brackets, so a tag is matched without backtracking. */
const tagPattern =
  /<(\/?)([A-Za-z][A-Za-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/y

const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

export const isVoidElement = (name: string): boolean => voidElements.has(name)

/** Splits HTML into tags, comments and text. Incomplete tags are text. */
export function tokenizeHtml(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = []
  let textStart = 0
  let position = html.indexOf('<')
  while (position >= 0) {
    const token = tokenAt(html, position)
    if (token) {
      if (position > textStart) tokens.push({ type: 'text', raw: html.slice(textStart, position) })
      tokens.push(token)
      textStart = position + token.raw.length
    }
    position = html.indexOf('<', token ? textStart : position + 1)
  }
  if (textStart < html.length) tokens.push({ type: 'text', raw: html.slice(textStart) })
  return tokens
}

/** The beginnings and ends of what is no element. A comment may end with its beginning. */
const markup: readonly (readonly [start: RegExp, end: string, overlap: number])[] = [
  [/<!--/y, '-->', 2],
  [/<\?/y, '?>', 0],
  [/<!\[CDATA\[/y, ']]>', 0],
  [/<![A-Za-z]/y, '>', 0],
]

function markupAt(html: string, position: number): HtmlToken | undefined {
  for (const [start, end, overlap] of markup) {
    start.lastIndex = position
    if (!start.test(html)) continue
    const found = html.indexOf(end, start.lastIndex - overlap)
    const raw = found < 0 ? html.slice(position) + end : html.slice(position, found + end.length)
    return { type: 'comment', raw }
  }
  return undefined
}

/** Returns an element whose content is no text of the page, from its first tag to its last one. */
function textlessElementAt(html: string, position: number): HtmlToken | undefined {
  const open = tagAt(html, position)
  if (open?.type !== 'open' || open.isVoid || !textlessElementNames.has(open.name)) return undefined
  const close = new RegExp(`</${open.name}\\s*>`, 'gi')
  close.lastIndex = position
  const end = close.exec(html)
  const raw = end ? html.slice(position, close.lastIndex) : `${html.slice(position)}</${open.name}>`
  return { type: 'comment', raw }
}

const tokenAt = (html: string, position: number): HtmlToken | undefined =>
  markupAt(html, position) ?? textlessElementAt(html, position) ?? tagAt(html, position)

/** Returns the tag that is the whole of a text. */
export function tagOf(html: string): HtmlToken | undefined {
  const token = tagAt(html, 0)
  return token?.raw === html ? token : undefined
}

export function tagAt(html: string, position: number): HtmlToken | undefined {
  tagPattern.lastIndex = position
  const match = tagPattern.exec(html)
  if (!match) return undefined
  const [raw, slash, tagName = '', attributes = '', selfClosing] = match
  const name = tagName.toLowerCase()
  if (slash) return { type: 'close', raw, name }
  const isVoid = voidElements.has(name) || selfClosing === '/'
  return { type: 'open', raw, name, attributes: readAttributes(attributes), isVoid }
}

function readAttributes(source: string): HtmlAttributes {
  const attributes: HtmlAttributes = {}
  for (const [, name = '', double, single, bare] of source.matchAll(attributePattern)) {
    attributes[name.toLowerCase()] = decodeEntities(double ?? single ?? bare ?? '')
  }
  return attributes
}

/** Commonly used named character references. Any other name is kept as written. */
const namedCharacters = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    copy: '©',
    reg: '®',
    trade: '™',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    larr: '←',
    rarr: '→',
    times: '×',
  }),
)

export function decodeEntities(value: string): string {
  return value.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]+));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return namedCharacters.get(name) ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : '\ufffd'
    },
  )
}

const encodeCharacter = (character: string) => `&#${character.codePointAt(0)};`

/** Escapes text for HTML in Markdown. Vertical bars are escaped too, because they would end a table cell. */
export const encodeHtml = (value: string): string =>
  value
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\t\n\r|]/g, encodeCharacter)

/** Serializes an attribute with a leading space. Returns an empty string if the value is undefined or false. */
export function htmlAttribute(name: string, value: string | number | boolean | undefined): string {
  if (value === undefined || value === false) return ''
  if (value === true) return ` ${name}`
  return ` ${name}="${encodeHtml(String(value)).replace(/"/g, '&quot;')}"`
}

export const htmlAttributes = (values: Record<string, string | number | boolean | undefined>): string =>
  Object.entries(values)
    .map(([name, value]) => htmlAttribute(name, value))
    .join('')

/** Returns whether a boolean attribute is set: present, with any value but `false`. */
export const isSet = (value: string | undefined): boolean => value !== undefined && value !== 'false'

/** An HTML element and the tokens of its content. */
export interface HtmlElement {
  name: string
  attributes: HtmlAttributes
  children: HtmlToken[]
  /** The number of tokens of the element, including its own tags. */
  size: number
}

/** Returns, for each token that opens an element, the index of the token that closes it. */
export function matchTags(tokens: readonly HtmlToken[]): (number | undefined)[] {
  const ends: (number | undefined)[] = new Array(tokens.length)
  const open = new Map<string, number[]>()
  tokens.forEach((token, index) => {
    if (token.type === 'open' && token.isVoid) ends[index] = index
    else if (token.type === 'open') {
      const starts = open.get(token.name)
      if (starts) starts.push(index)
      else open.set(token.name, [index])
    } else if (token.type === 'close') {
      const start = open.get(token.name)?.pop()
      if (start !== undefined) ends[start] = index
    }
  })
  return ends
}

/** Returns the child elements with the given names. Other tokens are ignored. */
export function childElements(tokens: readonly HtmlToken[], ...names: string[]): HtmlElement[] {
  const ends = matchTags(tokens)
  const elements: HtmlElement[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    const end = ends[index]
    if (token?.type !== 'open' || end === undefined || !names.includes(token.name)) continue
    const { name, attributes } = token
    elements.push({ name, attributes, children: tokens.slice(index + 1, end), size: end - index + 1 })
    index = end
  }
  return elements
}

export const isMarkupToken = (token: HtmlToken): boolean => token.type !== 'text'

const attributeName = /^[a-z_:][\w.:-]*$/

/** Returns the attributes whose names Markdown knows as those of attributes, too. */
export const markdownAttributes = (attributes: HtmlAttributes): HtmlAttributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => attributeName.test(name)))

/** Joins the lines of a tag, except for those of the values of its attributes, where line endings have a meaning. */
const tagOnOneLine = (raw: string): string =>
  raw
    .replace(/("[^"]*"|'[^']*')|\s*\n\s*/g, (_part, value: string | undefined) => value ?? ' ')
    .replace(/\s+>$/, '>')

/** Returns the source of a tag or comment in a form that Markdown reads as one, too. */
export function sourceOf(token: HtmlToken): string {
  if (token.type === 'close')
    return /^<\/[a-z][a-z0-9-]*\s*>$/i.test(token.raw) ? token.raw : `</${token.name}>`
  if (token.type !== 'open') return token.raw
  const isMarkdown = Object.keys(token.attributes).every((name) => attributeName.test(name))
  if (isMarkdown) {
    const raw = tagOnOneLine(token.raw)
    if (!/\n\s*\n/.test(raw)) return raw
  }
  return `<${token.name}${htmlAttributes(markdownAttributes(token.attributes))}>`
}

/** Returns whether HTML has a blank line, at which Markdown ends most of it. */
export const hasBlankLine = (html: string): boolean => /\n[ \t]*\n/.test(html)

export const rawHtml = (tokens: readonly HtmlToken[]): string => tokens.map(({ raw }) => raw).join('')
