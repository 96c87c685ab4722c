import { builder } from '../../../graphql/builder.ts'
import { SiteStructureItem } from '../../sites/schema.ts'
import * as service from '../moves.ts'
import { SiteSectionGroup } from './group.ts'
import { SiteSection } from './section.ts'

const SITE_SECTION = { description: 'A section.' }
const SITE_SECTION_GROUP = { description: 'A section group.' }
const SITE_SPACE = { description: 'A site-space.' }

const SiteSectionPointerType = builder.enumType('SiteSectionPointerType', {
  description: 'What may stand beside a section that is moved.',
  values: { SITE_SECTION } as const,
})

const SiteSectionGroupPointerType = builder.enumType('SiteSectionGroupPointerType', {
  description: 'What may stand beside a section group.',
  values: { SITE_SECTION, SITE_SECTION_GROUP } as const,
})

const SiteStructurePointerType = builder.enumType('SiteStructurePointerType', {
  description: 'What the structure of a site is made of.',
  values: { SITE_SPACE, SITE_SECTION, SITE_SECTION_GROUP } as const,
})

const SiteSectionPointerInput = builder.inputType('SiteSectionPointerInput', {
  description: 'A section.',
  fields: (t) => ({
    type: t.field({ type: SiteSectionPointerType, required: true, description: 'What it is.' }),
    siteSection: t.id({ required: true, description: 'Id of the section.' }),
  }),
})

const SiteSectionGroupPointerInput = builder.inputType('SiteSectionGroupPointerInput', {
  description: 'A group, or a section outside of groups.',
  fields: (t) => ({
    type: t.field({ type: SiteSectionGroupPointerType, required: true, description: 'What it is.' }),
    id: t.id({ required: true, description: 'Its id.' }),
  }),
})

const SiteStructurePointerInput = builder.inputType('SiteStructurePointerInput', {
  description: 'A site-space, a section or a section group.',
  fields: (t) => ({
    type: t.field({ type: SiteStructurePointerType, required: true, description: 'What it is.' }),
    id: t.id({ required: true, description: 'Its id.' }),
  }),
})

const place =
  'A place among siblings. Given both members, the two must be neighbours; given neither, the place is the end.'
const before = { description: 'Directly in front of this one.' }
const after = { description: 'Directly behind this one.' }

const SiteSectionPositionInput = builder.inputType('SiteSectionPositionInput', {
  description: place,
  fields: (t) => ({
    before: t.field({ type: SiteSectionPointerInput, ...before }),
    after: t.field({ type: SiteSectionPointerInput, ...after }),
  }),
})

const SiteSectionGroupPositionInput = builder.inputType('SiteSectionGroupPositionInput', {
  description: place,
  fields: (t) => ({
    before: t.field({ type: SiteSectionGroupPointerInput, ...before }),
    after: t.field({ type: SiteSectionGroupPointerInput, ...after }),
  }),
})

const SiteStructurePositionInput = builder.inputType('SiteStructurePositionInput', {
  description: place,
  fields: (t) => ({
    before: t.field({ type: SiteStructurePointerInput, ...before }),
    after: t.field({ type: SiteStructurePointerInput, ...after }),
  }),
})

const MoveSiteSectionInput = builder.inputType('MoveSiteSectionInput', {
  description: 'Where to move a section: in its group, or at the root.',
  fields: (t) => ({
    position: t.field({ type: SiteSectionPositionInput, description: 'The place; the end if absent.' }),
  }),
})

const MoveSiteSectionGroupInput = builder.inputType('MoveSiteSectionGroupInput', {
  description: 'Where to move a section group.',
  fields: (t) => ({
    position: t.field({ type: SiteSectionGroupPositionInput, description: 'The place; the end if absent.' }),
  }),
})

const SortSiteStructureInput = builder.inputType('SortSiteStructureInput', {
  description: 'What to move in the structure of a site, and where to.',
  fields: (t) => ({
    item: t.field({ type: SiteStructurePointerInput, required: true, description: 'What to move.' }),
    position: t.field({
      type: SiteStructurePositionInput,
      required: true,
      description: 'The place among its siblings.',
    }),
  }),
})

const unchanged = 'A move that changes nothing succeeds.'

builder.mutationFields((t) => {
  const siteId = t.arg.id({ required: true, description: 'Id of the site.' })
  const organizationId = t.arg.id({ description: 'Id of the organization that must own the site.' })
  const where = { description: 'Where to; the end if absent.' }
  return {
    moveSiteSection: t.field({
      type: SiteSection,
      description: `Moves a section among those of its group, or among what is at the root. ${unchanged}`,
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        siteSectionId: t.arg.id({ required: true, description: 'Id of the section.' }),
        input: t.arg({ type: MoveSiteSectionInput, ...where }),
      },
      resolve: (_root, { input, siteSectionId, ...address }, context) =>
        service.moveSection(context, address, siteSectionId, input ?? {}),
    }),
    moveSiteSectionGroup: t.field({
      type: SiteSectionGroup,
      description: `Moves a section group with its sections among what is at the root. ${unchanged}`,
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        siteSectionGroupId: t.arg.id({ required: true, description: 'Id of the group.' }),
        input: t.arg({ type: MoveSiteSectionGroupInput, ...where }),
      },
      resolve: (_root, { input, siteSectionGroupId, ...address }, context) =>
        service.moveSectionGroup(context, address, siteSectionGroupId, input ?? {}),
    }),
    sortSiteStructure: t.field({
      type: SiteStructureItem,
      description: `Moves a site-space, a section or a section group among its siblings. ${unchanged}`,
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        input: t.arg({ type: SortSiteStructureInput, required: true, description: 'What to move.' }),
      },
      resolve: (_root, { input, ...address }, context) => service.sortStructure(context, address, input),
    }),
  }
})
