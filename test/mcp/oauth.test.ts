import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildReadableSite, page, write } from '../modules/published-sites/published-site.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSession, type TestSession } from '../support/factories/sessions.ts'
import { McpTestClient } from './mcp-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A program that knows nothing but the address of a server, whose user allows what it asks for. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:7777/callback'
  readonly #session: Pick<TestSession, 'headers'>
  #registered: OAuthClientInformationMixed | undefined
  #tokens: OAuthTokens | undefined
  #verifier = ''
  asked = new URLSearchParams()
  code = ''

  constructor(session: Pick<TestSession, 'headers'>) {
    this.#session = session
  }

  get clientMetadata() {
    return {
      client_name: 'Assistant',
      redirect_uris: [this.redirectUrl],
      token_endpoint_auth_method: 'none',
    }
  }
  clientInformation = () => this.#registered
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.#registered = information
  }
  tokens = () => this.#tokens
  saveTokens = (tokens: OAuthTokens) => {
    this.#tokens = tokens
  }
  codeVerifier = () => this.#verifier
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    this.asked = url.searchParams
    const body = new URLSearchParams({ ...Object.fromEntries(url.searchParams), decision: 'allow' })
    const { headers } = await fetch(url.origin + url.pathname, {
      method: 'POST',
      headers: this.#session.headers,
      body,
      redirect: 'manual',
    })
    this.code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  }

  /** Connects, and on the way gets a token. */
  async connect(address: string): Promise<McpTestClient> {
    const url = new URL(address)
    const refused = await McpTestClient.open(address, { authProvider: this }).catch((error: Error) => error)
    expect(refused).toMatchObject({ name: 'Error', message: 'Unauthorized' })
    await new StreamableHTTPClientTransport(url, { authProvider: this }).finishAuth(this.code)
    return McpTestClient.open(address, { authProvider: this })
  }
}

describe('a client that knows only the address', () => {
  test('of the workspace finds out how to get a token, and uses it with what it asked for', async () => {
    const { id: organizationId, admin } = await buildOrganization(app)
    const session = await buildSession(app, admin)
    const { body: space } = await app.as(admin).post(`/orgs/${organizationId}/spaces`, { title: 'Handbook' })
    const usual = new Assistant(session)
    const mcp = await usual.connect(`${app.url}/mcp`)
    expect(usual.asked.get('scope')).toBe('read write')
    expect(usual.asked.get('resource')).toBe(`${app.url}/mcp`)
    expect(usual.tokens()?.scope).toBe('read write')
    expect(
      (await mcp.call('open_change_request', { space: space.id, subject: 'Ideas' })).data.changeRequest,
    ).toMatchObject({
      number: 1,
    })
    const live = { space: space.id, title: 'Live', markdown: 'Text' }
    expect((await mcp.call('write_page', live)).isError).toBe(true)
    const naming = await new Assistant(session).connect(`${app.url}/mcp?scope=content:write`)
    expect((await naming.call('write_page', live)).isError).toBe(false)
  })

  test('of a site that asks for authentication finds the same for a member who may see the site', async () => {
    const site = await buildReadableSite(app, { visibility: 'visitor-auth' })
    await write(site, site.guide.spaceId, page('Inside', 'A zebra for members'))
    const assistant = new Assistant(await buildSession(app, site.admin))
    const mcp = await assistant.connect(`${site.address}/~gitbook/mcp`)
    expect(assistant.tokens()?.scope).toBe('read')
    expect((await mcp.call('search', { query: 'zebra' })).data.results).toMatchObject([{ title: 'Inside' }])
  })
})
