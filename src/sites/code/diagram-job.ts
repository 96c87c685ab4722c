import { type Diagram, drawDiagram } from '../../diagrams/draw-diagram.ts'
import type { Body } from '../../formats/body/documents.ts'
import type { Code } from '../../formats/page/types.ts'
import type { Ask, Served } from '../../workers/serve-jobs.ts'
import { type BlockOutcome, type BlockState, workThrough } from './block-job.ts'
import { isDiagram, keyOfCode, linesOfCode } from './code-block.ts'
import { codeIn } from './highlight-job.ts'
import { codeLimits } from './limits.ts'

/** The texts of a page, with all of their diagrams, regardless of conditions. */
export interface DiagramRequest extends BlockState {
  readonly bodies: readonly Body[]
}

/** A drawn diagram, or null for a source that cannot be drawn. */
export type DrawnDiagram = Diagram | null

/** The diagrams of a page, by `keyOfCode`. */
export type DrawnDiagrams = ReadonlyMap<string, DrawnDiagram>

/** Draws the diagrams of a page. */
export const run = async (request: DiagramRequest, ask: Ask): Promise<Served<BlockOutcome>> => ({
  result: await workThrough(diagramsOf(request), request, { ask, make: draw }),
})

const draw = async (block: Code): Promise<DrawnDiagram> =>
  (await drawDiagram(linesOfCode(block).join('\n'), {
    // Ids of SVG begin with a letter. Those of a page must not be the same.
    id: `d${keyOfCode(block)
      .replace(/[^a-z0-9]/gi, '')
      .slice(0, 10)}`,
    form: 'page',
  })) ?? null

function diagramsOf({ bodies }: DiagramRequest): ReadonlyMap<string, Code> {
  const found = new Map<string, Code>()
  for (const block of bodies.flatMap(codeIn)) {
    if (!isDiagram(block)) continue
    if (found.size >= codeLimits.pageDiagrams) break
    found.set(keyOfCode(block), block)
  }
  return found
}
