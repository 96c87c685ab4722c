import { parentPort } from 'node:worker_threads'
import { AppError } from '../../../../errors.ts'
import { type GooglePage, type GoogleRequest, readGooglePage } from '../google-docs/read-page.ts'
import type { Skip } from '../outline.ts'
import type { DocumentPage } from './page-tree.ts'
import { wordToHtml } from './word-html.ts'
import { readWordHtml } from './word-page.ts'

export interface WordRequest {
  /** The archive created by `packWord`. */
  readonly archive: Uint8Array
  /** The path of the document, for error messages. */
  readonly path: string
}

export interface WordPage extends DocumentPage {
  readonly skipped: readonly Skip[]
}

/** The request and result of each kind of document. */
export interface WorkerKinds {
  word: { request: WordRequest; page: WordPage }
  google: { request: GoogleRequest; page: GooglePage }
}

export type WorkerRequest = ({ kind: 'word' } & WordRequest) | ({ kind: 'google' } & GoogleRequest)

export type WorkerResponse =
  | { kind: 'done'; page: WordPage | GooglePage }
  /** The error message, and whether it may be shown to the user. */
  | { kind: 'failed'; message: string; isUserError: boolean }

parentPort?.once('message', async (request: WorkerRequest) => {
  parentPort?.postMessage(await respond(request))
})

async function respond(request: WorkerRequest): Promise<WorkerResponse> {
  try {
    return {
      kind: 'done',
      page: request.kind === 'google' ? readGooglePage(request) : await readWord(request),
    }
  } catch (error) {
    return { kind: 'failed', message: (error as Error).message, isUserError: error instanceof AppError }
  }
}

async function readWord({ archive, path }: WordRequest): Promise<WordPage> {
  const { html, skipped } = await wordToHtml(Buffer.from(archive), path)
  return { ...readWordHtml(html, path), skipped }
}
