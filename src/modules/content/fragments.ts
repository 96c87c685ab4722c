import { userBody } from '../users/rest.ts'

/** Git metadata, omitted if the operation sets its variable $metadata to false. */
const gitMember = 'git @include(if: $metadata) { oid path }'

const sourceMembers =
  'type dependencies { spec { ref { kind spec } } } props { models: includesModels doc page }'
const referenceMembers = 'kind file url page anchor user collection space reusableContent spec'

const layoutMembers =
  'cover: showsCover coverSize title: showsTitle description: showsDescription tableOfContents: showsTableOfContents outline: showsOutline pagination: showsPagination width metadata: showsMetadata coverMask tags: showsTags actions: showsActions anchors: showsAnchors'

const pageBodyWith = (emoji: string) => `
fragment PageBody on Page {
  id: pageId type
  ... on DocumentPage { kind }
  ... on GroupPage { kind }
  ... on LinkPage { kind }
  title ${emoji} icon createdAt updatedAt
  ... on ParentPage { slug path }
  description
  ... on DocumentPage { documentId urls { app } variables }
  ${gitMember}
  ... on DocumentPage {
    layout { ${layoutMembers} }
    cover { ref { ${referenceMembers} } refDark { ${referenceMembers} } yPos }
    tags { tag primary: isPrimary }
  }
  ... on LinkPage { target { ${referenceMembers} } href }
  hidden: isHidden noIndex noRobotsIndex
  ... on DocumentPage { computed { ${sourceMembers} } computedSeed }
  ... on ComputedPage { computed { ${sourceMembers} } }
}`

export const pageBody = pageBodyWith('emoji')

/** The same for a renderer, which finds the image of an emoji by its code points. */
export const laterPageBody = pageBodyWith('emoji: emojiCode')

export const fileBody = `
fragment FileBody on File {
  id: fileId name contentType downloadURL size dimensions { width height }
  ${gitMember}
}`

export const reusableContentBody = `
fragment ReusableContentBody on ReusableContent { id: reusableContentId title document ${gitMember} }`

/** Defined here and not in change-requests, because revisions include the change request they were merged from. */
/** The members of a change request. One whose revision is sent beside them omits it. */
export const changeRequestMembers = (revision: 'revision: revisionId' | '' = 'revision: revisionId') => `
  id number status subject description: descriptionDocument createdBy { ...UserBody } createdAt updatedAt
  mergedBy { ...UserBody } mergedAt space: spaceId links { id: linkId ref { kind url } title }
  ${revision} revisionInitial: revisionInitialId
  revisionMergedAncestor: revisionMergedAncestorId revisionMerged: revisionMergedId
  comments: openCommentCount outdated: isOutdated
  urls { app location }`

export const changeRequestBody = `
fragment ChangeRequestBody on ChangeRequest {${changeRequestMembers()}
}
${userBody}`

export const revisionSummaryBody = `
fragment RevisionSummaryBody on Revision {
  id type parents createdAt
  git @include(if: $metadata) { oid message createdByService: isCreatedByService url ref }
  urls { app location }
  mergedFrom { ...ChangeRequestBody }
}
${changeRequestBody}`

const revisionBodyWith = (page: string) => `
fragment RevisionBody on Revision {
  id type parents createdAt mergedFrom { ...ChangeRequestBody }
  git @include(if: $metadata) { oid message createdByService: isCreatedByService url ref }
  urls { app }
  pages: allPages(computed: $computed) { ...PageBody }
  files: allFiles(computed: $computed) { ...FileBody }
  reusableContents: allReusableContents { ...ReusableContentBody }
  tags { slug label color }
  variables
}
${page}
${fileBody}
${reusableContentBody}
${changeRequestBody}`

export const revisionBody = revisionBodyWith(pageBody)

/** The same for a renderer. */
export const laterRevisionBody = revisionBodyWith(laterPageBody)

const changeBody = `
fragment SemanticChangeBody on SemanticChange {
  type
  page { id: pageId type title ... on ParentPage { path } }
  file { id: fileId name contentType downloadURL }
  reusableContent { id: reusableContentId title document }
  variables
  attributes {
    title { before after } description { before after } slug { before after }
    document { before after } cover { before after } emoji { before after } icon { before after }
    layout { before after } hidden: isHidden { before after } noIndex { before after }
    noRobotsIndex { before after } target { before after } variables { before after } name { before after }
    contentType { before after } content { before after }
  }
  parent { before after }
}`

export const semanticChangesBody = `
fragment SemanticChangesBody on SemanticChanges {
  mergedFrom { ...ChangeRequestBody }
  changes { ...SemanticChangeBody }
  more
}
${changeRequestBody}
${changeBody}`
