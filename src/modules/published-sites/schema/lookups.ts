import { causeExtension } from '../../../graph/declare/cause.ts'
import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/enum-type.ts'
import { ChangeRequest } from '../../change-requests/schema/change-request.ts'
import { Collection } from '../../collections/schema.ts'
import { Page } from '../../content/schema/page.ts'
import { Space } from '../../spaces/schema.ts'
import {
  lookUpPublished,
  type PublishedContent,
  type PublishedRedirect,
} from '../lookups/published-content.ts'
import { lookUpWorkspace, type WorkspaceContent } from '../lookups/workspace-content.ts'

const PublishedContentType = builder.objectRef<PublishedContent>('PublishedContent').implement({
  description: 'The content at a URL of a published site.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    organizationId: t.id({
      description: 'Id of the organization.',
      resolve: ({ site }) => site.organizationId,
    }),
    siteId: t.id({ description: 'Id of the site.', resolve: ({ site }) => site.id }),
    siteSectionId: t.id({
      nullable: true,
      description: 'Id of the section; null on a site without sections.',
      resolve: ({ resolution }) => resolution.section?.id,
    }),
    siteSpaceId: t.id({
      description: 'Id of the site-space.',
      resolve: ({ resolution }) => resolution.siteSpace.id,
    }),
    spaceId: t.id({
      description: 'Id of the space.',
      resolve: ({ resolution }) => resolution.siteSpace.spaceId,
    }),
    pathname: t.exposeString('pathname', {
      description: 'Path of the page in the space, empty for the first page.',
    }),
    basePath: t.exposeString('basePath', {
      description: 'Part of the URL path before the path of the page.',
    }),
    siteBasePath: t.exposeString('siteBasePath', {
      description: 'Part of the URL path before the paths of the site.',
    }),
    apiToken: t.exposeString('apiToken', {
      description:
        'JSON Web Token that reads the site and its spaces as the same visitor in the REST API. It is the same for equal visitors until the end of the day (UTC) or of the token of the visitor.',
    }),
    shareKey: t.exposeString('shareKey', {
      nullable: true,
      description: 'Key of the share link in the URL. Null without one.',
    }),
    isComplete: t.boolean({
      description: 'Whether a longer path could not lead to another section or site-space.',
      resolve: ({ resolution }) => resolution.complete,
    }),
    contextId: t.exposeString('contextId', {
      nullable: true,
      description: 'Hash of the claims of the visitor. Null without claims.',
    }),
    canonicalUrl: t.expose('canonicalUrl', { type: 'URL', description: 'Canonical URL of the content.' }),
    isPreview: t.exposeBoolean('isPreview', { description: 'Whether the URL is that of a preview.' }),
  }),
})

const PublishedTargetEnum = enumType('PublishedTarget', 'The target of a redirect.', {
  CONTENT: 'Other content of the site.',
  EXTERNAL: 'A URL outside of the site, for example to sign in.',
})

const PublishedRedirectType = builder.objectRef<PublishedRedirect>('PublishedRedirect').implement({
  description: 'A redirect.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    target: t.expose('target', { type: PublishedTargetEnum, description: 'Target of the redirect.' }),
    redirect: t.expose('redirect', { type: 'URL', description: 'URL that the visitor is redirected to.' }),
    siteId: t.id({ description: 'Id of the site of the URL.', resolve: ({ site }) => site.id }),
  }),
})

const PublishedLookup = builder.unionType('PublishedLookup', {
  description: 'The content at a URL of a published site, or a redirect.',
  types: [PublishedContentType, PublishedRedirectType],
  resolveType: ({ kind }) => (kind === 'content' ? 'PublishedContent' : 'PublishedRedirect'),
})

const VisitorInput = builder.inputType('VisitorInput', {
  description: 'The credentials of a visitor.',
  fields: (t) => ({
    jwtToken: t.string({ description: 'JWT signed with the key of the site.' }),
    unsignedClaims: t.field({
      type: 'JSON',
      description:
        'Claims without a signature: an object whose members the adaptive schema of the site declares. Only claims that it declares as unsigned count.',
    }),
  }),
})

builder.queryField('publishedContent', (t) =>
  t.field({
    extensions: { [causeExtension]: 'The address decides which rows are read.' },
    type: PublishedLookup,
    description: 'Resolves a URL of a published site as a visitor.',
    permission: 'public',
    args: {
      url: t.arg({ type: 'URL', required: true, description: 'The URL to resolve.' }),
      visitor: t.arg({ type: VisitorInput, description: 'Credentials of the visitor. Default: none.' }),
      redirectOnError: t.arg.boolean({
        description:
          'Whether visitors who are not admitted are redirected to the sign-in URL of the site. Default: false.',
      }),
    },
    resolve: (_root, { url, visitor, redirectOnError }, context) =>
      lookUpPublished(context, {
        url,
        visitorToken: visitor?.jwtToken ?? undefined,
        unsignedClaims: (visitor?.unsignedClaims as Record<string, unknown> | null) ?? undefined,
        redirectOnError: redirectOnError ?? false,
      }),
  }),
)

const WorkspaceContentType = builder.objectRef<WorkspaceContent>('WorkspaceContent').implement({
  description: 'The content at a URL of the workspace.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    collection: t.field({
      type: Collection,
      nullable: true,
      description: 'The collection. Null if the URL is not one of a collection.',
      resolve: ({ collection }) => collection,
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space. Null for a collection.',
      resolve: ({ space }) => space,
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request in the URL. Null without one.',
      resolve: ({ changeRequest }) => changeRequest,
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page in the URL. Null without one.',
      resolve: ({ page }) => page,
    }),
  }),
})

builder.queryField('workspaceContent', (t) =>
  t.field({
    extensions: { [causeExtension]: 'The address decides which rows are read.' },
    type: WorkspaceContentType,
    description: 'Resolves a URL of the workspace, as returned in `urls.app`.',
    permission: ['space:view', 'collection:view'],
    args: { url: t.arg({ type: 'URL', required: true, description: 'The URL to resolve.' }) },
    resolve: (_root, { url }, context) => lookUpWorkspace(context, url),
  }),
)
