import { AppError } from '../../../errors.ts'
import { ownTurn } from '../../../event-loop-turn.ts'
import { isContentTimeout } from '../../../workers/content-threads.ts'
import { inLanguage } from '../../sites/structure/localized.ts'
import { coverOf } from '../pages/cover.ts'
import { publishedMarkdown } from '../pages/published-markdown.ts'
import { siteTitle } from '../render/page-head.ts'
import { readWholeBodies } from '../visible-content/page-bodies.ts'
import { References, textOfReferences } from '../visible-content/references.ts'
import type { VisibleSiteSpace } from '../visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../visits/visit.ts'
import { isListedForMachines, listedPages, readSiteSpaces } from './listed-pages.ts'

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Escapes the text of a Markdown link. */
const linkText = (text: string) => oneLine(text).replace(/[\\[\]]/g, '\\$&')

/** Yields `llms.txt`: the title of the site, and for each space its pages with the URLs of their Markdown. */
export async function* llmsIndex(visit: Visit): AsyncGenerator<string> {
  yield `# ${oneLine(siteTitle(visit))}\n`
  for await (const siteSpacePages of readSiteSpaces(visit)) {
    const pages = listedPages(siteSpacePages, isListedForMachines)
    if (pages.length === 0) continue
    yield `\n## ${oneLine(titleOf(visit, siteSpacePages.siteSpace))}\n\n`
    const space = visit.address + siteSpacePath(visit, siteSpacePages.siteSpace)
    for (const {
      title,
      description,
      location: { path },
    } of pages) {
      const link = `- [${linkText(title)}](${space}${encodePagePath(path ?? '')}.md)`
      yield description ? `${link}: ${oneLine(description)}\n` : `${link}\n`
    }
  }
}

function titleOf(
  { structure, settings }: Visit,
  { sectionId, space, localizedTitle }: VisibleSiteSpace,
): string {
  const { locale } = settings.internationalization
  const own = inLanguage(space.title, localizedTitle, locale)
  const section = structure.sections.find(({ id }) => id === sectionId)
  if (!section) return own
  const title = inLanguage(section.title, section.localizedTitle, locale)
  return section.siteSpaces.length > 1 ? `${title}: ${own}` : title
}

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

/** Yields `llms-full.txt`: the Markdown of all pages. */
export async function* llmsFull(visit: Visit): AsyncGenerator<string> {
  yield `# ${oneLine(siteTitle(visit))}\n`
  for await (const siteSpacePages of readSiteSpaces(visit)) {
    const pages = listedPages(siteSpacePages, isListedForMachines)
    for (let start = 0; start < pages.length; start += pagesAtOnce) {
      const some = pages.slice(start, start + pagesAtOnce)
      const bodies = await readWholeBodies(visit.services.database.query, some)
      const texts = bodies.flatMap(({ body, reusable }) => [body, ...reusable.values()])
      const references = await References.read(visit, siteSpacePages, [
        ...texts.map(({ markdown }) => markdown),
        textOfReferences(some.flatMap(coverOf)),
      ])
      for (const [index, page] of some.entries()) {
        const body = bodies[index]
        // Requests of others are answered between two pages.
        await ownTurn()
        if (!body) continue
        const text = await textOrNote(page, () => publishedMarkdown(page, body, references, visit))
        yield `\n${text.trim()}\n`
      }
    }
  }
}
