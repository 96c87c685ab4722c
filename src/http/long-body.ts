import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'

/** The size from which on reading a body takes so long that others must have turns before and after it. */
const longBytes = 64 * 1024

interface Sized {
  readonly length: number
}

/** Returns whether a body or a part of that size is long. */
export const isLongBody = ({ length }: Sized): boolean => length > longBytes

/** Resolves in a turn of the event loop of its own if a body or a part of that size is long. */
export async function turnForBody(body: Sized): Promise<void> {
  if (isLongBody(body)) await yieldToEventLoop()
}
