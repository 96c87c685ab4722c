import { limited } from '../../base/validation.ts'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import type { IdentityProviderKind } from '../../generated/prisma/enums.ts'
import type { Fields } from '../../graph/declare/model-types.ts'
import type { InputFields } from '../../graphql/builder.ts'
import { readAfter } from '../../graphql/payload.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { Organization } from '../organizations/schema.ts'
import { Team } from '../teams/schema.ts'
import { protocolPath } from './addresses.ts'
import { identityProviderLimits } from './limits.ts'

/** Returns the fields that providers of all kinds have, but the label, which comes first. */
export const sharedFields = (t: Parameters<Fields<'IdentityProvider'>>[0]) => ({
  defaultRole: t.expose('defaultRole', {
    type: RoleEnum,
    nullable: true,
    description: 'The role of users who become members by signing in. Null makes them guests.',
    extensions: { rest: { keepNull: true } },
  }),
  createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
  ...t.oneWithId('organization', Organization, { description: 'The organization.' }),
  defaultTeam: t.one(Team, {
    key: 'defaultTeamId',
    nullable: true,
    description: 'The team of users who become members by signing in. Null if there is none.',
  }),
  defaultTeamId: t.exposeID('defaultTeamId', {
    nullable: true,
    description: 'Id of the team of users who become members by signing in. Null if there is none.',
  }),
})

export const providerUrls = (name: string, kind: IdentityProviderKind) =>
  urlsObject<Pick<IdentityProvider, 'id' | 'organizationId'>>(name, {
    description: 'URLs of an identity provider.',
    of: 'the identity provider',
    location: ({ id, organizationId }) => `/orgs/${organizationId}/${protocolPath(kind)}/${id}`,
  })

export const labelInput = {
  description: 'The label that members see.',
  ...limited(identityProviderLimits.label),
}

/** Returns what can be set of providers of all kinds, but the label, which a new one must have. */
export const sharedInputs = (t: InputFields) => ({
  defaultTeam: t.id({
    description: 'Id of the team of users who become members by signing in. Null for none.',
  }),
  defaultRole: t.field({
    type: RoleEnum,
    description: 'The role of users who become members by signing in. Null makes them guests.',
  }),
})

export const organizationOfProvider = 'Id of the organization that it must belong to. Not checked if omitted.'

export const ofProvider = readAfter(
  Organization,
  'The organization. Null if the caller may no longer see it.',
)
