import { AppError } from '../base/errors.ts'
import { execute } from '../graphql/run-operation.ts'
import { type Html, html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import { fill } from '../languages/fill.ts'
import { defaultOverlap, tokenLimits } from '../modules/tokens/limits.ts'
import { accountPage, doneAt, shownMoment } from './account-frame.ts'
import { card, choice, field, notice, postForm, submit } from './elements.ts'
import { type Form, readForm } from './forms.ts'
import type { KnownVisit, Visit } from './visit.ts'

interface Token {
  readonly id: string
  readonly kind: 'API' | 'OAUTH'
  readonly label: string
  readonly prefix: string
  readonly scopes: readonly string[]
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

/** The days after which a new token expires, to choose from. */
const lifetimes = [30, 90, 365]

const ownTokens = `{ viewer { tokens(last: 100) { nodes {
  id kind label prefix scopes expiresAt lastUsedAt } } } }`

/** A token that was just made, whose secret is shown this once. */
interface Shown {
  readonly secret: string
  readonly isRotated: boolean
}

/** Answers `GET /account/tokens`. */
export async function tokensPage(
  visit: KnownVisit,
  { shown, wrongLabel }: { readonly shown?: Shown; readonly wrongLabel?: string } = {},
): Promise<HttpResponse> {
  const { account } = visit.texts
  const { viewer } = await execute<{ viewer: { tokens: { nodes: Token[] } } }>(visit, ownTokens)
  const tokens = viewer.tokens.nodes.toReversed()
  const content = [
    shown && newTokenNotice(visit, shown),
    card(
      html`<h2>${account.tokens}</h2><p class="soft">${account.tokensLead}</p>`,
      tokens.length === 0
        ? html`<p>${account.noTokens}</p>`
        : html`<ul class="rows">${tokens.map((token) => tokenRow(visit, token))}</ul>`,
    ),
    newTokenCard(visit, wrongLabel),
  ]
  return accountPage(visit, '/account/tokens', content, wrongLabel === undefined ? 200 : 400)
}

const newTokenNotice = ({ texts: { account } }: Visit, { secret, isRotated }: Shown): Html =>
  notice(
    html`${account.copyNow}${isRotated && ` ${fill(account.rotated, defaultOverlap / 60)}`}<code class="command">${secret}</code>`,
  )

function tokenRow(visit: Visit, { id, kind, label, prefix, scopes, expiresAt, lastUsedAt }: Token): Html {
  const { account } = visit.texts
  const moment = (text: string, at: string) => fill(text, shownMoment(visit.language, at))
  const facts = [
    scopes.includes('WRITE') ? account.readWrite : account.readOnly,
    // A program renews its token before it expires.
    expiresAt !== null && kind === 'API' && moment(account.expiresOn, expiresAt),
    lastUsedAt === null ? account.neverUsed : moment(account.lastUsed, lastUsedAt),
  ]
  const button = (action: 'rotate' | 'revoke', look: 'quiet' | 'danger') =>
    html`<form method="post" action="/account/tokens/${id}/${action}"><button class="${look} little" aria-label="${account[action]}: ${label}">${account[action]}</button></form>`
  return html`<li><div>${label} <code class="soft">${prefix}…</code><small>${facts.filter(Boolean).join(' · ')}</small></div>
<div class="actions">${kind === 'API' && button('rotate', 'quiet')}${button('revoke', 'danger')}</div></li>`
}

function newTokenCard({ texts: { account, errors } }: Visit, wrongLabel: string | undefined): Html {
  const { maxLength } = tokenLimits.label
  return card(
    html`<h2>${account.newToken}</h2>`,
    postForm(
      '/account/tokens',
      field({
        name: 'label',
        label: account.label,
        value: wrongLabel,
        wrong: wrongLabel === undefined ? undefined : fill(errors.name, maxLength),
        required: true,
        maxLength,
        autocomplete: 'off',
      }),
      html`<div class="columns">${choice({
        name: 'access',
        label: account.access,
        options: [
          ['WRITE', account.readWrite],
          ['READ', account.readOnly],
        ],
      })}${choice({
        name: 'days',
        label: account.expires,
        options: [
          ...lifetimes.map((days) => [String(days), fill(account.inDays, days)] as const),
          ['', account.never],
        ],
      })}</div>`,
      html`<div class="actions">${submit(account.create, 'main', 'little')}</div>`,
    ),
  )
}

/** Answers `POST /account/tokens`, which creates a token and shows it once. */
export async function createToken(visit: KnownVisit): Promise<HttpResponse> {
  const form = await readForm(visit)
  const label = form.value('label')
  try {
    const { createApiToken } = await execute<{ createApiToken: { token: string } }>(
      visit,
      'mutation CreateToken($input: CreateApiTokenInput!) { createApiToken(input: $input) { token } }',
      { input: { label, scopes: [form.value('access') === 'READ' ? 'READ' : 'WRITE'], ...expiryIn(form) } },
    )
    return tokensPage(visit, { shown: { secret: createApiToken.token, isRotated: false } })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'BAD_USER_INPUT')) throw error
    return tokensPage(visit, { wrongLabel: label })
  }
}

function expiryIn(form: Form): { expiresAt?: string } {
  const days = lifetimes.find((each) => String(each) === form.value('days'))
  return days === undefined ? {} : { expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() }
}

/** Answers `POST /account/tokens/<id>/rotate`. */
export async function rotateToken(visit: KnownVisit, tokenId: string): Promise<HttpResponse> {
  await readForm(visit)
  const { rotateApiToken } = await execute<{ rotateApiToken: { token: string } }>(
    visit,
    'mutation RotateToken($tokenId: ID!) { rotateApiToken(tokenId: $tokenId) { token } }',
    { tokenId },
  )
  return tokensPage(visit, { shown: { secret: rotateApiToken.token, isRotated: true } })
}

/** Answers `POST /account/tokens/<id>/revoke`. */
export async function revokeToken(visit: KnownVisit, tokenId: string): Promise<HttpResponse> {
  await readForm(visit)
  await execute(
    visit,
    'mutation RevokeToken($tokenId: ID!) { revokeApiToken(tokenId: $tokenId) { revokedApiTokenId } }',
    { tokenId },
  )
  return doneAt('/account/tokens', 'revoked')
}
