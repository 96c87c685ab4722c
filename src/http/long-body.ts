import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'

/** The size from which on reading a body takes so long that others must run before and after it. */
const longBytes = 64 * 1024

interface Sized {
  readonly length: number
}

export const isLongBody = ({ length }: Sized): boolean => length > longBytes

/** Yields to the event loop if a body or a part of that size is long. */
export async function yieldForLongBody(body: Sized): Promise<void> {
  if (isLongBody(body)) await yieldToEventLoop()
}
