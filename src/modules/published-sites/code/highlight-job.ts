import { codeOfDiagram } from '../../../page-format/diagrams.ts'
import type { Code } from '../../../page-format/types.ts'
import { walkDocument } from '../../../page-format/walk-document.ts'
import type { Ask, Served } from '../../../workers/serve-jobs.ts'
import type { Body } from '../../content/documents.ts'
import { treeOf } from '../../content/shown-markdown.ts'
import { keyOfCode, linesOfCode } from './code-block.ts'
import type { CodeThemes } from './code-themes.ts'
import { highlight } from './highlighter.ts'
import { codeLimits } from './limits.ts'

/** The texts of a page, with all of their code, regardless of conditions, and what is known of that code. */
export interface HighlightRequest {
  readonly bodies: readonly Body[]
  readonly themes: CodeThemes
  /** The keys of the blocks that are highlighted already. */
  readonly known: readonly string[]
  /** The keys of the blocks that took too long before, which are tried when all others are done. */
  readonly slow: readonly string[]
}

/** What a job tells while it runs, so that it is not lost if the job is ended. */
export interface HighlightProgress {
  readonly finished?: { readonly key: string; readonly lines: readonly string[] }
  /** The key of the block that is highlighted next. */
  readonly begins?: string
}

/** The outcome of a job: whether nothing is left to do. */
export interface HighlightOutcome {
  readonly isComplete: boolean
}

/** Highlights the blocks that are not known. Ends after a while, so that a thread is not taken from others for long. */
export async function run(request: HighlightRequest, ask: Ask): Promise<Served<HighlightOutcome>> {
  const tell = (progress: HighlightProgress) => ask(progress)
  const end = performance.now() + codeLimits.jobMilliseconds
  const blocks = blocksToDo(request)
  let finished: HighlightProgress['finished']
  for (const [index, [key, block]] of blocks.entries()) {
    await tell({ ...(finished && { finished }), begins: key })
    const lines = await highlight(block.data?.syntax ?? '', linesOfCode(block), request.themes)
    finished = lines && { key, lines }
    if (performance.now() < end || index === blocks.length - 1) continue
    if (finished) await tell({ finished })
    return { result: { isComplete: false } }
  }
  if (finished) await tell({ finished })
  return { result: { isComplete: true } }
}

/** Returns the blocks that are within the limits of a page and not known yet, those that were slow last. */
function blocksToDo({ bodies, known, slow }: HighlightRequest): [key: string, block: Code][] {
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
  for (const key of known) found.delete(key)
  const isSlow = new Set(slow)
  const blocks = [...found]
  return [...blocks.filter(([key]) => !isSlow.has(key)), ...blocks.filter(([key]) => isSlow.has(key))]
}

function codeIn(body: Body): Code[] {
  const found: Code[] = []
  for (const node of walkDocument(treeOf(body))) {
    if (node.object !== 'block') continue
    const code = node.type === 'code' ? node : codeOfDiagram(node)
    if (code?.data?.syntax) found.push(code)
  }
  return found
}
