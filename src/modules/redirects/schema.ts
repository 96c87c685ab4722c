import type { SiteRedirect as SiteRedirectRow, Site as SiteRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { limited } from '../../graphql/validation.ts'
import { Site } from '../sites/schema.ts'
import { kindOf } from './destinations.ts'
import { maximumHops, maximumRedirects, redirectLimits } from './limits.ts'
import { readableRedirects, shownRedirects } from './policy.ts'
import * as service from './service.ts'

const RedirectDestinationKindEnum = builder.enumType('SiteRedirectDestinationKind', {
  description: 'What a redirect leads to.',
  values: {
    SITE_SECTION: { description: 'A section.' },
    SITE_SPACE: { description: 'A site-space.' },
    SITE_PAGE: { description: 'A page of the space that a site-space shows.' },
  } as const,
})

const RedirectDestination = builder.objectRef<SiteRedirectRow>('SiteRedirectDestination').implement({
  description: 'Where a redirect leads: a part of the same site.',
  fields: (t) => ({
    kind: t.field({ type: RedirectDestinationKindEnum, description: 'What it is.', resolve: kindOf }),
    siteSectionId: t.exposeID('sectionId', {
      nullable: true,
      description: 'Id of the section, if it is one.',
    }),
    siteSpaceId: t.exposeID('siteSpaceId', {
      nullable: true,
      description: 'Id of the site-space, if it is one, or of the one that shows the page.',
    }),
    pageId: t.exposeID('pageId', { nullable: true, description: 'Id of the page, if it is one.' }),
  }),
})

const SiteRedirect = builder.prismaNode('SiteRedirect', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'Leads visitors from a path on a site to another part of it, wherever that is moved to.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableRedirects(viewerOf(context))] }),
  fields: (t) => ({
    source: t.exposeString('source', { description: 'The path, percent-encoded; unique on the site.' }),
    destination: t.field({
      type: RedirectDestination,
      description: 'Where it leads.',
      resolve: (redirect) => redirect,
    }),
    siteId: t.exposeID('siteId', { description: 'Id of the site.' }),
    site: t.relation('site', { description: 'The site.' }),
  }),
})

const RedirectLookup = builder.objectRef<service.RedirectLookup>('SiteRedirectLookup').implement({
  description: 'What a path on a site is redirected to.',
  fields: (t) => ({
    redirect: t.expose('redirect', { type: SiteRedirect, description: 'The redirect of the path.' }),
    target: t.expose('target', {
      type: 'URL',
      description: `The address that it leads to now, by way of up to ${maximumHops} redirects.`,
    }),
  }),
})

builder.objectFields(Site, (t) => ({
  redirects: connectionField(t, {
    type: SiteRedirect,
    name: 'SiteRedirect',
    description: 'Its redirects, apart from those to spaces that the caller may not read, oldest first.',
    parent: childrenBy<SiteRow>('siteId'),
    where: shownRedirects,
    order: [],
  }),
  redirect: t.field({
    type: RedirectLookup,
    nullable: true,
    description: 'Where a path is redirected to; null where it is not, or in a circle.',
    args: {
      source: t.arg.string({
        required: true,
        description: 'The path, percent-encoded.',
        ...limited(redirectLimits.source),
      }),
      shareKey: t.arg.string({
        description: 'Key of a share link. What a caller with a token may read does not depend on it.',
      }),
    },
    resolve: (site, { source }, context) => service.lookUpRedirect(context, site, source),
  }),
}))

const RedirectDestinationInput = builder.inputType('SiteRedirectDestinationInput', {
  description: 'A part of the site: the members of its kind, and no others.',
  fields: (t) => ({
    kind: t.field({ type: RedirectDestinationKindEnum, required: true, description: 'What it is.' }),
    siteSectionId: t.id({ description: 'Of a section: its id.' }),
    siteSpaceId: t.id({
      description: 'Of a site-space: its id. Of a page: the id of the one that shows it.',
    }),
    pageId: t.id({ description: 'Of a page: its id.' }),
  }),
})

const source = {
  description: 'The path, percent-encoded; unique on the site.',
  ...limited(redirectLimits.source),
}

const CreateSiteRedirectInput = builder.inputType('CreateSiteRedirectInput', {
  description: 'A new redirect.',
  fields: (t) => ({
    source: t.string({ required: true, ...source }),
    destination: t.field({
      type: RedirectDestinationInput,
      required: true,
      description: 'Where it leads. Redirects must not lead in a circle.',
    }),
  }),
})

const UpdateSiteRedirectInput = builder.inputType('UpdateSiteRedirectInput', {
  description: 'Changes to a redirect. Absent members stay as they are.',
  fields: (t) => ({
    source: t.string(source),
    destination: t.field({
      type: RedirectDestinationInput,
      description: 'Where it leads. Redirects must not lead in a circle.',
    }),
  }),
})

const SetSiteRedirectsResult = builder
  .objectRef<{ readonly redirects: SiteRedirectRow[] }>('SetSiteRedirectsResult')
  .implement({
    description: 'What setting redirects has come to.',
    fields: (t) => ({
      allRedirects: t.expose('redirects', {
        type: [SiteRedirect],
        description: 'The redirects, in the order in which they were given.',
      }),
    }),
  })

builder.mutationFields((t) => {
  const siteId = t.arg.id({ required: true, description: 'Id of the site.' })
  const organizationId = t.arg.id({ description: 'Id of the organization that must own the site.' })
  const siteRedirectId = t.arg.id({ required: true, description: 'Id of the redirect.' })
  return {
    createSiteRedirect: t.field({
      type: SiteRedirect,
      description: `Adds a redirect to a site, which may have ${maximumRedirects}.`,
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        input: t.arg({ type: CreateSiteRedirectInput, required: true, description: 'What to create.' }),
      },
      resolve: (_root, { input, ...address }, context) => service.createRedirect(context, address, input),
    }),
    setSiteRedirects: t.field({
      type: SetSiteRedirectsResult,
      description:
        'Adds redirects to a site, all or none; one whose source has a redirect already replaces it.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        redirects: t.arg({
          type: [CreateSiteRedirectInput],
          required: true,
          description: 'The redirects, each source once.',
          ...limited(redirectLimits.redirects),
        }),
      },
      resolve: async (_root, { redirects, ...address }, context) => ({
        redirects: await service.setRedirects(context, address, redirects),
      }),
    }),
    updateSiteRedirect: t.field({
      type: SiteRedirect,
      description: 'Changes a redirect.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        siteRedirectId,
        input: t.arg({ type: UpdateSiteRedirectInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, { input, siteRedirectId, ...address }, context) =>
        service.updateRedirect(context, address, siteRedirectId, input),
    }),
    deleteSiteRedirect: t.field({
      type: 'ID',
      description: 'Deletes a redirect and returns its id.',
      permission: 'site:administer',
      args: { siteId, organizationId, siteRedirectId },
      resolve: (_root, { siteRedirectId, ...address }, context) =>
        service.deleteRedirect(context, address, siteRedirectId),
    }),
  }
})
