import './schema/fonts.ts'
import { builder } from '../../graphql/builder.ts'
import { SiteSpace } from '../site-spaces/schema.ts'
import { Site } from '../sites/schema.ts'
import { SiteCustomizationSettingsInput, SiteSpaceCustomizationSettingsInput } from './schema/inputs.ts'
import { SiteCustomizationSettings } from './schema/settings.ts'
import * as service from './service.ts'

const unmasked = {
  defaultValue: false,
  description: 'Nothing is masked, so that this changes nothing.',
  deprecationReason: 'Nothing is masked.',
} as const

builder.prismaObjectFields(Site, (t) => ({
  customization: t.field({
    type: SiteCustomizationSettings,
    description: 'The look of the site, with the defaults for all that is not chosen.',
    args: { unmasked: t.arg.boolean(unmasked) },
    select: { customization: true },
    resolve: ({ customization }) => service.settingsOf(customization),
  }),
}))

builder.prismaObjectFields(SiteSpace, (t) => ({
  customization: t.field({
    type: SiteCustomizationSettings,
    description: 'The look of the site-space: that of the site, but for what is chosen here.',
    args: { unmasked: t.arg.boolean(unmasked) },
    select: { customization: true, site: { select: { customization: true } } },
    resolve: ({ customization, site }) => service.settingsOf(site.customization, customization),
  }),
}))

builder.mutationFields((t) => {
  const siteId = t.arg.id({ required: true, description: 'Id of the site.' })
  const organizationId = t.arg.id({ description: 'Id of the organization that must own the site.' })
  const siteSpaceId = t.arg.id({ required: true, description: 'Id of the site-space.' })
  return {
    updateSiteCustomization: t.field({
      type: SiteCustomizationSettings,
      description: 'Chooses the look of a site anew: all that is not named has its default.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        input: t.arg({
          type: SiteCustomizationSettingsInput,
          required: true,
          description: 'What to choose.',
        }),
      },
      resolve: (_root, { input, ...address }, context) =>
        service.updateSiteCustomization(context, address, input),
    }),
    updateSiteSpaceCustomization: t.field({
      type: SiteCustomizationSettings,
      description: 'Changes what a site-space has of its own in place of the look of its site.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        siteSpaceId,
        input: t.arg({
          type: SiteSpaceCustomizationSettingsInput,
          required: true,
          description: 'What to change.',
        }),
      },
      resolve: (_root, { input, siteSpaceId, ...address }, context) =>
        service.updateSiteSpaceCustomization(context, address, siteSpaceId, input),
    }),
    deleteSiteSpaceCustomization: t.field({
      type: 'ID',
      description: 'Gives a site-space the look of its site again and returns the id of the site-space.',
      permission: 'site:administer',
      args: { siteId, organizationId, siteSpaceId },
      resolve: (_root, { siteSpaceId, ...address }, context) =>
        service.deleteSiteSpaceCustomization(context, address, siteSpaceId),
    }),
  }
})
