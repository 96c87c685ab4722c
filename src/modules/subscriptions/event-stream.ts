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

interface Source {
  /** Returns what is to be sent next, or null at the end. Throws the reason if it is ended for one. */
  readonly next: () => Promise<Delivery | null>
  readonly close: () => void
}

/** The stream of what happens to a topic, until the client or the server ends it. */
export class EventStream {
  readonly #source: Source

  constructor(source: Source) {
    this.#source = source
  }

  /** Returns what is to be sent next, or null at the end. Throws the reason if it is ended for one. */
  async next(): Promise<Delivery | null> {
    const delivery = await this.#source.next()
    if (!delivery) this.#source.close()
    return delivery
  }

  /** Ends it, also while something waits for what is next. */
  close(): void {
    this.#source.close()
  }
}
