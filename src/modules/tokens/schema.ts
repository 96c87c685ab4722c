import { shownScopes } from '../../access/tokens.ts'
import { isUser } from '../../access/viewer.ts'
import { limited } from '../../base/validation.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import type { ModelFields } from '../../graph/declare/model-types.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { Organization } from '../organizations/schema.ts'
import { User } from '../users/schema.ts'
import { defaultOverlap, maximumTokens, tokenLimits } from './limits.ts'
import { revokeMemberToken, tokensOfMembers, tokensOfOrganization } from './member-tokens.ts'
import { forbidden } from './reasons.ts'
import * as service from './service.ts'

const TokenScopeEnum = enumType('TokenScope', 'The scope of a token.', {
  READ: { value: 'read', description: 'Read access to everything that the user can read.' },
  WRITE: {
    value: 'write',
    description: 'Full access to everything that the user can do. Includes read access.',
  },
  CONTENT_WRITE: {
    value: 'content:write',
    description:
      'Changes primary content through MCP, without a change request, too. Includes full access. Must be named: a token with the scope `WRITE` alone writes in change requests there.',
    extensions: { rest: 'content:write' },
  },
  EVENTS: {
    value: 'events',
    description:
      'Reads the events of organizations that the user administers, and nothing else. Read access includes it.',
  },
})

const ApiTokenKindEnum = enumType('ApiTokenKind', 'The kind of a token.', {
  API: 'A user made it, for a program.',
  OAUTH: 'A program got it from a user who gave it access. The program renews it until it is revoked.',
  SESSION: 'A browser in which the user is signed in has it.',
})

const ApiTokenUrls = urlsObject<{ id: string }>('ApiTokenUrls', {
  description: 'URLs of a token.',
  of: 'the token',
  location: ({ id }) => `/user/tokens/${id}`,
})

/** Returns the fields that both the owner of a token and the admins of an organization can read. */
const shownFields = (t: ModelFields<'ApiToken'>) => ({
  kind: t.expose('kind', { type: ApiTokenKindEnum, description: 'The kind of the token.' }),
  prefix: t.exposeString('prefix', {
    description: 'The first characters of the secret, which identify the token.',
  }),
  scopes: t.computed({
    type: [TokenScopeEnum],
    description: 'The scopes of the token.',
    from: ['scopes'],
    resolve: ({ scopes }) => shownScopes(scopes),
  }),
  createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
  expiresAt: t.exposeDateTime('expiresAt', {
    nullable: true,
    description: 'The date and time at which it expires. Null if it does not expire.',
  }),
  lastUsedAt: t.exposeDateTime('lastUsedAt', {
    nullable: true,
    description:
      'The date and time of the last use, with a precision of one minute. Null if it was never used.',
  }),
})

const ApiToken = model('ApiToken', {
  description: 'An API token of a user. Its secret is returned only on creation.',
  id: 'The id, an opaque string.',
  visible: service.manageableTokens,
  fields: (t) => ({
    label: t.exposeString('label', {
      description: `Name that the user chose for the token, at most ${tokenLimits.label.maxLength} characters, or that of the program.`,
    }),
    ...shownFields(t),
    urls: t.computed({
      type: ApiTokenUrls,
      description: 'URLs of the token.',
      from: ['id'],
    }),
  }),
})

extend(User, (t) => ({
  tokens: t.many(ApiToken, {
    description: 'The active tokens of the user, oldest first. Only available for the authenticated user.',
    by: 'userId',
    authorize: (viewer, { id }) => {
      if (!isUser(viewer, id)) throw forbidden('TOKENS_OF_OTHERS')
    },
    order: [],
  }),
}))

const MemberToken = model('ApiToken', {
  name: 'MemberToken',
  description:
    'An API token or a session of a member that gives access to an organization, as its admins see it.',
  extensions: { rest: { object: 'member-token' } },
  visible: tokensOfMembers,
  fields: (t) => ({
    tokenId: t.exposeID('id', { description: 'Id of the token.' }),
    label: t.exposeString('label', {
      description:
        'Name that the member chose for the token, that of the program, or the way by which the member signed in.',
    }),
    device: t.exposeString('device', {
      nullable: true,
      description: 'The browser and the system of a session. Null for tokens.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'The address from which the member signed in. Null for tokens.',
    }),
    user: t.one(User, { key: 'userId', description: 'The member whose token it is.' }),
    ...shownFields(t),
  }),
})

extend(Organization, (t) => ({
  memberTokens: t.many(MemberToken, {
    description: 'The active tokens of members that give access to the organization, oldest first.',
    by: { condition: tokensOfOrganization, keys: ['id'] },
    permission: 'organization:administer',
    args: { userId: t.arg.id({ description: 'Returns only tokens of this user.' }) },
    where: (_viewer, { userId }) => (userId == null ? {} : { userId }),
    order: [],
  }),
}))

builder.queryField('apiToken', (t) =>
  single(t, ApiToken, {
    description: 'An active token of the caller.',
    permission: 'authenticated',
    args: { id: t.arg.id({ required: true, description: 'Id of the token.' }) },
    where: ({ id }) => ({ id }),
  }),
)

/** A new token with its secret. REST sends both as one object. */
const newToken = {
  target: { type: 'ApiToken' },
  payload: {
    apiToken: { type: ApiToken, description: 'The token.', extensions: { rest: { merge: true } } },
    token: {
      type: 'String',
      description: 'The secret, which is not returned again. Send it as `Authorization: Bearer <token>`.',
    },
    user: readAfter(User, 'The caller, who owns the token. Null only if they were deleted since.'),
  },
  payloadDescription: 'A new token with its secret.',
  payloadExtensions: { rest: { object: 'api-token' } },
} as const

const asPayload = ({ apiToken, secret }: service.CreatedToken) => ({
  apiToken,
  token: secret,
  user: apiToken.userId,
})

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'The fields of a new token.',
  fields: (t) => ({
    label: t.string({
      required: true,
      description: 'Name for the token, by which the user recognizes it.',
      ...limited(tokenLimits.label),
    }),
    scopes: t.field({
      type: [TokenScopeEnum],
      description: 'The scopes of the token. Full access if omitted or empty.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description:
        'The date and time at which it expires. If omitted, it expires with the token of the call, or not at all.',
    }),
  }),
})

const RotateApiTokenInput = builder.inputType('RotateApiTokenInput', {
  description: 'Options for rotating a token.',
  fields: (t) => ({
    overlapSeconds: t.int({
      description: `The time that the old token stays valid, in seconds. Defaults to ${defaultOverlap}.`,
      ...limited(tokenLimits.overlapSeconds),
    }),
  }),
})

builder.mutationFields((t) => {
  const tokenId = t.arg.id({ required: true, description: 'Id of the token.' })
  return {
    createApiToken: mutation(t, {
      ...newToken,
      description: `Creates a token for the caller, which expires no later than the token of the call. A user may have at most ${maximumTokens} active tokens.`,
      permission: 'authenticated',
      args: {
        input: t.arg({ type: CreateApiTokenInput, required: true, description: 'The token to create.' }),
      },
      resolve: async (_root, { input }, context) => asPayload(await service.createApiToken(context, input)),
    }),
    rotateApiToken: mutation(t, {
      ...newToken,
      description:
        'Creates a token that replaces another one, with the same label, scopes and expiry. Both are valid during the overlap. A token that expires cannot rotate one that expires later.',
      permission: 'authenticated',
      args: {
        tokenId,
        input: t.arg({ type: RotateApiTokenInput, description: 'Options for the rotation.' }),
      },
      resolve: async (_root, args, context) =>
        asPayload(await service.rotateApiToken(context, args.tokenId, args.input ?? {})),
    }),
    revokeApiToken: mutation(t, {
      description: 'Revokes a token of the caller with immediate effect.',
      permission: 'authenticated',
      args: { tokenId },
      target: { type: 'ApiToken' },
      payload: {
        revokedApiTokenId: 'ID',
        user: readAfter(User, 'The caller. Null if the request was made with the token.'),
      },
      resolve: async (_root, args, context) => {
        const { id, userId } = await service.revokeApiToken(context, args.tokenId)
        return { revokedApiTokenId: id, user: userId }
      },
    }),
    revokeMemberToken: mutation(t, {
      description:
        'Revokes a token of a member for an organization with immediate effect. Unless it is limited to the organization, it stays valid elsewhere.',
      permission: 'organization:administer',
      args: {
        organizationId: t.arg.id({
          description:
            'Id of the organization. If omitted, the only one with the member whose tokens the caller may revoke.',
        }),
        tokenId,
      },
      target: { type: 'ApiToken', id: 'tokenId' },
      payload: {
        revokedTokenId: 'ID',
        organization: readAfter(
          Organization,
          'The organization. Null if the request was made with the token.',
        ),
      },
      resolve: (_root, args, context) => revokeMemberToken(context, args),
    }),
  }
})
