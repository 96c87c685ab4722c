import { extend, model } from '../../graph/declare/model.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { Organization } from '../organizations/schema.ts'
import { startAddress } from './addresses.ts'
import { signInChoices } from './policy.ts'

const IdentityProviderKindEnum = enumType('IdentityProviderKind', 'The protocol of an identity provider.', {
  SAML: 'SAML 2.0.',
  OIDC: 'OpenID Connect.',
})

export const SingleSignOnChoice = model('IdentityProvider', {
  name: 'SingleSignOnChoice',
  visible: signInChoices,
  description: 'An identity provider that members can sign in with.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    providerId: t.exposeID('id', { description: 'Id of the identity provider.' }),
    samlProviderId: t.exposeID('id', {
      description: 'Id of the identity provider.',
      deprecationReason: 'Use `providerId`: it may be a provider of OpenID Connect.',
    }),
    kind: t.expose('kind', {
      type: IdentityProviderKindEnum,
      description: 'The protocol of the identity provider.',
    }),
    label: t.exposeString('label', { description: 'The label that members see.' }),
    startURL: t.computed({
      type: 'URL',
      description: 'URL at which a sign-in starts.',
      from: ['id', 'kind'],
      resolve: (provider, { config }) => startAddress(config, provider),
    }),
  }),
})

extend(Organization, (t) => ({
  signInChoices: t.all(SingleSignOnChoice, {
    description: 'The active identity providers, which members can sign in with, oldest first.',
    by: 'organizationId',
    // Ids of the two kinds begin with different letters.
    order: ['createdAt'],
  }),
}))
