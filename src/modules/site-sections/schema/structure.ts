import { causeExtension } from '../../../graph/declare/cause.ts'
import { extend } from '../../../graph/declare/model.ts'
import { allVisible } from '../../../graph/declare/model-reads.ts'
import { builder } from '../../../graphql/builder.ts'
import { SiteSpace } from '../../site-spaces/schema.ts'
import { SiteStructureTypeEnum } from '../../sites/enums.ts'
import { Site, SiteStructureItem } from '../../sites/schema.ts'
import { shareKey } from '../../sites/structure/item-fields.ts'
import { SiteExternalLink } from './external-link.ts'
import { SiteSectionGroup } from './group.ts'
import { SiteSection } from './section.ts'

/** A section, a group, an external link or a site-space. */
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
      description:
        'Section groups, sections and external links without a group, or site-spaces, in the order of the site.',
      resolve: ({ structure }) => [...structure],
    }),
  }),
})

/** A site with site-spaces at its root has no sections, though it may have groups that are still empty. */
const structureOf = (sections: readonly Item[], siteSpaces: readonly Item[]): Structure =>
  siteSpaces.length > 0 || sections.length === 0
    ? { type: 'SITE_SPACES', structure: siteSpaces }
    : {
        type: 'SECTIONS',
        structure: inOrder(sections),
      }

const inOrder = (items: readonly Item[]): Item[] =>
  [...items].sort((one, other) => (one.position < other.position ? -1 : 1))

extend(Site, (t) => ({
  structure: t.code({
    extensions: { [causeExtension]: 'Its items are rows of several tables in one order.' },
    type: SiteStructure,
    description: 'All items at the root of the site, in order.',
    args: {
      shareKey: t.arg.string(shareKey),
    },
    resolve: async ({ id }, _args, context) => {
      const inSite = { by: 'siteId', order: ['position'] } as const
      const atRoot = { ...inSite, where: { groupId: null } }
      const [sections, groups, links, siteSpaces] = await Promise.all([
        allVisible(SiteSection, context, atRoot, id),
        allVisible(SiteSectionGroup, context, atRoot, id),
        allVisible(SiteExternalLink, context, atRoot, id),
        allVisible(SiteSpace, context, { ...inSite, where: { sectionId: null } }, id),
      ])
      return structureOf([...sections, ...groups, ...links], siteSpaces)
    },
  }),
}))

extend(SiteSectionGroup, (t) => ({
  allChildren: t.code({
    extensions: { [causeExtension]: 'Its items are rows of several tables in one order.' },
    type: [SiteStructureItem],
    description: 'All sections, groups and external links in the group, in order.',
    resolve: async ({ id }, _args, context) => {
      const inGroup = { by: 'groupId', order: ['position'] } as const
      const children = await Promise.all([
        allVisible(SiteSection, context, inGroup, id),
        allVisible(SiteSectionGroup, context, inGroup, id),
        allVisible(SiteExternalLink, context, inGroup, id),
      ])
      return inOrder(children.flat())
    },
  }),
}))
