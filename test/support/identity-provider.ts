import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { idpKey } from './factories/identity-providers.ts'

setSchemaValidator({ validate: async () => 'accepted' })

type Service = ReturnType<typeof ServiceProvider>

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
  /** Returns the addresses of the users who have a session at the provider. */
  signedIn(): string[]
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

const authnStatement =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>'

export async function startIdentityProvider(): Promise<RunningIdentityProvider> {
  const services = new Map<string, Service>()
  const sessions = new Map<string, { readonly email: string; readonly service: Service }>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', address)
    pages[url.pathname]?.(url, request, response).then(
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
    wantLogoutRequestSigned: true,
    wantLogoutResponseSigned: true,
    nameIDFormat: [Constants.namespace.format.emailAddress],
    singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: `${address}/sso` }],
    singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: `${address}/slo` }],
    loginResponseTemplate: { context: template, attributes: [] },
  })

  /** The pages of the provider. */
  const pages: Readonly<
    Record<string, (url: URL, request: IncomingMessage, response: ServerResponse) => Promise<string>>
  > = {
    '/sso': async ({ searchParams }, _request, response) => {
      const query = Object.fromEntries(searchParams)
      const service = serviceOf(query)
      const info = await idp.parseLoginRequest(service, 'redirect', { query })
      const { email, displayName } = running.person
      const session = `_${crypto.randomUUID()}`
      sessions.set(session, { email, service })
      response.setHeader('Set-Cookie', `session=${session}`)
      const made = await idp.createLoginResponse(service, info as never, 'post', { email }, (text) => ({
        id: '_unused',
        context: SamlLib.replaceTagsByValue(text.replace('{AuthnStatement}', authnStatement), {
          ...tagsOf(service, String(info.extract.request?.id), email, displayName),
          SessionIndex: session,
        }),
      }))
      return formOf(made, 'SAMLResponse')
    },
    /** Takes what services send to end a session, signed, and their answers when it has ended here. */
    '/slo': async ({ searchParams, search }) => {
      const query = Object.fromEntries(searchParams)
      const service = serviceOf(query)
      const octetString = search.slice(1).replace(/&Signature=.*/, '')
      if (query.SAMLResponse) {
        await idp.parseLogoutResponse(service, 'redirect', { query, octetString })
        return 'You are signed out everywhere'
      }
      const info = await idp.parseLogoutRequest(service, 'redirect', { query, octetString })
      const { sessionIndex, nameID } = info.extract as unknown as Record<'sessionIndex' | 'nameID', string>
      if (sessions.get(sessionIndex)?.email !== nameID) throw new Error('unknown session')
      sessions.delete(sessionIndex)
      return formOf(idp.createLogoutResponse(service, info as never, 'post'), 'SAMLResponse')
    },
    /** Ends the session of the browser, and lets the service end its own. */
    '/sign-out': async (_url, { headers }) => {
      const [, session = ''] = /session=([^;]+)/.exec(headers.cookie ?? '') ?? []
      const { email, service } = sessions.get(session) as { email: string; service: Service }
      sessions.delete(session)
      const user = { logoutNameID: email, sessionIndex: session }
      return formOf(idp.createLogoutRequest(service, 'post', user), 'SAMLRequest')
    },
  }

  /** Several services come with one address: the message tells which it is. */
  function serviceOf({ SAMLRequest, SAMLResponse }: Readonly<Record<string, string>>): Service {
    const service = services.get(issuerOf(SAMLRequest ?? SAMLResponse ?? '') ?? '')
    if (!service) throw new Error('unknown service provider')
    return service
  }

  function tagsOf(service: Service, requestId: string, email: string, displayName: string) {
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
      displayName,
    }
  }

  const running: RunningIdentityProvider = {
    address,
    person: { email: 'nobody@example.test', displayName: 'Nobody' },
    signedIn: () => [...sessions.values()].map(({ email }) => email),
    trust: async (metadataAddress) => {
      const metadata = await (await fetch(metadataAddress)).text()
      const service = ServiceProvider({ metadata, wantLogoutRequestSigned: true })
      services.set(service.entityMeta.getEntityID(), service)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return running
}

const formOf = (made: unknown, name: string): string => {
  const { entityEndpoint, context } = made as { entityEndpoint: string; context: string }
  return `<form method="post" action="${entityEndpoint}"><input type="hidden" name="${name}" value="${context}"><button>Continue</button></form>`
}

function issuerOf(encoded: string): string | undefined {
  const xml = inflateRawSync(Buffer.from(encoded, 'base64')).toString('utf8')
  return /<saml:Issuer[^>]*>([^<]+)</.exec(xml)?.[1]
}
