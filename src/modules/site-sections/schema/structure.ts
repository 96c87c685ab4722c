import { builder } from '../../../graphql/builder.ts'
import { viewerOf } from '../../../graphql/context.ts'
import { shownSiteSpaces } from '../../site-spaces/policy.ts'
import { SiteStructureTypeEnum } from '../../sites/enums.ts'
import { Site, SiteStructureItem } from '../../sites/schema.ts'

/** A section, a group or a site-space, with what else of it is asked for. */
interface Item {
  readonly id: string
  readonly position: string
}

interface Structure {
  readonly type: 'SECTIONS' | 'SITE_SPACES'
  readonly structure: readonly Item[]
}

const SiteStructure = builder.objectRef<Structure>('SiteStructure').implement({
  description: 'The structure of a site.',
  fields: (t) => ({
    type: t.expose('type', { type: SiteStructureTypeEnum, description: 'Kind of the items at the root.' }),
    structure: t.field({
      type: [SiteStructureItem],
      description: 'Section groups and sections without a group, or site-spaces, in the order of the site.',
      resolve: ({ structure }) => [...structure],
    }),
  }),
})

const orderBy = [{ position: 'asc' as const }, { id: 'asc' as const }]
/** What tells the type of the structure, which may be all that is asked for. */
const inOrder = { orderBy, select: { id: true as const, position: true as const } }

/** A site with site-spaces at its root has no sections, though it may have groups that are still empty. */
const structureOf = (sections: readonly Item[], siteSpaces: readonly Item[]): Structure =>
  siteSpaces.length > 0 || sections.length === 0
    ? { type: 'SITE_SPACES', structure: siteSpaces }
    : {
        type: 'SECTIONS',
        structure: [...sections].sort((one, other) => (one.position < other.position ? -1 : 1)),
      }

builder.prismaObjectFields(Site, (t) => ({
  structure: t.field({
    type: SiteStructure,
    description: 'All items at the root of the site, in order.',
    args: {
      shareKey: t.arg.string({
        description: 'Key of a share link. It has no effect on what a caller with a token may read.',
      }),
    },
    select: (_args, context, nestedSelection) => ({
      sections: nestedSelection({ where: { groupId: null }, ...inOrder }, ['structure'], 'SiteSection'),
      sectionGroups: nestedSelection(inOrder, ['structure'], 'SiteSectionGroup'),
      siteSpaces: nestedSelection(
        { where: { sectionId: null, ...shownSiteSpaces(viewerOf(context)) }, ...inOrder },
        ['structure'],
        'SiteSpace',
      ),
    }),
    resolve: ({ sections, sectionGroups, siteSpaces }) =>
      structureOf([...sections, ...sectionGroups], siteSpaces),
  }),
}))
