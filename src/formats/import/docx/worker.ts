import { AppError } from '../../../base/errors.ts'
import type { Problem } from '../../../base/templates.ts'
import { serveJobs } from '../../../workers/serve-jobs.ts'
import { problemOfPart } from '../../source-problems.ts'
import { type GooglePage, type GoogleRequest, readGooglePage } from '../google-docs/read-page.ts'
import type { Skip } from '../report/notes.ts'
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

export type ConversionRequest = ({ kind: 'word' } & WordRequest) | ({ kind: 'google' } & GoogleRequest)

/** The page that the conversion of each kind of document returns. */
export interface ConvertedPages {
  word: WordPage
  google: GooglePage
}

export type ConversionResponse =
  | { kind: 'done'; page: WordPage | GooglePage }
  /** The error message, and whether it may be shown to the user. */
  | { kind: 'refused'; problem: Problem }
  | { kind: 'failed'; message: string }

async function respond(request: ConversionRequest): Promise<ConversionResponse> {
  try {
    return {
      kind: 'done',
      page: request.kind === 'google' ? readGooglePage(request) : await readWord(request),
    }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', problem: problemOfPart(error) }
    return { kind: 'failed', message: (error as Error).message }
  }
}

async function readWord({ archive, path }: WordRequest): Promise<WordPage> {
  const { html, skipped } = await wordToHtml(Buffer.from(archive), path)
  return { ...readWordHtml(html, path), skipped }
}

serveJobs(async (request: ConversionRequest) => ({ result: await respond(request) }))
