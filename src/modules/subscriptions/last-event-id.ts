import { refusedInput } from './reasons.ts'

/** Returns the text by which clients name a position in the order of events. */
export const lastEventIdOf = (position: bigint): string => position.toString(36)

/** Returns the position that a client names. Throws for a text that names none. */
export function positionOf(lastEventId: string): bigint {
  if (!/^[0-9a-z]{1,12}$/.test(lastEventId)) throw refusedInput('lastEventId', 'LAST_EVENT_UNKNOWN')
  let position = 0n
  for (const digit of lastEventId) position = position * 36n + BigInt(Number.parseInt(digit, 36))
  return position
}
