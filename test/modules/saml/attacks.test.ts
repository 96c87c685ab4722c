import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { identityProvider, idpKey, otherKey } from '../../support/factories/identity-providers.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import {
  type Answer,
  assertionOf,
  assertionXml,
  responseXml,
  rsaSha1,
  signatureOf,
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
  readonly service: { readonly acsURL: string; readonly startURL: string; readonly entityID: string }
}

async function buildProvider(): Promise<Provider> {
  const { id, admin } = await buildOrganization(app)
  const answer = await app.as(admin).post(`/orgs/${id}/saml`, identityProvider('Staff'))
  return answer.body
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

/** Starts a sign-in, and returns the values for a valid response of the identity provider. */
async function begin({ service }: Provider, changes: Partial<Answer> = {}): Promise<Answer> {
  const answer = await fetch(service.startURL, { redirect: 'manual' })
  const request = new URL(answer.headers.get('location') ?? '').searchParams.get('SAMLRequest') ?? ''
  const xml = inflateRawSync(Buffer.from(request, 'base64')).toString('utf8')
  const requestId = /\sID="([^"]+)"/.exec(xml)?.[1] as string
  return {
    responseId: `_${randomUUID()}`,
    assertionId: `_${randomUUID()}`,
    issuer: identityProvider('').entityID,
    destination: service.acsURL,
    recipient: service.acsURL,
    audience: service.entityID,
    inResponseTo: requestId,
    confirmedRequest: requestId,
    nameId: `user-${randomUUID()}@corp.test`,
    notBefore: minutes(-1),
    notOnOrAfter: minutes(5),
    ...changes,
  }
}

const documentOf = (answer: Answer) => responseXml(answer, assertionXml(answer))
const signedDocument = (answer: Answer) => signedXml(documentOf(answer), idpKey)

const send = (provider: Provider, xml: string) =>
  fetch(provider.service.acsURL, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }),
  })

/** Counts users and tokens, of which a rejected response must create none. */
async function accounts() {
  const { user, apiToken, member } = app.database.prisma
  return [await user.count(), await apiToken.count(), await member.count()]
}

async function expectRefused(provider: Provider, xml: string, status = 400) {
  const before = await accounts()
  const answer = await send(provider, xml)
  expect(answer.status).toBe(status)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await answer.text()).toContain('You are not signed in')
  expect(await accounts()).toEqual(before)
}

test('a valid response is accepted with a signed assertion, and with an additionally signed response', async () => {
  const provider = await buildProvider()
  expect((await send(provider, signedDocument(await begin(provider)))).status).toBe(303)
  const both = signedXml(signedDocument(await begin(provider)), idpKey, { what: 'response' })
  const answer = await send(provider, both)
  expect(answer.status).toBe(303)
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^lectern=lectern_[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  )
})

describe('a response is rejected', () => {
  test('that is not signed', async () => {
    const provider = await buildProvider()
    await expectRefused(provider, documentOf(await begin(provider)))
  })

  test('whose response is signed and whose assertion is not', async () => {
    const provider = await buildProvider()
    const document = signedXml(documentOf(await begin(provider)), idpKey, { what: 'response' })
    await expectRefused(provider, document)
  })

  test('that is signed with another key, which it contains', async () => {
    const provider = await buildProvider()
    await expectRefused(provider, signedXml(documentOf(await begin(provider)), otherKey))
  })

  test('that was modified after signing', async () => {
    const provider = await buildProvider()
    const answer = await begin(provider)
    const document = signedDocument(answer)
    await expectRefused(provider, document.replace(answer.nameId, 'admin@localhost'))
  })

  test('whose signature was made with SHA-1', async () => {
    const provider = await buildProvider()
    const document = signedXml(documentOf(await begin(provider)), idpKey, { algorithm: rsaSha1 })
    expect(document).toContain(rsaSha1)
    await expectRefused(provider, document)
  })

  const changes: readonly [string, (provider: Provider) => Partial<Answer>][] = [
    ['for another audience', () => ({ audience: 'https://other.example/metadata' })],
    ['with another destination', () => ({ destination: 'https://other.example/acs' })],
    ['with another recipient', () => ({ recipient: 'https://other.example/acs' })],
    ['of another issuer', () => ({ issuer: 'https://other.example/metadata' })],
    ['that is over', () => ({ notBefore: minutes(-20), notOnOrAfter: minutes(-2) })],
    ['that is not valid yet', () => ({ notBefore: minutes(3), notOnOrAfter: minutes(9) })],
    ['that nobody asked for', () => ({ inResponseTo: null, confirmedRequest: null })],
    ['to an unknown request', () => ({ inResponseTo: '_unknown', confirmedRequest: '_unknown' })],
    ['whose signed part answers no request', () => ({ confirmedRequest: null })],
    ['whose signed part answers another request', () => ({ confirmedRequest: '_other' })],
    ['without an email address', () => ({ nameId: 'nobody' })],
    ['that names two addresses', () => ({ nameId: 'a@corp.test,b@corp.test' })],
  ]
  test.each(oneRowIn(2, changes))('%s', async (_name, change) => {
    const provider = await buildProvider()
    await expectRefused(provider, signedDocument(await begin(provider, change(provider))))
  })

  test('to a request of another provider', async () => {
    const [provider, other] = [await buildProvider(), await buildProvider()]
    const { inResponseTo } = await begin(other)
    const answer = await begin(provider, { inResponseTo, confirmedRequest: inResponseTo })
    await expectRefused(provider, signedDocument(answer))
  })

  test('at another provider that trusts the same key', async () => {
    const [provider, other] = [await buildProvider(), await buildProvider()]
    await expectRefused(other, signedDocument(await begin(provider)))
  })

  test('to an expired request', async () => {
    const provider = await buildProvider()
    const answer = await begin(provider)
    await app.database.prisma.samlRequest.update({
      where: { id: answer.inResponseTo as string },
      data: { expiresAt: minutes(-1) },
    })
    await expectRefused(provider, signedDocument(answer))
  })

  test('that was already used', async () => {
    const provider = await buildProvider()
    const document = signedDocument(await begin(provider))
    expect((await send(provider, document)).status).toBe(303)
    await expectRefused(provider, document)
  })

  test.runIf(isLongRun)('except one, if it is sent several times concurrently', async () => {
    const provider = await buildProvider()
    const document = signedDocument(await begin(provider))
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(provider, document)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400, 400])
  })

  test('with an already used assertion in a new response', async () => {
    const provider = await buildProvider()
    const first = await begin(provider)
    expect((await send(provider, signedDocument(first))).status).toBe(303)
    const { inResponseTo } = await begin(provider)
    const old = assertionOf(signedDocument(first))
    await expectRefused(provider, responseXml({ ...first, responseId: '_new', inResponseTo }, old))
    const again = await begin(provider, { assertionId: first.assertionId })
    await expectRefused(provider, signedDocument(again))
  })

  test('with a comment in the name', async () => {
    const provider = await buildProvider()
    const answer = await begin(provider, { nameId: 'user@evil.test.corp.test' })
    const signed = signedDocument(answer)
    await expectRefused(provider, signed.replace('user@evil.test', 'user@evil.test<!---->'))
    const made = await begin(provider, { nameId: 'user@evil.test<!---->.corp.test' })
    await expectRefused(provider, signedDocument(made))
  })

  test('with a document type, an entity, CDATA or a processing instruction', async () => {
    const provider = await buildProvider()
    const answer = await begin(provider)
    const signed = signedDocument(answer)
    const type = '<!DOCTYPE r [<!ENTITY who "admin@localhost">]>'
    await expectRefused(provider, type + signed)
    await expectRefused(provider, type + signed.replace(answer.nameId, '&who;'))
    await expectRefused(provider, signed.replace(answer.nameId, `<![CDATA[${answer.nameId}]]>`))
    await expectRefused(provider, signed.replace(answer.nameId, `<?x?>${answer.nameId}`))
    expect((await send(provider, signed)).status).toBe(303)
  })

  test.each(oneRowIn(3, ['', 'no xml', '<', '<a/>', '<samlp:Response/>', '\0']))(
    'that is %j',
    async (text) => {
      await expectRefused(await buildProvider(), text)
    },
  )
})

describe('a signed assertion that is wrapped in a response with another one is rejected', () => {
  const evil = (answer: Answer): Answer => ({
    ...answer,
    responseId: `_${randomUUID()}`,
    assertionId: `_${randomUUID()}`,
    nameId: 'admin@localhost',
  })
  const bare = (signed: string) => signed.replace(signatureOf(signed), '')

  /** The positions of the forged and the signed assertion, with the numbering of "On Breaking SAML". */
  const wrappings: readonly [string, (answer: Answer) => string][] = [
    [
      '1: the signed response in the signature of another',
      (answer) => {
        const signed = signedXml(documentOf(answer), idpKey, { what: 'response' })
        const other = evil(answer)
        return responseXml(other, withObject(signatureOf(signed), bare(signed)) + assertionXml(other))
      },
    ],
    [
      '2: the signed response before its signature in another',
      (answer) => {
        const signed = signedXml(documentOf(answer), idpKey, { what: 'response' })
        const other = evil(answer)
        return responseXml(other, bare(signed) + signatureOf(signed) + assertionXml(other))
      },
    ],
    [
      '3: the evil assertion before the signed one',
      (answer) => responseXml(answer, assertionXml(evil(answer)) + assertionOf(signedDocument(answer))),
    ],
    [
      '4: the signed assertion inside of the evil one',
      (answer) =>
        responseXml(answer, assertionXml(evil(answer), { atEnd: assertionOf(signedDocument(answer)) })),
    ],
    [
      '5: the signature in the evil assertion, the original behind it',
      (answer) => {
        const signed = assertionOf(signedDocument(answer))
        return responseXml(
          answer,
          assertionXml(evil(answer), { afterIssuer: signatureOf(signed) }) + bare(signed),
        )
      },
    ],
    [
      '6: the original in the signature of the evil assertion',
      (answer) => {
        const signed = assertionOf(signedDocument(answer))
        const afterIssuer = signatureOf(signed).replace(
          '</ds:Signature>',
          () => `${bare(signed)}</ds:Signature>`,
        )
        return responseXml(answer, assertionXml(evil(answer), { afterIssuer }))
      },
    ],
    [
      '7: the evil assertion in extensions',
      (answer) =>
        responseXml(
          answer,
          `<samlp:Extensions>${assertionXml(evil(answer))}</samlp:Extensions>${assertionOf(signedDocument(answer))}`,
        ),
    ],
    [
      '8: the original in an object of the signature of the evil assertion',
      (answer) => {
        const signed = assertionOf(signedDocument(answer))
        const afterIssuer = withObject(signatureOf(signed), bare(signed))
        return responseXml(answer, assertionXml(evil(answer), { afterIssuer }))
      },
    ],
    [
      'the evil assertion under the id of the signed one',
      (answer) => {
        const signed = assertionOf(signedDocument(answer))
        const other = { ...evil(answer), assertionId: answer.assertionId }
        return responseXml(answer, assertionXml(other) + signed)
      },
    ],
  ]
  test.each(oneRowIn(2, wrappings))('%s', async (_name, wrap) => {
    const provider = await buildProvider()
    await expectRefused(provider, wrap(await begin(provider)))
  })
})

describe('the endpoints', () => {
  test('accept forms up to a maximum size, with their methods only', async () => {
    const { service } = await buildProvider()
    const post = (body: string, type: string) =>
      fetch(service.acsURL, { method: 'POST', body, headers: { 'Content-Type': type } })
    expect((await post('{}', 'application/json')).status).toBe(415)
    expect(
      (await post(`SAMLResponse=${'a'.repeat(1_048_576)}`, 'application/x-www-form-urlencoded')).status,
    ).toBe(413)
    expect((await post('', 'application/x-www-form-urlencoded')).status).toBe(400)
    expect((await fetch(service.acsURL)).status).toBe(405)
    expect((await fetch(service.startURL, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${service.startURL}/more`)).status).toBe(404)
  })

  test('escape everything that was sent', async () => {
    const { service } = await buildProvider()
    const answer = await fetch(`${service.startURL}?returnTo=${encodeURIComponent('"><script>')}`)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).not.toContain('<script>')
  })
})

describe('over https', () => {
  test('a sign-in can be completed only in the browser that started it, and its cookies are secure', async () => {
    const secure = await startOwnTestApp({ BASE_URL: 'https://lectern.test', LOG_LEVEL: 'silent' })
    try {
      const { id, admin } = await buildOrganization(secure)
      const { body } = await secure.as(admin).post(`/orgs/${id}/saml`, identityProvider('Staff'))
      const local = (address: string) => address.replace('https://lectern.test', secure.url)
      const started = await fetch(local(body.service.startURL), { redirect: 'manual' })
      const [mark = ''] = started.headers.getSetCookie()
      expect(mark).toMatch(
        /^lectern_saml_\w+=1; Path=\/saml\/; HttpOnly; Secure; SameSite=None; Max-Age=600$/,
      )
      const requestId = mark.slice('lectern_saml'.length, mark.indexOf('='))
      const answer: Answer = {
        responseId: '_response',
        assertionId: '_assertion',
        issuer: identityProvider('').entityID,
        destination: body.service.acsURL,
        recipient: body.service.acsURL,
        audience: body.service.entityID,
        inResponseTo: requestId,
        confirmedRequest: requestId,
        nameId: 'somebody@corp.test',
        notBefore: minutes(-1),
        notOnOrAfter: minutes(5),
      }
      const form = new URLSearchParams({
        SAMLResponse: Buffer.from(signedDocument(answer)).toString('base64'),
      })
      const bring = (headers: Record<string, string>) =>
        fetch(local(body.service.acsURL), { method: 'POST', redirect: 'manual', body: form, headers })
      expect((await bring({})).status).toBe(400)
      const taken = await bring({ Cookie: mark.slice(0, mark.indexOf(';')) })
      expect(taken.status).toBe(303)
      expect(taken.headers.getSetCookie()[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax; Max-Age=2592000$/)
    } finally {
      await secure.close()
    }
  })
})
