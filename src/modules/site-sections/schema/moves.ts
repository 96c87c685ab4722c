import { builder } from '../../../graphql/builder.ts'
import { mutation } from '../../../graphql/payload.ts'
import { SiteSpace } from '../../site-spaces/schema.ts'
import { SiteStructureItem } from '../../sites/schema.ts'
import { siteArguments } from '../../sites/site-arguments.ts'
import { placeAmongSiblings, placedAfter, placedBefore } from '../../sites/structure/item-fields.ts'
import { duplicateSiteSpace } from '../duplicate-service.ts'
import * as service from '../moves.ts'
import { SiteSectionGroup } from './group.ts'
import { SiteSection } from './section.ts'

const siteSection = { description: 'Id of a section.' }
const siteSectionGroup = { description: 'Id of a section group.' }

const SiteSectionPointerInput = builder.inputType('SiteSectionPointerInput', {
  description: 'A section.',
  isOneOf: true,
  extensions: { rest: { discriminator: { member: 'type' } } },
  fields: (t) => ({ siteSection: t.id(siteSection) }),
})

/** REST names the items of all kinds in the same member. */
const pointerInRest = { rest: { discriminator: { member: 'type', value: 'id' } } }

const SiteSectionGroupPointerInput = builder.inputType('SiteSectionGroupPointerInput', {
  description: 'A group, or a section outside of groups.',
  isOneOf: true,
  extensions: pointerInRest,
  fields: (t) => ({ siteSection: t.id(siteSection), siteSectionGroup: t.id(siteSectionGroup) }),
})

const SiteStructurePointerInput = builder.inputType('SiteStructurePointerInput', {
  description: 'A site-space, a section, a section group or an external link.',
  isOneOf: true,
  extensions: pointerInRest,
  fields: (t) => ({
    siteSpace: t.id({ description: 'Id of a site-space.' }),
    siteSection: t.id(siteSection),
    siteSectionGroup: t.id(siteSectionGroup),
    siteExternalLink: t.id({ description: 'Id of an external link.' }),
  }),
})

const SiteSectionPositionInput = builder.inputType('SiteSectionPositionInput', {
  description: placeAmongSiblings,
  fields: (t) => ({
    before: t.field({ type: SiteSectionPointerInput, ...placedBefore }),
    after: t.field({ type: SiteSectionPointerInput, ...placedAfter }),
  }),
})

const SiteSectionGroupPositionInput = builder.inputType('SiteSectionGroupPositionInput', {
  description: placeAmongSiblings,
  fields: (t) => ({
    before: t.field({ type: SiteSectionGroupPointerInput, ...placedBefore }),
    after: t.field({ type: SiteSectionGroupPointerInput, ...placedAfter }),
  }),
})

const SiteStructurePositionInput = builder.inputType('SiteStructurePositionInput', {
  description: placeAmongSiblings,
  fields: (t) => ({
    before: t.field({ type: SiteStructurePointerInput, ...placedBefore }),
    after: t.field({ type: SiteStructurePointerInput, ...placedAfter }),
  }),
})

const MoveSiteSectionInput = builder.inputType('MoveSiteSectionInput', {
  description: 'Target of a move within the group, or within the root.',
  fields: (t) => ({
    position: t.field({ type: SiteSectionPositionInput, description: 'Target position. Default: the end.' }),
  }),
})

const MoveSiteSectionGroupInput = builder.inputType('MoveSiteSectionGroupInput', {
  description: 'Target of a move within the root.',
  fields: (t) => ({
    position: t.field({
      type: SiteSectionGroupPositionInput,
      description: 'Target position. Default: the end.',
    }),
  }),
})

const MoveSiteStructureItemInput = builder.inputType('MoveSiteStructureItemInput', {
  description: 'An item of the structure of a site to move, and its target.',
  fields: (t) => ({
    item: t.field({
      type: SiteStructurePointerInput,
      required: true,
      description: 'The section, section group or site-space to move.',
    }),
    position: t.field({
      type: SiteStructurePositionInput,
      required: true,
      description: 'Position among the siblings.',
    }),
  }),
})

const unchanged = 'A move to the current position succeeds.'

const DuplicateSiteSpaceInput = builder.inputType('DuplicateSiteSpaceInput', {
  description: 'Fields of the copy of a site-space.',
  fields: (t) => ({
    isDraft: t.boolean({
      description: 'Whether the copy, and a new section for it, are drafts. Default: false.',
      extensions: { rest: 'draft' },
    }),
  }),
})

builder.mutationFields((t) => {
  const ofSite = siteArguments(t)
  const where = { description: 'Target of the move. Default: the end.' }
  return {
    moveSiteSection: mutation(t, {
      description: `Moves a section within its group, or within the root. ${unchanged}`,
      permission: 'site:administer',
      args: {
        ...ofSite,
        siteSectionId: t.arg.id({ required: true, description: 'Id of the section.' }),
        input: t.arg({ type: MoveSiteSectionInput, ...where }),
      },
      target: { type: 'SiteSection', id: 'siteSectionId' },
      payload: { siteSection: SiteSection },
      resolve: async (_root, { input, siteSectionId, ...address }, context) => ({
        siteSection: await service.moveSection(context, address, siteSectionId, input ?? {}),
      }),
    }),
    duplicateSiteSpace: mutation(t, {
      heavy: 'merges',
      description:
        'Copies the space of a site-space with its content, and adds the copy to the site: beside the original, or in a new section behind it where the original is the only variant of its section.',
      // The copy is content of the organization, or of the collection of the original.
      permission: ['site:administer', 'organization:create-content', 'collection:create-content'],
      args: {
        ...ofSite,
        siteSpaceId: t.arg.id({ required: true, description: 'Id of the site-space.' }),
        input: t.arg({ type: DuplicateSiteSpaceInput, description: 'Fields of the copy.' }),
      },
      target: { type: 'SiteSpace', id: 'siteSpaceId' },
      payload: { siteSpace: SiteSpace },
      resolve: async (_root, { input, siteSpaceId, ...address }, context) => ({
        siteSpace: await duplicateSiteSpace(context, address, siteSpaceId, input ?? {}),
      }),
    }),
    moveSiteSectionGroup: mutation(t, {
      description: `Moves a section group with its sections within the root. ${unchanged}`,
      permission: 'site:administer',
      args: {
        ...ofSite,
        siteSectionGroupId: t.arg.id({ required: true, description: 'Id of the group.' }),
        input: t.arg({ type: MoveSiteSectionGroupInput, ...where }),
      },
      target: { type: 'SiteSectionGroup', id: 'siteSectionGroupId' },
      payload: { siteSectionGroup: SiteSectionGroup },
      resolve: async (_root, { input, siteSectionGroupId, ...address }, context) => ({
        siteSectionGroup: await service.moveSectionGroup(context, address, siteSectionGroupId, input ?? {}),
      }),
    }),
    moveSiteStructureItem: mutation(t, {
      description: `Moves a site-space, a section or a section group among its siblings. ${unchanged}`,
      permission: 'site:administer',
      args: {
        ...ofSite,
        input: t.arg({
          type: MoveSiteStructureItemInput,
          required: true,
          description: 'The section, section group or site-space to move.',
        }),
      },
      target: { type: 'SiteStructureItem' },
      payload: { siteStructureItem: { type: SiteStructureItem, description: 'The moved item.' } },
      resolve: async (_root, { input, ...address }, context) => ({
        siteStructureItem: await service.sortStructure(context, address, input),
      }),
    }),
  }
})
