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
  description: 'What is at the root of a site.',
  fields: (t) => ({
    type: t.expose('type', { type: SiteStructureTypeEnum, description: 'What the site is made of.' }),
    structure: t.field({
      type: [SiteStructureItem],
      description: 'Sections outside of groups together with groups, or site-spaces, in their order.',
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
    description: 'What is at the root of the site, complete and in order.',
    args: {
      shareKey: t.arg.string({
        description: 'Key of a share link. What a caller with a token may read does not depend on it.',
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
