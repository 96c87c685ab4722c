import type { ImportNote } from '../../formats/import/report/notes.ts'

/** A note that the command prints. No report keeps it, so that it is told in English alone. */
export type SiteNote = Pick<ImportNote, 'kind' | 'path' | 'text'>

/** Texts by language. */
export type Localized = Readonly<Record<string, string>>

interface Titled {
  readonly title: string
  readonly localizedTitle?: Localized | undefined
}

interface Described extends Titled {
  readonly description?: string | undefined
  readonly localizedDescription?: Localized | undefined
  readonly icon?: string | undefined
  readonly condition?: string | undefined
}

/** A space of a site, and the folder of the source that it is read from. */
export interface PlannedSpace extends Titled {
  readonly kind: 'space'
  /** The path without a trailing slash, `.` for the whole source. */
  readonly folder: string
  /** A BCP 47 tag. */
  readonly language?: string | undefined
  /** The path on the site. Derived from the title if absent. */
  readonly path?: string | undefined
  readonly isDefault: boolean
  readonly isHidden?: boolean | undefined
  readonly isDraft?: boolean | undefined
  readonly condition?: string | undefined
}

export interface PlannedSection extends Described {
  readonly kind: 'section'
  readonly path?: string | undefined
  readonly isDefault: boolean
  readonly spaces: readonly PlannedSpace[]
}

export interface PlannedGroup extends Titled {
  readonly kind: 'section-group'
  readonly icon?: string | undefined
  readonly isDraft?: boolean | undefined
  readonly children: readonly PlannedNode[]
}

export interface PlannedLink extends Described {
  readonly kind: 'external-link'
  readonly url: string
  readonly isDraft?: boolean | undefined
}

export type PlannedNode = PlannedSection | PlannedGroup | PlannedLink

/** The spaces of a site and their order, before anything is read from their folders. */
export interface SitePlan {
  /** The title that the source has for the site. */
  readonly title?: string | undefined
  /** The variants of a site without sections, or none. */
  readonly spaces: readonly PlannedSpace[]
  readonly nodes: readonly PlannedNode[]
  readonly notes: readonly SiteNote[]
}

const sectionsIn = (nodes: readonly PlannedNode[]): PlannedSection[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'section') return [node]
    return node.kind === 'section-group' ? sectionsIn(node.children) : []
  })

/** Returns the spaces of a site in its order. A space that is shown twice is there twice. */
export const spacesOfPlan = ({ spaces, nodes }: SitePlan): PlannedSpace[] => [
  ...spaces,
  ...sectionsIn(nodes).flatMap((section) => section.spaces),
]
