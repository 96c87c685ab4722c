import { forbidden } from '../../errors.ts'
import type { User as UserRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { limited } from '../../graphql/validation.ts'
import { User } from '../users/schema.ts'
import { defaultOverlap, maximumTokens, tokenLimits } from './limits.ts'
import * as service from './service.ts'

const TokenScopeEnum = builder.enumType('TokenScope', {
  description: 'What a token may be used for.',
  values: {
    READ: { value: 'read', description: 'To read what its user may read.' },
    WRITE: { value: 'write', description: 'To do all that its user may do, reading included.' },
  } as const,
})

const ApiTokenUrls = builder.objectRef<{ id: string }>('ApiTokenUrls').implement({
  description: 'Addresses of a token.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The token in the REST API.',
      resolve: ({ id }, _args, { config }) => `${config.baseUrl}/v1/user/tokens/${id}`,
    }),
  }),
})

const ApiToken = builder.prismaNode('ApiToken', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description:
    'What a program of a user authenticates itself with. Its secret is shown once, when it is made.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [service.manageableTokens(viewerOf(context))] }),
  fields: (t) => ({
    label: t.exposeString('label', { description: 'What tells it from the others.' }),
    prefix: t.exposeString('prefix', { description: 'How its secret begins.' }),
    scopes: t.field({
      type: [TokenScopeEnum],
      description: 'What it may be used for.',
      resolve: ({ scopes }) =>
        scopes.length === 0 || scopes.includes('write') ? (['read', 'write'] as const) : (['read'] as const),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null for never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null if never.',
    }),
    urls: t.field({ type: ApiTokenUrls, description: 'Its addresses.', resolve: (token) => token }),
  }),
})

const CreatedToken = builder.objectRef<service.CreatedToken>('CreatedToken').implement({
  description: 'A token that was just made.',
  extensions: { rest: { object: 'api-token' } },
  fields: (t) => ({
    token: t.exposeString('secret', {
      description: 'The secret, which is shown this once: Authorization: Bearer <token>.',
    }),
    apiToken: t.expose('apiToken', {
      type: ApiToken,
      description: 'The token.',
      extensions: { rest: { merge: true } },
    }),
  }),
})

builder.objectField(User, 'tokens', (t) =>
  connectionField(t, {
    type: ApiToken,
    name: 'ApiToken',
    description: 'The tokens of the caller that work, oldest first. Nobody sees those of others.',
    parent: childrenBy<UserRow>('userId'),
    authorize: (viewer, { id }) => {
      if (id !== viewer.userId) throw forbidden('Tokens are shown to their user only.')
    },
    where: (viewer) => service.manageableTokens(viewer),
    order: [],
  }),
)

builder.queryField('apiToken', (t) =>
  t.field({
    type: ApiToken,
    description: 'A token of the caller that works.',
    permission: 'authenticated',
    args: { id: t.arg.id({ required: true, description: 'Id of the token.' }) },
    resolve: (_root, { id }, context) => service.loadToken(context, id),
  }),
)

const CreateTokenInput = builder.inputType('CreateTokenInput', {
  description: 'A new token.',
  fields: (t) => ({
    label: t.string({
      required: true,
      description: 'What tells it from the others.',
      ...limited(tokenLimits.label),
    }),
    scopes: t.field({
      type: [TokenScopeEnum],
      description: 'What it may be used for; everything if absent or empty.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it is to stop working; never if absent.' }),
  }),
})

const RotateTokenInput = builder.inputType('RotateTokenInput', {
  description: 'How a token takes the place of another.',
  fields: (t) => ({
    overlapSeconds: t.int({
      description: `How long the old one still works, in seconds; ${defaultOverlap} if absent.`,
      ...limited(tokenLimits.overlapSeconds),
    }),
  }),
})

builder.mutationFields((t) => {
  const tokenId = t.arg.id({ required: true, description: 'Id of the token.' })
  return {
    createToken: t.field({
      type: CreatedToken,
      description: `Makes a token of the caller, who may have ${maximumTokens}.`,
      permission: 'authenticated',
      args: { input: t.arg({ type: CreateTokenInput, required: true, description: 'What to make.' }) },
      resolve: (_root, { input }, context) => service.createToken(context, input),
    }),
    rotateToken: t.field({
      type: CreatedToken,
      description:
        'Makes a token that takes the place of another, with its label, scopes and end. Both work during the overlap.',
      permission: 'authenticated',
      args: {
        tokenId,
        input: t.arg({ type: RotateTokenInput, description: 'How to rotate.' }),
      },
      resolve: (_root, args, context) => service.rotateToken(context, args.tokenId, args.input ?? {}),
    }),
    revokeToken: t.id({
      description: 'Ends a token of the caller at once, and returns its id.',
      permission: 'authenticated',
      args: { tokenId },
      resolve: (_root, args, context) => service.revokeToken(context, args.tokenId),
    }),
  }
})
