import type { Answer } from '../workers/job-worker.ts'
import type { FetchResult } from './guarded-fetch.ts'

/** A response that was fetched for a thread, whose bytes were moved there. */
interface FetchAnswer extends Omit<FetchResult, 'body'> {
  readonly bytes: Uint8Array
}

/** Answers a thread with what was fetched, and moves the bytes there. */
export async function answerWith(fetching: Promise<FetchResult>): Promise<Answer> {
  const { body, ...fetched } = await fetching
  // A small Buffer is a view of a shared block, which must not be moved.
  const bytes =
    body.byteLength === body.buffer.byteLength ? new Uint8Array(body.buffer) : new Uint8Array(body)
  return { answer: { ...fetched, bytes } satisfies FetchAnswer, transfer: [bytes.buffer as ArrayBuffer] }
}

/** Returns what was fetched, from the answer to the thread. */
export function fetchedFrom(answer: unknown): FetchResult {
  const { bytes, ...fetched } = answer as FetchAnswer
  return { ...fetched, body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}
