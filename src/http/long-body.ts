import { ownTurn } from '../event-loop-turn.ts'

/** The size from which on reading a body takes so long that others must have turns before and after it. */
const longBytes = 256 * 1024

/** Resolves in a turn of the event loop of its own if a body or a part of that size is long. */
export async function turnForBody({ length }: { readonly length: number }): Promise<void> {
  if (length > longBytes) await ownTurn()
}
