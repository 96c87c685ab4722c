import { withCommas } from '../../base/english.ts'
import { AppError } from '../../base/errors.ts'
import { ownTurn } from '../../base/event-loop-turn.ts'
import { readWholeBodies } from '../../modules/published-sites/visible-content/page-bodies.ts'
import {
  References,
  type SiteSpacePages,
  textOfReferences,
} from '../../modules/published-sites/visible-content/references.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { inLanguage } from '../../modules/sites/structure/localized.ts'
import { isContentTimeout } from '../../workers/content-threads.ts'
import { coverOf } from '../pages/cover.ts'
import { publishedMarkdown } from '../pages/published-markdown.ts'
import { siteTitle } from '../render/page-head.ts'
import { listedCounts } from './listed-counts.ts'
import { isListedForMachines, listedPages, readSiteSpaces } from './listed-pages.ts'

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Escapes the text of a Markdown link. */
const linkText = (text: string) => oneLine(text).replace(/[\\[\]]/g, '\\$&')

/** The number of pages from which on `llms.txt` is a map of the lists of spaces. A model reads a list of so many at once. */
const pagesOfMap = 1000

/**
 * Returns `llms.txt`: the title of the site, and for each space its pages with the URLs of their Markdown. Where all of them are
 * many, it names the spaces, each of which has such a list of its own.
 */
export async function llmsIndex(visit: Visit, siteSpaces: readonly VisibleSiteSpace[]): Promise<string> {
  const counts = await listedCounts(visit, siteSpaces)
  const filled = [...counts].flatMap(([siteSpace, { forMachines }]) =>
    forMachines === 0 ? [] : [{ siteSpace, pages: forMachines }],
  )
  const all = filled.reduce((sum, { pages }) => sum + pages, 0)
  const title = `# ${oneLine(siteTitle(visit))}\n`
  if (filled.length > 1 && all > pagesOfMap)
    return `${title}\n## Sections\n\n${filled.map((one) => mapLine(visit, one)).join('')}`
  const lists: string[] = []
  const read = readSiteSpaces(
    visit,
    filled.map(({ siteSpace }) => siteSpace),
  )
  for await (const siteSpacePages of read) lists.push(listOf(visit, siteSpacePages))
  return title + lists.join('')
}

function mapLine(
  visit: Visit,
  { siteSpace, pages }: { readonly siteSpace: VisibleSiteSpace; readonly pages: number },
): string {
  const address = `${visit.address}/${pathWithDefault(visit, siteSpace)}/llms.txt`
  return `- [${linkText(titleOf(visit, siteSpace))}](${address}): ${withCommas(pages)} ${pages === 1 ? 'page' : 'pages'}\n`
}

/** Returns the path of a site-space, with the name of a default one: its list has another address than that of the site. */
function pathWithDefault(visit: Visit, siteSpace: VisibleSiteSpace): string {
  const section = visit.structure.sections.find(({ id }) => id === siteSpace.sectionId)
  return siteSpacePath(visit, siteSpace).slice(1) || encodeURIComponent((section ?? siteSpace).path)
}

function listOf(visit: Visit, siteSpacePages: SiteSpacePages): string {
  const space = visit.address + siteSpacePath(visit, siteSpacePages.siteSpace)
  const lines = listedPages(siteSpacePages, isListedForMachines).map(({ title, description, location }) => {
    const link = `- [${linkText(title)}](${space}${encodePagePath(location.path ?? '')}.md)`
    return description ? `${link}: ${oneLine(description)}\n` : `${link}\n`
  })
  return `\n## ${oneLine(titleOf(visit, siteSpacePages.siteSpace))}\n\n${lines.join('')}`
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

/** Yields `llms-full.txt`: the Markdown of all pages of site-spaces. */
export async function* llmsFull(
  visit: Visit,
  siteSpaces: readonly VisibleSiteSpace[],
): AsyncGenerator<string> {
  yield `# ${oneLine(siteTitle(visit))}\n`
  for await (const siteSpacePages of readSiteSpaces(visit, siteSpaces)) {
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
