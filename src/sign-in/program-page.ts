import { limitsOfScopes } from '../access/tokens.ts'
import { recordOperation } from '../audit/record-operation.ts'
import { html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import { fill } from '../languages/fill.ts'
import {
  type AskedAuthorization,
  authorizationParameters,
  grantAuthorization,
  type RefusedAuthorization,
  readAuthorization,
  refuseAuthorization,
} from '../modules/oauth/authorization.ts'
import type { GrantingUser } from '../modules/oauth/authorization-server.ts'
import { OAuthRefusal } from '../modules/oauth/oauth-refusal.ts'
import { findSiteAtUrl } from '../modules/published-sites/addresses/site-address.ts'
import { memberOf } from '../request/context.ts'
import { card, hidden } from './elements.ts'
import { messagePage } from './error-pages.ts'
import { readForm } from './forms.ts'
import { type Person, personOf } from './person.ts'
import { leadTo, signInAddress } from './return-path.ts'
import { type KnownVisit, page, type Visit } from './visit.ts'

/** Answers `GET /oauth/authorize`: which program asks for access, to what, and as whom. */
export const programPage = (visit: KnownVisit): Promise<HttpResponse> =>
  withAsked(visit, visit.url.searchParams, async (asked) => {
    const person = await personOf(visit)
    if (!person) return leadTo(signInAddress(`${visit.url.pathname}${visit.url.search}`))
    return consentPage(visit, asked, person)
  })

/** Answers `POST /oauth/authorize`, with which somebody gives a program access, or refuses. */
export async function decideOnProgram(visit: KnownVisit): Promise<HttpResponse> {
  const form = await readForm(visit)
  const parameters = new URLSearchParams(
    authorizationParameters.map((name) => [name, form.value(name)]).filter(([, value]) => value !== ''),
  )
  return withAsked(visit, parameters, async (asked) => {
    if (!(await personOf(visit))) return leadTo(signInAddress(`/oauth/authorize?${parameters}`))
    const decision = form.value('decision')
    if (decision !== 'allow' && decision !== 'read') return leadTo(refuseAuthorization(visit.config, asked))
    const scopes = decision === 'read' ? (['read'] as const) : asked.scopes
    const user = await grantingUser(visit)
    const target = { type: 'OAuthClient', id: asked.clientId }
    const operation = { action: 'createApiToken', type: 'ApiToken', target, otherTarget: null, ids: [] }
    return leadTo(
      await recordOperation(visit.context, operation, ({ database }) =>
        grantAuthorization(database, visit.config, asked, user, scopes),
      ),
    )
  })
}

/** Reads what a program asks for, and tells the reader, or the program, if it cannot be served. */
async function withAsked(
  visit: Visit,
  parameters: URLSearchParams,
  answer: (asked: AskedAuthorization) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  let asked: AskedAuthorization | RefusedAuthorization
  try {
    const isSite = async (address: URL) => (await findSiteAtUrl(visit, address)) !== null
    asked = await readAuthorization({ ...visit, isSite }, parameters)
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error
    const { errors, programs } = visit.texts
    return messagePage(visit, 400, errors.failed, fill(programs.wrongRequest, error.message))
  }
  return 'location' in asked ? leadTo(asked.location) : answer(asked)
}

function consentPage(visit: KnownVisit, asked: AskedAuthorization, person: Person): HttpResponse {
  const { programs } = visit.texts
  const { clientName, redirectUri, scopes, parameters } = asked
  const title = fill(programs.title, clientName)
  const writes = scopes.includes('write')
  const writesContent = scopes.includes('content:write')
  const main = card(
    html`<h1>${title}</h1><p>${fill(programs.asks, clientName, person.email)}</p>
<ul class="points"><li>${programs.read}</li>${writes && html`<li>${programs.write}</li>`}${writesContent && html`<li>${programs.writeContent}</li>`}</ul>
<p class="soft">${programs.selfNamed} ${fill(programs.leadsTo, placeOf(redirectUri))}</p>`,
    html`<form class="stack" method="post" action="/oauth/authorize">${Object.entries(parameters).map(([name, value]) => hidden(name, value))}
${decision('allow', programs.allow, 'button')}${writes && decision('read', programs.allowReading, 'quiet')}${decision('refuse', programs.refuse, 'quiet')}</form>`,
    html`<p class="soft small">${programs.endLater}</p>`,
  )
  return page(visit, { title, main, formLeadsTo: redirectUri })
}

const decision = (value: string, text: string, look: string) =>
  html`<button class="${look} block" name="decision" value="${value}">${text}</button>`

/** Returns the host of an address, or the scheme of one of a program on the machine of the user. */
function placeOf(address: string): string {
  const { host, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? host : protocol
}

/** Returns who is signed in, with what limits the session, which limits the tokens too. */
async function grantingUser({ context }: KnownVisit): Promise<GrantingUser> {
  const { userId, tokenId, scopes } = memberOf(context)
  const session = await context.database.prisma.apiToken.findUniqueOrThrow({ where: { id: tokenId ?? '' } })
  return { userId, limits: limitsOfScopes(scopes), identityProviderId: session.identityProviderId }
}
