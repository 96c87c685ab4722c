/** The bytes before the content of a message of PostgreSQL: its code, and its length without the code. */
const headLength = 5

/**
 * Puts the messages of a stream together. The driver would copy the beginning of a long message each time that more of it
 * arrives, into memory that it uses again for the next one.
 */
export class WholeMessages {
  #chunks: Buffer[] = []
  #length = 0
  #needed = 0

  /** Adds bytes that have arrived. Returns the messages that are whole now; null if none is. Nothing writes to them. */
  add(chunk: Buffer): Buffer | null {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length < this.#needed) return null
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length)
    const end = endOfMessages(bytes)
    const rest = bytes.subarray(end)
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#length = rest.length
    this.#needed = rest.length < headLength ? headLength : lengthAt(rest, 0)
    return end === 0 ? null : bytes.subarray(0, end)
  }
}

/** Returns the length of the message at an offset, with its code. */
const lengthAt = (bytes: Buffer, offset: number): number => 1 + bytes.readUInt32BE(offset + 1)

/** Returns where the last whole message ends. */
function endOfMessages(bytes: Buffer): number {
  let end = 0
  while (bytes.length - end >= headLength) {
    const next = end + lengthAt(bytes, end)
    if (next > bytes.length) break
    end = next
  }
  return end
}
