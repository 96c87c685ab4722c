import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/base/config.ts'

const client = {
  OIDC_ISSUER: 'https://login.example.com/realms/staff/',
  OIDC_CLIENT_ID: 'lectern',
  OIDC_CLIENT_SECRET: 'a-secret-word',
}

function faultsOf(variables: Record<string, string>): string {
  try {
    loadConfig(variables)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the configuration is accepted')
}

describe('the OpenID Connect provider of the whole server', () => {
  test('is there once its issuer is set, which is kept as the provider spells it', () => {
    expect(loadConfig({ OIDC_CLIENT_ID: 'lectern' }).oidc).toBeUndefined()
    expect(loadConfig(client).oidc).toEqual({
      issuer: client.OIDC_ISSUER,
      clientId: 'lectern',
      clientSecret: 'a-secret-word',
      label: 'Single sign-on',
      scopes: ['openid', 'profile', 'email'],
      groupsClaim: undefined,
      groupMappings: [],
      organization: undefined,
      defaultRole: undefined,
    })
  })

  test('has a label, scopes, and groups that give roles and teams in its organization', () => {
    const { oidc } = loadConfig({
      ...client,
      OIDC_LABEL: 'Company account',
      OIDC_SCOPES: 'openid, email groups',
      OIDC_GROUPS_CLAIM: 'groups',
      OIDC_GROUP_MAPPINGS: '[{"group":"writers","role":"edit"},{"group":"docs","team":"tea1"}]',
      OIDC_ORGANIZATION: 'org1',
      OIDC_DEFAULT_ROLE: 'comment',
    })
    expect(oidc).toMatchObject({
      label: 'Company account',
      scopes: ['openid', 'email', 'groups'],
      groupsClaim: 'groups',
      groupMappings: [
        { group: 'writers', role: 'EDIT' },
        { group: 'docs', team: 'tea1' },
      ],
      organization: 'org1',
      defaultRole: 'COMMENT',
    })
  })

  test.each<[Record<string, string>, string]>([
    [{ OIDC_ISSUER: 'https://a.example' }, 'OIDC_CLIENT_ID is required'],
    [{ OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'a' }, 'OIDC_CLIENT_SECRET is required'],
    [{ ...client, OIDC_ISSUER: 'login.example.com' }, 'OIDC_ISSUER must be an http or https URL'],
    [{ ...client, OIDC_SCOPES: 'email' }, 'OIDC_SCOPES must have openid'],
    [{ ...client, OIDC_ORGANIZATION: 'Acme' }, 'OIDC_ORGANIZATION must be the id of an organization'],
    [{ ...client, OIDC_DEFAULT_ROLE: 'owner' }, 'OIDC_DEFAULT_ROLE must be one of read'],
    ...['no JSON', '{}', '[{"group":"a"}]', '[{"group":"a","role":"owner"}]'].map(
      (OIDC_GROUP_MAPPINGS): [Record<string, string>, string] => [
        { ...client, OIDC_GROUP_MAPPINGS },
        'OIDC_GROUP_MAPPINGS must be a JSON array',
      ],
    ),
    [
      { ...client, OIDC_GROUP_MAPPINGS: '[{"group":"a","role":"read"}]', OIDC_ORGANIZATION: 'org1' },
      'OIDC_GROUPS_CLAIM is required',
    ],
    [
      { ...client, OIDC_GROUP_MAPPINGS: '[{"group":"a","role":"read"}]', OIDC_GROUPS_CLAIM: 'groups' },
      'OIDC_ORGANIZATION is required',
    ],
  ])('is refused with %j, without its secret', (variables, fault) => {
    const faults = faultsOf(variables)
    expect(faults).toContain(fault)
    expect(faults).not.toContain('a-secret-word')
  })
})
