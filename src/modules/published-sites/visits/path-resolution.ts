import type { VisibleSection, VisibleSiteSpace, VisibleStructure } from './visible-structure.ts'

/** The section, site-space and page at a path of a site. */
export interface Resolution {
  /** Null on a site without sections. */
  readonly section: VisibleSection | null
  readonly siteSpace: VisibleSiteSpace
  /** The rest of the path, which is the path of a page in the space. */
  readonly pathSegments: readonly string[]
  /** Path of the site-space on the site, empty for the default one. */
  readonly siteSpacePath: string
  /** The path names a default section or site-space, which is not part of its canonical path. */
  readonly namesDefault: boolean
  /** A longer path could not name another section or site-space. */
  readonly complete: boolean
}

/**
 * Resolves a path on a site: a section, if the site has sections and one has that path, a site-space in it, and a
 * page. Parts that the path does not name are the defaults. Returns null if nothing on the site is visible.
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
  /** The path names the part. */
  readonly named: boolean
}

/** Removes the segment of a part from the path. Returns the default part if the path names none. */
function takePart<Item extends Part>(parts: readonly Item[], rest: string[]): Taken<Item> | null {
  const named = parts.find(({ path }) => path === rest[0])
  if (named) rest.shift()
  const part = named ?? parts.find(({ isDefault }) => isDefault)
  return part ? { part, named: named !== undefined } : null
}

const openSections = ({ sections }: VisibleStructure, taken: Taken<VisibleSection> | null): boolean =>
  taken !== null && !taken.named && sections.length > 1

/** Returns the path of nested parts, the outermost first. */
const pathOfParts = (parts: readonly Part[]): string =>
  parts
    .filter(({ isDefault }) => !isDefault)
    .map(({ path }) => encodeURIComponent(path))
    .join('/')

/** Returns the path of a site-space on its site, empty for the default one. */
export const pathOfSiteSpace = (section: Part | null, siteSpace: Part): string =>
  pathOfParts(section ? [section, siteSpace] : [siteSpace])
