import type { Member } from '../../access/viewer.ts'

/** Something that happened, as it is sent to a subscriber. */
export interface Delivery {
  /** The subscriber, with the rights of the moment in which it is sent. */
  readonly viewer: Member
  /** The value of the field of the subscription. */
  readonly payload: unknown
  /** The `lastEventId` with which a subscription resumes after it. Null for the progress of a job. */
  readonly lastEventId: string | null
}

/** The stream of what happens to a topic, until the client or the server ends it. */
export interface EventStream {
  /** Returns what is to be sent next, or null at the end. Throws the reason if it is ended for one. */
  next(): Promise<Delivery | null>
  /** Ends it, also while something waits for what is next. */
  close(): void
}
