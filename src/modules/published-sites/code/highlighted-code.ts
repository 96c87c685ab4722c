import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Body } from '../../content/documents.ts'
import type { Visit } from '../visits/visit.ts'
import type { HighlightedCode } from './code-block.ts'
import { type CodeThemes, codeThemesOf } from './code-themes.ts'
import { type RunHighlighting, runHighlighting } from './code-threads.ts'
import { CodeWork } from './code-work.ts'
import { codeLimits } from './limits.ts'

/** A fence with a language, the class of an element of code, or a diagram. */
const codeWithLanguage = /(?:`{3}|~{3})[ \t]*[^\s`~]|<code[^>]+lang|\{%\s*@mermaid\/diagram/

/** What is known of the code of a page. */
export interface ReadCode {
  readonly lines: HighlightedCode
  /** Whether that is all of it. What is not known yet is shown without colors. */
  readonly isComplete: boolean
}

const nothing: ReadCode = { lines: new Map(), isComplete: true }

type Site = Pick<Visit, 'cache' | 'settings'> & { readonly site: { readonly id: string } }

/**
 * Returns the highlighted code of texts, as far as it is finished within a moment; the rest is finished behind, for the next
 * reader. It is kept by the texts that it was read from, so that a page whose surroundings change is rendered without
 * highlighting it again. Only what is finished is kept, never that something took too long.
 */
export async function readHighlightedCode(
  texts: readonly Body[],
  { cache, settings, site }: Site,
  run: RunHighlighting = runHighlighting,
): Promise<ReadCode> {
  const bodies = texts.filter(({ markdown }) => codeWithLanguage.test(markdown))
  if (bodies.length === 0) return nothing
  const themes = codeThemesOf(settings)
  const key = keyOf(bodies, themes)
  const work = (cache.get(key) as CodeWork | undefined) ?? new CodeWork()
  const keep = () => cache.set(key, work, work.bytes)
  keep()
  const running = work
    .continue((state, onProgress) => run({ bodies, themes, ...state }, { owner: site.id, onProgress }))
    .finally(keep)
  if (!work.isComplete) await Promise.race([running, patienceFor(running, cache.isKeeping)])
  return { lines: work.lines, isComplete: work.isComplete }
}

/** Waits as long as a reader does: until the end if nobody keeps what is finished for the next one. */
const patienceFor = (running: Promise<void>, isKept: boolean): Promise<void> =>
  isKept ? wait(codeLimits.waitMilliseconds, undefined, { ref: false }) : running

function keyOf(bodies: readonly Body[], themes: CodeThemes): string {
  const hash = createHash('sha256')
  for (const { markdown } of bodies) hash.update(`${markdown.length} ${markdown}`)
  return `code ${themes.light} ${themes.dark} ${hash.digest('base64url')}`
}
