import { extend } from '../../graphql/model.ts'
import './schema/fonts.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { SiteSpace } from '../site-spaces/schema.ts'
import { Site } from '../sites/schema.ts'
import { SiteCustomizationSettingsInput, SiteSpaceCustomizationSettingsInput } from './schema/inputs.ts'
import { SiteCustomizationSettings } from './schema/settings.ts'
import * as service from './service.ts'

const unmasked = {
  defaultValue: false,
  description: 'Has no effect, because nothing is masked.',
  deprecationReason: 'Nothing is masked.',
} as const

extend(Site, (t) => ({
  customization: t.computed({
    type: SiteCustomizationSettings,
    description: 'Customization of the site, with defaults for settings that are not chosen.',
    args: { unmasked: t.arg.boolean(unmasked) },
    from: ['id'],
    with: { customization: ['settings'] },
    resolve: ({ customization }) => service.settingsOf(customization),
  }),
}))

extend(SiteSpace, (t) => ({
  customization: t.computed({
    type: SiteCustomizationSettings,
    description:
      'Customization of the site-space. Settings that are not chosen for it are those of the site.',
    args: { unmasked: t.arg.boolean(unmasked) },
    from: ['id'],
    with: { site: { customization: ['settings'] }, customization: ['settings'] },
    resolve: ({ site, customization }) => service.settingsOf(site.customization, customization),
  }),
}))

builder.mutationFields((t) => {
  const siteId = t.arg.id({ required: true, description: 'Id of the site.' })
  const organizationId = t.arg.id({ description: 'Id of the organization that must own the site.' })
  const siteSpaceId = t.arg.id({ required: true, description: 'Id of the site-space.' })
  return {
    updateSiteCustomization: mutation(t, {
      description: 'Replaces the customization of a site. Omitted fields use their defaults.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        input: t.arg({
          type: SiteCustomizationSettingsInput,
          required: true,
          description: 'Customization of the site.',
        }),
      },
      payload: { siteCustomizationSettings: SiteCustomizationSettings },
      resolve: async (_root, { input, ...address }, context) => ({
        siteCustomizationSettings: await service.updateSiteCustomization(context, address, input),
      }),
    }),
    updateSiteSpaceCustomization: mutation(t, {
      description: 'Updates the settings of a site-space that override the customization of its site.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        siteSpaceId,
        input: t.arg({
          type: SiteSpaceCustomizationSettingsInput,
          required: true,
          description: 'Fields to update.',
        }),
      },
      payload: { siteCustomizationSettings: SiteCustomizationSettings },
      resolve: async (_root, { input, siteSpaceId, ...address }, context) => ({
        siteCustomizationSettings: await service.updateSiteSpaceCustomization(
          context,
          address,
          siteSpaceId,
          input,
        ),
      }),
    }),
    deleteSiteSpaceCustomization: mutation(t, {
      description: 'Removes the customization of a site-space, so that it uses that of its site.',
      permission: 'site:administer',
      args: { siteId, organizationId, siteSpaceId },
      payload: { siteSpace: SiteSpace },
      resolve: async (_root, { siteSpaceId, ...address }, context) => ({
        siteSpace: await service.deleteSiteSpaceCustomization(context, address, siteSpaceId),
      }),
    }),
  }
})
