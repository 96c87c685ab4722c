import type { Database } from '../../database/client.ts'
import { isUniqueViolation } from '../../database/violations.ts'
import { conflict } from '../organizations/reasons.ts'

/**
 * Makes a name count as proven wherever an organization uses it, for operators who know whose it is. Returns what it is
 * used for. Throws CONFLICT if another organization has proven the host name.
 */
export async function vouchForName(
  database: Pick<Database, 'transaction'>,
  organizationId: string,
  name: string,
): Promise<string[]> {
  try {
    return await database.transaction(async (transaction) => {
      const emailDomains = await transaction.query(
        `UPDATE "Organization"
         SET "provenEmailDomains" = array_append(array_remove("provenEmailDomains", $1), $1)
         WHERE id = $2 AND $1 = ANY("emailDomains") RETURNING id`,
        [name, organizationId],
      )
      const hostnames = await transaction.site.updateMany({
        where: { organizationId, hostname: name },
        data: { hostnameProven: true },
      })
      const proxies = await transaction.site.updateMany({
        where: { organizationId, proxy: { startsWith: `${name}/`, mode: 'insensitive' } },
        data: { proxyProven: true },
      })
      const uses = [
        [emailDomains.length, 'an email domain'],
        [hostnames.count, 'the host name of a site'],
        [proxies.count, 'the proxy of a site'],
      ] as const
      return uses.flatMap(([count, use]) => (count > 0 ? [use] : []))
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('HOSTNAME_TAKEN', { owner: 'site' })
    throw error
  }
}
