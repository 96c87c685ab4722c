import { isTemporary, runContentJob } from '../workers/content-threads.ts'
import { diagramThreads } from './diagram-threads.ts'
import type { Diagram } from './draw-diagram.ts'

const jobModule = new URL('./print-job.ts', import.meta.url)

/** The attempts to draw a diagram, because the server may be busy. */
const attempts = 2

/** Draws diagrams for paper, in the same order. Null for one that cannot be drawn, or takes too long each time. */
export async function drawForPrint(
  sources: readonly string[],
  owner: string,
): Promise<readonly (Diagram | null)[]> {
  const drawn: (Diagram | null)[] = []
  for (const source of sources) drawn.push(await drawOnce(source, owner))
  return drawn
}

async function drawOnce(source: string, owner: string): Promise<Diagram | null> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      return await runContentJob<string, Diagram | null>(jobModule, source, {
        threads: diagramThreads,
        owner,
      })
    } catch (error) {
      if (!isTemporary(error)) throw error
    }
  }
  return null
}
