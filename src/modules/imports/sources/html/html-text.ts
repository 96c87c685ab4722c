/** How much of a page is looked at for the statement of its encoding. */
const prescanLength = 4096

/** The text of an HTML file in the encoding that it states, by a byte order mark, its header or itself. */
export function decodeHtml(bytes: Buffer, contentType = ''): string {
  const label = encodingOfMark(bytes) ?? labelIn(contentType) ?? statedEncoding(bytes)
  const text = decoderOf(label).decode(bytes)
  return /^\s*<\?xml/.test(text.slice(0, 100)) ? withEndTags(text) : text
}

/** In XHTML elements without content may be closed at once, which in HTML leaves them open. */
const withEndTags = (xhtml: string) =>
  xhtml.replace(
    /<(title|script|style|textarea|iframe|a|div|span|p|td|th|li|i|b|em|strong)\b([^<>]*)\/>/gi,
    '<$1$2></$1>',
  )

function encodingOfMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined
}

/** The tags and the declaration in which an encoding may be stated. */
function statementsIn(bytes: Buffer): string {
  const start = bytes.subarray(0, prescanLength).toString('latin1')
  const [declaration = ''] = /^\s*<\?xml[^>]*/i.exec(start) ?? []
  const tags = start.match(/<meta\b[^>]*/gi) ?? []
  return [...tags, declaration.replace('encoding', 'charset')].join('\n')
}

/** A file that can be read as far as to its statement is not in UTF-16, whatever it states. */
function statedEncoding(bytes: Buffer): string | undefined {
  const label = labelIn(statementsIn(bytes))
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}

const labelIn = (text: string) => /\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(text)?.[1]

function decoderOf(label = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
