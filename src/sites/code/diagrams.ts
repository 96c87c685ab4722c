import { createHash } from 'node:crypto'
import { diagramThreads } from '../../diagrams/diagram-threads.ts'
import type { Body } from '../../formats/body/documents.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { runContentJob } from '../../workers/content-threads.ts'
import type { BlockOutcome, BlockProgress } from './block-job.ts'
import type { DiagramRequest, DrawnDiagram } from './diagram-job.ts'
import { type FinishedBlocks, noBlocks, readFinishedBlocks } from './finished-blocks.ts'

const jobModule = new URL('./diagram-job.ts', import.meta.url)

const mayHaveDiagrams = /mermaid/i

const bytesOf = (diagram: DrawnDiagram) => 2 * (diagram?.svg.length ?? 0)

/** Returns the diagrams of texts, by `keyOfCode`, as far as they are drawn within a moment. */
export async function readDiagrams(
  texts: readonly Body[],
  {
    cache,
    site,
    isPatient,
  }: Pick<Visit, 'cache'> & { readonly site: { readonly id: string }; readonly isPatient?: boolean },
): Promise<FinishedBlocks<DrawnDiagram>> {
  const bodies = texts.filter(({ markdown }) => mayHaveDiagrams.test(markdown))
  if (bodies.length === 0) return noBlocks
  const hash = createHash('sha256')
  for (const { markdown } of bodies) hash.update(`${markdown.length} ${markdown}`)
  return readFinishedBlocks<DrawnDiagram>(cache, `diagrams ${hash.digest('base64url')}`, {
    bytesOf,
    isPatient,
    run: (state, onProgress) =>
      runContentJob<DiagramRequest, BlockOutcome>(
        jobModule,
        { bodies, ...state },
        {
          threads: diagramThreads,
          owner: site.id,
          answer: async (progress) => {
            onProgress(progress as BlockProgress<DrawnDiagram>)
            return { answer: null }
          },
        },
      ),
  })
}
