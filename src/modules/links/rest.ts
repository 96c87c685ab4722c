import { query } from '../../rest/route.ts'
import { type Row, routesOf, variable } from '../../rest/row.ts'
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

const paging = { first: query('limit'), after: query('page') }
const metadata = variable('Boolean! = true')

const links = {
  reply: linkItemBody,
  beside: 'stats { total broken { total changeRequest } }',
  inputs: { status: query('status'), ...paging, metadata },
}

const backlinks = { reply: pageLocationBody, inputs: { metadata } }

/** Returns the four list routes of primary content or of the content of a change request. */
const linkLists = (content: {
  readonly tag: string
  readonly prefix: `/${string}`
  readonly names: { links: string; pageLinks: string; pageBacklinks: string; fileBacklinks: string }
  readonly of: string
  readonly ofSpace: Pick<Row, 'reply' | 'beside' | 'inputs'>
}): readonly Row[] => {
  const { prefix, names, of } = content
  const route = routesOf(content.tag)
  return [
    route('GET', `${prefix}/links`, 'spaceLinks', {
      ...content.ofSpace,
      name: names.links,
      summary: `List the links of ${of}`,
    }),
    route('GET', `${prefix}/content/page/:pageId/links`, 'pageLinks', {
      ...links,
      name: names.pageLinks,
      summary: `List the links of a page of ${of}`,
    }),
    route('GET', `${prefix}/content/page/:pageId/backlinks`, 'pageBacklinks', {
      ...backlinks,
      name: names.pageBacklinks,
      summary: `List the pages that link to a page of ${of}`,
    }),
    route('GET', `${prefix}/content/files/:fileId/backlinks`, 'fileBacklinks', {
      ...backlinks,
      name: names.fileBacklinks,
      summary: `List the pages that embed or link to a file of ${of}`,
    }),
  ]
}

export const linkRoutes: readonly Row[] = [
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
    ofSpace: links,
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
    ofSpace: {
      ...links,
      inputs: { status: query('status'), brokenContext: query('brokenContext'), ...paging, metadata },
    },
  }),
]
