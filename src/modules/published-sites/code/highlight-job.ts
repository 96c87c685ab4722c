import { codeOfDiagram } from '../../../page-format/diagrams.ts'
import type { Code } from '../../../page-format/types.ts'
import { walkDocument } from '../../../page-format/walk-document.ts'
import type { Served } from '../../../workers/serve-jobs.ts'
import type { Body } from '../../content/documents.ts'
import { treeOf } from '../../content/shown-markdown.ts'
import { type HighlightedCode, keyOfCode, linesOfCode } from './code-block.ts'
import type { CodeThemes } from './code-themes.ts'
import { highlight } from './highlighter.ts'
import { codeLimits } from './limits.ts'

/** The texts of a page, with all of their code, regardless of conditions. */
export interface HighlightRequest {
  readonly bodies: readonly Body[]
  readonly themes: CodeThemes
}

export const run = async (request: HighlightRequest): Promise<Served<HighlightedCode>> => ({
  result: await highlightCode(request),
})

async function highlightCode({ bodies, themes }: HighlightRequest): Promise<HighlightedCode> {
  const found = new Map<string, readonly string[]>()
  const start = process.threadCpuUsage()
  let characters = 0
  for (const block of bodies.flatMap(codeIn)) {
    const key = keyOfCode(block)
    const lines = linesOfCode(block)
    const size = lines.reduce((sum, line) => sum + line.length + 1, 0)
    if (found.has(key) || size > codeLimits.blockCharacters) continue
    characters += size
    const { user } = process.threadCpuUsage(start)
    if (characters > codeLimits.pageCharacters || user / 1000 > codeLimits.milliseconds) break
    const highlighted = await highlight(block.data?.syntax ?? '', lines, themes)
    if (highlighted) found.set(key, highlighted)
  }
  return found
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
