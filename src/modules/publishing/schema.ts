import { builder } from '../../graphql/builder.ts'
import { limited } from '../../graphql/validation.ts'
import { PingResult } from '../members/schema.ts'
import { Site } from '../sites/schema.ts'
import { publishingLimits } from './limits.ts'
import { loadPublishingAuth } from './loaders.ts'
import { memberVisitorToken } from './member-claims.ts'
import { previewAddress } from './previews.ts'
import * as service from './service.ts'

const PublishingAuthBackendEnum = builder.enumType('PublishingAuthBackend', {
  description: 'Who signs the tokens of visitors.',
  values: {
    CUSTOM: { description: 'A server of the owners of the site.' },
    INTEGRATION: { description: 'An integration.' },
  } as const,
})

const PublishingAuth = builder.prismaObject('PublishingAuth', {
  description: 'How visitors of a site authenticate, whose visibility is VISITOR_AUTH.',
  extensions: { rest: { object: 'publishing-auth' } },
  fields: (t) => ({
    backend: t.expose('backend', {
      type: PublishingAuthBackendEnum,
      description: 'Who signs the tokens of visitors.',
    }),
    privateKey: t.exposeString('privateKey', {
      description: 'The secret with which the tokens of visitors are signed (HS256).',
    }),
    fallbackURL: t.expose('fallbackUrl', {
      type: 'URL',
      nullable: true,
      description: 'Where visitors without a token are sent.',
    }),
  }),
})

const SitePreview = builder.objectRef<{ readonly url: string }>('SitePreview').implement({
  description: 'The site as a visitor would see it.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'Shows it to whoever has this address, for an hour.' }),
  }),
})

builder.objectField(PingResult, 'serviceVisitorClaims', (t) =>
  t.string({
    nullable: true,
    description:
      'A signed token (JWT) with which the member visits the site that this server names for that; null if it names none.',
    resolve: (member, _args, context) => memberVisitorToken(context, member),
  }),
)

builder.objectFields(Site, (t) => ({
  publishingAuth: t.field({
    type: PublishingAuth,
    description: 'How visitors authenticate.',
    permission: 'site:administer',
    resolve: (site, _args, context) => loadPublishingAuth(context, site.id),
  }),
  preview: t.field({
    type: SitePreview,
    description: 'The site as a visitor would see it, published or not.',
    args: {
      siteSpace: t.arg.id({ description: 'Id of the site-space to show; what is shown first if absent.' }),
      claims: t.arg.string({
        description: 'The claims of the visitor, an object in Rison or JSON; none if absent.',
        ...limited(publishingLimits.claims),
      }),
    },
    permission: 'site:administer',
    resolve: async (site, args, context) => ({ url: await previewAddress(context, site, args) }),
  }),
}))

const UpdatePublishingAuthInput = builder.inputType('UpdateSitePublishingAuthInput', {
  description: 'How visitors are to authenticate. Absent members stay as they are.',
  fields: (t) => ({
    backend: t.field({
      type: PublishingAuthBackendEnum,
      required: true,
      description: 'Who signs the tokens of visitors.',
    }),
    fallbackURL: t.string({
      description: 'Where visitors without a token are sent; null removes it.',
      ...limited(publishingLimits.fallbackURL),
    }),
  }),
})

builder.mutationFields((t) => {
  const args = {
    siteId: t.arg.id({ required: true, description: 'Id of the site.' }),
    organizationId: t.arg.id({ description: 'Id of the organization that must own the site.' }),
  }
  return {
    publishSite: t.field({
      type: Site,
      description: 'Lets those whom the visibility names reach a site that has a space to show.',
      permission: 'site:administer',
      args,
      resolve: (_root, address, context) => service.publishSite(context, address),
    }),
    unpublishSite: t.field({
      type: Site,
      description: 'Lets nobody reach a site any more; everything that was chosen for it stays.',
      permission: 'site:administer',
      args,
      resolve: (_root, address, context) => service.unpublishSite(context, address),
    }),
    updateSitePublishingAuth: t.field({
      type: PublishingAuth,
      description: 'Changes how visitors of a site authenticate.',
      permission: 'site:administer',
      args: {
        ...args,
        input: t.arg({ type: UpdatePublishingAuthInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, { input, ...address }, context) =>
        service.updatePublishingAuth(context, address, input),
    }),
    regenerateSitePublishingAuth: t.field({
      type: PublishingAuth,
      description: 'Gives a site a new key: tokens signed with the one before let nobody in any more.',
      permission: 'site:administer',
      args,
      resolve: (_root, address, context) => service.regeneratePublishingAuth(context, address),
    }),
  }
})
