import type { Body } from '../../formats/body/documents.ts'
import { walkDocument } from '../../formats/page/model/walk-document.ts'
import { codeOfDiagram } from '../../formats/page/read/diagrams.ts'
import type { Code } from '../../formats/page/types.ts'
import { treeOf } from '../../modules/content/shown-markdown.ts'
import type { Ask, Served } from '../../workers/serve-jobs.ts'
import { type BlockOutcome, type BlockState, workThrough } from './block-job.ts'
import { keyOfCode, linesOfCode } from './code-block.ts'
import type { CodeThemes } from './code-themes.ts'
import { highlight } from './highlighter.ts'
import { codeLimits } from './limits.ts'

/** The texts of a page, with all of their code, regardless of conditions. */
export interface HighlightRequest extends BlockState {
  readonly bodies: readonly Body[]
  readonly themes: CodeThemes
}

/** Highlights the code of a page: each block as the HTML of its lines. */
export const run = async (request: HighlightRequest, ask: Ask): Promise<Served<BlockOutcome>> => ({
  result: await workThrough(blocksOf(request), request, {
    ask,
    make: (block: Code) => highlight(block.data?.syntax ?? '', linesOfCode(block), request.themes),
  }),
})

/** Returns the blocks that are within the limits of a page. */
function blocksOf({ bodies }: HighlightRequest): ReadonlyMap<string, Code> {
  const found = new Map<string, Code>()
  let characters = 0
  for (const block of bodies.flatMap(codeIn)) {
    const key = keyOfCode(block)
    const size = linesOfCode(block).reduce((sum, line) => sum + line.length + 1, 0)
    if (found.has(key) || size > codeLimits.blockCharacters) continue
    characters += size
    if (characters > codeLimits.pageCharacters) break
    found.set(key, block)
  }
  return found
}

/** Returns the code blocks of a body that have a language, its diagrams among them. */
export function codeIn(body: Body): Code[] {
  const found: Code[] = []
  for (const node of walkDocument(treeOf(body))) {
    if (node.object !== 'block') continue
    const code = node.type === 'code' ? node : codeOfDiagram(node)
    if (code?.data?.syntax) found.push(code)
  }
  return found
}
