import { createVerify, randomUUID, sign } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificatePem } from '../../../src/modules/saml/certificates.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import {
  identityProvider,
  idpKey,
  otherKey,
  providerWithLogout,
  type SigningKey,
} from '../../support/factories/identity-providers.ts'
import { buildOrganization, type TestUser } from '../../support/factories/organizations.ts'
import { buildSession } from '../../support/factories/sessions.ts'
import {
  type LogoutValues,
  logoutXml,
  rsaSha1,
  rsaSha256,
  signedXml,
  withObject,
} from '../../support/saml-documents.ts'

let app: TestApp

beforeAll(async () => {
  app = await startOwnTestApp({ LOG_LEVEL: 'silent' })
})
afterAll(() => app.close())

interface Provider {
  readonly id: string
  readonly logoutURL: string
  readonly metadataURL: string
  readonly admin: TestUser
  readonly organizationId: string
}

async function buildProvider(fields: object = {}): Promise<Provider> {
  const { id: organizationId, admin } = await buildOrganization(app)
  const body = { ...providerWithLogout('Staff'), ...fields }
  const { id, service } = (await app.as(admin).post(`/orgs/${organizationId}/saml`, body)).body
  const logoutURL = `${app.url}/saml/${id}/logout`
  return { id, logoutURL, metadataURL: service.entityID, admin, organizationId }
}

/** Opens a session that came from a provider, and returns whether it is still there. */
async function openSession({ id, admin }: Provider, nameId: string, sid: string) {
  const session = await buildSession(app, admin, { identityProviderId: id })
  await app.database.prisma.providerSession.create({
    data: { tokenId: session.id, issuer: identityProvider('').entityID, subject: nameId, sid },
  })
  return async () => (await fetch(`${app.url}/v1/user`, { headers: session.headers })).status === 200
}

const valuesFor = ({ logoutURL }: Provider, nameId: string, sessions: string[] = []): LogoutValues => ({
  id: `_${randomUUID()}`,
  issuer: identityProvider('').entityID,
  destination: logoutURL,
  issued: new Date(),
  nameId,
  sessions,
})

const signed = (values: LogoutValues, key: SigningKey = idpKey, algorithm = rsaSha256) =>
  signedXml(logoutXml(values), key, { what: 'logout', algorithm })

const post = ({ logoutURL }: Provider, xml: string) =>
  fetch(logoutURL, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64'), RelayState: 'a b&c!~' }),
  })

const query = (values: Readonly<Record<string, string>>) => new URLSearchParams(values).toString()

/** Returns the query of a request that the browser carries by a redirect. */
function redirected(xml: string, key: SigningKey = idpKey, algorithm = rsaSha256): string {
  const text = query({
    SAMLRequest: deflateRawSync(xml).toString('base64'),
    RelayState: 'a b&c!~',
    SigAlg: algorithm,
  })
  const signature = sign('sha256', Buffer.from(text), key.key).toString('base64')
  return `${text}&${query({ Signature: signature })}`
}

const open = ({ logoutURL }: Provider, search: string) =>
  fetch(`${logoutURL}?${search}`, { redirect: 'manual' })

/** Returns the answer in an address of the provider, whose signature is verified by the key in the metadata. */
async function answerIn(provider: Provider, answer: Response) {
  const location = answer.headers.get('location') ?? ''
  const address = new URL(location)
  const metadata = await (await fetch(provider.metadataURL)).text()
  const [, certificate] = /<ds:X509Certificate>([^<]+)</.exec(metadata) ?? []
  const [, text = '', signature = ''] = /\?(.+)&Signature=(.+)$/.exec(location) ?? []
  const isSigned = createVerify('sha256')
    .update(text)
    .verify(certificatePem(certificate ?? '') ?? '', decodeURIComponent(signature), 'base64')
  const encoded = address.searchParams.get('SAMLResponse') ?? ''
  const xml = inflateRawSync(Buffer.from(encoded, 'base64')).toString()
  return { address, xml, isSigned, relayState: address.searchParams.get('RelayState') }
}

test.each<[string, (provider: Provider, xml: (what: 'signed' | 'bare') => string) => Promise<Response>]>([
  ['posts', (provider, xml) => post(provider, xml('signed'))],
  ['sends by a redirect', (provider, xml) => open(provider, redirected(xml('bare')))],
])(
  'a request that the provider %s ends the sessions that it names, and is answered signed',
  async (_way, send) => {
    const provider = await buildProvider()
    const nameId = `${randomUUID()}@corp.test`
    const [one, two, three] = [
      await openSession(provider, nameId, 'one'),
      await openSession(provider, nameId, 'two'),
      await openSession(provider, nameId, 'three'),
    ]
    const values = valuesFor(provider, nameId, ['one', 'two'])
    const answer = await send(provider, (what) => (what === 'signed' ? signed(values) : logoutXml(values)))
    expect(answer.status).toBe(303)
    expect([await one(), await two(), await three()]).toEqual([false, false, true])
    const { address, xml, isSigned, relayState } = await answerIn(provider, answer)
    expect(`${address.origin}${address.pathname}`).toBe(providerWithLogout('').singleLogoutURL)
    expect(xml).toContain(`InResponseTo="${values.id}"`)
    expect(xml).toContain('urn:oasis:names:tc:SAML:2.0:status:Success')
    expect([isSigned, relayState]).toEqual([true, 'a b&c!~'])
  },
)

test('a request without sessions ends all of the user, which is recorded', async () => {
  const provider = await buildProvider()
  const nameId = `${randomUUID()}@corp.test`
  const [one, two] = [await openSession(provider, nameId, 'one'), await openSession(provider, nameId, 'two')]
  const other = await openSession(provider, `${randomUUID()}@corp.test`, 'other')
  expect((await post(provider, signed(valuesFor(provider, nameId)))).status).toBe(303)
  expect([await one(), await two(), await other()]).toEqual([false, false, true])
  const { items } = (await app.as(provider.admin).get(`/orgs/${provider.organizationId}/audit-events`)).body
  expect(items.slice(0, 2)).toMatchObject([{ action: 'signOut' }, { action: 'signOut' }])
})

test('a request ends sessions once, and none of another provider', async () => {
  const [provider, other] = [await buildProvider(), await buildProvider()]
  const nameId = `${randomUUID()}@corp.test`
  const elsewhere = await openSession(other, nameId, 'one')
  const xml = signed(valuesFor(provider, nameId))
  expect((await post(provider, xml)).status).toBe(303)
  const later = await openSession(provider, nameId, 'two')
  expect((await post(provider, xml)).status).toBe(400)
  expect([await later(), await elsewhere()]).toEqual([true, true])
})

describe('a request ends nothing', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const changed = (change: Partial<LogoutValues>) => (provider: Provider, values: LogoutValues) =>
    post(provider, signed({ ...values, ...change }))

  test.each<[string, (provider: Provider, values: LogoutValues) => Promise<Response>]>([
    ['that is not signed', (provider, values) => post(provider, logoutXml(values))],
    ['signed by another key', (provider, values) => post(provider, signed(values, otherKey))],
    ['signed with SHA-1', (provider, values) => post(provider, signed(values, idpKey, rsaSha1))],
    [
      'changed after it was signed',
      (provider, values) =>
        post(provider, signed({ ...values, nameId: 'x' }).replace('>x<', `>${values.nameId}<`)),
    ],
    [
      'with the signed one inside',
      (provider, values) => {
        const other = signed({ ...values, nameId: 'x' })
        const [signature = ''] = /<ds:Signature[\s>].*<\/ds:Signature>/s.exec(other) ?? []
        const holding = withObject(signature, other.replace(signature, ''))
        return post(provider, logoutXml(values).replace('</saml:Issuer>', `</saml:Issuer>${holding}`))
      },
    ],
    ['for another destination', changed({ destination: 'https://other.example/logout' })],
    ['of another issuer', changed({ issuer: 'https://other.example' })],
    ['that is old', changed({ issued: minutes(-12) })],
    ['of the future', changed({ issued: minutes(2) })],
    ['by a redirect without a signature', (provider, values) => open(provider, withoutSignature(values))],
    [
      'by a redirect with the signature of another key',
      (provider, values) => open(provider, redirected(logoutXml(values), otherKey)),
    ],
    [
      'by a redirect with SHA-1',
      (provider, values) => open(provider, redirected(logoutXml(values), idpKey, rsaSha1)),
    ],
    [
      'by a redirect whose relay state was changed',
      (provider, values) => open(provider, redirected(logoutXml(values)).replace('a+b', 'c')),
    ],
    [
      'by a redirect that has a second request',
      (provider, values) =>
        open(
          provider,
          `${query({ SAMLRequest: deflateRawSync(logoutXml(values)).toString('base64') })}&${redirected(
            logoutXml({ ...values, nameId: 'x' }),
          )}`,
        ),
    ],
    ['that is no XML', (provider) => post(provider, 'nothing')],
  ])('%s', async (_what, send) => {
    const provider = await buildProvider()
    const nameId = `${randomUUID()}@corp.test`
    const isOpen = await openSession(provider, nameId, 'one')
    expect((await send(provider, valuesFor(provider, nameId))).status).toBe(400)
    expect(await isOpen()).toBe(true)
  })

  const withoutSignature = (values: LogoutValues) => redirected(logoutXml(values)).replace(/&SigAlg=.*/, '')

  test('if the provider has no address for the answer', async () => {
    const provider = await buildProvider({ singleLogoutURL: '' })
    const isOpen = await openSession(provider, 'somebody@corp.test', 'one')
    const answer = await post(provider, signed(valuesFor(provider, 'somebody@corp.test')))
    expect([answer.status, await isOpen()]).toEqual([404, true])
  })
})

test('the address for it must be one that browsers open, and can be removed', async () => {
  const { admin, organizationId, id } = await buildProvider()
  const address = `/orgs/${organizationId}/saml/${id}`
  const refused = await app.as(admin).patch(address, { singleLogoutURL: 'javascript:alert(1)' })
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'singleLogoutURL: must be an http or https URL',
  ])
  expect((await app.as(admin).patch(address, { singleLogoutURL: '' })).status).toBe(200)
  const read = '{ samlProvider(samlProviderId: $id) { singleLogoutURL } }'
  const query = `query ($id: ID!) ${read}`
  expect((await app.as(admin).gql(query, { id })).data.samlProvider).toEqual({ singleLogoutURL: null })
})
