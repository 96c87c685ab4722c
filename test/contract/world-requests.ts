import type { TestApp } from '../support/app.ts'
import { laterCustomization } from '../support/factories/customizations.ts'
import { identityProvider } from '../support/factories/identity-providers.ts'
import { openIdProvider } from '../support/factories/openid-providers.ts'
import { rowName } from './row-names.ts'
import type { World } from './world.ts'
import {
  adaptiveSchemaOf,
  importInto,
  logo,
  petsDocument,
  petsSource,
  type WorldObjects,
} from './world-objects.ts'

/** Returns what to send to each row about the objects. */
export function requestsAbout(app: TestApp, objects: WorldObjects): Pick<World, 'parametersFor' | 'bodyFor'> {
  const {
    admin,
    answered,
    auditEventId,
    changeRequest,
    collection,
    comment,
    content,
    deleted,
    deliveryId,
    discarded,
    discussed,
    emailDomain,
    emailInviteId,
    externalLink,
    field,
    font,
    glossaryEntryId,
    group,
    importRun,
    invite,
    inviteSecret,
    job,
    member,
    organizationId,
    organizationTitle,
    otherOrganizationId,
    otherSection,
    ownName,
    parent,
    redirect,
    oidcProvider,
    removedId,
    reply,
    reusableContentId,
    review,
    reviewer,
    samlProvider,
    section,
    session,
    shareLink,
    site,
    siteSpace,
    space,
    storageKey,
    team,
    third,
    toSection,
    token,
    translation,
    versionId,
    webhook,
    gitPreview,
  } = objects
  const publishedAddress = `${app.url}/sites/${organizationId}/${site.id}`
  const parameters: Record<string, string> = {
    teamId: team.id,
    organizationId,
    organizationTitle,
    auditEventId,
    webhookId: webhook.id,
    gitPreviewId: gitPreview.id,
    deliveryId,
    samlProviderId: samlProvider.id,
    oidcProviderId: oidcProvider.id,
    userId: member.id,
    collectionId: collection.id,
    spaceId: space.id,
    revisionId: content.id,
    pageId: content.pages[0].id,
    pagePath: content.pages[0].path,
    documentId: content.pages[0].documentId,
    fileId: content.files[0].id,
    reusableContentId,
    siteId: site.id,
    siteSectionId: section.id,
    siteSectionGroupId: group.id,
    siteSpaceId: siteSpace.id,
    commentId: comment.id,
    commentReplyId: reply.id,
    changeRequestId: changeRequest.id,
    reviewId: review.id,
    shareLinkId: shareLink.id,
    siteRedirectId: redirect.id,
    siteExternalLinkId: externalLink.id,
    fieldName: field.name,
    emailDomain,
    tokenId: token.id,
    sessionId: session.id,
    inviteId: invite.id,
    emailInviteId,
    inviteSecret,
    translationSettingsId: translation.id,
    glossaryEntryId,
    fontId: font.id,
    specSlug: 'pets',
    importRunId: importRun.id,
    jobId: job.id,
    versionId,
    subdomain: ownName,
    hostname: `${ownName}.example.test`,
    publishedAddress,
    workspaceAddress: `${app.url}/s/${space.id}`,
  }
  const bodies: Record<string, unknown> = {
    'PATCH /users/:userId': { displayName: 'Renamed', photoURL: 'https://example.com/photo.png' },
    'PATCH /user/notifications': { includesReplies: false, language: 'pt-br' },
    'POST /orgs': { title: 'New organization' },
    'POST /orgs/:organizationId/restore': undefined,
    'PATCH /orgs/:organizationId': { title: organizationTitle, defaultRole: 'read' },
    'POST /orgs/:organizationId/ping': undefined,
    'PATCH /orgs/:organizationId/members/:userId': { role: 'comment' },
    'POST /orgs/:organizationId/members/:userId/sso': undefined,
    ...Object.fromEntries(
      ['/spaces/:spaceId', '/collections/:collectionId', '/orgs/:organizationId/sites/:siteId'].flatMap(
        (shared) => [
          [`POST ${shared}/permissions`, { role: 'comment', users: [reviewer.id], teams: [team.id] }],
          [`PATCH ${shared}/permissions/users/:userId`, { role: 'edit' }],
          [`PATCH ${shared}/permissions/teams/:teamId`, { role: 'edit' }],
        ],
      ),
    ),
    'PUT /orgs/:organizationId/teams': { title: 'New team', members: [admin.id] },
    'PATCH /orgs/:organizationId/teams/:teamId': { title: 'Renamed' },
    'PUT /orgs/:organizationId/teams/:teamId/members': {
      add: [reviewer.id],
      remove: [admin.id],
      memberships: { [reviewer.id]: { role: 'owner' } },
    },
    'PUT /orgs/:organizationId/teams/:teamId/members/:userId': { role: 'owner' },
    'POST /orgs/:organizationId/saml': { ...identityProvider('New provider'), defaultRole: 'read' },
    'PATCH /orgs/:organizationId/saml/:samlProviderId': { label: 'Renamed', defaultRole: null },
    'POST /orgs/:organizationId/oidc': {
      ...openIdProvider('New provider'),
      defaultRole: 'read',
      groupMappings: [{ group: 'writers', role: 'edit' }],
    },
    'PATCH /orgs/:organizationId/oidc/:oidcProviderId': {
      label: 'Renamed',
      groupMappings: [{ group: 'readers', role: 'read', team: team.id }],
    },
    'POST /orgs/:organizationId/webhooks': { url: 'https://hooks.example.com/other', sites: [site.id] },
    'PATCH /orgs/:organizationId/webhooks/:webhookId': { description: 'Changed', events: [] },
    'POST /orgs/:organizationId/webhooks/:webhookId/rotate-secret': undefined,
    'POST /orgs/:organizationId/webhooks/:webhookId/test': undefined,
    'POST /orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/redeliver': undefined,
    'PUT /spaces/:spaceId/git': { branch: 'main', pollMinutes: 30 },
    'POST /spaces/:spaceId/git/import': { dryRun: true },
    'POST /spaces/:spaceId/git/export': { dryRun: true },
    'POST /spaces/:spaceId/git/webhook/secret': undefined,
    'POST /spaces/:spaceId/git/previews': { ref: '#7' },
    'POST /orgs/:organizationId/collections': { title: 'New collection' },
    'PATCH /collections/:collectionId': { title: 'Renamed', description: 'Described' },
    'POST /collections/:collectionId/restore': undefined,
    'POST /collections/:collectionId/move': { parent: parent.id },
    'POST /collections/:collectionId/transfer': { organization: otherOrganizationId },
    'POST /orgs/:organizationId/spaces': { title: 'New space' },
    'PATCH /spaces/:spaceId': { title: 'Renamed', emoji: '📘' },
    'POST /spaces/:spaceId/duplicate': undefined,
    'POST /spaces/:spaceId/restore': undefined,
    'POST /spaces/:spaceId/move': { parent: parent.id },
    'POST /spaces/:spaceId/transfer': { organization: otherOrganizationId },
    'POST /spaces/:spaceId/content': {
      changes: [{ operation: 'insert_page', title: 'Another', document: { markdown: 'Text' } }],
    },
    'POST /spaces/:spaceId/content/computed/document': {
      source: { ...petsSource, props: { doc: 'info', page: 'overview' } },
      seed: 'seed',
    },
    'POST /spaces/:spaceId/content/computed/revision': {
      source: { ...petsSource, props: { models: true } },
      seed: 'seed',
    },
    'POST /spaces/:spaceId/content/import': { url: `${app.url}/healthz`, source: 'markdown' },
    'POST /spaces/:spaceId/content/import-file': {
      type: 'markdown',
      name: 'sent.md',
      base64: Buffer.from('# Sent').toString('base64'),
    },
    'POST /spaces/:spaceId/content/export': { page: content.pages[0].id },
    'POST /spaces/:spaceId/pdf': { page: content.pages[0].id, includesDescendants: false },
    'POST /org/:organizationId/imports': importInto(space.id),
    'POST /org/:organizationId/imports/:importRunId/cancel': undefined,
    'POST /orgs/:organizationId/jobs/:jobId/cancel': undefined,
    'POST /spaces/:spaceId/revisions/:revisionId/restore': undefined,
    'POST /spaces/:spaceId/change-requests': {
      subject: 'New proposal',
      description: { markdown: 'Why it is proposed' },
      links: [{ ref: { kind: 'url', url: 'https://tickets.example/1' } }],
    },
    'PATCH /spaces/:spaceId/change-requests/:changeRequestId': {
      subject: 'Renamed',
      status: 'open',
      description: { markdown: 'Why it is proposed' },
      links: [{ ref: { kind: 'url', url: 'https://tickets.example/1' }, title: 'Ticket' }],
    },
    'POST /spaces/:spaceId/change-requests/:changeRequestId/merge': undefined,
    'POST /spaces/:spaceId/change-requests/:changeRequestId/update': undefined,
    'POST /spaces/:spaceId/change-requests/:changeRequestId/conflicts/resolve': { others: 'theirs' },
    'POST /spaces/:spaceId/change-requests/:changeRequestId/content': {
      changes: [{ operation: 'insert_page', title: 'Proposed', document: { markdown: 'Text' } }],
    },
    'POST /spaces/:spaceId/change-requests/:changeRequestId/reviews': { status: 'changes-requested' },
    'POST /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers': { users: [admin.id] },
    'POST /spaces/:spaceId/change-requests/:changeRequestId/content/import': {
      url: `${app.url}/healthz`,
      source: 'markdown',
    },
    'POST /orgs/:organizationId/join': undefined,
    'POST /orgs/:organizationId/link-invites': { role: 'edit' },
    'PATCH /orgs/:organizationId/link-invites/:inviteId': { role: null },
    'POST /orgs/:organizationId/invites': {
      emails: [`new@${emailDomain}`, { email: member.email, role: 'edit' }],
      role: 'read',
    },
    'POST /orgs/:organizationId/invites/:inviteId': undefined,
    'POST /orgs/:organizationId/email-invites/:emailInviteId/resend': undefined,
    'POST /invites/:inviteSecret': { displayName: 'Invited' },
    'POST /user/tokens': { label: 'CI', scopes: ['read'], expiresAt: '2100-01-01T00:00:00.000Z' },
    'POST /user/tokens/:tokenId/rotate': { overlapSeconds: 60 },
    'POST /orgs/:organizationId/translations': { title: 'Asian', languages: ['ja'] },
    'PUT /orgs/:organizationId/translations/:translationSettingsId': { title: 'Renamed' },
    'PUT /orgs/:organizationId/translations-glossary': {
      operations: [
        { type: 'insert', translations: { en: 'space', de: 'Bereich' } },
        { type: 'update', id: glossaryEntryId, translations: { en: 'page', de: 'Seite' } },
      ],
    },
    'POST /orgs/:organizationId/storage/upload': {
      file: { name: 'own.woff2', type: 'font/woff2', size: 20_480 },
      kind: 'customization_font',
    },
    'PUT /orgs/:organizationId/fonts': { fontFamily: 'Ours', fontFaces: [{ weight: 400, storageKey }] },
    'POST /orgs/:organizationId/fonts/:fontId': {
      fontFamily: 'Renamed',
      fontFaces: [{ weight: 700, storageKey }],
    },
    'POST /orgs/:organizationId/custom-fields': { name: 'topics', type: 'tags', title: 'Topics' },
    'PATCH /orgs/:organizationId/custom-fields/:fieldName': { title: 'Renamed', options: ['beta'] },
    'PATCH /spaces/:spaceId/custom-fields': { values: { stage: { value: ['beta'] } } },
    'POST /orgs/:organizationId/openapi': { slug: 'new-pets', source: { text: petsDocument } },
    'PUT /orgs/:organizationId/openapi/:specSlug': { source: { url: `${app.url}/v1/openapi.json` } },
    'PATCH /orgs/:organizationId/openapi/:specSlug': { visibility: 'public' },
    'POST /orgs/:organizationId/logo': { name: 'logo.svg', base64: logo },
    'POST /orgs/:organizationId/sites': { title: 'New site', spaces: [third.id] },
    'PATCH /orgs/:organizationId/sites/:siteId': { title: 'Renamed', visibility: 'unlisted' },
    'POST /orgs/:organizationId/sites/:siteId/images': { name: 'logo.svg', base64: logo },
    'POST /orgs/:organizationId/sites/:siteId/sections': { spaceId: third.id, title: 'Third' },
    'PATCH /orgs/:organizationId/sites/:siteId/sections/:siteSectionId': { title: 'Renamed', icon: 'book' },
    'POST /orgs/:organizationId/sites/:siteId/section-groups': { title: 'New group', parent: group.id },
    'PATCH /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId': {
      title: 'Renamed',
      localizedTitle: { fr: 'Renommé' },
    },
    'POST /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/duplicate': { draft: true },
    'PATCH /custom-hostnames/:hostname': undefined,
    'POST /orgs/:organizationId/sites/:siteId/external-links': {
      title: 'Status',
      url: 'https://status.example.com/',
      parent: group.id,
    },
    'PATCH /orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId': {
      title: 'Forum',
      draft: true,
      parent: null,
    },
    'POST /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections': {
      sectionId: section.id,
    },
    'POST /orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move': { position: {} },
    'POST /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move': {
      position: { before: { type: 'site-section', id: section.id } },
    },
    'POST /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move': { position: {} },
    'PATCH /orgs/:organizationId/sites/:siteId/structure/sort': {
      item: { type: 'site-section-group', id: group.id },
      position: {},
    },
    'POST /orgs/:organizationId/sites/:siteId/site-spaces': { spaceId: third.id },
    'PATCH /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId': { path: 'renamed', hidden: true },
    'PUT /orgs/:organizationId/sites/:siteId/adaptive-schema': { jsonSchema: adaptiveSchemaOf('beta') },
    'PUT /orgs/:organizationId/sites/:siteId/customization': laterCustomization(space.id),
    'PATCH /orgs/:organizationId/sites/:siteId/customization': laterCustomization(space.id),
    'PATCH /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization': laterCustomization(
      space.id,
    ),
    'POST /orgs/:organizationId/sites/:siteId/search': { query: 'a', scope: { mode: 'all' } },
    'POST /orgs/:organizationId/sites/:siteId/publish': undefined,
    'POST /orgs/:organizationId/sites/:siteId/unpublish': undefined,
    'PATCH /orgs/:organizationId/sites/:siteId/publishing/auth': {
      backend: 'custom',
      fallbackURL: 'https://login.example.com/',
      logoutURL: 'https://login.example.com/logout',
    },
    'POST /orgs/:organizationId/sites/:siteId/publishing/auth/regenerate': undefined,
    'POST /orgs/:organizationId/sites/:siteId/share-links': { name: 'New link' },
    'PATCH /orgs/:organizationId/sites/:siteId/share-links/:shareLinkId': { active: false },
    'POST /orgs/:organizationId/sites/:siteId/redirects': { source: '/new', destination: toSection },
    'POST /orgs/:organizationId/sites/:siteId/redirects/bulk': {
      redirects: [
        { source: '/old', destination: { kind: 'site-space', siteSpaceId: siteSpace.id } },
        { source: '/newer', destination: toSection },
      ],
    },
    'PUT /orgs/:organizationId/sites/:siteId/redirects': {
      redirects: [
        {
          source: '/blog/*',
          destination: { kind: 'external', url: 'https://blog.example.com/' },
          captureWildcard: true,
          permanent: true,
        },
        { source: '/newer', destination: null },
      ],
    },
    'PATCH /orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId': { source: '/older' },
    'POST /orgs/:organizationId/sites/:siteId/insights/events/aggregate': {
      select: [{ column: 'eventsCount' }],
      where: [{ column: 'eventType', values: ['page_view'] }],
      groupBy: [{ column: 'page' }],
      range: 'last7Days',
    },
    'POST /orgs/:organizationId/sites/:siteId/insights/events': {
      events: [{ type: 'page_view', location: { space: space.id, page: content.pages[0].id } }],
    },
    'POST /orgs/:organizationId/sites/:siteId/search/prewarm': undefined,
    'POST /urls/published': { url: publishedAddress },
    ...Object.fromEntries(
      ['/spaces/:spaceId', '/spaces/:spaceId/change-requests/:changeRequestId'].flatMap((discussed) => [
        [`POST ${discussed}/comments`, { body: { markdown: 'New comment' } }],
        [`PUT ${discussed}/comments/:commentId`, { resolved: true }],
        [`POST ${discussed}/comments/:commentId/replies`, { body: { markdown: 'New reply' } }],
        [`PUT ${discussed}/comments/:commentId/replies/:commentReplyId`, { body: { markdown: 'Edited' } }],
      ]),
    ),
  }
  return {
    // A few rows need another thing than the one that everybody else uses.
    parametersFor: (route) => {
      if (rowName(route) === 'PATCH /users/:userId') return { ...parameters, userId: admin.id }
      if (rowName(route) === 'POST /orgs/:organizationId/restore')
        return { ...parameters, organizationId: removedId }
      if (rowName(route) === 'POST /spaces/:spaceId/restore') return { ...parameters, spaceId: deleted.id }
      if (rowName(route) === 'POST /collections/:collectionId/restore')
        return { ...parameters, collectionId: discarded.id }
      // What is the content already cannot be restored.
      if (rowName(route) === 'POST /spaces/:spaceId/revisions/:revisionId/restore')
        return { ...parameters, revisionId: content.parents[0] }
      if (/change-requests\/.*:commentId/.test(route.path))
        return { ...parameters, commentId: discussed.id, commentReplyId: answered.id }
      if (/requested-reviewers\/:userId$/.test(route.path)) return { ...parameters, userId: reviewer.id }
      // A space that is part of a site stays in its organization.
      if (rowName(route) === 'POST /spaces/:spaceId/transfer') return { ...parameters, spaceId: third.id }
      if (/section-groups\/.*:siteSectionId$/.test(route.path))
        return { ...parameters, siteSectionId: otherSection.id }
      return parameters
    },
    bodyFor: (route) => {
      if (route.method === 'GET' || route.method === 'DELETE') return undefined
      if (!(rowName(route) in bodies))
        throw new Error(`give ${rowName(route)} a body in test/contract/world-requests.ts`)
      return bodies[rowName(route)]
    },
  }
}
