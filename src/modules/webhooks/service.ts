import { sealText } from '../../access/sealed-texts.ts'
import { invalidInput, notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import { newWebhookSecret } from '../../base/secrets.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Webhook } from '../../generated/prisma/client.ts'
import { isAllowedUrl, isPrivateUrl } from '../../http/outbound-addresses.ts'
import type { Context } from '../../request/context.ts'
import { placeEvents } from '../events/relay.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { lockWebhooks, resumeDeliveries } from './delivery-rows.ts'
import { isEventFilter } from './event-filter.ts'
import { maximumWebhooks, secretOverlapHours, webhookLimits } from './limits.ts'
import { conflict } from './reasons.ts'
import { statusOf } from './status.ts'

export interface WebhookAddress {
  readonly webhookId: string
  /** The organization that it must belong to. */
  readonly organizationId?: string | null
}

/** Loads a webhook of an organization that the viewer administers. */
export async function loadWebhook(
  context: Context,
  { webhookId, organizationId }: WebhookAddress,
): Promise<Webhook> {
  const { webhook } = context.database.prisma
  const found = await webhook.findUnique({ where: { id: webhookId } })
  const owner = organizationId ?? found?.organizationId
  if (owner === undefined) throw notFound()
  const { id } = await loadAuthorizedOrganization(context, owner)
  if (found?.organizationId !== id) throw notFound()
  return found
}

export interface WebhookFields {
  url?: string | null
  description?: string | null
  events?: readonly string[] | null
  spaces?: readonly string[] | null
  sites?: readonly string[] | null
  isEnabled?: boolean | null
}

/** A webhook with its secret, which is readable only here. */
export interface WebhookWithSecret {
  readonly webhook: Webhook
  readonly secret: string
}

export async function createWebhook(
  context: Context,
  organizationId: string,
  { url, ...input }: WebhookFields & { readonly url: string },
): Promise<WebhookWithSecret> {
  const organization = await loadAuthorizedOrganization(context, organizationId)
  const address = reachableAddress(context, url)
  const secret = newWebhookSecret()
  const sealed = await sealText(context.database, secret)
  // What is committed by now gets its position, so that only what comes later is behind it.
  const sincePosition = await placeEvents(context.database)
  const webhook = await context.database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, `webhooks of ${organization.id}`)
    const count = await transaction.webhook.count({ where: { organizationId: organization.id } })
    if (count >= maximumWebhooks) throw conflict('TOO_MANY_WEBHOOKS', { maximum: maximumWebhooks })
    const columns = await columnsOf(transaction, organization.id, input)
    return transaction.webhook.create({
      data: {
        ...columns,
        id: newId('Webhook'),
        organizationId: organization.id,
        url: address,
        secret: sealed,
        sincePosition,
      },
    })
  })
  return { webhook, secret }
}

/** Updates a webhook. One that is enabled again goes on with the deliveries that have not ended. */
export async function updateWebhook(
  context: Context,
  address: WebhookAddress,
  input: WebhookFields,
): Promise<Webhook> {
  const { id, organizationId } = await loadWebhook(context, address)
  const url = input.url == null ? undefined : reachableAddress(context, input.url)
  return context.database.transaction(async (transaction) => {
    const [before] = await lockWebhooks(transaction, [id])
    if (!before) throw notFound()
    const columns = await columnsOf(transaction, organizationId, input)
    const resumes = input.isEnabled === true && ['PAUSED', 'GONE', 'DISABLED'].includes(statusOf(before))
    if (resumes) await resumeDeliveries(transaction.query, id)
    return transaction.webhook.update({
      where: { id },
      data: {
        ...columns,
        url,
        ...(resumes && { failingSince: null, pausedAt: null, goneAt: null }),
      },
    })
  })
}

export async function deleteWebhook(context: Context, address: WebhookAddress): Promise<Webhook> {
  const webhook = await loadWebhook(context, address)
  const { id } = webhook
  const { count } = await context.database.transaction((transaction) =>
    transaction.webhook.deleteMany({ where: { id } }),
  )
  if (count === 0) throw notFound()
  return webhook
}

/** Gives a webhook a new secret. Requests are signed with the former one too for a while. */
export async function rotateSecret(context: Context, address: WebhookAddress): Promise<WebhookWithSecret> {
  const { id } = await loadWebhook(context, address)
  const secret = newWebhookSecret()
  const sealed = await sealText(context.database, secret)
  const formerSecretUntil = new Date(Date.now() + secretOverlapHours * 3_600_000)
  const webhook = await context.database.transaction(async (transaction) => {
    const [before] = await lockWebhooks(transaction, [id])
    if (!before) throw notFound()
    return transaction.webhook.update({
      where: { id },
      data: { secret: sealed, formerSecret: before.secret, formerSecretUntil },
    })
  })
  return { webhook, secret }
}

/**
 * Returns the address that a URL stands for, as it is sent to. Throws unless requests may be sent to it. Names are checked again,
 * by their addresses, at each request.
 */
function reachableAddress({ config: { outboundAllow } }: Context, text: string): string {
  const url = new URL(text)
  if (text.includes('#')) throw brokenRule('url', 'URL_WITH_FRAGMENT')
  if (url.username + url.password !== '') throw brokenRule('url', 'URL_WITH_PASSWORD')
  if (url.protocol !== 'https:' && !isAllowedUrl(url, outboundAllow)) throw brokenRule('url', 'NOT_HTTPS')
  if (isPrivateUrl(url, outboundAllow)) throw brokenRule('url', 'PRIVATE_ADDRESS')
  const { maxLength } = webhookLimits.url
  if (url.href.length > maxLength) throw brokenRule('url', 'TOO_LONG', { maximum: maxLength })
  return url.href
}

/** Returns the columns but the URL. Null does not change what cannot be removed. */
async function columnsOf(
  transaction: Transaction,
  organizationId: string,
  { description, events, spaces, sites, isEnabled }: Omit<WebhookFields, 'url'>,
) {
  return {
    description: description === null ? '' : description,
    events: events == null ? undefined : acceptedTypes(events),
    spaceIds: await idsIn(spaces, 'spaces', (where) => transaction.space.findMany(where), organizationId),
    siteIds: await idsIn(sites, 'sites', (where) => transaction.site.findMany(where), organizationId),
    isEnabled: isEnabled ?? undefined,
  }
}

/** Returns the types of events that are asked for. Throws for one that is no type, nor the beginning of some. */
function acceptedTypes(events: readonly string[]): string[] {
  const unknown = events.findIndex((type) => !isEventFilter(type))
  if (unknown >= 0)
    throw invalidInput(
      `events.${unknown}`,
      'must be the type of an event, or its beginning with .* behind it',
    )
  return [...new Set(events)]
}

type FindIds = (options: {
  where: { id: { in: string[] }; organizationId: string }
  select: { id: true }
}) => Promise<readonly { readonly id: string }[]>

/** Returns the ids of a filter. Throws for one that is not of the organization. */
async function idsIn(
  ids: readonly string[] | null | undefined,
  path: 'spaces' | 'sites',
  find: FindIds,
  organizationId: string,
): Promise<string[] | undefined> {
  if (ids == null) return undefined
  const unique = [...new Set(ids)]
  const found = await find({ where: { id: { in: unique }, organizationId }, select: { id: true } })
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown >= 0)
    throw invalidInput(`${path}.${unknown}`, `is not a ${path.slice(0, -1)} of this organization`)
  return unique
}
