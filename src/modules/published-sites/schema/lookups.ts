import { builder } from '../../../graphql/builder.ts'
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
  description: 'What an address of a published site leads to.',
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
    pathname: t.exposeString('pathname', { description: 'The path of the page, empty for the first one.' }),
    basePath: t.exposeString('basePath', { description: 'What comes before the path of the page.' }),
    siteBasePath: t.exposeString('siteBasePath', { description: 'What comes before all paths of the site.' }),
    apiToken: t.exposeString('apiToken', {
      description: 'Token that reads the site and what it shows as the same visitor, in REST, for an hour.',
    }),
    shareKey: t.exposeString('shareKey', {
      nullable: true,
      description: 'The key of a share link that the address holds.',
    }),
    complete: t.boolean({
      description: 'Whether nothing behind the address could name a section or a site-space.',
      resolve: ({ resolution }) => resolution.complete,
    }),
    contextId: t.exposeString('contextId', {
      nullable: true,
      description: 'Changes with the claims of the visitor; null for one without claims.',
    }),
    canonicalUrl: t.expose('canonicalUrl', { type: 'URL', description: 'The address to prefer.' }),
  }),
})

const PublishedTargetEnum = builder.enumType('PublishedTarget', {
  description: 'Where a redirect leads.',
  values: {
    CONTENT: { description: 'To other content of the site.' },
    EXTERNAL: { description: 'Out of the site, for example to sign in.' },
  } as const,
})

const PublishedRedirectType = builder.objectRef<PublishedRedirect>('PublishedRedirect').implement({
  description: 'An address to go to instead.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    target: t.expose('target', { type: PublishedTargetEnum, description: 'Where it leads.' }),
    redirect: t.expose('redirect', { type: 'URL', description: 'The address.' }),
  }),
})

const PublishedLookup = builder.unionType('PublishedLookup', {
  description: 'What an address of a published site leads to, or where to go instead.',
  types: [PublishedContentType, PublishedRedirectType],
  resolveType: ({ kind }) => (kind === 'content' ? 'PublishedContent' : 'PublishedRedirect'),
})

const VisitorInput = builder.inputType('VisitorInput', {
  description: 'What is known of a visitor of a site.',
  fields: (t) => ({
    jwtToken: t.string({ description: 'JWT signed with the key of the site.' }),
    unsignedClaims: t.field({
      type: 'JSON',
      description: 'Claims that nobody vouches for. Those that the site declares as unsigned count.',
    }),
  }),
})

builder.queryField('publishedContent', (t) =>
  t.field({
    type: PublishedLookup,
    description: 'Resolves an address of a published site as a visitor.',
    permission: 'authenticated',
    args: {
      url: t.arg({ type: 'URL', required: true, description: 'The address.' }),
      visitor: t.arg({ type: VisitorInput, description: 'Who visits it; nobody in particular if absent.' }),
      redirectOnError: t.arg.boolean({
        description: 'Send a visitor who is not let in to where the site has them sign in.',
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
  description: 'What an address of the workspace leads to.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    collection: t.field({
      type: Collection,
      nullable: true,
      description: 'The collection.',
      resolve: ({ collection }) => collection,
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space.',
      resolve: ({ space }) => space,
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request.',
      resolve: ({ changeRequest }) => changeRequest,
    }),
    page: t.field({ type: Page, nullable: true, description: 'The page.', resolve: ({ page }) => page }),
  }),
})

builder.queryField('workspaceContent', (t) =>
  t.field({
    type: WorkspaceContentType,
    description: 'Resolves an address of the workspace, as `urls.app` gives it.',
    permission: ['space:view', 'collection:view'],
    args: { url: t.arg({ type: 'URL', required: true, description: 'The address.' }) },
    resolve: (_root, { url }, context) => lookUpWorkspace(context, url),
  }),
)
