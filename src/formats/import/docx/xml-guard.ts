import { invalidSource } from '../../source-problems.ts'

/** Maximum nesting of elements. Word documents stay below 50. */
const maximumDepth = 500

/**
 * Decodes an XML part in UTF-8 or UTF-16. Declarations of other encodings are ignored, because the part is
 * passed on in the encoding in which it was validated.
 */
export function decodeXml(bytes: Buffer): string {
  const [first, second] = bytes
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)
  const encoding = isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** Throws an input error if the XML could harm a parser. `name` is the name of the part in the message. */
export function assertSafeXml(xml: string, name: string): void {
  const declaration = /<!\s*(DOCTYPE|ENTITY)/i.exec(xml)?.[1]
  if (declaration !== undefined)
    throw invalidSource(
      'SOURCE_WORD_BROKEN',
      `${name} declares a ${declaration.toUpperCase()}, which is not allowed in Word documents. Save the document again in Word or LibreOffice.`,
      { path: name },
    )
  assertNesting(xml, name)
}

const malformed = (name: string, reason: string) =>
  invalidSource(
    'SOURCE_WORD_BROKEN',
    `${name} is not valid XML: ${reason}. Save the document again in Word or LibreOffice.`,
    { path: name },
  )

/** Validates the tags in one pass, without patterns, which would restart at each unclosed `<`. */
function assertNesting(xml: string, name: string): void {
  const open: string[] = []
  let end = 0
  for (let start = xml.indexOf('<'); start !== -1; start = xml.indexOf('<', end)) {
    end = endOfTag(xml, start)
    if (end === 0) throw malformed(name, 'a tag does not end')
    const mark = xml[start + 1]
    if (mark === '!' || mark === '?') continue
    if (mark === '/') {
      if (open.pop() !== xml.slice(start + 2, end - 1).trim())
        throw malformed(name, 'a tag is closed that was not opened')
    } else if (xml[end - 2] !== '/') {
      open.push(tagName(xml, start + 1, end - 1))
      if (open.length > maximumDepth)
        throw invalidSource(
          'SOURCE_NESTED_TOO_DEEPLY',
          `${name} has more than ${maximumDepth} levels of nested elements. Simplify the document.`,
          { path: name },
        )
    }
  }
  if (open.length > 0) throw malformed(name, 'an element does not end')
}

function tagName(xml: string, start: number, end: number): string {
  let at = start
  while (at < end && !/\s/.test(xml[at] ?? '')) at++
  return xml.slice(start, at)
}

/** Returns the offset after the tag, comment or instruction that starts at `start`, or 0 if it is unclosed. */
function endOfTag(xml: string, start: number): number {
  if (xml.startsWith('<!--', start)) return endAfter(xml, '-->', start + 4)
  if (xml.startsWith('<![CDATA[', start)) return endAfter(xml, ']]>', start + 9)
  if (xml[start + 1] === '?') return endAfter(xml, '?>', start + 2)
  for (let at = start + 1; at < xml.length; at++) {
    const character = xml[at]
    if (character === '>') return at + 1
    if (character !== '"' && character !== "'") continue
    at = xml.indexOf(character, at + 1)
    if (at === -1) return 0
  }
  return 0
}

function endAfter(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  return at === -1 ? 0 : at + mark.length
}
