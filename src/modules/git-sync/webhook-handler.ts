import type { IncomingMessage } from 'node:http'
import { inExistingOrganization } from '../../access/existing-organization.ts'
import { openSealedText } from '../../access/sealed-texts.ts'
import { AppError, notFound } from '../../base/errors.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { GitLink } from '../../generated/prisma/client.ts'
import { refOfBranch } from '../../git/names.ts'
import { type GitWebhook, readGitWebhook } from '../../git/servers/webhook.ts'
import type { PathHandler } from '../../http/path-handler.ts'
import { readBody } from '../../http/request-body.ts'
import { jsonResponse } from '../../http/response.ts'
import { thrownErrorReply } from '../../rest/error-response.ts'
import { send } from '../../rest/reply.ts'
import type { HandlerServices } from '../module.ts'
import { maximumWebhookBytes } from './limits.ts'
import { addPreview } from './previews.ts'

/** The address to which git servers send their webhooks. It has a signature in place of a token. */
export const webhookPath = /^\/v1\/spaces\/[a-z0-9]+\/git\/webhook\/?$/

type Services = Pick<HandlerServices, 'database' | 'logger'>

/** Serves `POST /v1/spaces/<space>/git/webhook`: a push or a pull request makes a sync of the space due. */
export const createGitWebhookHandler =
  (services: Services): PathHandler['handle'] =>
  async (request, response, { requestId }) => {
    if (request.method !== 'POST') return false
    try {
      const isKnown = await receive(services, request)
      send(request, response, jsonResponse(202, { syncs: isKnown }), requestId)
    } catch (error) {
      if (!(error instanceof AppError)) services.logger.error({ err: error, requestId }, 'unexpected error')
      send(request, response, thrownErrorReply(error, requestId), requestId)
    }
    return true
  }

/** Makes a sync due if a webhook tells of what the space follows. Throws NOT_FOUND for a wrong signature too. */
async function receive({ database }: Services, request: IncomingMessage): Promise<boolean> {
  const [, spaceId] = /\/spaces\/([a-z0-9]+)\/git/.exec(request.url ?? '') ?? []
  const body = await readBody(request, maximumWebhookBytes)
  const connection = await database.prisma.gitLink.findFirst({
    where: { spaceId: spaceId ?? '', space: { deletedAt: null, ...inExistingOrganization } },
  })
  if (!connection) throw notFound()
  const secret = await openSealedText(database, connection.webhookSecret)
  const event = readGitWebhook(request.headers, body, secret)
  // The same as for a space without a branch, which a stranger could tell apart otherwise.
  if (!event) throw notFound()
  return database.transaction(async (transaction) => {
    const { id } = connection
    const isPreview = await followPullRequest(transaction, connection, event)
    const isOfBranch = event.event === 'PUSH' && event.ref === refOfBranch(connection.branch)
    const previews =
      event.ref === undefined
        ? 0
        : await transaction.gitPreview.count({ where: { connectionId: id, ref: event.ref } })
    if (!isPreview && previews === 0 && !isOfBranch) return false
    await transaction.query('UPDATE "GitLink" SET "dueAt" = now() WHERE id = $1', [id])
    return true
  })
}

/** Shows a pull request into the branch of a space as a change request. */
async function followPullRequest(
  transaction: Transaction,
  { id, branch }: GitLink,
  { ref, pullRequest }: GitWebhook,
): Promise<boolean> {
  if (!pullRequest?.isOpen || ref === undefined || pullRequest.base !== refOfBranch(branch)) return false
  return (await addPreview(transaction, id, ref, null)) !== undefined
}
