import { AppError } from '../../base/errors.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import type { LocatedPage } from '../../modules/content/located-content.ts'
import { readWholeBodies } from '../../modules/published-sites/visible-content/page-bodies.ts'
import {
  References,
  type SiteSpacePages,
  textOfReferences,
} from '../../modules/published-sites/visible-content/references.ts'
import { readSiteSpacePages } from '../../modules/published-sites/visible-content/space-pages.ts'
import type { WholeBody } from '../../modules/published-sites/visible-content/visible-body.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { isContentTimeout } from '../../workers/content-threads.ts'
import { coverOf } from '../pages/cover.ts'
import { publishedMarkdown } from '../pages/published-markdown.ts'
import { KeptTexts } from './kept-texts.ts'
import { listedCounts } from './listed-counts.ts'
import { isListedForMachines, listedPages } from './listed-pages.ts'
import { oneLine } from './llms-parts.ts'
import { titleLine } from './llms-text.ts'

/**
 * Returns the text of a page, or what stands for one that is too complex. Other pages do not suffer from it. That it took too
 * long once tells nothing of the page, and clients keep what they get: the text is made again, and if that takes too long too,
 * the error ends the response, which nobody keeps then.
 */
export async function textOrNote(
  { title }: { readonly title: string },
  read: () => Promise<string>,
): Promise<string> {
  try {
    return await read().catch((error: unknown) => {
      if (isContentTimeout(error)) return read()
      throw error
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'BAD_USER_INPUT')) throw error
    return `# ${oneLine(title)}\n\nThe text of this page is too complex for this file.`
  }
}

/** Maximum bodies in memory at once. */
const pagesAtOnce = 50

/**
 * Yields `llms-full.txt`: the Markdown of all pages of site-spaces. The texts of the first pages are kept for the next reader, and
 * where all of them are, no page is read.
 */
export async function* llmsFull(
  visit: Visit,
  siteSpaces: readonly VisibleSiteSpace[],
): AsyncGenerator<string> {
  yield titleLine(visit)
  const kept = new KeptTexts(visit)
  for (const [siteSpace, { forMachines }] of await listedCounts(visit, siteSpaces)) {
    let listed: Promise<Listed> | undefined
    for (let start = 0; start < forMachines; start += pagesAtOnce) {
      const name = `${siteSpace.id} ${start}`
      const known = await kept.read(name)
      if (known !== undefined) {
        yield known
        continue
      }
      listed ??= readListed(visit, siteSpace)
      const { siteSpacePages, pages } = await listed
      const some = pages.slice(start, start + pagesAtOnce)
      const bodies = await readWholeBodies(visit.services.database.query, some)
      const texts: string[] = []
      for await (const text of textsOf(visit, siteSpacePages, some, bodies)) {
        texts.push(text)
        yield text
      }
      await kept.keep(name, texts.join(''), { isConditional: bodies.some((body) => body.isConditional) })
    }
  }
}

interface Listed {
  readonly siteSpacePages: SiteSpacePages
  readonly pages: readonly LocatedPage[]
}

async function readListed(visit: Visit, siteSpace: VisibleSiteSpace): Promise<Listed> {
  const siteSpacePages = { siteSpace, pages: await readSiteSpacePages(visit, siteSpace) }
  return { siteSpacePages, pages: listedPages(siteSpacePages, isListedForMachines) }
}

async function* textsOf(
  visit: Visit,
  siteSpacePages: SiteSpacePages,
  pages: readonly LocatedPage[],
  bodies: readonly WholeBody[],
): AsyncGenerator<string> {
  const texts = bodies.flatMap(({ body, reusable }) => [body, ...reusable.values()])
  const references = await References.read(visit, siteSpacePages, [
    ...texts.map(({ markdown }) => markdown),
    textOfReferences(pages.flatMap(coverOf)),
  ])
  for (const [index, page] of pages.entries()) {
    const body = bodies[index]
    // Requests of others are answered between two pages.
    await yieldToEventLoop()
    if (!body) continue
    const text = await textOrNote(page, () => publishedMarkdown(page, body, references, visit))
    yield `\n${text.trim()}\n`
  }
}
