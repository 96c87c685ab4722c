import type { Config } from '../../base/config.ts'
import { hasTxtRecord } from '../../base/dns.ts'
import type { Context } from '../../request/context.ts'
import { refusedInput } from './reasons.ts'

export interface TxtRecord {
  readonly name: string
  readonly value: string
}

/** Returns the record with which an organization proves that a name is its own. */
export const proofOfName = (organizationId: string, name: string): TxtRecord => ({
  name: `_lectern.${name}`,
  value: `lectern-organization=${organizationId}`,
})

/** Looks up whether the organization has proven that the name is its own. */
export async function provesName(context: Context, organizationId: string, name: string): Promise<boolean> {
  const record = proofOfName(organizationId, name)
  return (context.hasTxtRecord ?? hasTxtRecord)(record.name, record.value)
}

/** Throws an input error for the host name of this server, and for names below it. */
export function assertNotOfServer({ baseUrl }: Pick<Config, 'baseUrl'>, member: string, name: string): void {
  const own = new URL(baseUrl).hostname
  if (name === own) throw refusedInput(member, 'HOSTNAME_OF_SERVER', { relation: '' })
  if (name.endsWith(`.${own}`)) throw refusedInput(member, 'HOSTNAME_OF_SERVER', { relation: 'below ' })
}
