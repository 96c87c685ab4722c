import { readFileSync } from 'node:fs'
import type { Examples } from '../rest/examples.ts'
import type { RestReference } from '../rest/openapi.ts'
import { reasons } from './reasons.ts'

let examples: Examples | undefined

/** The sections of the REST reference, and the descriptions of the ids and names in paths. */
export const reference: RestReference = {
  tags: {
    Users: 'The authenticated user, other users, and API tokens.',
    Organizations: 'Organizations, which own all content, and the invites to them.',
    Members: 'The members of an organization, their roles, teams and spaces.',
    Teams: 'Teams of members, with whom content is shared together.',
    'Single sign-on':
      'Identity providers with which the members of an organization sign in, of SAML and of OpenID Connect.',
    Collections: 'Collections, which group spaces and other collections, and the permissions on them.',
    Spaces:
      'Spaces, which contain pages and files, with their permissions, search, links, imports and exports.',
    'Space content': 'Pages, files, reusable content and revisions of a space.',
    'Space comments': 'Comments on the content of a space, with replies and reactions.',
    'Change requests':
      'Change requests: proposed changes to the content of a space, their reviews and merges.',
    'Change request comments': 'Comments on change requests, with replies and reactions.',
    'Custom fields': 'Custom fields, in which an organization records properties of its spaces.',
    Translations: 'Settings for the translation of content.',
    Imports: 'Imports that run as jobs.',
    Jobs: 'Work that may take minutes, such as imports, exports and PDFs, and its results.',
    OpenAPI: 'OpenAPI specifications of an organization, which computed pages document.',
    Sites: 'Sites, which publish spaces, with their access, share links and redirects.',
    'Site sections and section groups': 'The sections of a site, and the groups that organize them.',
    'Site spaces': 'The spaces that a site shows.',
    'Site customization': 'The appearance of a site and of its spaces.',
    'Published sites': 'Sites and pages as visitors see them.',
    Integrations: 'Integrations with other services, of which a self-hosted server has none.',
    'Audit events': 'What was done in an organization, by whom and from where.',
  },
  tagGroups: {
    'People and access': ['Users', 'Organizations', 'Members', 'Teams', 'Single sign-on', 'Audit events'],
    Content: [
      'Collections',
      'Spaces',
      'Space content',
      'Space comments',
      'Change requests',
      'Change request comments',
      'Custom fields',
      'Translations',
      'Imports',
      'Jobs',
      'OpenAPI',
    ],
    Sites: [
      'Sites',
      'Site sections and section groups',
      'Site spaces',
      'Site customization',
      'Published sites',
      'Integrations',
    ],
  },
  reasons,
  /** Read on first use: only the OpenAPI document contains them. */
  get examples() {
    examples ??= JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as Examples
    return examples
  },
  pathParameters: {
    auditEventId: 'Id of the audit event.',
    changeRequestId: 'Id of the change request, or its number in the space.',
    collectionId: 'Id of the collection.',
    commentId: 'Id of the comment.',
    commentReplyId: 'Id of the reply.',
    documentId: 'Id of the document.',
    emailDomain: 'Domain of an email address, for example `example.com`.',
    emailInviteId: 'Id of the invitation by email.',
    fieldName: 'Name of the custom field.',
    fileId: 'Id of the file.',
    fontId: 'Id of the font.',
    glossaryEntryId: 'Id of the entry.',
    hostname: 'Host name, for example `docs.example.com`.',
    importRunId: 'Id of the import run.',
    inviteId: 'Id of the invite link.',
    inviteSecret: 'The secret from the invitation email.',
    jobId: 'Id of the job.',
    oidcProviderId: 'Id of the identity provider.',
    organizationId: 'Id of the organization.',
    pageId: 'Id of the page.',
    pagePath: 'Path of the page: the slugs of the page and of those above it, separated by `/`.',
    reusableContentId: 'Id of the reusable content.',
    reviewId: 'Id of the review.',
    revisionId: 'Id of the revision.',
    samlProviderId: 'Id of the identity provider.',
    sessionId: 'Id of the session.',
    shareLinkId: 'Id of the share link.',
    siteExternalLinkId: 'Id of the link.',
    siteId: 'Id of the site.',
    siteRedirectId: 'Id of the redirect.',
    siteSectionGroupId: 'Id of the section group.',
    siteSectionId: 'Id of the section.',
    siteSpaceId: 'Id of the site space.',
    spaceId: 'Id of the space.',
    specSlug: 'Slug of the OpenAPI specification.',
    subdomain: 'Subdomain, for example `acme`.',
    teamId: 'Id of the team.',
    tokenId: 'Id of the token.',
    translationSettingsId: 'Id of the translation settings.',
    userId: 'Id of the user.',
    versionId: 'Id of the version.',
  },
}
