import type { VisibleSection, VisibleSiteSpace, VisibleStructure } from './visible-structure.ts'

/** What a path on a site leads to. */
export interface Resolution {
  /** Null on a site without sections. */
  readonly section: VisibleSection | null
  readonly siteSpace: VisibleSiteSpace
  /** What is left of the path: that of a page in the space. */
  readonly pathSegments: readonly string[]
  /** The path of the site-space on the site, empty for what is shown first. */
  readonly siteSpacePath: string
  /** The path as it was given names a section or site-space that is shown first without being named. */
  readonly namesDefault: boolean
  /** Nothing that may come behind the path can name a section or a site-space any more. */
  readonly complete: boolean
}

/**
 * Finds what a path on a site leads to: a section, where there are any and one has that path, a site-space in it, and
 * a page. What is not named is what is shown first. Null for a site in which nothing is visible.
 */
export function resolvePath(structure: VisibleStructure, segments: readonly string[]): Resolution | null {
  const rest = [...segments]
  const inSection = takePart(structure.sections, rest)
  const siblings = inSection ? inSection.part.siteSpaces : structure.root
  const inSiteSpace = takePart(siblings, rest)
  if (!inSiteSpace) return null
  const section = inSection?.part ?? null
  const parts = [section, inSiteSpace.part].filter((part) => part !== null)
  const isFork = !inSiteSpace.named && (siblings.length > 1 || openSections(structure, inSection))
  return {
    section,
    siteSpace: inSiteSpace.part,
    pathSegments: rest,
    siteSpacePath: pathOfParts(parts),
    namesDefault: [inSection, inSiteSpace].some((taken) => taken?.named && taken.part.isDefault),
    complete: rest.length > 0 || !isFork,
  }
}

interface Part {
  readonly path: string
  readonly isDefault: boolean
}

interface Taken<Item> {
  readonly part: Item
  /** The path has a segment for it. */
  readonly named: boolean
}

/** Takes the segment of one of the parts off a path; without one it is the part that is shown first. */
function takePart<Item extends Part>(parts: readonly Item[], rest: string[]): Taken<Item> | null {
  const named = parts.find(({ path }) => path === rest[0])
  if (named) rest.shift()
  const part = named ?? parts.find(({ isDefault }) => isDefault)
  return part ? { part, named: named !== undefined } : null
}

const openSections = ({ sections }: VisibleStructure, taken: Taken<VisibleSection> | null): boolean =>
  taken !== null && !taken.named && sections.length > 1

/** The path of parts inside of each other, from the outermost on. */
const pathOfParts = (parts: readonly Part[]): string =>
  parts
    .filter(({ isDefault }) => !isDefault)
    .map(({ path }) => encodeURIComponent(path))
    .join('/')

/** The path of a site-space on its site, empty for the one that is shown first. */
export const pathOfSiteSpace = (section: Part | null, siteSpace: Part): string =>
  pathOfParts(section ? [section, siteSpace] : [siteSpace])
