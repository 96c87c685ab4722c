import type { Transaction } from './transactions.ts'

/** Handles an event in the transaction that publishes it. An error that it throws rolls the transaction back. */
export type TransactionListener<Payload> = (transaction: Transaction, payload: Payload) => Promise<void>

/**
 * An event that a module publishes inside a transaction, so that modules it does not depend on can write in the same
 * transaction. Modules name theirs in their manifest; they are set once per process, by src/server/listeners.ts.
 */
export class TransactionEvent<Payload> {
  readonly name: string
  readonly #isEmpty: (payload: Payload) => boolean
  #listeners: readonly TransactionListener<Payload>[] = []

  /** `name` appears in error messages. Payloads for which `isEmpty` returns true are not published. */
  constructor(name: string, isEmpty: (payload: Payload) => boolean = () => false) {
    this.name = name
    this.#isEmpty = isEmpty
  }

  /** Replaces the listeners. They run in this order, one after the other. */
  setListeners(listeners: readonly TransactionListener<Payload>[]): void {
    this.#listeners = listeners
  }

  /**
   * Runs all listeners. Throws where none are set: a process without its listeners would otherwise leave an index
   * without the rows of this transaction.
   */
  async publish(transaction: Transaction, payload: Payload): Promise<void> {
    if (this.#isEmpty(payload)) return
    if (this.#listeners.length === 0)
      throw new Error(`No listener is registered for "${this.name}"; call registerListeners() at start.`)
    for (const listener of this.#listeners) await listener(transaction, payload)
  }
}

export interface Subscription {
  readonly event: TransactionEvent<unknown>
  readonly listener: TransactionListener<unknown>
}

export const on = <Payload>(
  event: TransactionEvent<Payload>,
  listener: TransactionListener<Payload>,
): Subscription => ({
  event: event as TransactionEvent<unknown>,
  listener: listener as TransactionListener<unknown>,
})
