import type { Database } from '../../database/client.ts'
import { refusedInput } from '../../errors.ts'
import type { Prisma, SiteRedirect } from '../../generated/prisma/client.ts'
import { maximumHops } from './limits.ts'
import { type Destination, queryOfPool, queryOfTransaction, readTargets, type Target } from './targets.ts'

/** Looks up the redirect of a site at a normalized path. */
export const findRedirect = (
  { prisma }: Pick<Database, 'prisma'>,
  siteId: string,
  source: string,
): Promise<SiteRedirect | null> =>
  prisma.siteRedirect.findUnique({ where: { siteId_source: { siteId, source } } })

/**
 * Follows a redirect to its final target, because its target may be the source of another. Returns null for a cycle,
 * which a change of the site's structure can cause. After the maximum number of redirects, returns the target of the
 * last one.
 */
export async function followRedirect(
  database: Pick<Database, 'prisma' | 'pool'>,
  redirect: SiteRedirect,
): Promise<Target | null> {
  const query = queryOfPool(database)
  const met = [redirect.source]
  for (let current = redirect; ; ) {
    const [target] = (await readTargets(query, [current])) as [Target]
    if (met.includes(target.path)) return null
    const next = met.length < maximumHops && (await findRedirect(database, redirect.siteId, target.path))
    if (!next) return target
    met.push(next.source)
    current = next
  }
}

/** A redirect to write, and its path in the input. */
export interface PlannedRedirect extends Destination {
  readonly source: string
  readonly member: string
}

interface Chain {
  readonly met: readonly string[]
  readonly member: string
  readonly destination: Destination
}

/**
 * Throws an input error for redirects that would form a cycle, alone or with other planned or existing ones. Planned
 * redirects replace existing ones with the same source, or with an id in `replaced`. A new cycle contains a planned
 * redirect, so only these are followed.
 */
export async function assertNoCycles(
  transaction: Prisma.TransactionClient,
  siteId: string,
  planned: readonly PlannedRedirect[],
  replaced: readonly string[] = [],
): Promise<void> {
  const plannedAt = new Map(planned.map((redirect) => [redirect.source, redirect]))
  let chains: Chain[] = planned.map((redirect) => ({
    met: [redirect.source],
    member: redirect.member,
    destination: redirect,
  }))
  while (chains.length > 0) {
    const targets = await readTargets(
      queryOfTransaction(transaction),
      chains.map(({ destination }) => destination),
    )
    const paths = targets.map(({ path }) => path)
    const existing = await transaction.siteRedirect.findMany({
      where: { siteId, source: { in: paths }, id: { notIn: [...replaced] } },
    })
    const existingAt = new Map(existing.map((redirect) => [redirect.source, redirect]))
    chains = chains.flatMap((chain, index) => {
      const path = paths[index] as string
      const next = plannedAt.get(path) ?? existingAt.get(path)
      return next ? [longer(chain, path, next)] : []
    })
  }
}

function longer({ met, member }: Chain, path: string, destination: Destination): Chain {
  const first = met.indexOf(path)
  if (first >= 0)
    throw refusedInput(member, 'REDIRECT_CYCLE', { cycle: [...met.slice(first), path].join(' → ') })
  if (met.length === maximumHops)
    throw refusedInput(member, 'REDIRECT_CHAIN_TOO_LONG', { maximum: maximumHops })
  return { met: [...met, path], member, destination }
}
