import { createHash } from 'node:crypto'
import type { Body } from '../../formats/body/documents.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { type CodeThemes, codeThemesOf } from './code-themes.ts'
import { type RunHighlighting, runHighlighting } from './code-threads.ts'
import { type FinishedBlocks, noBlocks, readFinishedBlocks } from './finished-blocks.ts'

/** A fence with a language, the class of an element of code, or a diagram. */
const codeWithLanguage = /(?:`{3}|~{3})[ \t]*[^\s`~]|<code[^>]+lang|\{%\s*@mermaid\/diagram/

interface Site extends Pick<Visit, 'cache' | 'settings'> {
  readonly site: { readonly id: string }
  readonly isPatient?: boolean
}

/**
 * Returns the highlighted lines of the code of texts, by `keyOfCode`, as far as it is finished within a moment. It is kept by
 * the texts that it was read from, so that a page whose surroundings change is rendered without highlighting it again.
 */
export async function readHighlightedCode(
  texts: readonly Body[],
  { cache, settings, site, isPatient }: Site,
  run: RunHighlighting = runHighlighting,
): Promise<FinishedBlocks<readonly string[]>> {
  const bodies = texts.filter(({ markdown }) => codeWithLanguage.test(markdown))
  if (bodies.length === 0) return noBlocks
  const themes = codeThemesOf(settings)
  return readFinishedBlocks(cache, keyOf(bodies, themes), {
    isPatient,
    bytesOf: (lines: readonly string[]) => lines.reduce((length, line) => length + 2 * line.length, 0),
    run: (state, onProgress) => run({ bodies, themes, ...state }, { owner: site.id, onProgress }),
  })
}

function keyOf(bodies: readonly Body[], themes: CodeThemes): string {
  const hash = createHash('sha256')
  for (const { markdown } of bodies) hash.update(`${markdown.length} ${markdown}`)
  return `code ${themes.light} ${themes.dark} ${hash.digest('base64url')}`
}
