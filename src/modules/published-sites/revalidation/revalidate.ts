import type { Config } from '../../../base/config.ts'
import type { Database } from '../../../database/client.ts'
import { maximumTagsOfCall } from '../limits.ts'
import { changedVersions, organizationsWithSites, storeVersions } from './changed-versions.ts'
import { type Receiver, receiversOf } from './receivers.ts'

export interface RevalidationServices {
  readonly config: Config
  readonly database: Database
  readonly signal?: AbortSignal | undefined
}

/**
 * Tells each receiver what to read again of an organization: everything that has changed since it was told the last time.
 * What it does not confirm stays changed. Throws if one does not accept a call; the others are told nevertheless.
 */
export async function revalidateOrganization(
  services: RevalidationServices,
  organizationId: string,
): Promise<void> {
  const receivers = receiversOf(services.config, services.signal)
  const told = await Promise.allSettled(receivers.map((each) => tellReceiver(services, each, organizationId)))
  const refused = told.find(({ status }) => status === 'rejected')
  if (refused?.status === 'rejected') throw refused.reason
}

async function tellReceiver(
  { database }: RevalidationServices,
  { name, tell }: Receiver,
  organizationId: string,
): Promise<void> {
  const place = { organizationId, receiver: name }
  for (;;) {
    const versions = await changedVersions(database, place)
    if (versions.length === 0) return
    await tell(organizationId, versions)
    await storeVersions(database, place, versions)
    if (versions.length < maximumTagsOfCall) return
  }
}

/** Tells the receivers about all organizations. Throws if one does not accept a call. */
export async function revalidateAll(services: RevalidationServices): Promise<void> {
  if (receiversOf(services.config).length === 0) return
  let after = ''
  for (;;) {
    const ids = await organizationsWithSites(services.database, after)
    for (const id of ids) {
      if (services.signal?.aborted) return
      await revalidateOrganization(services, id)
    }
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
}
