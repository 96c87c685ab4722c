import type { Answer } from '../workers/job-worker.ts'
import { receiveBytes, sendBytes } from '../workers/sent-bytes.ts'
import type { FetchResult } from './guarded-fetch.ts'

/** A response that was fetched for a process. */
interface FetchAnswer extends Omit<FetchResult, 'body'> {
  /** The path of the file with the body. */
  readonly path: string
}

/** Answers a process with what was fetched, whose body goes by a file of a folder. */
export async function answerWith(fetching: Promise<FetchResult>, folder: string): Promise<Answer> {
  const { body, ...fetched } = await fetching
  return { answer: { ...fetched, path: await sendBytes(body, folder) } satisfies FetchAnswer }
}

/** Returns what was fetched, from the answer to the process. */
export async function fetchedFrom(answer: unknown): Promise<FetchResult> {
  const { path, ...fetched } = answer as FetchAnswer
  return { ...fetched, body: await receiveBytes(path) }
}
