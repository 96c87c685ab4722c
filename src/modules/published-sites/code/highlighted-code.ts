import { createHash } from 'node:crypto'
import { isContentTimeout, runContentJob } from '../../../workers/content-threads.ts'
import type { Body } from '../../content/documents.ts'
import type { Visit } from '../visits/visit.ts'
import type { HighlightedCode } from './code-block.ts'
import { codeThemesOf } from './code-themes.ts'
import type { HighlightRequest } from './highlight-job.ts'

const jobModule = new URL('./highlight-job.ts', import.meta.url)

/** A fence with a language, the class of an element of code, or a diagram. */
const codeWithLanguage = /(?:`{3}|~{3})[ \t]*[^\s`~]|<code[^>]+lang|\{%\s*@mermaid\/diagram/

/** The memory that highlighted code takes besides its text, about. */
const bytesBesidesText = 200

/**
 * Highlights the code of texts in a thread. It is kept by the texts that it was read from, so that a page whose
 * surroundings change is rendered without highlighting it again.
 */
export async function readHighlightedCode(
  texts: readonly Body[],
  { cache, settings, site }: Pick<Visit, 'cache' | 'settings'> & { readonly site: { readonly id: string } },
): Promise<HighlightedCode> {
  const bodies = texts.filter(({ markdown }) => codeWithLanguage.test(markdown))
  if (bodies.length === 0) return new Map()
  const request: HighlightRequest = { bodies, themes: codeThemesOf(settings) }
  return cache.read(keyOf(request), () => highlightInThread(request, site.id), bytesOf)
}

function keyOf({ bodies, themes }: HighlightRequest): string {
  const hash = createHash('sha256')
  for (const { markdown } of bodies) hash.update(`${markdown.length} ${markdown}`)
  return `code ${themes.light} ${themes.dark} ${hash.digest('base64url')}`
}

async function highlightInThread(request: HighlightRequest, owner: string): Promise<HighlightedCode> {
  try {
    return await runContentJob<HighlightRequest, HighlightedCode>(jobModule, request, { owner })
  } catch (error) {
    // Code that takes too long is shown in one color, because a page without it would be worth less.
    if (isContentTimeout(error)) return new Map()
    throw error
  }
}

const bytesOf = (code: HighlightedCode): number =>
  [...code.values()].reduce(
    (sum, lines) => sum + bytesBesidesText + lines.reduce((length, line) => length + 2 * line.length, 0),
    0,
  )
