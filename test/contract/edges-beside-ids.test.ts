import { type GraphQLObjectType, getNamedType, isAbstractType, isInterfaceType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/server/graph.ts'

const published = 'The answer to a visitor, whose objects are elsewhere in it or are not theirs to read.'
const own = 'The id of the object itself.'
const ownStable = 'The id of the object itself, the same in every revision and change request.'
const gone = 'What has the id is gone. The owner is in the payload.'
const audited = 'The object may be gone, and of any type: `objectType` tells which.'

const happened = 'The object may be gone since: `node` finds it.'

/** The ids that have no object beside them, with the reasons. */
const withoutEdge: Readonly<Record<string, string>> = {
  'AuditEvent.requestId': 'A request is no object.',
  'AuditEventActor.tokenId': 'The token may be revoked, and is that of somebody else.',
  'AuditEventChange.objectId': audited,
  'AuditEventChange.userId': 'The user may be gone: `userLabel` has the name at the time.',
  'AuditEventTarget.objectId': audited,
  'ChangeRequestLink.linkId': own,
  'CommentTargetNode.nodeId': 'A node is part of the body of a page.',
  'ComputedPage.pageId': ownStable,
  'ConflictPlace.parentId': 'The page may be deleted on either side, and its id is not that of one revision.',
  'ContentConflict.objectId': 'It may be deleted on either side, and of any type: `object` tells which.',
  'DeletedOrganization.organizationId': own,
  'DisconnectGitPayload.deletedGitLinkId': gone,
  'DocumentPage.documentId': 'The id of a body, which `document` and `markdown` have.',
  'DocumentPage.pageId': ownStable,
  'EndSessionPayload.revokedSessionId': gone,
  'Event.actorUserId': 'The user is beside it under the name `actor`.',
  'Event.targetId': happened,
  'EventChange.objectId': happened,
  'EventChange.userId': happened,
  'File.fileId': ownStable,
  'GitSyncReport.changeRequestId': 'It is in the report of a job. The connection has the change request.',
  'GroupPage.pageId': ownStable,
  'LinkPage.pageId': ownStable,
  'MemberToken.tokenId': own,
  'Page.pageId': ownStable,
  'ParentPage.pageId': ownStable,
  'PublishedContent.contextId': 'What it names is no object.',
  'PublishedContent.organizationId': published,
  'PublishedContent.siteId': published,
  'PublishedContent.siteSectionId': published,
  'PublishedContent.siteSpaceId': published,
  'PublishedContent.spaceId': published,
  'PublishedExternalLink.sectionGroupId': published,
  'OidcProvider.clientId': 'The id is that of the identity provider.',
  'PublishedExternalLink.siteExternalLinkId': own,
  'PublishedRedirect.siteId': published,
  'PublishedSection.sectionGroupId': published,
  'PublishedSection.siteSectionId': own,
  'PublishedSectionGroup.parentSectionGroupId': published,
  'PublishedSectionGroup.siteSectionGroupId': own,
  'PublishedSiteSpace.pageId': published,
  'PublishedSiteSpace.sectionId': published,
  'PublishedSiteSpace.siteSpaceId': own,
  'PublishedSiteSpaceCustomization.siteSpaceId': published,
  'RemoveMemberPayload.removedMemberId': gone,
  'RemoveMemberPayload.removedUserId': gone,
  'ReusableContent.reusableContentId': ownStable,
  'RevokeApiTokenPayload.revokedApiTokenId': gone,
  'RevokeMemberTokenPayload.revokedTokenId': gone,
  'SearchSectionResult.sectionId': 'A section is part of the body of a page.',
  'Session.sessionId': own,
  'SingleSignOnChoice.providerId': 'The provider is in `samlProvider` or `oidcProvider`.',
  'SiteAds.zoneId': 'The id is that of another service.',
  'WebhookDelivery.eventId': 'Events are kept no longer than deliveries, and tests are of none.',
  'SiteSpace.pageId': 'The page may be gone from the content of `space`, in which `Query.page` finds it.',
}

const isOfDeleted = (type: string, field: string) =>
  /^Delete\w+Payload$/.test(type) && /^deleted\w+Id$/.test(field)

const types = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType =>
    (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__'),
)

test('every field `xId` has the object `x` beside it, or a reason why not', () => {
  const found = types.flatMap((type) => {
    const fields = type.getFields()
    return Object.keys(fields)
      .filter((name) => name.endsWith('Id') && !isOfDeleted(type.name, name))
      .filter((name) => {
        const edge = fields[name.slice(0, -'Id'.length)]
        const target = edge && getNamedType(edge.type)
        return !target || !(isObjectType(target) || isAbstractType(target))
      })
      .map((name) => `${type.name}.${name}`)
  })
  expect(found.sort()).toEqual(Object.keys(withoutEdge).sort())
})
