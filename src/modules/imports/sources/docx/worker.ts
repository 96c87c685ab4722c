import { parentPort } from 'node:worker_threads'
import { AppError } from '../../../../errors.ts'
import type { Skip } from '../outline.ts'
import type { DocumentPage } from './page-tree.ts'
import { wordToHtml } from './word-html.ts'
import { readWordHtml } from './word-page.ts'

export interface WorkerRequest {
  /** Of `packWord`. */
  readonly archive: Uint8Array
  /** Names the document in messages. */
  readonly path: string
}

export interface WordPage extends DocumentPage {
  readonly skipped: readonly Skip[]
}

export type WorkerAnswer =
  | { kind: 'done'; page: WordPage }
  /** With the fault of the document, and whether the message is meant for clients. */
  | { kind: 'failed'; message: string; isRefusal: boolean }

parentPort?.once('message', async (request: WorkerRequest) => {
  parentPort?.postMessage(await answer(request))
})

async function answer({ archive, path }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    const { html, skipped } = await wordToHtml(Buffer.from(archive), path)
    return { kind: 'done', page: { ...readWordHtml(html, path), skipped } }
  } catch (error) {
    return { kind: 'failed', message: (error as Error).message, isRefusal: error instanceof AppError }
  }
}
