import { createHash } from 'node:crypto'

/** The token of the viewer that seed.sql creates. */
export const token = 'lectern_token_of_the_benchmark'

const counts = { sites: 10, spaces: 200, pagesPerSpace: 40 }

/** Returns the id of the nth row of a kind, as seed.sql makes them. */
export const seedId = (prefix: string, n: number): string =>
  prefix + createHash('md5').update(`${prefix}${n}`).digest('hex').slice(0, 26)

/** Ids and paths in the first organization, of which the viewer is a member. They belong together. */
export interface SeededIds {
  readonly organizationId: string
  readonly siteId: string
  readonly spaceId: string
  readonly spaceNumber: number
  readonly changeRequestId: string
  readonly pageId: string
  /** The path in the space of a page that is below another. */
  readonly pagePath: string
  /** The path of the page on the published site. */
  readonly publishedPath: string
}

/** Returns ids of the first organization: always the same ones, spread over all of its sites and spaces. */
export function seededIds(count: number): SeededIds[] {
  const random = pseudoRandom(42)
  return Array.from({ length: count }, () => idsOfSpace(1 + Math.floor(random() * counts.spaces)))
}

function idsOfSpace(space: number): SeededIds {
  const section = Math.ceil(space / 4)
  const site = Math.ceil(space / 20)
  const firstPage = (space - 1) * counts.pagesPerSpace + 1
  // The default section and the default site-space have no segment of their own.
  const sectionPath = (section - 1) % 5 === 0 ? '' : `/section-${section}`
  const siteSpacePath = (space - 1) % 4 === 0 ? '' : `/p-${space}`
  const pagePath = `page-${firstPage + 2}/page-${firstPage + 10}`
  return {
    organizationId: seedId('org', 1),
    siteId: seedId('sit', site),
    spaceId: seedId('spc', space),
    spaceNumber: space,
    changeRequestId: seedId('chr', space * 2 - 1),
    pageId: seedId('pag', firstPage + 2),
    pagePath,
    publishedPath: `/sites/${seedId('org', 1)}/${seedId('sit', site)}${sectionPath}${siteSpacePath}/${pagePath}`,
  }
}

function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
