import type { Prisma } from '../../generated/prisma/client.ts'

type Listener = (transaction: Prisma.TransactionClient, spaceIds: readonly string[]) => Promise<void>

const listeners: Listener[] = []

/**
 * Lets a module that uses spaces tidy up in the transaction that deletes them, just before they are deleted. Those
 * modules depend on spaces and not the reverse.
 */
export function onSpacesDeleted(listener: Listener): void {
  listeners.push(listener)
}

export async function spacesWillBeDeleted(
  transaction: Prisma.TransactionClient,
  spaceIds: readonly string[],
): Promise<void> {
  if (spaceIds.length === 0) return
  for (const listener of listeners) await listener(transaction, spaceIds)
}
