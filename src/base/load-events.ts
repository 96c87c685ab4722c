import { channel } from 'node:diagnostics_channel'

/** A request that is refused, because the server or the database cannot do it now or the caller asked too much at once. */
export interface Refusal {
  /** The reason of the error, or `SLOW_BODY` or `SLOW_READER` for connections that are closed without one. */
  readonly reason: string
}

/** Work that waited for its turn before it ran. */
export interface Wait {
  /** The name of the limiter or of the connection pool. */
  readonly waitedFor: string
  readonly milliseconds: number
}

const refusals = channel('lectern:refusal')
const waits = channel('lectern:wait')

/** Publishes a refusal. All of 429 and 503 pass here: see src/base/reasons.ts. */
export const publishRefusal = (refusal: Refusal): void => refusals.publish(refusal)

export const publishWait = (wait: Wait): void => waits.publish(wait)

/** Calls the functions with each refusal and each wait of this process. Returns a function that ends it. */
export function observeLoad(observer: {
  readonly onRefusal?: (refusal: Refusal) => void
  readonly onWait?: (wait: Wait) => void
}): () => void {
  const onRefusal = (refusal: unknown) => observer.onRefusal?.(refusal as Refusal)
  const onWait = (wait: unknown) => observer.onWait?.(wait as Wait)
  refusals.subscribe(onRefusal)
  waits.subscribe(onWait)
  return () => {
    refusals.unsubscribe(onRefusal)
    waits.unsubscribe(onWait)
  }
}
