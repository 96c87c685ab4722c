import type { LocatedPage } from '../../modules/content/located-content.ts'
import type { SiteSpacePages } from '../../modules/published-sites/visible-content/references.ts'
import { readSiteSpacePages } from '../../modules/published-sites/visible-content/space-pages.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { isListedForMachines, listedPages } from './listed-pages.ts'

/** The number of pages that one list for machines has at most. A model reads a list of so many at once. */
export const pagesOfList = 1000

export interface ListPart {
  readonly title: string
  readonly pages: number
  readonly lines: string
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Escapes the text of a Markdown link. */
export const linkText = (text: string) => oneLine(text).replace(/[\\[\]]/g, '\\$&')

/** Returns the line of each page, with the URL of its Markdown. */
export function linesOf(
  visit: Visit,
  siteSpacePages: SiteSpacePages,
  pages: readonly LocatedPage[] = listedPages(siteSpacePages, isListedForMachines),
): string[] {
  const space = visit.address + siteSpacePath(visit, siteSpacePages.siteSpace)
  return pages.map(({ title, description, path }) => {
    const link = `- [${linkText(title)}](${space}${encodePagePath(path ?? '')}.md)`
    return description ? `${link}: ${oneLine(description)}\n` : `${link}\n`
  })
}

/**
 * Reads the parts of the list of a space. They are kept together, because the tree of so many pages, which each part is taken
 * from, may be too large to be kept.
 */
export async function readParts(visit: Visit, siteSpace: VisibleSiteSpace): Promise<readonly ListPart[]> {
  const space = visit.address + siteSpacePath(visit, siteSpace)
  const { parts } = await visit.cache.read(
    `list ${siteSpace.space.revisionId} ${visit.computedVersion} ${space}`,
    async () => {
      const siteSpacePages = { siteSpace, pages: await readSiteSpacePages(visit, siteSpace) }
      return {
        parts: partsOf(branchesOf(siteSpacePages)).map(({ title, pages }) => ({
          title,
          pages: pages.length,
          lines: linesOf(visit, siteSpacePages, pages).join(''),
        })),
      }
    },
    (read) => read.parts.reduce((bytes, { lines }) => bytes + 2 * lines.length, 0),
  )
  return parts
}

interface Branch {
  readonly title: string
  readonly pages: readonly LocatedPage[]
}

/** Returns the listed pages by the page or the group at the top of the space that they are below. */
function branchesOf(siteSpacePages: SiteSpacePages): Branch[] {
  const tops = new Map<string, LocatedPage>()
  // Every page comes after the one that it is below.
  for (const page of siteSpacePages.pages.all)
    tops.set(page.pageId, (page.parentId === null ? undefined : tops.get(page.parentId)) ?? page)
  const listed = listedPages(siteSpacePages, isListedForMachines)
  const branches = Map.groupBy(listed, ({ pageId }) => tops.get(pageId) as LocatedPage)
  return [...branches].map(([{ title }, pages]) => ({ title, pages }))
}

/** Joins branches that fit into one part, and cuts those that do not. */
function partsOf(branches: readonly Branch[]): Branch[] {
  const parts: { first: string; last: string; pages: LocatedPage[] }[] = []
  for (const { title, pages } of branches.flatMap(piecesOf)) {
    const part = parts.at(-1)
    if (part && part.pages.length + pages.length <= pagesOfList) {
      part.last = title
      part.pages.push(...pages)
    } else parts.push({ first: title, last: title, pages: [...pages] })
  }
  return parts.map(({ first, last, pages }) => ({
    title: first === last ? first : `${first} – ${last}`,
    pages,
  }))
}

function piecesOf({ title, pages }: Branch): Branch[] {
  const count = Math.ceil(pages.length / pagesOfList)
  if (count === 1) return [{ title, pages }]
  return Array.from({ length: count }, (_, index) => ({
    title: `${title} (${index + 1} of ${count})`,
    pages: pages.slice(index * pagesOfList, (index + 1) * pagesOfList),
  }))
}
