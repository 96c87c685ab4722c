import { withCommas } from '../../base/english.ts'
import { limited } from '../../base/validation.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { listOrder } from '../../graph/declare/list-order.ts'
import { extend, model } from '../../graph/declare/model.ts'
import { findVisible } from '../../graph/declare/model-reads.ts'
import type { MembersInSql } from '../../graph/fields/computed/computed.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { mutation } from '../../graphql/payload.ts'
import { visibleField } from '../../graphql/visible-field.ts'
import { Page } from '../content/schema/page.ts'
import { findLivePage } from '../content/service.ts'
import { SiteSection } from '../site-sections/schema/section.ts'
import { SiteSpace } from '../site-spaces/schema.ts'
import { formerSite, Site } from '../sites/schema.ts'
import { siteArguments } from '../sites/site-arguments.ts'
import { shareKey } from '../sites/structure/item-fields.ts'
import { setRedirects } from './bulk.ts'
import { kindInSql, kindOf } from './destinations.ts'
import { maximumHops, maximumRedirects, redirectLimits } from './limits.ts'
import { lookUpRedirect, type RedirectLookup as RedirectLookupShape } from './lookups.ts'
import { searchedSource } from './paths.ts'
import { readableRedirects } from './policy.ts'
import * as service from './service.ts'
import type { Destination } from './targets.ts'
import { type UpsertResult, upsertRedirects } from './upserts.ts'

const kinds = {
  SITE_SECTION: 'A section.',
  SITE_SPACE: 'A site-space.',
  SITE_PAGE: 'A page of the space of a site-space.',
  EXTERNAL: 'An http or https URL.',
}

const RedirectDestinationKindEnum = enumType(
  'SiteRedirectDestinationKind',
  'The kind of a destination.',
  kinds,
)

const RedirectDestinationInputKindEnum = enumType(
  'SiteRedirectDestinationInputKind',
  'The kind of a destination in an input.',
  {
    ...kinds,
    PATH: 'The page at a path of a space that the site shows. It is stored as that page.',
  },
)

const RedirectDestination = builder.objectRef<Destination>('SiteRedirectDestination').implement({
  description: 'The destination of a redirect: a part of the same site, or a URL elsewhere.',
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
    siteSection: t.field(visibleField(SiteSection, 'sectionId', 'The section. Null for other destinations.')),
    siteSpaceId: t.exposeID('siteSpaceId', {
      nullable: true,
      description: 'Id of the site-space, also of a page. Null for other destinations.',
    }),
    siteSpace: t.field(
      visibleField(
        SiteSpace,
        'siteSpaceId',
        'The site-space, also of a page. Null for other destinations, or if the caller may not see it.',
      ),
    ),
    pageId: t.exposeID('pageId', {
      nullable: true,
      description: 'Id of the page. Null for other destinations.',
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description:
        'The page in the live content of its space. Null for other destinations, if it is not there any more, or if the caller may not see it.',
      resolve: async ({ siteSpaceId, pageId }, _args, context) => {
        const siteSpace = siteSpaceId && pageId ? await findVisible(SiteSpace, context, siteSpaceId) : null
        return siteSpace && pageId ? findLivePage(context, siteSpace.spaceId, pageId) : null
      },
    }),
    url: t.expose('url', {
      type: 'URL',
      nullable: true,
      description: 'The URL of an external destination. Null for parts of the site.',
    }),
  }),
})

const destinationInSql: MembersInSql<unknown> = (member, column) =>
  ({
    kind: kindInSql(column('siteSpaceId'), column('pageId'), column('url')),
    siteSectionId: column('sectionId'),
    siteSpaceId: column('siteSpaceId'),
    pageId: column('pageId'),
    url: column('url'),
  })[member]

const SiteRedirect = model('SiteRedirect', {
  description:
    'Redirects visitors from a path on a site to a part of the site, which it follows when that moves, or to a URL elsewhere.',
  id: 'Opaque identifier.',
  visible: readableRedirects,
  fields: (t) => ({
    source: t.exposeString('source', {
      description:
        'Source path, percent-encoded, unique on the site. With `/*` at the end it stands for all paths below, with `*` for all that begin with it.',
    }),
    includesCapturedPath: t.exposeBoolean('captureWildcard', {
      description: 'Whether what the wildcard of the source stands for is appended to the destination.',
    }),
    isPermanent: t.exposeBoolean('permanent', {
      description:
        'Whether the redirect is permanent: status 308 on sites that everybody may visit. Otherwise it is 307.',
    }),
    isDraft: t.exposeBoolean('draft', {
      description: 'Whether it is a draft, which does not act. One with the same source may act.',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.computed({
      type: 'DateTime',
      nullable: true,
      description: 'The date and time of the last change. Null if it was never changed.',
      from: ['createdAt', 'updatedAt'],
      resolve: ({ createdAt, updatedAt }) => (updatedAt.getTime() === createdAt.getTime() ? null : updatedAt),
    }),
    destination: t.computed({
      type: RedirectDestination,
      description: 'Destination of the redirect.',
      from: ['sectionId', 'siteSpaceId', 'pageId', 'url'],
      membersInSql: destinationInSql,
    }),
    ...t.oneWithId('site', Site, { description: 'The site.' }),
  }),
})

const RedirectLookup = builder.objectRef<RedirectLookupShape>('SiteRedirectLookup').implement({
  description: 'The redirect of a path on a site.',
  fields: (t) => ({
    redirect: t.expose('redirect', { type: SiteRedirect, description: 'Redirect of the path.' }),
    target: t.expose('target', {
      type: 'URL',
      description: `The address that it leads to now. At most ${maximumHops} redirects are followed.`,
    }),
  }),
})

const redirectOrder = listOrder('SiteRedirect', {
  fields: {
    CREATED_AT: { description: 'By the time of creation.', columns: [] },
    UPDATED_AT: {
      description: 'By the time of the last change, or of creation.',
      columns: [{ column: 'updatedAt', type: 'timestamptz' }],
    },
    SOURCE: {
      description: 'By the source path.',
      columns: [{ column: 'source', type: 'text' }],
      direction: 'ASC',
    },
  },
  direction: 'DESC',
})

extend(Site, (t) => ({
  redirects: t.many(SiteRedirect, {
    description:
      'Redirects of the site, by default newest first. Redirects to spaces that the caller may not read are left out.',
    by: 'siteId',
    args: {
      search: t.arg.string({
        description: 'Returns only redirects whose source contains this text, ignoring case.',
        ...limited(redirectLimits.search),
      }),
      isDraft: t.arg.boolean({
        description: 'Returns only drafts (true) or redirects that act (false).',
      }),
      orderBy: t.arg({ type: redirectOrder.input, description: 'The order. Default: newest first.' }),
    },
    where: (_viewer, { search, isDraft }) => ({
      ...(search != null && { source: { contains: searchedSource(search), mode: 'insensitive' as const } }),
      ...(isDraft != null && { draft: isDraft }),
    }),
    order: ({ orderBy }) => redirectOrder.columns(orderBy, 'CREATED_AT'),
    direction: ({ orderBy }) => redirectOrder.direction(orderBy),
  }),
  redirect: t.code({
    extensions: { [causeExtension]: 'It follows one redirect after the other.' },
    type: RedirectLookup,
    nullable: true,
    description: 'Redirect of a path. Null if there is none, or if redirects form a cycle.',
    args: {
      source: t.arg.string({
        required: true,
        description: 'Path, percent-encoded.',
        ...limited(redirectLimits.source),
      }),
      shareKey: t.arg.string(shareKey),
    },
    resolve: (site, { source }, context) => lookUpRedirect(context, site, source),
  }),
}))

const RedirectDestinationInput = builder.inputType('SiteRedirectDestinationInput', {
  description: 'A part of the site, or a URL elsewhere. Must have exactly the fields of its kind.',
  fields: (t) => ({
    kind: t.field({
      type: RedirectDestinationInputKindEnum,
      required: true,
      description: 'Kind of the destination.',
    }),
    siteSectionId: t.id({ description: 'Id of the section, for a section.' }),
    siteSpaceId: t.id({
      description: 'Id of the site-space, for a site-space or a page.',
    }),
    pageId: t.id({ description: 'Id of the page, for a page.' }),
    url: t.string({
      description: 'The http or https URL, for an external destination.',
      ...limited(redirectLimits.url),
    }),
    spaceId: t.id({ description: 'Id of the space, for a path. The site must show it.' }),
    path: t.string({
      description: 'Path of a page in the space, for a path. Empty for the space itself.',
      ...limited(redirectLimits.path),
    }),
  }),
})

const source = {
  description:
    'Source path, percent-encoded, unique on the site. It may end in `/*`, for all paths below it, or in `*`, for all that begin with it. Of several that match, the longest counts.',
  ...limited(redirectLimits.source),
}

const options = {
  includesCapturedPath: {
    description: 'Whether what the wildcard of the source stands for is appended to the destination.',
    extensions: { rest: 'captureWildcard' },
  },
  isPermanent: {
    description: 'Whether the redirect is permanent.',
    extensions: { rest: 'permanent' },
  },
  isDraft: {
    description: 'Whether it is a draft, which does not act. False makes a draft act.',
    extensions: { rest: 'draft' },
  },
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
    includesCapturedPath: t.boolean(options.includesCapturedPath),
    isPermanent: t.boolean(options.isPermanent),
    isDraft: t.boolean(options.isDraft),
  }),
})

const UpsertIntentEnum = enumType('SiteRedirectIntent', 'What to do with the redirect of a source.', {
  LIVE: 'Write or delete the redirect that acts.',
  DRAFT: 'Write or delete the draft.',
  PUBLISH: 'Make the draft act, in place of the redirect that acted so far.',
})

const UpsertSiteRedirectInput = builder.inputType('UpsertSiteRedirectInput', {
  description: 'A redirect to write, delete or publish.',
  fields: (t) => ({
    source: t.string({ required: true, ...source }),
    intent: t.field({ type: UpsertIntentEnum, description: 'What to do. Default: `LIVE`.' }),
    destination: t.field({
      type: RedirectDestinationInput,
      description:
        'Destination of the redirect. Null deletes the redirect. Required unless a draft is published.',
    }),
    includesCapturedPath: t.boolean(options.includesCapturedPath),
    isPermanent: t.boolean({
      ...options.isPermanent,
      description: 'Whether the redirect is permanent. Default: as it is, or false for a new redirect.',
    }),
  }),
})

const UpsertStatusEnum = enumType('SiteRedirectResultStatus', 'What became of a redirect.', {
  CREATED: 'It was created.',
  UPDATED: 'It was replaced.',
  DELETED: 'It was deleted.',
  PUBLISHED: 'The draft acts now.',
  ERROR: 'Nothing was changed.',
})

const UpsertResultType = builder.objectRef<UpsertResult>('SiteRedirectResult').implement({
  description: 'What became of one of several redirects.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    status: t.expose('status', { type: UpsertStatusEnum, description: 'What became of it.' }),
    source: t.exposeString('source', { description: 'Source path of the redirect.' }),
    isDraft: t.exposeBoolean('draft', { description: 'Whether it is a draft.' }),
    siteRedirectId: t.exposeID('redirectId', {
      nullable: true,
      description: 'Id of the redirect, also of one that was deleted. Null for an error.',
    }),
    siteRedirect: t.expose('redirect', {
      type: SiteRedirect,
      nullable: true,
      description: 'The redirect. Null if it was deleted, and for an error.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'The error. Null without one.' }),
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
    includesCapturedPath: t.boolean(options.includesCapturedPath),
    isPermanent: t.boolean(options.isPermanent),
    isDraft: t.boolean(options.isDraft),
  }),
})

builder.mutationFields((t) => {
  const ofSite = siteArguments(t)
  const siteRedirectId = t.arg.id({ required: true, description: 'Id of the redirect.' })
  return {
    createSiteRedirect: mutation(t, {
      description: `Adds a redirect to a site. A site may have at most ${withCommas(maximumRedirects)}.`,
      permission: 'site:administer',
      args: {
        ...ofSite,
        input: t.arg({
          type: CreateSiteRedirectInput,
          required: true,
          description: 'Fields of the new redirect.',
        }),
      },
      target: { type: 'SiteRedirect' },
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
        ...ofSite,
        redirects: t.arg({
          type: [CreateSiteRedirectInput],
          required: true,
          description: 'Redirects to write. Each source may occur once.',
          ...limited(redirectLimits.redirects),
        }),
      },
      target: { type: 'Site', id: 'siteId' },
      payload: {
        siteRedirects: { type: [SiteRedirect], description: 'The redirects, in the order of the input.' },
      },
      resolve: async (_root, { redirects, ...address }, context) => ({
        siteRedirects: await setRedirects(context, address, redirects),
      }),
    }),
    upsertSiteRedirects: mutation(t, {
      description:
        'Creates, replaces, deletes and publishes redirects of a site, each by itself: what is wrong with one does not keep the others.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        redirects: t.arg({
          type: [UpsertSiteRedirectInput],
          required: true,
          description: 'Redirects to write, delete or publish. Each may occur once.',
          ...limited(redirectLimits.upserts),
        }),
      },
      target: { type: 'Site', id: 'siteId' },
      payload: {
        siteRedirectResults: {
          type: [UpsertResultType],
          description: 'What became of each, in the order of the input.',
        },
        site: Site,
      },
      resolve: async (_root, { redirects, ...address }, context) =>
        upsertRedirects(context, address, redirects),
    }),
    updateSiteRedirect: mutation(t, {
      description: 'Updates a redirect.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        siteRedirectId,
        input: t.arg({ type: UpdateSiteRedirectInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'SiteRedirect', id: 'siteRedirectId' },
      payload: { siteRedirect: SiteRedirect },
      resolve: async (_root, { input, siteRedirectId, ...address }, context) => ({
        siteRedirect: await service.updateRedirect(context, address, siteRedirectId, input),
      }),
    }),
    deleteSiteRedirect: mutation(t, {
      description: 'Deletes a redirect.',
      permission: 'site:administer',
      args: { ...ofSite, siteRedirectId },
      target: { type: 'SiteRedirect', id: 'siteRedirectId' },
      payload: {
        deletedSiteRedirectId: 'ID',
        site: formerSite,
      },
      resolve: async (_root, { siteRedirectId, ...address }, context) => {
        const deleted = await service.deleteRedirect(context, address, siteRedirectId)
        return { deletedSiteRedirectId: deleted.id, site: deleted.siteId }
      },
    }),
  }
})
