/** The number of bytes that are searched for an encoding declaration. */
const prescanLength = 4096

/**
 * Decodes an HTML file. The encoding is taken from the byte order mark, the content type or the declaration in
 * the file, in this order.
 */
export function decodeHtml(bytes: Buffer, contentType = ''): string {
  const label = encodingOfMark(bytes) ?? labelIn(contentType) ?? statedEncoding(bytes)
  const text = decoderOf(label).decode(bytes)
  return /^\s*<\?xml/.test(text.slice(0, 100)) ? withEndTags(text) : text
}

/** Replaces self-closing tags of XHTML by pairs of tags, because HTML parsers ignore the slash. */
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

/** Returns the meta tags and the XML declaration, which can declare an encoding. */
function statementsIn(bytes: Buffer): string {
  const start = bytes.subarray(0, prescanLength).toString('latin1')
  const [declaration = ''] = /^\s*<\?xml[^>]*/i.exec(start) ?? []
  const tags = start.match(/<meta\b[^>]*/gi) ?? []
  return [...tags, declaration.replace('encoding', 'charset')].join('\n')
}

/**
 * Returns the declared encoding. A declaration of UTF-16 is treated as UTF-8, because a file in UTF-16 could
 * not be searched for it.
 */
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
