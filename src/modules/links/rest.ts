import { list, path, query, type Route, route } from '../../rest/route.ts'
import { collectionBody } from '../collections/rest.ts'
import { changeRequestBody, fileBody, pageBody } from '../content/fragments.ts'
import { organizationBody } from '../organizations/rest.ts'
import { spaceBody } from '../spaces/rest.ts'
import { userBody } from '../users/rest.ts'

/** A revision without its content, which would be repeated in every location. */
const versionContextBody = `
fragment VersionContextBody on VersionContext {
  type
  revision {
    id type parents createdAt mergedFrom { ...ChangeRequestBody }
    git { oid message createdByService: isCreatedByService url ref }
    urls { app }
  }
  changeRequest { ...ChangeRequestBody }
}
${changeRequestBody}`

/** A page without its subpages, which would be repeated in every location. */
const pageLocationBody = `
fragment PageLocationBody on PageLocation {
  kind organization { ...OrganizationBody } space { ...SpaceBody }
  versionContext { ...VersionContextBody }
  page { ...PageBody }
  internalLocation { type anchor }
}
${organizationBody}
${spaceBody}
${pageBody}
${versionContextBody}`

const locationBody = `
fragment LocationBody on Location {
  ...PageLocationBody
  ... on FileLocation {
    kind organization { ...OrganizationBody } space { ...SpaceBody }
    versionContext { ...VersionContextBody }
    file { ...FileBody }
  }
  ... on ReusableContentLocation {
    kind organization { ...OrganizationBody } space { ...SpaceBody }
    versionContext { ...VersionContextBody }
    reusableContent { id: reusableContentId title document git @include(if: $metadata) { oid path } }
  }
  ... on SpaceLocation { kind organization { ...OrganizationBody } space { ...SpaceBody } }
  ... on CollectionLocation { kind organization { ...OrganizationBody } collection { ...CollectionBody } }
  ... on UserLocation { kind user { ...UserBody } }
  ... on URLLocation { kind url }
}
${pageLocationBody}
${fileBody}
${collectionBody}
${userBody}`

const linkItemBody = `
fragment LinkItemBody on LinkItem {
  status relation
  targetReference { ...LocationBody }
  locationReferences { ...PageLocationBody }
}
${locationBody}`

const links = `{
  totalCount pageInfo { hasNextPage endCursor }
  stats { total broken { total changeRequest } }
  nodes { ...LinkItemBody }
}`

const backlinks = '{ totalCount pageInfo { hasNextPage endCursor } nodes { ...PageLocationBody } }'

const paging = { first: query('limit'), after: query('page') }
const window = 'first: $first, after: $after'
const declared = '$first: Int, $after: String, $metadata: Boolean! = true'

/** Returns the four list routes of primary content or of the content of a change request. */
const linkLists = (content: {
  readonly tag: string
  readonly prefix: `/${string}`
  readonly names: { links: string; pageLinks: string; pageBacklinks: string; fileBacklinks: string }
  readonly of: string
  /** Variable declarations and arguments that select the revision, and their sources. */
  readonly declared: string
  readonly arguments: string
  readonly sources: Readonly<Record<string, ReturnType<typeof path>>>
  readonly brokenContext: boolean
}): readonly Route[] => {
  const { tag, prefix, names, of, sources } = content
  const page = { ...sources, pageId: path('pageId') }
  const [context, contextArgument] = content.brokenContext
    ? ['$brokenContext: BrokenLinkContext, ', ', brokenContext: $brokenContext']
    : ['', '']
  return [
    route({
      method: 'GET',
      path: `${prefix}/links`,
      tag,
      summary: `List the links of ${of}`,
      operation: `query ${names.links}(${content.declared}, $status: [LinkStatus!], ${context}${declared}) {
        spaceLinks(${content.arguments}, status: $status${contextArgument}, ${window}) ${links}
      }`,
      fragments: [linkItemBody],
      variables: {
        ...sources,
        status: query('status'),
        ...(content.brokenContext && { brokenContext: query('brokenContext') }),
        ...paging,
      },
      respond: list('spaceLinks'),
    }),
    route({
      method: 'GET',
      path: `${prefix}/content/page/:pageId/links`,
      tag,
      summary: `List the links of a page of ${of}`,
      operation: `query ${names.pageLinks}(${content.declared}, $pageId: ID!, $status: [LinkStatus!], ${declared}) {
        pageLinks(${content.arguments}, pageId: $pageId, status: $status, ${window}) ${links}
      }`,
      fragments: [linkItemBody],
      variables: { ...page, status: query('status'), ...paging },
      respond: list('pageLinks'),
    }),
    route({
      method: 'GET',
      path: `${prefix}/content/page/:pageId/backlinks`,
      tag,
      summary: `List the pages that link to a page of ${of}`,
      operation: `query ${names.pageBacklinks}(${content.declared}, $pageId: ID!, ${declared}) {
        pageBacklinks(${content.arguments}, pageId: $pageId, ${window}) ${backlinks}
      }`,
      fragments: [pageLocationBody],
      variables: { ...page, ...paging },
      respond: list('pageBacklinks'),
    }),
    route({
      method: 'GET',
      path: `${prefix}/content/files/:fileId/backlinks`,
      tag,
      summary: `List the pages that embed or link to a file of ${of}`,
      operation: `query ${names.fileBacklinks}(${content.declared}, $fileId: ID!, ${declared}) {
        fileBacklinks(${content.arguments}, fileId: $fileId, ${window}) ${backlinks}
      }`,
      fragments: [pageLocationBody],
      variables: { ...sources, fileId: path('fileId'), ...paging },
      respond: list('fileBacklinks'),
    }),
  ]
}

export const linkRoutes: readonly Route[] = [
  ...linkLists({
    tag: 'Space content',
    prefix: '/spaces/:spaceId',
    names: {
      links: 'ListSpaceLinks',
      pageLinks: 'ListPageLinksInSpace',
      pageBacklinks: 'ListPageBacklinksInSpace',
      fileBacklinks: 'ListSpaceFileBacklinks',
    },
    of: 'a space',
    declared: '$spaceId: ID!',
    arguments: 'spaceId: $spaceId',
    sources: { spaceId: path('spaceId') },
    brokenContext: false,
  }),
  ...linkLists({
    tag: 'Change requests',
    prefix: '/spaces/:spaceId/change-requests/:changeRequestId',
    names: {
      links: 'ListChangeRequestLinks',
      pageLinks: 'ListPageLinksInChangeRequest',
      pageBacklinks: 'ListPageBacklinksInChangeRequest',
      fileBacklinks: 'ListChangeRequestFileBacklinks',
    },
    of: 'a change request',
    declared: '$spaceId: ID!, $changeRequestId: ID!',
    arguments: 'spaceId: $spaceId, changeRequestId: $changeRequestId',
    sources: { spaceId: path('spaceId'), changeRequestId: path('changeRequestId') },
    brokenContext: true,
  }),
]
