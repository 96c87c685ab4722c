/** A condition on the changes that an operation has made, in the path language of JSON, and the type of its event if it holds. */
interface Case {
  readonly when: string
  readonly type: string
}

/** The type of the events of an operation whose type depends on what it has changed. The first case that holds counts. */
export interface TypeByChange {
  readonly cases: readonly Case[]
  readonly otherwise: string
}

/** Returns the case of a change of an object of the type that meets a further condition, in which `@` is the change. */
const ifChanged = (objectType: string, condition: string, type: string): Case => ({
  when: `$[*] ? (@.objectType == "${objectType}" && ${condition})`,
  type,
})

/** The types of the events of all operations in the audit log, by the name of the mutation or of what a session does. */
const typesOfOperations: Readonly<Record<string, string | TypeByChange>> = {
  acceptEmailInvite: 'invitation.accepted',
  acceptInviteLink: 'invitation.accepted',
  addSiteSectionToGroup: 'site.restructured',
  addTeamMember: 'team.members_changed',
  cancelImportRun: 'job.cancelled',
  cancelJob: 'job.cancelled',
  connectGit: 'git_sync.connected',
  createApiToken: 'token.created',
  createChangeRequest: 'change_request.opened',
  createChangeRequestReview: 'change_request.reviewed',
  createCollection: 'collection.created',
  createComment: 'comment.posted',
  createCommentReply: 'comment.replied',
  createCustomField: 'custom_field.created',
  createCustomFont: 'font.created',
  createInviteLink: 'invitation.created',
  createOidcProvider: 'identity_provider.created',
  createOpenAPISpec: 'specification.created',
  createOrganization: 'organization.created',
  createSamlProvider: 'identity_provider.created',
  createShareLink: 'share_link.created',
  createSite: 'site.created',
  createSiteExternalLink: 'site.restructured',
  createSiteRedirect: 'site.redirects_changed',
  createSiteRedirects: 'site.redirects_changed',
  createSiteSection: 'site.restructured',
  createSiteSectionGroup: 'site.restructured',
  createSiteSpace: 'site.restructured',
  createSpace: 'space.created',
  createStorageUpload: 'upload.created',
  createTeam: 'team.created',
  createTranslationSettings: 'translation.created',
  createWebhook: 'webhook.created',
  deleteCollection: 'collection.deleted',
  deleteComment: 'comment.deleted',
  deleteCommentReply: 'comment.reply_deleted',
  deleteCustomField: 'custom_field.deleted',
  deleteCustomFont: 'font.deleted',
  deleteEmailInvite: 'invitation.deleted',
  deleteInviteLink: 'invitation.deleted',
  deleteOidcProvider: 'identity_provider.deleted',
  deleteOpenAPISpec: 'specification.deleted',
  deleteGitPreview: 'git_sync.preview_removed',
  deleteOrganization: 'organization.deleted',
  deleteSamlProvider: 'identity_provider.deleted',
  deleteShareLink: 'share_link.deleted',
  deleteSite: 'site.deleted',
  deleteSiteExternalLink: 'site.restructured',
  deleteSiteRedirect: 'site.redirects_changed',
  deleteSiteSection: 'site.restructured',
  deleteSiteSectionGroup: 'site.restructured',
  deleteSiteSpace: 'site.restructured',
  deleteSiteSpaceCustomization: 'site.customized',
  deleteSpace: 'space.deleted',
  deleteTeam: 'team.deleted',
  deleteTranslationSettings: 'translation.deleted',
  deleteWebhook: 'webhook.deleted',
  disconnectGit: 'git_sync.disconnected',
  duplicateSiteSpace: 'site.restructured',
  duplicateSpace: 'space.created',
  enableMemberSingleSignOn: 'member.updated',
  endOtherSessions: 'session.ended',
  endSession: 'session.ended',
  exportToGit: 'git_sync.requested',
  grantPermissions: 'permission.changed',
  importFromGit: 'git_sync.requested',
  importContent: {
    cases: [ifChanged('ChangeRequest', 'exists(@.after)', 'change_request.content_updated')],
    otherwise: 'content.updated',
  },
  inviteMembers: 'invitation.created',
  joinOrganization: 'member.joined',
  mergeChangeRequest: {
    cases: [ifChanged('ChangeRequest', '@.after.status == "MERGED"', 'change_request.merged')],
    otherwise: 'change_request.updated',
  },
  moveCollection: 'collection.moved',
  moveSiteSection: 'site.restructured',
  moveSiteSectionGroup: 'site.restructured',
  moveSiteSpace: 'site.restructured',
  moveSiteStructureItem: 'site.restructured',
  moveSpace: 'space.moved',
  previewGitRef: 'git_sync.preview_requested',
  publishSite: 'site.published',
  recordOrganizationVisit: 'member.visited',
  redeliverWebhookDelivery: 'webhook.redelivered',
  regenerateSitePublishingKey: 'site.access_changed',
  removeCustomHostname: 'site.updated',
  removeMember: 'member.removed',
  removeRequestedReviewer: 'change_request.review_withdrawn',
  removeSiteSectionFromGroup: 'site.restructured',
  removeTeamMember: 'team.members_changed',
  removeTeamPermission: 'permission.changed',
  removeUserPermission: 'permission.changed',
  replaceSiteCustomization: 'site.customized',
  requestChangeRequestReviews: 'change_request.review_requested',
  resendEmailInvite: 'invitation.sent',
  resolveConflicts: 'change_request.content_updated',
  restoreCollection: 'collection.restored',
  restoreOrganization: 'organization.restored',
  restoreRevision: 'content.updated',
  restoreSpace: 'space.restored',
  revalidateCustomHostname: 'site.updated',
  revokeApiToken: 'token.revoked',
  revokeMemberToken: 'token.revoked',
  rotateApiToken: 'token.rotated',
  rotateGitWebhookSecret: 'git_sync.secret_rotated',
  rotateWebhookSecret: 'webhook.secret_rotated',
  setOpenAPISpecSource: 'specification.updated',
  signIn: 'session.started',
  signInFailed: 'session.refused',
  signOut: 'session.ended',
  startExport: 'export.started',
  startFileImport: 'import.started',
  startImportRun: 'import.started',
  startPdf: 'pdf.started',
  transferCollection: 'collection.transferred',
  transferSpace: 'space.transferred',
  testWebhook: 'webhook.tested',
  unpublishSite: 'site.unpublished',
  updateChangeRequest: {
    cases: [
      ifChanged('ChangeRequest', '@.after.status == "ARCHIVED"', 'change_request.archived'),
      ifChanged('ChangeRequest', '@.before.status == "ARCHIVED"', 'change_request.reopened'),
    ],
    otherwise: 'change_request.updated',
  },
  updateChangeRequestContent: 'change_request.content_updated',
  updateChangeRequestFromSpace: 'change_request.content_updated',
  updateCollection: 'collection.updated',
  updateComment: {
    cases: [
      ifChanged('Comment', '@.after.status == "RESOLVED"', 'comment.resolved'),
      ifChanged('Comment', '@.after.status == "OPEN"', 'comment.reopened'),
    ],
    otherwise: 'comment.updated',
  },
  updateCommentReply: 'comment.reply_updated',
  updateContent: 'content.updated',
  updateCustomField: 'custom_field.updated',
  updateCustomFont: 'font.updated',
  updateGlossary: 'glossary.updated',
  updateInviteLink: 'invitation.updated',
  updateMember: {
    cases: [ifChanged('Member', 'exists(@.after.role)', 'member.role_changed')],
    otherwise: 'member.updated',
  },
  updateNotificationSettings: 'user.updated',
  updateOidcProvider: 'identity_provider.updated',
  updateOpenAPISpec: 'specification.updated',
  updateOrganization: 'organization.updated',
  updateSamlProvider: 'identity_provider.updated',
  updateShareLink: 'share_link.updated',
  updateSite: 'site.updated',
  updateSiteAdaptiveSchema: 'site.updated',
  updateSiteCustomization: 'site.customized',
  updateSiteExternalLink: 'site.restructured',
  updateSitePublishingAuth: 'site.access_changed',
  updateSiteRedirect: 'site.redirects_changed',
  updateSiteSection: 'site.restructured',
  updateSiteSectionGroup: 'site.restructured',
  updateSiteSpace: 'site.restructured',
  updateSiteSpaceCustomization: 'site.customized',
  updateSpace: 'space.updated',
  updateSpaceCustomFields: 'space.updated',
  updateTeam: 'team.updated',
  updateTeamMembers: 'team.members_changed',
  updateTeamPermission: 'permission.changed',
  updateTranslationSettings: 'translation.updated',
  updateUser: 'user.updated',
  updateUserPermission: 'permission.changed',
  updateWebhook: 'webhook.updated',
  uploadOrganizationLogo: 'organization.updated',
  uploadSiteImage: 'upload.created',
  upsertSiteRedirects: 'site.redirects_changed',
}

/** The types of the events of work that goes on after its operation. */
export const typesOfJobs = {
  IMPORT: { COMPLETED: 'import.finished', FAILED: 'import.failed', CANCELLED: 'import.cancelled' },
  EXPORT: { COMPLETED: 'export.finished', FAILED: 'export.failed', CANCELLED: 'export.cancelled' },
  PDF: { COMPLETED: 'pdf.finished', FAILED: 'pdf.failed', CANCELLED: 'pdf.cancelled' },
  GIT_SYNC: { COMPLETED: 'git_sync.finished', FAILED: 'git_sync.failed', CANCELLED: 'git_sync.cancelled' },
} as const

/** The types of the events of a space and a branch that are kept in step. */
export const typesOfGitSync = {
  pulled: 'git_sync.pulled',
  pushed: 'git_sync.pushed',
  stateChanged: 'git_sync.state_changed',
  disconnected: 'git_sync.disconnected',
} as const

export const typesOfSpecifications = {
  processed: 'specification.processed',
  failed: 'specification.failed',
} as const

/** Returns the type of the events of an operation, with the cases in which it is another. */
export function typeOfOperation(action: string): TypeByChange {
  const found = typesOfOperations[action]
  if (found === undefined) throw new Error(`The operation ${action} has no type of event in event-types.ts.`)
  return typeof found === 'string' ? { cases: [], otherwise: found } : found
}

/** Returns the types that events can have, in alphabetical order. */
export const allEventTypes = (): string[] =>
  [
    ...new Set([
      ...Object.values(typesOfOperations).flatMap((type) =>
        typeof type === 'string' ? [type] : [...type.cases.map((each) => each.type), type.otherwise],
      ),
      ...Object.values(typesOfJobs).flatMap((types) => Object.values(types)),
      ...Object.values(typesOfSpecifications),
      ...Object.values(typesOfGitSync),
    ]),
  ].sort()

const eventTypes = new Set(allEventTypes())

export const isEventType = (type: string): boolean => eventTypes.has(type)
