import { limitsOfScopes } from '../access/tokens.ts'
import { execute } from '../graphql/run-operation.ts'
import { documentedScreens } from '../graphql/screens.ts'
import { type Html, html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import { fill } from '../languages/fill.ts'
import { memberOf } from '../request/context.ts'
import { card } from './elements.ts'
import { personOf } from './person.ts'
import { leadTo } from './return-path.ts'
import { type KnownVisit, page, type Visit } from './visit.ts'

/**
 * Answers `/`: where to begin, and for who is signed in, their organizations. Who has one alone goes on to its workspace at once.
 */
export async function startPage(visit: KnownVisit): Promise<HttpResponse> {
  const { account, signIn } = visit.texts
  const person = await personOf(visit)
  const organizations = person ? await organizationsOf(visit) : []
  const closed = person ? await organizationsToEnter(visit) : []
  const [only, ...others] = organizations
  if (only && others.length + closed.length === 0 && visit.config.hasWorkspace) return leadTo(only.urls.app)
  const title = person ? fill(account.hello, person.displayName) : 'Lectern'
  const main = html`<h1>${title}</h1>${
    !person &&
    html`<p class="soft">${account.lead}</p><p><a class="button" href="/sign-in">${signIn.title}</a></p>`
  }
<section><h2>${account.beginHere}</h2>${tiles(visit, person !== null)}</section>
${person && organizationsSection(visit, organizations, closed)}
${screensSection(visit)}`
  return page(visit, { title, main, width: 'wide' })
}

function tiles({ texts: { account } }: Visit, isSignedIn: boolean): Html {
  const tile = (address: string, title: string, text: string) =>
    html`<li><a href="${address}"><strong>${title}</strong><span>${text}</span></a></li>`
  return html`<ul class="tiles">${[
    tile('/graphql', 'GraphiQL', account.graphiqlText),
    tile('/v1/docs', account.reference, account.referenceText),
    isSignedIn
      ? tile('/account', account.title, account.accountText)
      : tile('/v1/openapi.json', account.openapi, account.openapiText),
  ]}</ul>`
}

interface Organization {
  readonly title: string
  readonly urls: { readonly app: string }
}

async function organizationsOf(visit: KnownVisit): Promise<readonly Organization[]> {
  const { organizations } = await execute<{ organizations: { nodes: Organization[] } }>(
    visit,
    '{ organizations(first: 100) { nodes { title urls { app } } } }',
  )
  return organizations.nodes
}

interface ClosedOrganization {
  readonly id: string
  readonly title: string
}

/**
 * Returns the organizations of a user that are closed to the session, because they require their identity provider. A session
 * that is limited to an organization tells of no others.
 */
async function organizationsToEnter({ context }: KnownVisit): Promise<readonly ClosedOrganization[]> {
  const { userId, scopes } = memberOf(context)
  if (limitsOfScopes(scopes).length > 0) return []
  return context.database.prisma.organization.findMany({
    where: { deletedAt: null, sso: true, members: { some: { userId, disabled: false } } },
    select: { id: true, title: true },
    orderBy: { id: 'asc' },
    take: 100,
  })
}

function organizationsSection(
  { texts: { account, signIn } }: Visit,
  organizations: readonly Organization[],
  closed: readonly ClosedOrganization[],
): Html {
  const rows = [
    ...organizations.map(({ title, urls }) => html`<li><div><a href="${urls.app}">${title}</a></div></li>`),
    ...closed.map(({ id, title }) => {
      const address = `/sign-in?${new URLSearchParams({ organization: id })}`
      return html`<li><div>${title}<small>${fill(signIn.ssoRequired, title)}</small></div>
<div class="actions"><a href="${address}" aria-label="${fill(signIn.to, title)}">${signIn.title}</a></div></li>`
    }),
  ]
  return html`<section>${card(
    html`<h2>${account.organizations}</h2>`,
    rows.length === 0
      ? html`<p class="soft">${account.noOrganizations}</p>`
      : html`<ul class="rows">${rows}</ul>`,
  )}</section>`
}

const screensSection = ({ texts: { account } }: Visit): Html =>
  html`<section>${card(
    html`<h2>${account.screens}</h2><p class="soft">${account.screensText}</p>`,
    html`<ul class="links" lang="en">${documentedScreens().map(
      ({ title, query }) => html`<li><a href="/graphql?query=${encodeURIComponent(query)}">${title}</a></li>`,
    )}</ul>`,
  )}</section>`
