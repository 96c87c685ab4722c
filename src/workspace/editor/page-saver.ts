import type { Fault } from '../app/faults.ts'
import type { TextConflict } from './merge-texts.ts'
import { type DetailName, isSame, type PageBase, type PageContent } from './page-content.ts'
import type { Outcome, SaveRequest } from './page-requests.ts'
import { reconcile } from './reconcile.ts'

/** A page that somebody else changed in the same places. */
export interface PageConflict {
  readonly theirs: PageBase
  /** The page with the changes of both. Where they exclude each other, it has mine. */
  readonly merged: PageContent
  readonly texts: readonly TextConflict[]
  readonly details: readonly DetailName[]
}

export type SaveState =
  | { readonly kind: 'saved' | 'unsaved' | 'saving' }
  /** The server could not be reached. It is tried again. */
  | { readonly kind: 'waiting'; readonly fault: Fault }
  | { readonly kind: 'refused'; readonly fault: Fault }
  | { readonly kind: 'conflict'; readonly conflict: PageConflict }

/** The editor that a saver saves. */
export interface EditedText {
  read(): PageContent
  /** Puts a content into the editor that has what is in it now, and more. */
  write(content: PageContent): void
}

interface Requests {
  save(request: SaveRequest): Promise<Outcome>
  read(): Promise<Outcome>
}

const pause = 1500
const longestPause = 10_000
const longestRetry = 30_000

/** Saves a page in steps, each of which starts from a revision, and merges what others saved in between. */
export class PageSaver {
  #base: PageBase
  #state: SaveState = { kind: 'saved' }
  readonly #requests: Requests
  readonly #editor: EditedText
  readonly #onState: (state: SaveState) => void
  /** A request whose answer was lost. It is sent again as it was, so that it has its effect once. */
  #lost: SaveRequest | undefined
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #unsavedSince: number | undefined
  #failures = 0
  #isClosed = false

  constructor(base: PageBase, requests: Requests, editor: EditedText, onState: (state: SaveState) => void) {
    this.#base = base
    this.#requests = requests
    this.#editor = editor
    this.#onState = onState
  }

  get base(): PageBase {
    return this.#base
  }

  get isUnsaved(): boolean {
    return !isSame(this.#base.typed, this.#editor.read())
  }

  /** Starts from another base, such as that of a draft. */
  startFrom(base: PageBase): void {
    this.#base = base
    this.changed()
  }

  /** Says that something was typed, which is saved after a pause. */
  changed(): void {
    if (this.#isClosed || this.#state.kind === 'conflict') return
    if (!this.#running && this.#state.kind !== 'waiting') this.#show({ kind: 'unsaved' })
    this.#unsavedSince ??= Date.now()
    if (this.#lost) return
    const rest = longestPause - (Date.now() - this.#unsavedSince)
    this.#plan(Math.max(0, Math.min(pause, rest)))
  }

  /** Saves at once, and takes in what others saved. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#state.kind === 'conflict' || this.#isClosed) return
    // Joins a save that is running, which may be of an older text.
    await this.#run()
    if (this.isUnsaved && this.#state.kind === 'unsaved') await this.#run()
    if (this.#state.kind === 'saved') await this.check()
  }

  /** Takes in what others saved since. */
  async check(): Promise<void> {
    if (this.#running || this.#lost || this.#isClosed || this.#state.kind === 'conflict') return
    this.#running = this.#takeIn().then(() => {
      this.#running = undefined
    })
    await this.#running
    if (this.isUnsaved) this.changed()
  }

  /** Goes on with the content that was decided on in a conflict. */
  async resolve({ theirs }: PageConflict, content: PageContent): Promise<void> {
    this.#base = theirs
    this.#editor.write(content)
    this.#show({ kind: 'unsaved' })
    await this.#run()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer)
    this.#running ??= this.#saveOnce().then(() => {
      this.#running = undefined
      if (this.#state.kind === 'unsaved') this.changed()
    })
    return this.#running
  }

  /** Saves what is in the editor now, or what was sent before and has no answer. */
  async #saveOnce(): Promise<void> {
    while (!this.#isClosed && (this.#lost || this.isUnsaved)) {
      this.#unsavedSince = undefined
      this.#show({ kind: 'saving' })
      const request = this.#lost ?? { key: newKey(), base: this.#base, content: this.#editor.read() }
      const next = await this.#after(request, await this.#requests.save(request))
      if (next === 'stop') return
      if (next === 'saved') break
    }
    this.#show({ kind: this.isUnsaved ? 'unsaved' : 'saved' })
  }

  /** Takes the answer of a save. Returns whether to save again what was merged, or to stop because of a failure. */
  async #after(request: SaveRequest, outcome: Outcome): Promise<'saved' | 'again' | 'stop'> {
    this.#lost = outcome.kind === 'lost' ? request : undefined
    if (outcome.kind === 'stale') return (await this.#takeIn()) ? 'again' : 'stop'
    if (outcome.kind !== 'done') {
      this.#fail(outcome)
      return 'stop'
    }
    this.#failures = 0
    this.#base = { ...outcome.base, typed: request.content }
    if (outcome.base.saved.title !== request.content.title) this.#takeRewritten()
    return 'saved'
  }

  #fail({ kind, fault }: Extract<Outcome, { kind: 'lost' | 'refused' }>): void {
    if (kind === 'lost') this.#plan(Math.min(longestRetry, 1000 * 2 ** this.#failures++))
    this.#show({ kind: kind === 'lost' ? 'waiting' : 'refused', fault })
  }

  /** Shows the page as the server wrote it, such as with a title that was the first heading of the text. */
  #takeRewritten(): void {
    const { merged } = reconcile(this.#base, this.#editor.read(), this.#base.saved)
    this.#editor.write(merged)
    this.#base = { ...this.#base, typed: this.#base.saved }
  }

  /** Merges what others saved into the editor. Returns whether it could. */
  async #takeIn(): Promise<boolean> {
    const outcome = await this.#requests.read()
    if (outcome.kind !== 'done') {
      // Without anything to save, what others did can wait.
      if (outcome.kind !== 'stale' && this.isUnsaved) this.#fail(outcome)
      return false
    }
    if (outcome.base.revision === this.#base.revision) return true
    if (isSame(outcome.base.saved, this.#base.saved)) {
      this.#base = { ...this.#base, revision: outcome.base.revision }
      return true
    }
    const { merged, conflicts, detailConflicts } = reconcile(
      this.#base,
      this.#editor.read(),
      outcome.base.saved,
    )
    if (conflicts.length + detailConflicts.length > 0) {
      const conflict = { theirs: outcome.base, merged, texts: conflicts, details: detailConflicts }
      this.#show({ kind: 'conflict', conflict })
      return false
    }
    this.#base = outcome.base
    this.#editor.write(merged)
    return true
  }

  #plan(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#run(), milliseconds)
  }

  #show(state: SaveState): void {
    this.#state = state
    this.#onState(state)
  }
}

/** Returns a random key. `crypto.randomUUID` is missing where the server has no certificate. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
