import { assertMayReadSecrets } from '../../access/authorize.ts'
import { limited } from '../../base/validation.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { extend, model } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { mutation } from '../../graphql/payload.ts'
import { Member } from '../members/schema.ts'
import { recordOrganizationVisit } from '../members/service.ts'
import { administeredSites } from '../sites/policy.ts'
import { Site } from '../sites/schema.ts'
import { siteArguments } from '../sites/site-arguments.ts'
import { publishingLimits } from './limits.ts'
import { memberVisitorToken } from './member-claims.ts'
import { previewAddress } from './previews.ts'
import * as service from './service.ts'

const PublishingAuthBackendEnum = enumType(
  'PublishingAuthBackend',
  'Backend that signs the tokens of visitors.',
  {
    CUSTOM: 'A server of the site owners.',
    INTEGRATION: 'An integration.',
  },
)

const PublishingAuth = model('PublishingAuth', {
  description:
    'The authentication of visitors of a site. Applies to sites whose visibility is `VISITOR_AUTH`.',
  extensions: { rest: { object: 'publishing-auth' } },
  visible: (viewer) => ({ site: administeredSites(viewer) }),
  fields: (t) => ({
    backend: t.expose('backend', {
      type: PublishingAuthBackendEnum,
      description: 'Backend that signs the tokens of visitors.',
    }),
    privateKey: t.computed({
      type: 'String',
      description:
        'Secret key with which tokens of visitors are signed (HS256). Requires a token with the scope `WRITE`.',
      from: ['privateKey'],
      resolve: ({ privateKey }, { viewer }) => {
        assertMayReadSecrets(viewer)
        return privateKey
      },
    }),
    fallbackURL: t.expose('fallbackUrl', {
      type: 'URL',
      nullable: true,
      description: 'URL to which visitors without a token are redirected. Null if not set.',
    }),
    logoutURL: t.expose('logoutUrl', {
      type: 'URL',
      nullable: true,
      description:
        'URL to which visitors who sign out are redirected, to end their session there. Null if not set.',
    }),
  }),
})

const SitePreview = builder.objectRef<{ readonly url: string }>('SitePreview').implement({
  description: 'A preview of a site.',
  fields: (t) => ({
    url: t.expose('url', {
      type: 'URL',
      description: 'URL of the preview, valid for an hour for everyone who has it.',
    }),
  }),
})

extend(Site, (t) => ({
  publishingAuth: t.one(PublishingAuth, {
    key: 'id',
    by: 'siteId',
    description: 'Authentication of visitors.',
    permission: 'site:administer',
  }),
  preview: t.code({
    extensions: { [causeExtension]: 'It signs a link after the claims are checked.' },
    type: SitePreview,
    description: 'Preview of the site for a visitor with given claims, published or not.',
    args: {
      siteSpace: t.arg.id({ description: 'Id of the site-space to show. Default: the default site-space.' }),
      claims: t.arg.string({
        description: 'Claims of the visitor, as an object in Rison or JSON. Default: no claims.',
        ...limited(publishingLimits.claims),
      }),
    },
    permission: 'site:administer',
    resolve: async (site, args, context) => ({ url: await previewAddress(context, site, args) }),
  }),
}))

const UpdatePublishingAuthInput = builder.inputType('UpdateSitePublishingAuthInput', {
  description: 'Fields to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    backend: t.field({
      type: PublishingAuthBackendEnum,
      description: 'Backend that signs the tokens of visitors. Null changes nothing.',
    }),
    fallbackURL: t.string({
      description: 'URL to which visitors without a token are redirected. Null removes it.',
      ...limited(publishingLimits.fallbackURL),
    }),
    logoutURL: t.string({
      description: 'URL to which visitors who sign out are redirected. Null removes it.',
      ...limited(publishingLimits.logoutURL),
    }),
  }),
})

builder.mutationField('recordOrganizationVisit', (t) =>
  mutation(t, {
    description: 'Records a visit of the caller to the organization.',
    permission: 'organization:view',
    args: { organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    target: { type: 'Member' },
    payload: {
      member: Member,
      visitorToken: {
        type: 'String',
        nullable: true,
        description:
          'JWT with which the member visits the site that is configured for members. Null if none is configured.',
      },
    },
    payloadDescription: 'The result of recording a visit.',
    resolve: async (_root, { organizationId }, context) => {
      const member = await recordOrganizationVisit(context, organizationId)
      return { member, visitorToken: await memberVisitorToken(context, member) }
    },
  }),
)

builder.mutationFields((t) => {
  const args = siteArguments(t)
  return {
    publishSite: mutation(t, {
      description:
        'Publishes a site, so that visitors can read it according to its visibility. The site must have a space.',
      permission: 'site:administer',
      args,
      target: { type: 'Site', id: 'siteId' },
      payload: { site: Site },
      resolve: async (_root, address, context) => ({
        site: await service.publishSite(context, address),
      }),
    }),
    unpublishSite: mutation(t, {
      description: 'Unpublishes a site. Its settings stay unchanged.',
      permission: 'site:administer',
      args,
      target: { type: 'Site', id: 'siteId' },
      payload: { site: Site },
      resolve: async (_root, address, context) => ({
        site: await service.unpublishSite(context, address),
      }),
    }),
    updateSitePublishingAuth: mutation(t, {
      description: 'Updates the authentication of visitors of a site.',
      permission: 'site:administer',
      args: {
        ...args,
        input: t.arg({ type: UpdatePublishingAuthInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'PublishingAuth' },
      payload: { publishingAuth: PublishingAuth, site: Site },
      resolve: async (_root, { input, ...address }, context) =>
        service.updatePublishingAuth(context, address, input),
    }),
    regenerateSitePublishingKey: mutation(t, {
      description: 'Replaces the key of a site. Tokens signed with the previous key become invalid.',
      permission: 'site:administer',
      args,
      target: { type: 'PublishingAuth' },
      payload: { publishingAuth: PublishingAuth, site: Site },
      resolve: async (_root, address, context) => service.regeneratePublishingAuth(context, address),
    }),
  }
})
