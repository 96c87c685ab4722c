import type { PageBase, PageContent } from './page-content.ts'

/** A text that was typed and not saved yet, kept in the browser. */
export interface Draft {
  /** The page that it is of, with the tab in which it was typed. */
  readonly id: string
  readonly page: string
  readonly base: PageBase
  readonly content: PageContent
  /** When it was typed, in milliseconds. */
  readonly at: number
}

let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('lectern-drafts', 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore('drafts', { keyPath: 'id' }).createIndex('page', 'page')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await database()).transaction('drafts', mode)
  const request = act(transaction.objectStore('drafts'))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** The draft of one editor. It writes the newest text as soon as the one before is written, so that keys never wait for it. */
export class DraftKeeper {
  readonly id: string
  readonly #page: string
  #next: Draft | 'none' | undefined
  #isWriting = false
  #release: (() => void) | undefined

  constructor(page: string) {
    this.#page = page
    this.id = `${page} ${Math.random().toString(36).slice(2)}`
    // Other tabs see by the lock that the draft is not left behind.
    navigator.locks?.request(
      this.id,
      () =>
        new Promise<void>((resolve) => {
          this.#release = resolve
        }),
    )
  }

  keep(base: PageBase, content: PageContent): void {
    this.#next = { id: this.id, page: this.#page, base, content, at: Date.now() }
    void this.#write()
  }

  /** Removes the draft, since all of it is saved. */
  clear(): void {
    this.#next = 'none'
    void this.#write()
  }

  close(): void {
    this.#release?.()
  }

  async #write(): Promise<void> {
    if (this.#isWriting) return
    this.#isWriting = true
    while (this.#next) {
      const next = this.#next
      this.#next = undefined
      // A browser that refuses to keep anything, as some do in private windows, still saves to the server.
      await (next === 'none' ? removeDraft(this.id) : inStore('readwrite', (store) => store.put(next))).catch(
        () => undefined,
      )
    }
    this.#isWriting = false
  }
}

export const removeDraft = (id: string): Promise<unknown> => inStore('readwrite', (store) => store.delete(id))

/** Returns the drafts of a page that no open editor is writing, newest first. */
export async function leftDrafts(page: string): Promise<Draft[]> {
  const drafts = await inStore<Draft[]>('readonly', (store) => store.index('page').getAll(page)).catch(
    () => [],
  )
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
  return drafts.filter(({ id }) => !held.has(id)).sort((one, other) => other.at - one.at)
}
