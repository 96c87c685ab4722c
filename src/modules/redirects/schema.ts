import { withCommas } from '../../english.ts'
import type { SiteRedirect as SiteRedirectRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { extend, model } from '../../graphql/model.ts'
import type { MembersInSql } from '../../graphql/model-registry.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { limited } from '../../graphql/validation.ts'
import { Site } from '../sites/schema.ts'
import { kindInSql, kindOf } from './destinations.ts'
import { maximumHops, maximumRedirects, redirectLimits } from './limits.ts'
import { readableRedirects } from './policy.ts'
import * as service from './service.ts'

const RedirectDestinationKindEnum = builder.enumType('SiteRedirectDestinationKind', {
  description: 'The kind of a destination.',
  values: {
    SITE_SECTION: { description: 'A section.' },
    SITE_SPACE: { description: 'A site-space.' },
    SITE_PAGE: { description: 'A page of the space of a site-space.' },
  } as const,
})

type Destination = Pick<SiteRedirectRow, 'sectionId' | 'siteSpaceId' | 'pageId'>

const RedirectDestination = builder.objectRef<Destination>('SiteRedirectDestination').implement({
  description: 'The destination of a redirect: a part of the same site.',
  fields: (t) => ({
    kind: t.field({
      type: RedirectDestinationKindEnum,
      description: 'Kind of the destination.',
      resolve: kindOf,
    }),
    siteSectionId: t.exposeID('sectionId', {
      nullable: true,
      description: 'Id of the section. Null for other destinations.',
    }),
    siteSpaceId: t.exposeID('siteSpaceId', {
      nullable: true,
      description: 'Id of the site-space, also of a page. Null for a section.',
    }),
    pageId: t.exposeID('pageId', {
      nullable: true,
      description: 'Id of the page. Null for other destinations.',
    }),
  }),
})

const destinationInSql: MembersInSql<unknown> = (member, column) =>
  ({
    kind: kindInSql(column('siteSpaceId'), column('pageId')),
    siteSectionId: column('sectionId'),
    siteSpaceId: column('siteSpaceId'),
    pageId: column('pageId'),
  })[member]

const SiteRedirect = model('SiteRedirect', {
  description:
    'Redirects visitors from a path on a site to a part of the site, and follows that part when it moves.',
  id: 'Opaque identifier.',
  visible: readableRedirects,
  fields: (t) => ({
    source: t.exposeString('source', { description: 'Source path, percent-encoded, unique on the site.' }),
    destination: t.computed({
      type: RedirectDestination,
      description: 'Destination of the redirect.',
      from: ['sectionId', 'siteSpaceId', 'pageId'],
      resolve: (redirect) => redirect,
      membersInSql: destinationInSql,
    }),
    siteId: t.exposeID('siteId', { description: 'Id of the site.' }),
    site: t.one(Site, { key: 'siteId', description: 'The site.' }),
  }),
})

const RedirectLookup = builder.objectRef<service.RedirectLookup>('SiteRedirectLookup').implement({
  description: 'The redirect of a path on a site.',
  fields: (t) => ({
    redirect: t.expose('redirect', { type: SiteRedirect, description: 'Redirect of the path.' }),
    target: t.expose('target', {
      type: 'URL',
      description: `The address that it leads to now. At most ${maximumHops} redirects are followed.`,
    }),
  }),
})

extend(Site, (t) => ({
  redirects: t.many(SiteRedirect, {
    description:
      'Redirects of the site, oldest first. Redirects to spaces that the caller may not read are left out.',
    by: 'siteId',
    order: [],
  }),
  redirect: t.code({
    type: RedirectLookup,
    nullable: true,
    description: 'Redirect of a path. Null if there is none, or if redirects form a cycle.',
    args: {
      source: t.arg.string({
        required: true,
        description: 'Path, percent-encoded.',
        ...limited(redirectLimits.source),
      }),
      shareKey: t.arg.string({
        description: 'Key of a share link. It has no effect on what a caller with a token may read.',
      }),
    },
    resolve: (site, { source }, context) => service.lookUpRedirect(context, site, source),
  }),
}))

const RedirectDestinationInput = builder.inputType('SiteRedirectDestinationInput', {
  description: 'A part of the site. Must have exactly the fields of its kind.',
  fields: (t) => ({
    kind: t.field({
      type: RedirectDestinationKindEnum,
      required: true,
      description: 'Kind of the destination.',
    }),
    siteSectionId: t.id({ description: 'Id of the section, for a section.' }),
    siteSpaceId: t.id({
      description: 'Id of the site-space, for a site-space or a page.',
    }),
    pageId: t.id({ description: 'Id of the page, for a page.' }),
  }),
})

const source = {
  description: 'Source path, percent-encoded, unique on the site.',
  ...limited(redirectLimits.source),
}

const CreateSiteRedirectInput = builder.inputType('CreateSiteRedirectInput', {
  description: 'Fields of a new redirect.',
  fields: (t) => ({
    source: t.string({ required: true, ...source }),
    destination: t.field({
      type: RedirectDestinationInput,
      required: true,
      description: 'Destination of the redirect. Redirects must not form a cycle.',
    }),
  }),
})

const UpdateSiteRedirectInput = builder.inputType('UpdateSiteRedirectInput', {
  description: 'Fields to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    source: t.string(source),
    destination: t.field({
      type: RedirectDestinationInput,
      description: 'Destination of the redirect. Redirects must not form a cycle.',
    }),
  }),
})

builder.mutationFields((t) => {
  const siteId = t.arg.id({ required: true, description: 'Id of the site.' })
  const organizationId = t.arg.id({ description: 'Id of the organization that must own the site.' })
  const siteRedirectId = t.arg.id({ required: true, description: 'Id of the redirect.' })
  return {
    createSiteRedirect: mutation(t, {
      description: `Adds a redirect to a site. A site may have at most ${withCommas(maximumRedirects)}.`,
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        input: t.arg({
          type: CreateSiteRedirectInput,
          required: true,
          description: 'Fields of the new redirect.',
        }),
      },
      payload: { siteRedirect: SiteRedirect },
      resolve: async (_root, { input, ...address }, context) => ({
        siteRedirect: await service.createRedirect(context, address, input),
      }),
    }),
    createSiteRedirects: mutation(t, {
      description:
        'Creates several redirects of a site, all or none. A redirect whose source already exists replaces the existing one.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        redirects: t.arg({
          type: [CreateSiteRedirectInput],
          required: true,
          description: 'Redirects to write. Each source may occur once.',
          ...limited(redirectLimits.redirects),
        }),
      },
      payload: {
        siteRedirects: { type: [SiteRedirect], description: 'The redirects, in the order of the input.' },
      },
      resolve: async (_root, { redirects, ...address }, context) => ({
        siteRedirects: await service.setRedirects(context, address, redirects),
      }),
    }),
    updateSiteRedirect: mutation(t, {
      description: 'Updates a redirect.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        siteRedirectId,
        input: t.arg({ type: UpdateSiteRedirectInput, required: true, description: 'Fields to update.' }),
      },
      payload: { siteRedirect: SiteRedirect },
      resolve: async (_root, { input, siteRedirectId, ...address }, context) => ({
        siteRedirect: await service.updateRedirect(context, address, siteRedirectId, input),
      }),
    }),
    deleteSiteRedirect: mutation(t, {
      description: 'Deletes a redirect.',
      permission: 'site:administer',
      args: { siteId, organizationId, siteRedirectId },
      payload: {
        deletedSiteRedirectId: 'ID',
        site: readAfter(Site, 'The site that it belonged to. Null if the caller may no longer see it.'),
      },
      resolve: async (_root, { siteRedirectId, ...address }, context) => {
        const deleted = await service.deleteRedirect(context, address, siteRedirectId)
        return { deletedSiteRedirectId: deleted.id, site: deleted.siteId }
      },
    }),
  }
})
