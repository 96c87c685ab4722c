import type {
  SiteSectionGroup as GroupRow,
  SiteSection as SectionRow,
  SiteSpace as SiteSpaceRow,
} from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { viewerOf } from '../../../graphql/context.ts'
import { shownSiteSpaces } from '../../site-spaces/policy.ts'
import { SiteStructureTypeEnum } from '../../sites/enums.ts'
import { Site, SiteStructureItem } from '../../sites/schema.ts'

type Item = SectionRow | GroupRow | SiteSpaceRow

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

const inOrder = [{ position: 'asc' as const }, { id: 'asc' as const }]

/** A site with site-spaces at its root has no sections, though it may have groups that are still empty. */
const structureOf = (sections: readonly (SectionRow | GroupRow)[], siteSpaces: readonly Item[]): Structure =>
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
      sections: nestedSelection({ where: { groupId: null }, orderBy: inOrder }, ['structure'], 'SiteSection'),
      sectionGroups: nestedSelection({ orderBy: inOrder }, ['structure'], 'SiteSectionGroup'),
      siteSpaces: nestedSelection(
        { where: { sectionId: null, ...shownSiteSpaces(viewerOf(context)) }, orderBy: inOrder },
        ['structure'],
        'SiteSpace',
      ),
    }),
    resolve: ({ sections, sectionGroups, siteSpaces }) =>
      structureOf([...sections, ...sectionGroups], siteSpaces),
  }),
}))
