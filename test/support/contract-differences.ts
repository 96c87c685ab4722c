import type { ContractVersion, Part } from './contract-document.ts'

/** One place where an answer may differ from the published contract, because the specification wins. */
export interface Difference {
  /** 0.130.0, if absent. */
  readonly contract?: ContractVersion
  /** The schema: a name, which steps into it may follow, or a pointer from the root of the document. */
  readonly at: string
  /** The member of the schema that differs; without one the schema differs as a whole. */
  readonly member?: string
  /** The schema that replaces it. Without it, the contract requires the member and the answer may omit it. */
  readonly becomes?: Part
  readonly reason: string
}

const undeclared =
  'The contract requires it without saying what it is, and the specification does not have it.'
const unknown = 'The contract requires it, and the specification does not have it.'
const flag = { type: 'boolean' }
const errorOf = (response: string) =>
  `/components/responses/${response}/content/application~1json/schema/properties/error`

/** The members that 0.202.0 has in a schema of another name. Those of the same name are declared without being listed. */
const laterMembers = [['UserContributor', 'actionType']] as const

export const reviewedDifferences: readonly Difference[] = [
  ...laterMembers.map(([at, member]) => ({ at, member, becomes: {}, reason: 'A later contract has it.' })),
  {
    at: '/paths/~1orgs~1{organizationId}~1invites/post/responses/200/content/application~1json/schema',
    member: 'invitations',
    becomes: {},
    reason: 'Our own: the invitations, with links for who has no mail server.',
  },
  ...['object', 'branch', 'directory', 'commit', 'commitURL', 'state', 'problems'].map((member) => ({
    at: 'GitSyncState',
    member,
    becomes: {},
    reason: 'Our own: the branch, its last common commit, and the state of the sync.',
  })),
  { at: 'Space', member: 'type', reason: undeclared },
  { at: 'Site', member: 'defaultSpace', reason: undeclared },
  {
    at: '/paths/~1email-domains~1{emailDomain}~1orgs/get/responses/200/content/application~1json/schema',
    member: 'organizaitons',
    reason: 'The contract misspells `organizations`, as the specification has it.',
  },
  ...['', '~1change-requests~1{changeRequestId}'].map((changeRequest) => ({
    at: `/paths/~1spaces~1{spaceId}${changeRequest}~1commenters/get/responses/200/content/application~1json/schema/allOf/1`,
    member: 'total',
    reason: undeclared,
  })),
  { at: 'Site', member: 'agentsContext', reason: unknown },
  { at: 'Organization/properties/permissions', member: 'ingestConversations', reason: unknown },
  {
    at: '/paths/~1orgs~1{organizationId}~1ping/post/responses/200/content/application~1json/schema',
    member: 'serviceVisitorClaims',
    becomes: { type: 'string' },
    reason:
      'The specification calls it so; the contract has the name of its product in front of `VisitorClaims`.',
  },
  {
    at: 'RevisionPageDocument/allOf/1',
    becomes: {
      type: 'object',
      properties: { markdown: { type: 'string' }, document: { $ref: '#/components/schemas/JSONDocument' } },
    },
    reason:
      'Without `format` a page comes without its body. The contract has a variant for that, which forbids every other member of a page too.',
  },
  {
    at: 'RevisionPageDocument/allOf/3',
    becomes: {
      type: 'object',
      properties: {
        computed: { $ref: '#/components/schemas/ComputedContentSourceDocument' },
        computedSeed: { type: 'string' },
        documentId: { type: 'string' },
      },
    },
    reason:
      'The contract wants exactly one of two variants, of which the second requires nothing, so that no page with a computed body could be the first.',
  },
  {
    at: 'RevisionPageDocument/allOf/2',
    member: 'pages',
    reason: 'A page that a link leads to comes without what is below it.',
  },
  {
    at: 'ContentLocationRevisionContext/properties/revision',
    becomes: {
      type: 'object',
      required: ['object', 'id', 'type', 'parents', 'createdAt', 'urls'],
      properties: {
        object: { enum: ['revision'] },
        id: { type: 'string' },
        type: { enum: ['edits', 'merge', 'rollback', 'update', 'computed'] },
        parents: { type: 'array', items: { type: 'string' } },
        createdAt: { $ref: '#/components/schemas/Timestamp' },
        mergedFrom: { $ref: '#/components/schemas/ChangeRequest' },
        urls: { type: 'object', required: ['app'], properties: { app: { type: 'string' } } },
      },
    },
    reason:
      'The specification has `{type, revision}` for the context of a place. With all of its pages and files a revision would be repeated for each place of a list.',
  },
  {
    at: 'RevisionSemanticChangePageEdited/properties/attributes',
    becomes: {
      anyOf: [
        { $ref: '#/components/schemas/RevisionPageDocumentChangeAttributes' },
        { $ref: '#/components/schemas/RevisionPageGroupChangeAttributes' },
        { $ref: '#/components/schemas/RevisionPageLinkChangeAttributes' },
      ],
    },
    reason: 'The contract wants exactly one of these, and a title alone is all three of them.',
  },
  {
    at: 'SiteCustomizationSettings',
    member: 'hasOverrides',
    becomes: {},
    reason: 'A later contract has it.',
  },
  {
    at: 'SiteCustomizationSettings',
    member: 'aiSearch',
    becomes: { type: 'object', required: ['enabled'], properties: { enabled: flag } },
    reason: 'The specification has it; the contract has `ai.mode` in its place, which is there too.',
  },
  {
    at: 'SiteCustomizationSettings/properties/ai',
    member: 'pageLinkSummaries',
    becomes: { type: 'object', required: ['enabled'], properties: { enabled: flag } },
    reason: 'The specification has it.',
  },
  ...['BadRequestError', 'NotFoundError', 'ConflictError', 'PreconditionFailedError'].map((response) => ({
    at: errorOf(response),
    member: 'requestId',
    becomes: { type: 'string' },
    reason: 'Our own: under what the log has the error. The specification does not show errors.',
  })),
  ...['BadRequestError', 'ConflictError', 'PreconditionFailedError'].map((response) => ({
    at: errorOf(response),
    member: 'reason',
    becomes: { type: 'string' },
    reason: 'Our own: the cause as a code. The specification does not show errors.',
  })),
  {
    at: errorOf('BadRequestError'),
    member: 'fields',
    becomes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    reason: 'Our own: what is at fault. The specification does not show errors.',
  },
  {
    at: 'ImportContentResult',
    member: 'skipped',
    becomes: { type: 'array', items: {} },
    reason: 'Our own: what an import left out, and why, which neither has another place for.',
  },
  {
    at: 'ImportContentResult',
    member: 'notes',
    becomes: { type: 'array', items: {} },
    reason: 'Our own: what an import recognized, healed, kept and dropped, beside what it left out.',
  },
  {
    at: 'UserContentPermission',
    member: 'origin',
    becomes: {},
    reason: 'Our own: where the role comes from, which the contract tells for sites alone.',
  },
  {
    at: 'Translation',
    becomes: {
      type: 'object',
      required: ['object', 'id', 'title', 'languages', 'createdAt', 'updatedAt', 'permissions', 'urls'],
      properties: {
        object: { enum: ['translation-settings'] },
        id: { type: 'string' },
        title: { type: 'string', minLength: 1, maxLength: 100 },
        languages: { type: 'array', items: { type: 'string' } },
        createdAt: { $ref: '#/components/schemas/Timestamp' },
        updatedAt: { $ref: '#/components/schemas/Timestamp' },
        permissions: {
          type: 'object',
          required: ['view', 'edit'],
          properties: { view: flag, edit: flag },
        },
        urls: { type: 'object', required: ['location'], properties: { location: { type: 'string' } } },
      },
    },
    reason: 'The specification has TranslationSettings at these addresses, another resource.',
  },
  {
    at: 'OrganizationSAMLProvider/properties/ssoURL',
    becomes: { type: 'string' },
    reason: 'A provider may be added by its label alone; its address is empty until it is known.',
  },
  {
    at: 'UserSitePermission/properties/origin',
    becomes: {
      type: 'object',
      required: ['type', 'by'],
      properties: {
        type: { enum: ['organization', 'site'] },
        by: { enum: ['role', 'user', 'team'] },
        organization: { type: 'string' },
        site: { type: 'string' },
        team: { type: 'string' },
      },
    },
    reason: 'Our own: a role on a site may be given on the site itself, and `by` tells how it was given.',
  },
  ...[
    '/paths/~1orgs~1{organizationId}~1translations/post',
    '/paths/~1orgs~1{organizationId}~1translations~1{translationId}/put',
  ].map((operation) => ({
    at: `${operation}/requestBody/content/application~1json/schema`,
    becomes: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
    reason: 'The specification makes and renames TranslationSettings by their title.',
  })),
  {
    contract: '0.91.0',
    at: 'CustomField',
    member: 'permissions',
    becomes: { type: 'object', required: ['view', 'edit'], properties: { view: flag, edit: flag } },
    reason: 'The specification has it.',
  },
]
