import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { verifySignedUrl } from '../../access/signed-urls.ts'
import { notFound } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import type { AuditEvent } from '../../generated/prisma/client.ts'
import { contentDisposition, createDownloadHandler, type Download } from '../../http/downloads.ts'

interface Services {
  readonly database: Database
}

/** The events that are in memory at once. */
const batch = 500

/**
 * Serves `GET /audit-events/<organization>?from=…&to=…&expires=…&signature=…`: the events of an organization, oldest
 * first, one JSON object on each line. Any invalid link gives the same NOT_FOUND response.
 */
export const createAuditEventExportHandler = (services: Services) =>
  createDownloadHandler((target) => openExport(services, target))

async function openExport({ database }: Services, target: string): Promise<Download> {
  const url = await verifySignedUrl(database, target)
  const organizationId = /^\/audit-events\/([a-z0-9]+)$/.exec(url?.pathname ?? '')?.[1]
  if (!url || !organizationId || !(await isThere(database, organizationId))) throw notFound()
  const timeOf = (name: string) => {
    const text = url.searchParams.get(name)
    return text === null ? undefined : new Date(text)
  }
  const period = { gte: timeOf('from'), lte: timeOf('to') }
  return {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': contentDisposition('attachment', 'audit-events.jsonl'),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
      // Further events may follow at any time.
      ETag: `"${randomUUID()}"`,
    },
    stream: Readable.from(linesOf(database, organizationId, period)),
  }
}

const isThere = async ({ prisma }: Database, id: string): Promise<boolean> =>
  (await prisma.organization.count({ where: { id, deletedAt: null } })) > 0

async function* linesOf(
  { prisma }: Database,
  organizationId: string,
  period: { gte: Date | undefined; lte: Date | undefined },
): AsyncGenerator<string> {
  let after = ''
  for (;;) {
    const events = await prisma.auditEvent.findMany({
      where: { organizationId, occurredAt: period, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: batch,
    })
    yield events.map((event) => `${JSON.stringify(lineOf(event))}\n`).join('')
    const last = events.at(-1)
    if (!last || events.length < batch) return
    after = last.id
  }
}

const lineOf = ({
  userId,
  userLabel,
  tokenId,
  address,
  agent,
  targetType,
  targetId,
  personId,
  personLabel,
  ...event
}: AuditEvent) => ({
  ...event,
  actor: { type: 'user', id: userId, label: userLabel, tokenId, address, agent },
  source: event.source.toLowerCase(),
  target: { type: targetType, id: targetId },
  ...(personId !== null && { person: { id: personId, label: personLabel } }),
})
