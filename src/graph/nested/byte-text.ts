/** UTF-8: a text whose characters stand for bytes, or a buffer for longer texts. */
export type ByteText = string | Buffer

// UTF-8 that PostgreSQL has sent is sent on as it is: V8 neither decodes nor encodes it.

export function textOfBytes(bytes: ByteText): string {
  if (typeof bytes !== 'string') return bytes.toString()
  return /[\u0080-\u00ff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes
}

export const bytesOfText = (text: string): ByteText =>
  /[\u0080-\uffff]/.test(text) ? Buffer.from(text) : text

export const partOf = (bytes: ByteText, start: number, end?: number): ByteText =>
  typeof bytes === 'string' ? bytes.slice(start, end) : bytes.subarray(start, end)

export const textOfPart = (bytes: ByteText, start: number, end: number): string =>
  typeof bytes === 'string' ? textOfBytes(bytes.slice(start, end)) : bytes.toString('utf8', start, end)

/** Returns where a character of ASCII is from a position on, or -1. */
export const indexOfCharacter = (bytes: ByteText, character: string, position: number): number =>
  typeof bytes === 'string'
    ? bytes.indexOf(character, position)
    : bytes.indexOf(character.charCodeAt(0), position)

/** Returns the number of bytes that follow each other. */
export const byteLengthOf = (parts: readonly ByteText[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0)

/** Returns the bytes of parts that follow each other. */
export function joinBytes(parts: readonly ByteText[]): ByteText {
  let text = ''
  for (const part of parts) {
    if (typeof part !== 'string') return joinBuffers(parts)
    text += part
  }
  return text
}

function joinBuffers(parts: readonly ByteText[]): Buffer {
  const bytes = Buffer.allocUnsafe(byteLengthOf(parts))
  let end = 0
  for (const part of parts)
    end += typeof part === 'string' ? bytes.write(part, end, 'latin1') : part.copy(bytes, end)
  return bytes
}
