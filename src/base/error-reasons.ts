import type { ErrorCode } from './errors.ts'

export interface ReasonRow {
  readonly code: ErrorCode
  /** The message. `{name}` stands for a value that the thrower passes. */
  readonly message: string
  /** The action that a client can take, in one sentence. */
  readonly remedy: string
  /** The number of seconds after which it makes sense to send the request again: `Retry-After` in HTTP. */
  readonly retryAfter?: number
}

/**
 * The causes of errors on which a client can act. The name of a cause never changes, once it was released. Resources
 * that are not found have none: a reason would tell hidden from missing ones.
 */
export const reasonTable = {
  // 400: the input contradicts what exists.
  INVALID_CURSOR: {
    code: 'BAD_USER_INPUT',
    message: 'is not a cursor of this list in this order; pass one from its previous page',
    remedy: 'Read the list from its beginning.',
  },
  UNKNOWN_INPUT: {
    code: 'BAD_USER_INPUT',
    message: 'is unknown{suggestion}',
    remedy:
      'Correct or remove the member or parameter, or send the request without `Prefer: handling=strict`.',
  },
  PAGE_NOT_IN_SPACE: {
    code: 'BAD_USER_INPUT',
    message: 'names no page of this space',
    remedy: 'Reload the pages of the content, and pass the id of one of them.',
  },
  PAGE_NOT_IN_REVISION: {
    code: 'BAD_USER_INPUT',
    message: 'names no page of that revision',
    remedy: 'Pass the id of a page of the revision that is restored from.',
  },
  PAGE_NOT_DOCUMENT: {
    code: 'BAD_USER_INPUT',
    message: 'is not a document, so it has no Markdown content',
    remedy: 'Pass the id of a document.',
  },
  FILE_NOT_IN_SPACE: {
    code: 'BAD_USER_INPUT',
    message: 'names no file of this space',
    remedy: 'Reload the files of the content, and pass the id of one of them.',
  },
  REVISION_NOT_IN_SPACE: {
    code: 'BAD_USER_INPUT',
    message: 'names no revision of this space',
    remedy: 'Pass the id of a revision of the space.',
  },
  CONFLICT_NOT_OPEN: {
    code: 'BAD_USER_INPUT',
    message: 'names no open conflict of this change request',
    remedy: 'Reload the conflicts of the change request, and pass the id of one that is open.',
  },
  BASE_REVISION_UNKNOWN: {
    code: 'BAD_USER_INPUT',
    message: 'The base revision is not one of this content.',
    remedy: 'Pass the id of the revision in which the content was read.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    code: 'BAD_USER_INPUT',
    message: 'The `Idempotency-Key` must have 1 to {maximum} characters of printable ASCII.',
    remedy: 'Send a random UUID.',
  },
  SPECIFICATION_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: 'names no OpenAPI specification of the organization',
    remedy: 'Pass the slug of a specification of the organization.',
  },
  IMPORT_CANCELLED: {
    code: 'BAD_USER_INPUT',
    message: 'The import was cancelled.',
    remedy: 'Import again, unless whoever cancelled it had a reason.',
  },
  JOB_ENDED: {
    code: 'BAD_USER_INPUT',
    message: 'The job has ended already.',
    remedy: 'Read the job, which has its result or its error.',
  },
  REVIEWER_NOT_ALLOWED: {
    code: 'BAD_USER_INPUT',
    message: 'names no user who may review the content of this space',
    remedy: 'Request the review of a user with the permission `space:review`, or grant it first.',
  },
  PARENT_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: 'must be the id of a collection of this organization',
    remedy: 'Pass the id of a collection that you can see.',
  },
  SIBLING_NOT_IN_PARENT: {
    code: 'BAD_USER_INPUT',
    message: 'must be the id of an item in the target parent',
    remedy: 'Reload the items of the target, and pass the id of one of them.',
  },
  SIBLING_NOT_ON_LEVEL: {
    code: 'BAD_USER_INPUT',
    message: 'names no sibling on the same level',
    remedy: 'Reload the structure of the site, and pass the id of a sibling.',
  },
  SECTION_NOT_IN_SITE: {
    code: 'BAD_USER_INPUT',
    message: 'is not a section of this site',
    remedy: 'Reload the sections of the site, and pass the id of one of them.',
  },
  SECTION_GROUP_NOT_IN_SITE: {
    code: 'BAD_USER_INPUT',
    message: 'is not a section group of this site',
    remedy: 'Reload the section groups of the site, and pass the id of one of them.',
  },
  SECTION_GROUPS_TOO_DEEP: {
    code: 'BAD_USER_INPUT',
    message: 'would put more than {maximum} groups in one another',
    remedy: 'Move the group to one that is higher.',
  },
  SITE_WITHOUT_SECTIONS: {
    code: 'BAD_USER_INPUT',
    message: 'The site has no sections, beside which an external link could be.',
    remedy: 'Add a section to the site first.',
  },
  SITE_SPACE_NOT_IN_SITE: {
    code: 'BAD_USER_INPUT',
    message: 'is not a site-space of this site',
    remedy: 'Reload the site-spaces of the site, and pass the id of one of them.',
  },
  PAGE_NOT_IN_SITE_SPACE: {
    code: 'BAD_USER_INPUT',
    message: 'is not a page of this site-space',
    remedy: 'Pass the id of a page that the site-space shows.',
  },
  SITE_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: 'is not a site of this organization',
    remedy: 'Pass the id of a site of the organization.',
  },
  SPACE_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: '{id} is not a space of this organization that you may read',
    remedy: 'Pass the id of a space of the organization that you can see.',
  },
  TEAM_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: 'is not a team of this organization',
    remedy: 'Pass the id of a team of the organization.',
  },
  INVITED_USER_NOT_SIGNED_IN: {
    code: 'FORBIDDEN',
    message: 'the invited user must be signed in to accept this link',
    remedy:
      'Send the request with a token of the user with the invited email address, or use the link in the mail.',
  },
  CHANGE_REQUEST_NUMBER_WITHOUT_SPACE: {
    code: 'BAD_USER_INPUT',
    message: 'is required with the number of a change request, because numbers repeat across spaces',
    remedy: 'Pass the id of the space, or the id of the change request in place of its number.',
  },
  USER_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: '{id} is not a member of this organization',
    remedy: 'Pass the id of a member, or invite the user first.',
  },
  CUSTOM_FIELD_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: 'is not a custom field of this organization',
    remedy: 'Pass the name of a custom field, or create it first.',
  },
  SLUG_TAKEN: {
    code: 'BAD_USER_INPUT',
    message: 'is already used by another page with the same parent',
    remedy: 'Choose another slug, or none: it then follows from the title.',
  },
  SLUG_TAKEN_IN_PARENT: {
    code: 'BAD_USER_INPUT',
    message: 'already has a subpage with the slug {slug}',
    remedy: 'Give the page another slug before it is moved.',
  },
  PARENT_HOLDS_NO_PAGES: {
    code: 'BAD_USER_INPUT',
    message: 'names a link or a computed page, which cannot have subpages',
    remedy: 'Choose a document or a group as parent.',
  },
  PAGES_TOO_DEEP: {
    code: 'BAD_USER_INPUT',
    message: 'would nest pages more than {maximum} levels deep',
    remedy: 'Choose a parent that is higher in the tree.',
  },
  PAGE_IN_ITSELF: {
    code: 'BAD_USER_INPUT',
    message: 'names the page itself or one of its descendants',
    remedy: 'Choose a parent outside of the page.',
  },
  TOO_MANY_COMPUTED_PAGES: {
    code: 'BAD_USER_INPUT',
    message: 'cannot be COMPUTED: content can have at most {maximum} computed pages',
    remedy: 'Delete a computed page first.',
  },
  COLLECTIONS_TOO_DEEP: {
    code: 'BAD_USER_INPUT',
    message: 'would nest collections more than {maximum} levels deep',
    remedy: 'Choose a parent that is higher in the tree.',
  },
  COLLECTION_IN_ITSELF: {
    code: 'BAD_USER_INPUT',
    message: 'must not be the collection itself or a collection inside it',
    remedy: 'Choose a parent outside of the collection.',
  },
  COLLECTION_NOT_DELETED: {
    code: 'CONFLICT',
    message: 'The collection is not deleted.',
    remedy: 'Nothing: the collection does not need to be restored.',
  },
  REDIRECT_CYCLE: {
    code: 'BAD_USER_INPUT',
    message: 'is part of a cycle: {cycle}',
    remedy: 'Choose another destination, or delete one of the redirects of the cycle.',
  },
  REDIRECT_CHAIN_TOO_LONG: {
    code: 'BAD_USER_INPUT',
    message: 'leads through more than {maximum} redirects',
    remedy: 'Redirect to the last destination directly.',
  },
  HOSTNAME_OF_SERVER: {
    code: 'BAD_USER_INPUT',
    message: 'is {relation}the host name of this server',
    remedy: 'Choose a host name of your own.',
  },
  TEAM_WITHOUT_PERMISSION: {
    code: 'BAD_USER_INPUT',
    message: 'The team has no permission on it.',
    remedy: 'Nothing: the team has no direct permission that could be removed.',
  },
  TITLE_NOT_REPEATED: {
    code: 'BAD_USER_INPUT',
    message: 'must be the title of the organization that is to be deleted, "{title}"',
    remedy: 'Check that it is the organization that you mean, and repeat its title.',
  },
  DISPLAY_NAME_REQUIRED: {
    code: 'BAD_USER_INPUT',
    message: 'is required for a new user',
    remedy: 'Ask for a display name, and accept the invitation with it.',
  },
  SOURCE_TOO_COMPLEX: {
    code: 'BAD_USER_INPUT',
    message: '{path} takes longer than {seconds} seconds or too much memory to read.',
    remedy: 'Split the file into several, and import the source again.',
  },
  SOURCE_WITHOUT_FOLDERS: {
    code: 'BAD_USER_INPUT',
    message: 'is only for the sources markdown, zip and github-wiki',
    remedy: 'Omit it, or import the source as one of these.',
  },
  SOURCE_UNREADABLE: {
    code: 'BAD_USER_INPUT',
    message: '{problem}',
    remedy: 'Correct the source as the message says, and import it again.',
  },
  URL_UNREACHABLE: {
    code: 'BAD_USER_INPUT',
    message: 'The URL cannot be fetched{from}: {cause}.',
    remedy: 'Check that the server of Lectern can reach the URL, and that the URL has the content.',
  },
  URL_TIMEOUT: {
    code: 'BAD_USER_INPUT',
    message: 'The URL cannot be fetched from {host}: the server took more than {seconds} seconds.',
    remedy: 'Try again later.',
  },

  // 401
  TOKEN_MALFORMED: {
    code: 'UNAUTHENTICATED',
    message: 'The Authorization header must have the form: Bearer <token>.',
    remedy: 'Send the token as `Authorization: Bearer <token>`.',
  },
  TOKEN_INVALID: {
    code: 'UNAUTHENTICATED',
    message: 'The token is unknown, expired or revoked.',
    remedy: 'Discard the token, and sign in again or ask for another one.',
  },

  // 403
  PERMISSION_REQUIRED: {
    code: 'FORBIDDEN',
    message: 'This requires the permission {permission}.',
    remedy: 'Ask an admin of the organization for a role that includes the permission.',
  },
  ROLE_ABOVE_OWN: {
    code: 'FORBIDDEN',
    message: 'You hold {held} here, and nobody can give, change or remove a role above their own.',
    remedy: 'Choose a role that you hold on all that it would apply to, or ask somebody with a higher role.',
  },
  TOKEN_READ_ONLY: {
    code: 'FORBIDDEN',
    message: 'This token may only read.',
    remedy: 'Use a token with the scope `write`.',
  },
  TOKEN_OF_VISITOR: {
    code: 'FORBIDDEN',
    message: 'This token may only read what its site publishes.',
    remedy: 'Use the token of a member.',
  },
  TOKENS_OF_OTHERS: {
    code: 'FORBIDDEN',
    message: 'Tokens are visible to their user only.',
    remedy: 'Read your own tokens.',
  },
  CHANGE_REQUESTS_OF_OTHERS: {
    code: 'FORBIDDEN',
    message: 'The change requests that a user can see are visible to that user only.',
    remedy: 'Read those of `viewer`, or those of an organization by `creator`.',
  },
  USER_IS_NOT_CALLER: {
    code: 'FORBIDDEN',
    message: 'Users can only update themselves.',
    remedy: 'Update the user of your own token.',
  },
  SESSION_LIMITED: {
    code: 'FORBIDDEN',
    message: 'This session is limited to one organization, and you are a member of others.',
    remedy: 'Use an API token, which is not limited to one organization.',
  },
  SESSION_CANNOT_CREATE_ORGANIZATION: {
    code: 'FORBIDDEN',
    message: 'This session is limited to one organization and cannot create another.',
    remedy: 'Use an API token, which is not limited to one organization.',
  },
  ORGANIZATION_CREATION_RESTRICTED: {
    code: 'FORBIDDEN',
    message: 'On this server, {creators} may create organizations.',
    remedy: 'Ask the operator of the server, or an admin of an organization to make you a member.',
  },
  TOKEN_OUTLIVES_OWN: {
    code: 'FORBIDDEN',
    message: 'A token can only create and rotate tokens that expire no later than itself.',
    remedy: 'Choose an earlier expiry, or use a token that expires later.',
  },
  MEMBERSHIP_DISABLED: {
    code: 'FORBIDDEN',
    message: 'Your membership of this organization is disabled.',
    remedy: 'Ask an admin of the organization to enable it.',
  },
  SSO_REQUIRED: {
    code: 'FORBIDDEN',
    message: 'Members of this organization must sign in with its identity provider.',
    remedy: 'Sign in with the identity provider of the organization.',
  },

  // 409
  CONFLICT_OUTDATED: {
    code: 'CONFLICT',
    message: 'The change request was edited where the conflict is, so that the decision cannot be applied.',
    remedy: 'Edit the change request as it shall be, and decide the conflict with `theirs`, which keeps it.',
  },
  CONFLICT_SIDE_MISSING: {
    code: 'CONFLICT',
    message: 'The side that was chosen does not have what the conflict is about.',
    remedy: 'Decide the conflict with another side.',
  },
  SPACE_LOCKED: {
    code: 'CONFLICT',
    message: 'The content of this space is locked. Edit it through a change request.',
    remedy: 'Create a change request, and make the changes there.',
  },
  ORGANIZATION_NOT_DELETED: {
    code: 'CONFLICT',
    message: 'The organization is not deleted.',
    remedy: 'Nothing: the organization does not need to be restored.',
  },
  SPACE_NOT_DELETED: {
    code: 'CONFLICT',
    message: 'The space is not deleted.',
    remedy: 'Nothing: the space does not need to be restored.',
  },
  SPACE_TRANSFERRED: {
    code: 'CONFLICT',
    message: 'The space was moved to another organization; reload it and try again.',
    remedy: 'Reload the space, and use the custom fields of its organization.',
  },
  CHANGE_REQUEST_MERGED: {
    code: 'CONFLICT',
    message: 'Change request {number} is merged and cannot be changed.',
    remedy: 'Create another change request.',
  },
  MERGE_RULES_NOT_MET: {
    code: 'CONFLICT',
    message: 'Change request {number} cannot be merged yet: {rules}.',
    remedy: 'Do what is missing, or ask an administrator of the space to change its merge rules.',
  },
  CHANGE_REQUEST_ARCHIVED: {
    code: 'CONFLICT',
    message: 'Change request {number} is archived. Set its status to open first.',
    remedy: 'Set the status of the change request to open.',
  },
  REVISION_IS_CURRENT: {
    code: 'CONFLICT',
    message: 'The revision is already the current content of the space.',
    remedy: 'Nothing: the content is that of the revision.',
  },
  POSITION_UNCHANGED: {
    code: 'CONFLICT',
    message: 'The item already has this position; the move would change nothing.',
    remedy: 'Nothing: the item is where it should be.',
  },
  ITEM_MOVED: {
    code: 'CONFLICT',
    message: 'The item was moved by another request; reload it and try again.',
    remedy: 'Reload the item, and move it from where it is now.',
  },
  ALREADY_IN_ORGANIZATION: {
    code: 'CONFLICT',
    message: 'The content is already in this organization; the transfer would change nothing.',
    remedy: 'Choose another organization.',
  },
  LAST_ADMIN: {
    code: 'CONFLICT',
    message: 'This is the last admin of the organization.',
    remedy: 'Make another member an admin first.',
  },
  INVITE_LINKS_DISABLED: {
    code: 'CONFLICT',
    message: 'Invite links are disabled in this organization.',
    remedy: 'Enable `inviteLinks` of the organization, or invite by email.',
  },
  INVITE_JUST_SENT: {
    code: 'CONFLICT',
    message: 'The invitation was sent less than {seconds} seconds ago, or was just accepted or revoked.',
    remedy: 'Reload the invitation, and wait before it is sent again.',
  },
  SSO_SIGN_IN_REQUIRED: {
    code: 'CONFLICT',
    message: 'sso: sign in with an identity provider of the organization first, or you would lose access',
    remedy: 'Sign in with an identity provider of the organization, and change the setting in that session.',
  },
  HOSTNAME_TAKEN: {
    code: 'CONFLICT',
    message: 'hostname: is already used by another {owner}',
    remedy: 'Choose another host name, or remove it where it is used.',
  },
  BASENAME_TAKEN: {
    code: 'CONFLICT',
    message: 'basename: is already used by another site of the organization',
    remedy: 'Choose another basename.',
  },
  BASENAME_IS_SITE_ID: {
    code: 'CONFLICT',
    message: 'basename: is the id of another site of the organization',
    remedy: 'Choose another basename.',
  },
  PATH_TAKEN: {
    code: 'CONFLICT',
    message: 'path: is already used by another {owner}',
    remedy: 'Choose another path.',
  },
  SPACE_ALREADY_IN_SITE: {
    code: 'CONFLICT',
    message: 'spaceId: is already in use, in the same section or at the root of the site',
    remedy: 'Use the site-space that the space already has, or add the space to another section.',
  },
  SITE_EMPTY: {
    code: 'CONFLICT',
    message: 'The site has nothing to show: add a space first.',
    remedy: 'Add a space to the site.',
  },
  REDIRECT_EXISTS: {
    code: 'CONFLICT',
    message: 'source: already has a redirect',
    remedy: 'Update the redirect of the source.',
  },
  SPECIFICATION_EXISTS: {
    code: 'CONFLICT',
    message: 'The organization already has a specification {slug}.',
    remedy: 'Update that specification, or choose another slug.',
  },
  SPECIFICATION_DELETED: {
    code: 'CONFLICT',
    message: 'The specification was deleted during this request.',
    remedy: 'Send the request again, which creates the specification.',
  },
  CUSTOM_FIELD_EXISTS: {
    code: 'CONFLICT',
    message: 'name: is already used by another custom field',
    remedy: 'Choose another name.',
  },
  TOO_MANY_GLOSSARY_ENTRIES: {
    code: 'CONFLICT',
    message: 'The glossary of an organization may have at most {maximum} entries.',
    remedy: 'Delete entries first.',
  },
  TOO_MANY_FONTS: {
    code: 'CONFLICT',
    message: 'An organization may have at most {maximum} fonts.',
    remedy: 'Delete a font first.',
  },
  TOO_MANY_STORAGE_UPLOADS: {
    code: 'CONFLICT',
    message: 'An organization may announce at most {maximum} files in a day.',
    remedy: 'Use the keys of files that are uploaded, or try again tomorrow.',
  },
  FONT_IN_USE: {
    code: 'CONFLICT',
    message: 'The font is used by the customization of the site {title}.',
    remedy: 'Choose another font there first.',
  },
  TOO_MANY_CUSTOM_FIELDS: {
    code: 'CONFLICT',
    message: 'An organization may have at most {maximum} custom fields.',
    remedy: 'Delete a custom field first.',
  },
  LAST_IDENTITY_PROVIDER: {
    code: 'CONFLICT',
    message: 'Members must sign in with an identity provider of the organization, and this is the last one.',
    remedy: 'Add another identity provider first, or set `sso` to false.',
  },
  TOO_MANY_IDENTITY_PROVIDERS: {
    code: 'CONFLICT',
    message: 'An organization may have at most {maximum} identity providers.',
    remedy: 'Delete an identity provider first.',
  },
  TOO_MANY_EXTERNAL_LINKS: {
    code: 'CONFLICT',
    message: 'A site may have at most {maximum} external links.',
    remedy: 'Delete an external link first.',
  },
  TOO_MANY_REDIRECTS: {
    code: 'CONFLICT',
    message: 'A site may have at most {maximum} redirects.',
    remedy: 'Delete a redirect first.',
  },
  TOO_MANY_INVITE_LINKS: {
    code: 'CONFLICT',
    message: 'The organization has {maximum} invite links already, which is as many as it may have.',
    remedy: 'Delete an invite link first.',
  },
  TOO_MANY_SHARE_LINKS: {
    code: 'CONFLICT',
    message: 'The site has {maximum} share links already, which is as many as it may have.',
    remedy: 'Delete a share link first.',
  },
  TOO_MANY_TOKENS: {
    code: 'CONFLICT',
    message: 'A user may have at most {maximum} tokens; revoke tokens that are not used.',
    remedy: 'Revoke a token first.',
  },
  CONCURRENT_CHANGE: {
    code: 'CONFLICT',
    message: 'Another request changed the same object at the same time; try again.',
    remedy: 'Send the request again.',
  },

  REQUEST_RUNNING: {
    code: 'CONFLICT',
    message: 'The request with this `Idempotency-Key` is still running.',
    remedy: 'Send the same request again after a moment.',
    retryAfter: 1,
  },
  OUTCOME_UNKNOWN: {
    code: 'CONFLICT',
    message:
      'The mutation with this `Idempotency-Key` was interrupted, and it is not known which of its fields were executed.',
    remedy: 'Read what the fields were to change, and send those that are missing with another key.',
  },

  // 406
  TYPE_NOT_ACCEPTED: {
    code: 'NOT_ACCEPTABLE',
    message: 'The header `Accept` names none of the types of the answer: {types}.',
    remedy: 'Accept `application/json`, or send no `Accept`.',
  },

  // 412
  RESOURCE_CHANGED: {
    code: 'PRECONDITION_FAILED',
    message: 'The resource has changed: `If-Match` does not name its present entity tag.',
    remedy: 'Read the resource again, and repeat the change with its new `ETag`.',
  },
  FONT_WITHOUT_REGULAR: {
    code: 'PRECONDITION_FAILED',
    message: 'A font must have a face with the weight 400.',
    remedy: 'Add a face with the weight 400, or keep the one that the font has.',
  },
  CUSTOMIZATION_CHANGED: {
    code: 'PRECONDITION_FAILED',
    message: 'The customization has changed: its version is {version}.',
    remedy: 'Read the customization again, and repeat the change with its new `version`.',
  },
  BASE_REVISION_STALE: {
    code: 'PRECONDITION_FAILED',
    message: 'The content has changed since the base revision: the newest revision is {newest}.',
    remedy: 'Read the content again and repeat the changes, or ask for a merge with `MERGE`.',
  },
  BASE_REVISION_CONFLICTS: {
    code: 'PRECONDITION_FAILED',
    message:
      'The changes cannot be merged with what changed since the base revision, for example in “{title}”.',
    remedy: 'Read the content again, and repeat the changes with the newest revision as their base.',
  },
  SPACE_IN_SITE: {
    code: 'PRECONDITION_FAILED',
    message: 'The space "{space}" is used in the site "{site}"; remove it from the site first.',
    remedy: 'Remove the space from the site.',
  },

  // 400: the operation is too expensive.
  OPERATION_TOO_LARGE: {
    code: 'BAD_USER_INPUT',
    message: 'The operation reads at least {count} {unit}; at most {maximum} are allowed.',
    remedy: 'Select fewer fields, or smaller pages of lists.',
  },
  OPERATION_TOO_SLOW: {
    code: 'BAD_USER_INPUT',
    message: 'The operation takes longer than {seconds} seconds, which is the limit.',
    remedy: 'Select fewer fields, or smaller pages of lists.',
  },
  BODY_TOO_COMPLEX: {
    code: 'BAD_USER_INPUT',
    message: 'takes longer than {seconds} seconds or too much memory to read; split it into several pages',
    remedy: 'Split the page into several, or remove what repeats one character or construct very often.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    code: 'BAD_USER_INPUT',
    // The text that the clients of automatic persisted queries look for.
    message: 'PersistedQueryNotFound',
    remedy: 'Send the document with its hash once more; clients of automatic persisted queries do.',
  },
  PERSISTED_QUERY_MISMATCH: {
    code: 'BAD_USER_INPUT',
    message: 'must be the SHA-256 hash of `query` in hexadecimal digits',
    remedy: 'Hash the exact text that is sent.',
  },
  DOCUMENT_UNKNOWN: {
    code: 'BAD_USER_INPUT',
    message: 'names none of the trusted documents of this server',
    remedy: 'Ask the operator to add the document to the file that `PERSISTED_DOCUMENTS` names.',
  },
  DOCUMENT_NOT_TRUSTED: {
    code: 'BAD_USER_INPUT',
    message: 'This server executes trusted documents only.',
    remedy: 'Send the `documentId` of one of them, or ask the operator to add the document.',
  },
  INTROSPECTION_OFF: {
    code: 'BAD_USER_INPUT',
    message: 'Introspection is switched off on this server.',
    remedy: 'Use the schema that is published with the source: `schema.graphql`.',
  },
  OPERATION_TOO_COMPLEX: {
    code: 'BAD_USER_INPUT',
    message: 'The operation has {count} {unit}; at most {maximum} are allowed.',
    remedy: 'Split the operation.',
  },

  // 422
  IDEMPOTENCY_KEY_REUSED: {
    code: 'UNPROCESSABLE',
    message: 'The `Idempotency-Key` was used for another request in the last {hours} hours.',
    remedy: 'Send each request with a key of its own.',
  },
  ANSWER_TOO_LARGE: {
    code: 'UNPROCESSABLE',
    message: 'The answer has more than {maximum} bytes, and cannot be kept for the `Idempotency-Key`.',
    remedy: 'Select fewer fields, or send the request without a key.',
  },

  // 413 and 415
  BODY_TOO_LARGE: {
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The request body may have at most {maximum} bytes.',
    remedy: 'Send less in one request.',
  },
  TOO_MANY_VALUES: {
    code: 'PAYLOAD_TOO_LARGE',
    message:
      'The request body may have at most {maximum} values: members of objects and items of arrays, all together.',
    remedy: 'Send less in one request.',
  },
  PREFLIGHT_REQUIRED: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'A multipart body needs the header Authorization or Apollo-Require-Preflight.',
    remedy: 'Send the header `Apollo-Require-Preflight: true`.',
  },
  BODY_COMPRESSED: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The request body must not be compressed.',
    remedy: 'Send the body without `Content-Encoding`.',
  },
  BODY_NOT_FORM: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The request body must be a form.',
    remedy: 'Send the body as `application/x-www-form-urlencoded`.',
  },
  TOO_MANY_JOBS: {
    code: 'RATE_LIMITED',
    message: 'The organization already has {maximum} jobs that have not ended.',
    remedy: 'Wait until some of them have ended, or cancel them.',
    retryAfter: 30,
  },

  // 429
  TOO_MANY_AT_ONCE: {
    code: 'RATE_LIMITED',
    message: '{maximum} of your requests of this kind wait already, which is as many as may.',
    remedy: 'Wait for the answers to the requests that you have sent.',
    retryAfter: 5,
  },
  TOO_MANY_IDEMPOTENCY_KEYS: {
    code: 'RATE_LIMITED',
    message: 'Too many answers are kept for your idempotency keys.',
    remedy: 'Send the request without a key, or wait until older answers are a day old.',
    retryAfter: 3600,
  },
  RATE_LIMIT_EXCEEDED: {
    code: 'RATE_LIMITED',
    message: 'You have used up the {limit} points of this minute.',
    remedy:
      'Send the request again once the minute is over, which `Retry-After` says, and read less with each request.',
  },
  AUTHENTICATION_LIMIT_EXCEEDED: {
    code: 'RATE_LIMITED',
    message: 'Too many requests from your address had a token that is not active.',
    remedy:
      'Correct the token, and send the request again once the minute is over, which `Retry-After` says.',
  },
  TOO_MANY_INVITES: {
    code: 'RATE_LIMITED',
    message: 'An organization may send {maximum} invitations by email on a day.',
    remedy: 'Send the others tomorrow (UTC), share an invite link, or ask the operator for a higher limit.',
    retryAfter: 3600,
  },
  TOO_MANY_UPLOADS: {
    code: 'RATE_LIMITED',
    message:
      'You are sending files in {maximum} other requests, which is as many as a user may have at once.',
    remedy: 'Send the request again when one of the others has ended.',
    retryAfter: 5,
  },

  // 503
  UPLOADS_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server is receiving files in {maximum} other requests, which is as many as it can at once.',
    remedy: 'Send the request again after a moment.',
    retryAfter: 5,
  },
  CONTENT_QUEUE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many large pages are being read, written or rendered. Try again in a moment.',
    remedy: 'Send the request again after a moment, and fewer of such requests at once.',
    retryAfter: 5,
  },
  CONTENT_TIMEOUT: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The content was not read or rendered within {seconds} seconds.',
    remedy: 'Send the request again. If it fails each time, split the largest pages into several.',
    retryAfter: 10,
  },
  CONVERSION_QUEUE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many documents are being converted. Try again in a minute.',
    remedy: 'Send the request again after a minute.',
    retryAfter: 60,
  },
  TRANSACTIONS_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many requests with `Idempotency-Key` or `If-Match` are running. Try again in a moment.',
    remedy: 'Send the request again after a moment, with the same key.',
    retryAfter: 1,
  },
  DATABASE_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database is too busy; try again.',
    remedy: 'Send the request again after a moment.',
    retryAfter: 1,
  },
  DATABASE_UNREACHABLE: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database cannot be reached.',
    remedy: 'Send the request again after a moment. If it was a write, read first whether it took effect.',
    retryAfter: 5,
  },
  DATABASE_READ_ONLY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database accepts no writes at present.',
    remedy: 'Send the request again later. Reading works.',
    retryAfter: 30,
  },
  STORAGE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server has no space to store this.',
    remedy: 'Tell the operator of the server, and send the request again later.',
    retryAfter: 30,
  },
  FILES_MISSING: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server cannot find its files, or this one of them.',
    remedy: 'Tell the operator of the server, and send the request again later.',
    retryAfter: 30,
  },
  SERVER_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server has too many requests of this kind; try again in a moment.',
    remedy: 'Send the request again after a moment.',
    retryAfter: 5,
  },
  SPACE_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many others write to this space; try again.',
    remedy: 'Send the request again after a moment.',
    retryAfter: 2,
  },
  LISTS_QUEUE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many long lists of links are being read. Try again in a moment.',
    remedy: 'Send the request again after a moment, or ask for at most 100 links at once.',
    retryAfter: 5,
  },
  MAIL_NOT_SENT: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The mail could not be sent.',
    remedy: 'Check the address, and send the request again later.',
  },
  PDF_QUEUE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many PDFs are being rendered. Try again in a minute.',
    remedy: 'Send the request again after a minute.',
    retryAfter: 60,
  },
  PDF_NOT_READY: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The PDF was not ready within {seconds} seconds. The job {job} goes on making it; send the request again to wait for it.',
    remedy:
      'Send the same request again: it waits for the same job, and answers at once when the PDF is ready.',
    retryAfter: 5,
  },
  IMPORT_NOT_READY: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The import was not done within {seconds} seconds. The import run {job} goes on; send the request again to wait for it.',
    remedy:
      'Send the same request again: it waits for the same import run, and is answered with its result. Or read the import run {job} until it has ended.',
    retryAfter: 5,
  },
  JOBS_QUEUE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many jobs wait for their turn.',
    remedy: 'Send the request again after some minutes.',
    retryAfter: 60,
  },
  JOB_INTERRUPTED: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server was interrupted each time that it ran this job.',
    remedy: 'Start the job again, for a part of the content or the source.',
  },
  JOB_TIMEOUT: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The job was not done within {seconds} seconds, and has changed nothing.',
    remedy:
      'Start it for a part of the content or the source, or ask the operator of the server to raise `JOB_MAX_SECONDS`.',
  },
  PDF_PROCESS_ENDED: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The process that rendered the PDF was ended, perhaps because the server has too little memory. Try again, and then export a part of the space: a single page, or a page with the pages below it.',
    remedy: 'Try again, then export fewer pages at once. The operator can give the server more memory.',
    retryAfter: 60,
  },
  PDF_TIMEOUT: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The PDF was not rendered within {seconds} seconds. Export a part of the space: a single page, or a page with the pages below it.',
    remedy: 'Export fewer pages at once.',
  },
  PDF_TOO_LARGE: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'Rendering the PDF exceeded the memory limit. Export a part of the space: a single page, or a page with the pages below it.',
    remedy: 'Export fewer pages at once.',
  },
} as const satisfies Record<string, ReasonRow>
