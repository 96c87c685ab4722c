import { setMaxListeners } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { pdfLimits } from './limits.ts'
import { renderInput } from './render-pdf.ts'
import type { PdfInput, PdfPage } from './source.ts'

/**
 * A message from the main thread. Pages are sent one at a time, so that copying them does not block the main
 * thread for long.
 */
export type WorkerRequest =
  | { kind: 'page'; page: PdfPage }
  | { kind: 'render'; input: Omit<PdfInput, 'pages'> }

export type WorkerResponse = { kind: 'done'; bytes: Uint8Array } | { kind: 'failed'; error: Error }

// The layout adds up to two listeners per nested container; Node would warn about a leak.
setMaxListeners(4 * pdfLimits.depth)

const pages: PdfPage[] = []

parentPort?.on('message', async (request: WorkerRequest) => {
  if (request.kind === 'page') pages.push(request.page)
  else await respond({ ...request.input, pages })
})

async function respond(input: PdfInput): Promise<void> {
  try {
    // A copy that owns its memory, so that it can be transferred instead of being copied again.
    const bytes = new Uint8Array(await renderInput(input))
    parentPort?.postMessage({ kind: 'done', bytes } satisfies WorkerResponse, [bytes.buffer])
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error))
    parentPort?.postMessage({ kind: 'failed', error: cause } satisfies WorkerResponse)
  }
}
