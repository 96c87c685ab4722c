import type { VisibleSection, VisibleSiteSpace } from './visible-structure.ts'

/** A section or a site-space, as far as paths name it. */
export interface Part {
  readonly path: string
  readonly isDefault: boolean
}

/** The parts of a site that paths lead to. */
export interface PathStructure<Section, SiteSpace> {
  readonly sections: readonly Section[]
  /** The site-spaces that are in no section. */
  readonly root: readonly SiteSpace[]
}

/** The section, site-space and page at a path of a site. */
export interface Resolution<Section = VisibleSection, SiteSpace = VisibleSiteSpace> {
  /** Null on a site without sections. */
  readonly section: Section | null
  readonly siteSpace: SiteSpace
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
export function resolvePath<
  SiteSpace extends Part,
  Section extends Part & { readonly siteSpaces: readonly SiteSpace[] },
>(
  structure: PathStructure<Section, SiteSpace>,
  segments: readonly string[],
): Resolution<Section, SiteSpace> | null {
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

interface Taken<Item> {
  readonly part: Item
  /** The path names the part. */
  readonly named: boolean
}

/** Removes the segment of a part from the path. Returns the default part if the path names none. */
function takePart<Item extends Part>(parts: readonly Item[], rest: string[]): Taken<Item> | null {
  const taken = partAt(parts, rest[0])
  if (taken?.named) rest.shift()
  return taken
}

/** Returns the part that a segment of a path names, or the default part if it names none. */
export function partAt<Item extends Part>(
  parts: readonly Item[],
  segment: string | undefined,
): Taken<Item> | null {
  const named = parts.find(({ path }) => path === segment)
  const part = named ?? parts.find(({ isDefault }) => isDefault)
  return part ? { part, named: named !== undefined } : null
}

const openSections = ({ sections }: PathStructure<unknown, unknown>, taken: Taken<unknown> | null): boolean =>
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
