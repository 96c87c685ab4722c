import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { idpKey } from './factories/identity-providers.ts'

setSchemaValidator({ validate: async () => 'accepted' })

/** The user who is signed in at the identity provider. */
export interface Person {
  readonly email: string
  readonly displayName: string
}

/** A SAML identity provider on a port of its own, made of another library than the server's. */
export interface RunningIdentityProvider {
  readonly address: string
  /** The user of every sign-in. */
  person: Person
  /** Registers a service provider by its metadata. */
  trust(metadataAddress: string): Promise<void>
  close(): Promise<void>
}

const attribute = (name: string) =>
  `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue xsi:type="xs:string">{${name}}</saml:AttributeValue></saml:Attribute>`

const template = SamlLib.defaultLoginResponseTemplate.context.replace(
  '{AttributeStatement}',
  `<saml:AttributeStatement>${attribute('displayName')}</saml:AttributeStatement>`,
)

export async function startIdentityProvider(): Promise<RunningIdentityProvider> {
  const services = new Map<string, ReturnType<typeof ServiceProvider>>()
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', address)).then(
      (page) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const idp = IdentityProvider({
    entityID: `${address}/metadata`,
    signingCert: idpKey.certificate,
    privateKey: idpKey.key,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    nameIDFormat: [Constants.namespace.format.emailAddress],
    singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: `${address}/sso` }],
    singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: `${address}/slo` }],
    loginResponseTemplate: { context: template, attributes: [] },
  })

  async function answer(url: URL): Promise<string> {
    const query = Object.fromEntries(url.searchParams)
    const service = [...services.values()].find(
      (known) => issuerOf(query.SAMLRequest ?? '') === known.entityMeta.getEntityID(),
    )
    if (!service) throw new Error('unknown service provider')
    const info = await idp.parseLoginRequest(service, 'redirect', { query })
    const { email, displayName } = running.person
    const made = await idp.createLoginResponse(service, info as never, 'post', { email }, (text) => ({
      id: '_unused',
      context: SamlLib.replaceTagsByValue(
        text,
        tagsOf(service, String(info.extract.request?.id), email, displayName),
      ),
    }))
    const { entityEndpoint, context } = made as { entityEndpoint: string; context: string }
    return `<form method="post" action="${entityEndpoint}"><input type="hidden" name="SAMLResponse" value="${context}"><button>Continue</button></form>`
  }

  function tagsOf(
    service: ReturnType<typeof ServiceProvider>,
    requestId: string,
    email: string,
    displayName: string,
  ) {
    const acs = service.entityMeta.getAssertionConsumerService('post') as string
    const now = Date.now()
    const later = new Date(now + 300_000).toISOString()
    return {
      ID: `_${crypto.randomUUID()}`,
      AssertionID: `_${crypto.randomUUID()}`,
      Destination: acs,
      Audience: service.entityMeta.getEntityID(),
      SubjectRecipient: acs,
      Issuer: idp.entityMeta.getEntityID(),
      IssueInstant: new Date(now).toISOString(),
      StatusCode: Constants.StatusCode.Success,
      ConditionsNotBefore: new Date(now).toISOString(),
      ConditionsNotOnOrAfter: later,
      SubjectConfirmationDataNotOnOrAfter: later,
      NameIDFormat: Constants.namespace.format.emailAddress,
      NameID: email,
      InResponseTo: requestId,
      AuthnStatement: '',
      displayName,
    }
  }

  const running: RunningIdentityProvider = {
    address,
    person: { email: 'nobody@example.test', displayName: 'Nobody' },
    trust: async (metadataAddress) => {
      const metadata = await (await fetch(metadataAddress)).text()
      const service = ServiceProvider({ metadata })
      services.set(service.entityMeta.getEntityID(), service)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return running
}

/** Several service providers come with one address: the request tells which it is. */
function issuerOf(encoded: string): string | undefined {
  const xml = inflateRawSync(Buffer.from(encoded, 'base64')).toString('utf8')
  return /<saml:Issuer[^>]*>([^<]+)</.exec(xml)?.[1]
}
