import { mayOnSite } from '../../access/authorize.ts'
import type { SiteRights } from '../../access/viewer.ts'
import type { FieldContext } from '../../graph/declare/field-context.ts'
import { extend } from '../../graph/declare/model.ts'
import { siteArguments } from '../sites/site-arguments.ts'
import './schema/fonts.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { SiteSpace } from '../site-spaces/schema.ts'
import { Site } from '../sites/schema.ts'
import {
  SiteCustomizationSettingsInput,
  SiteSpaceCustomizationSettingsInput,
  UpdateSiteCustomizationInput,
} from './schema/inputs.ts'
import { SiteCustomizationSettings } from './schema/settings.ts'
import * as service from './service.ts'

const unmasked = {
  defaultValue: false,
  description: 'Has no effect, because nothing is masked.',
  deprecationReason: 'Nothing is masked.',
} as const

/** Returns the settings as the viewer may see them. */
const shownTo = ({ viewer }: FieldContext, site: SiteRights, customization: service.Customization) =>
  mayOnSite(viewer, 'site:administer', site) ? customization : service.withoutSecrets(customization)

extend(Site, (t) => ({
  customization: t.computed({
    type: SiteCustomizationSettings,
    description: 'Customization of the site, with defaults for settings that are not chosen.',
    args: { unmasked: t.arg.boolean(unmasked) },
    from: ['id', 'organizationId'],
    with: { customization: ['settings', 'updatedAt'] },
    resolve: ({ customization, ...site }, context) =>
      shownTo(context, site, service.customizationOfSite(customization)),
  }),
}))

extend(SiteSpace, (t) => ({
  customization: t.computed({
    type: SiteCustomizationSettings,
    description:
      'Customization of the site-space. Settings that are not chosen for it are those of the site.',
    args: { unmasked: t.arg.boolean(unmasked) },
    from: ['id'],
    with: { site: { customization: ['settings', 'updatedAt'] }, customization: ['settings', 'updatedAt'] },
    resolve: ({ site, customization }, context) =>
      shownTo(context, site, service.customizationOfSiteSpace(site.customization, customization)),
  }),
}))

builder.mutationFields((t) => {
  const ofSite = siteArguments(t)
  const siteSpaceId = t.arg.id({ required: true, description: 'Id of the site-space.' })
  const expectedVersion = t.arg.string({
    description:
      'The `version` that the caller has read. If it has changed since, nothing is written. Not checked if omitted.',
  })
  return {
    updateSiteCustomization: mutation(t, {
      description: 'Updates the customization of a site.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        input: t.arg({
          type: UpdateSiteCustomizationInput,
          required: true,
          description: 'Fields to update.',
        }),
        expectedVersion,
      },
      target: { type: 'SiteCustomizationSettings' },
      payload: { siteCustomizationSettings: SiteCustomizationSettings, site: Site },
      resolve: async (_root, { input, expectedVersion, ...address }, context) =>
        service.updateSiteCustomization(context, address, { input, expectedVersion }),
    }),
    replaceSiteCustomization: mutation(t, {
      description: 'Replaces the customization of a site. Omitted fields use their defaults.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        input: t.arg({
          type: SiteCustomizationSettingsInput,
          required: true,
          description: 'Customization of the site.',
        }),
        expectedVersion,
      },
      target: { type: 'SiteCustomizationSettings' },
      payload: { siteCustomizationSettings: SiteCustomizationSettings, site: Site },
      resolve: async (_root, { input, expectedVersion, ...address }, context) =>
        service.replaceSiteCustomization(context, address, { input, expectedVersion }),
    }),
    updateSiteSpaceCustomization: mutation(t, {
      description: 'Updates the settings of a site-space that override the customization of its site.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        siteSpaceId,
        input: t.arg({
          type: SiteSpaceCustomizationSettingsInput,
          required: true,
          description: 'Fields to update.',
        }),
        expectedVersion,
      },
      target: { type: 'SiteCustomizationSettings' },
      payload: { siteCustomizationSettings: SiteCustomizationSettings, siteSpace: SiteSpace },
      resolve: async (_root, { input, expectedVersion, siteSpaceId, ...address }, context) =>
        service.updateSiteSpaceCustomization(context, address, siteSpaceId, { input, expectedVersion }),
    }),
    deleteSiteSpaceCustomization: mutation(t, {
      description: 'Removes the customization of a site-space, so that it uses that of its site.',
      permission: 'site:administer',
      args: { ...ofSite, siteSpaceId },
      target: { type: 'SiteSpace', id: 'siteSpaceId' },
      payload: { siteSpace: SiteSpace },
      resolve: async (_root, { siteSpaceId, ...address }, context) => ({
        siteSpace: await service.deleteSiteSpaceCustomization(context, address, siteSpaceId),
      }),
    }),
  }
})
