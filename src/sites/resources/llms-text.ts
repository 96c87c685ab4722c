import { withCommas } from '../../base/english.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import { siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { inLanguage } from '../../modules/sites/structure/localized.ts'
import { siteTitle } from '../render/page-head.ts'
import { listedCounts } from './listed-counts.ts'
import { readSiteSpaces } from './listed-pages.ts'
import { linesOf, linkText, oneLine, pagesOfList, readParts } from './llms-parts.ts'

/**
 * Returns `llms.txt`: the title of the site, and for each space its pages with the URLs of their Markdown. Where all of them are
 * many, it is a map: of the spaces, each of which has such a text of its own, or of the parts of the one space.
 */
export async function llmsIndex(visit: Visit, siteSpaces: readonly VisibleSiteSpace[]): Promise<string> {
  const counts = await listedCounts(visit, siteSpaces)
  const filled = [...counts].flatMap(([siteSpace, { forMachines }]) =>
    forMachines === 0 ? [] : [{ siteSpace, pages: forMachines }],
  )
  const all = filled.reduce((sum, { pages }) => sum + pages, 0)
  const title = titleLine(visit)
  const [first] = filled
  if (!first) return title
  if (all > pagesOfList)
    return (
      title + (filled.length === 1 ? await mapOfParts(visit, first.siteSpace) : mapOfSpaces(visit, filled))
    )
  const lists: string[] = []
  const read = readSiteSpaces(
    visit,
    filled.map(({ siteSpace }) => siteSpace),
  )
  for await (const siteSpacePages of read)
    lists.push(
      `\n## ${oneLine(titleOf(visit, siteSpacePages.siteSpace))}\n\n${linesOf(visit, siteSpacePages).join('')}`,
    )
  return title + lists.join('')
}

/** Returns the part of the list of a space with a number, counted from 1; null if there are fewer, or the list is whole. */
export async function llmsPart(
  visit: Visit,
  siteSpace: VisibleSiteSpace,
  number: number,
): Promise<string | null> {
  const counts = await listedCounts(visit, [siteSpace])
  if ((counts.get(siteSpace)?.forMachines ?? 0) <= pagesOfList) return null
  const part = (await readParts(visit, siteSpace))[number - 1]
  if (!part) return null
  return `${titleLine(visit)}\n## ${oneLine(`${titleOf(visit, siteSpace)}: ${part.title}`)}\n\n${part.lines}`
}

/** Returns the number of the part that a file name is that of; undefined unless it is one. */
export function partNumberOf(name: string): number | undefined {
  const [, number] = /^llms-([1-9]\d{0,4})\.txt$/.exec(name) ?? []
  return number === undefined ? undefined : Number(number)
}

export const titleLine = (visit: Visit): string => `# ${oneLine(siteTitle(visit))}\n`

interface FilledSpace {
  readonly siteSpace: VisibleSiteSpace
  readonly pages: number
}

function mapOfSpaces(visit: Visit, filled: readonly FilledSpace[]): string {
  const lines = filled.map(({ siteSpace, pages }) =>
    mapLine(titleOf(visit, siteSpace), `${addressOf(visit, siteSpace)}/llms.txt`, pages),
  )
  return `\n## Sections\n\n${lines.join('')}`
}

async function mapOfParts(visit: Visit, siteSpace: VisibleSiteSpace): Promise<string> {
  const parts = await readParts(visit, siteSpace)
  const lines = parts.map(({ title, pages }, index) =>
    mapLine(title, `${addressOf(visit, siteSpace)}/llms-${index + 1}.txt`, pages),
  )
  return `\n## ${oneLine(titleOf(visit, siteSpace))}\n\n${lines.join('')}`
}

const mapLine = (title: string, address: string, pages: number): string =>
  `- [${linkText(title)}](${address}): ${withCommas(pages)} ${pages === 1 ? 'page' : 'pages'}\n`

/** Returns the address of a site-space, with the name of a default one: its list has another address than that of the site. */
function addressOf(visit: Visit, siteSpace: VisibleSiteSpace): string {
  const section = visit.structure.sections.find(({ id }) => id === siteSpace.sectionId)
  const path = siteSpacePath(visit, siteSpace).slice(1) || encodeURIComponent((section ?? siteSpace).path)
  return `${visit.address}/${path}`
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
