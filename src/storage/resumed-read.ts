import { Readable } from 'node:stream'

/** The times that a read is continued after the connection was lost. */
const continuations = 5

/**
 * Returns a stream of the bytes from `start` through `end`, of which `first` is reading all. Where its connection is lost, the
 * rest is opened again, so that a client which downloads for minutes does not notice.
 */
export function readResuming(
  first: Readable,
  { start, end }: { readonly start: number; readonly end: number },
  {
    open,
    failed,
  }: {
    readonly open: (rest: { start: number; end: number }) => Promise<Readable>
    /** Returns the error of a reader whose bytes do not come any more. */
    readonly failed: (error: unknown) => Error
  },
): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    let body = first
    let position = start
    for (let left = continuations; ; left -= 1) {
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          position += chunk.length
          yield chunk
        }
        if (position > end) return
        throw new Error('the connection ended before all bytes came')
      } catch (error) {
        if (left === 0) throw failed(error)
      } finally {
        body.destroy()
      }
      body = await open({ start: position, end })
    }
  }
  return Readable.from(bytes(), { objectMode: false })
}
