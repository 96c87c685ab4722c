import { asMember, isUser } from '../../access/viewer.ts'
import { extend, model } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { memberOf } from '../../request/context.ts'
import { forbidden } from '../tokens/reasons.ts'
import { User } from '../users/schema.ts'
import { endOtherSessions, endSession, ownSessions } from './service.ts'

const Session = model('ApiToken', {
  name: 'Session',
  description: 'A session of a user, which a browser has in a cookie after signing in.',
  extensions: { rest: { object: 'session' } },
  visible: ownSessions,
  fields: (t) => ({
    sessionId: t.exposeID('id', { description: 'Id of the session.' }),
    label: t.exposeString('label', {
      description: 'The way by which the user signed in, such as the label of the identity provider.',
    }),
    device: t.exposeString('device', {
      nullable: true,
      description:
        'The browser and the system, such as `Firefox on Linux`, or the beginning of another `User-Agent`. Null if there was none.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'The address from which the user signed in. Null if it is not known.',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of signing in.' }),
    lastUsedAt: t.exposeDateTime('lastUsedAt', {
      nullable: true,
      description:
        'The date and time of the last use, with a precision of one minute. Null if it was never used.',
    }),
    expiresAt: t.computed({
      type: 'DateTime',
      description:
        'The date and time at which it ends in any case. It ends sooner if it is not used for long.',
      from: ['expiresAt'],
      // All sessions have one, unlike tokens, which share the table.
      resolve: ({ expiresAt }) => expiresAt as Date,
    }),
    isCurrent: t.computed({
      type: 'Boolean',
      description: 'Whether the request was made in this session.',
      from: ['id'],
      resolve: ({ id }, { viewer }) => asMember(viewer).tokenId === id,
    }),
  }),
})

extend(User, (t) => ({
  sessions: t.many(Session, {
    description: 'The sessions of the user, oldest first. Only available for the authenticated user.',
    by: 'userId',
    authorize: (viewer, { id }) => {
      if (!isUser(viewer, id)) throw forbidden('TOKENS_OF_OTHERS')
    },
    order: [],
  }),
}))

builder.mutationFields((t) => ({
  endSession: mutation(t, {
    description: 'Ends a session of the caller with immediate effect.',
    permission: 'authenticated',
    args: { sessionId: t.arg.id({ required: true, description: 'Id of the session.' }) },
    target: { type: 'ApiToken', id: 'sessionId' },
    payload: {
      revokedSessionId: { type: 'ID', description: 'Id of the session that was ended.' },
      user: readAfter(User, 'The caller. Null if the request was made in the session.'),
    },
    resolve: async (_root, { sessionId }, context) => ({
      revokedSessionId: await endSession(context, sessionId),
      user: memberOf(context).userId,
    }),
  }),
  endOtherSessions: mutation(t, {
    description: 'Ends all sessions of the caller but the one of the request, with immediate effect.',
    permission: 'authenticated',
    args: {},
    target: { type: 'ApiToken' },
    payload: {
      user: readAfter(User, 'The caller. Null only with an error.'),
    },
    resolve: async (_root, _args, context) => {
      await endOtherSessions(context)
      return { user: memberOf(context).userId }
    },
  }),
}))
