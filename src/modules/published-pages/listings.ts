import type { PlacedPage } from '../content/page-places.ts'
import type { VisibleSiteSpace } from '../published-sites/structure.ts'
import { coverOf, publishedMarkdown } from './page-answers.ts'
import { siteTitle } from './page-frame.ts'
import { type Place, References, textOfReferences } from './references.ts'
import { isDocument, type PageStanding, readSpacePages } from './space-pages.ts'
import { readWholeBodies } from './visible-body.ts'
import { encodePagePath, isOpenToRobots, siteSpacePath, type Visit } from './visit.ts'

/** One site-space after the other with its pages, so that no more than one tree is in memory. */
async function* places({ structure, scope }: Visit): AsyncGenerator<Place> {
  for (const siteSpace of structure.siteSpaces)
    yield { siteSpace, pages: await readSpacePages(scope.database.pool, siteSpace.space.revisionId) }
}

const listed = ({ pages }: Place, isListed: (standing: PageStanding) => boolean): PlacedPage[] =>
  pages.all.filter((page) => isDocument(page) && isListed(pages.standing(page)))

const forMachines = ({ isHidden, isUnlisted }: PageStanding) => !isHidden && !isUnlisted

const forRobots = (standing: PageStanding) => forMachines(standing) && !standing.isUnlistedForRobots

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** In the text of a Markdown link. */
const linkText = (text: string) => oneLine(text).replace(/[\\[\]]/g, '\\$&')

/** `llms.txt`: the title of the site, and for each space its pages with the addresses of their Markdown. */
export async function* llmsIndex(visit: Visit): AsyncGenerator<string> {
  yield `# ${oneLine(siteTitle(visit))}\n`
  for await (const place of places(visit)) {
    const pages = listed(place, forMachines)
    if (pages.length === 0) continue
    yield `\n## ${oneLine(titleOf(visit, place.siteSpace))}\n\n`
    const space = visit.address + siteSpacePath(visit, place.siteSpace)
    for (const {
      title,
      description,
      place: { path },
    } of pages) {
      const link = `- [${linkText(title)}](${space}${encodePagePath(path ?? '')}.md)`
      yield description ? `${link}: ${oneLine(description)}\n` : `${link}\n`
    }
  }
}

function titleOf({ structure }: Visit, { sectionId, space }: VisibleSiteSpace): string {
  const section = structure.sections.find(({ id }) => id === sectionId)
  if (!section) return space.title
  return section.siteSpaces.length > 1 ? `${section.title}: ${space.title}` : section.title
}

/** Bodies in memory at once. */
const pagesAtOnce = 50

/** `llms-full.txt`: the Markdown of all pages. */
export async function* llmsFull(visit: Visit): AsyncGenerator<string> {
  yield `# ${oneLine(siteTitle(visit))}\n`
  for await (const place of places(visit)) {
    const pages = listed(place, forMachines)
    for (let start = 0; start < pages.length; start += pagesAtOnce) {
      const some = pages.slice(start, start + pagesAtOnce)
      const bodies = await readWholeBodies(visit.scope.database.pool, some)
      const texts = bodies.flatMap(({ body, reusable }) => [body, ...reusable.values()])
      const references = await References.read(visit, place, [
        ...texts.map(({ markdown }) => markdown),
        textOfReferences(some.flatMap(coverOf)),
      ])
      for (const [index, page] of some.entries()) {
        const body = bodies[index]
        if (body) yield `\n${publishedMarkdown(page, body, references, visit).trim()}\n`
      }
    }
  }
}

/** A sitemap holds no more, as the protocol says. */
export const urlsPerSitemap = 50_000

export interface SitemapEntry {
  readonly location: string
  readonly modified: Date
}

/** The pages that search engines may show. */
export async function* sitemapEntries(visit: Visit): AsyncGenerator<SitemapEntry> {
  if (!isOpenToRobots(visit)) return
  for await (const place of places(visit)) {
    const space = visit.address + siteSpacePath(visit, place.siteSpace)
    for (const page of listed(place, forRobots)) {
      const path = page === place.pages.first ? '' : encodePagePath(page.place.path ?? '')
      yield { location: space + path, modified: page.updatedAt }
    }
  }
}
