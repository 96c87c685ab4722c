import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { text } from '../app/texts.ts'

/** A text that will come into the page, such as of a file that is being uploaded. */
interface Pending {
  readonly id: number
  readonly label: string
  /** From 0 to 1, or undefined if nobody knows. */
  readonly share: number | undefined
  readonly stop: (() => void) | undefined
  /** Why it did not come, and what tries again. */
  readonly failure?: Failure | undefined
}

interface Failure {
  readonly message: string
  readonly retry: () => void
}

const add = StateEffect.define<Pending & { readonly at: number }>({
  map: (value, change) => ({ ...value, at: change.mapPos(value.at, 1) }),
})
const change = StateEffect.define<Pending>()
const remove = StateEffect.define<number>()

class PendingWidget extends WidgetType {
  readonly pending: Pending

  constructor(pending: Pending) {
    super()
    this.pending = pending
  }

  override toDOM(): HTMLElement {
    const { id, label, share, stop, failure } = this.pending
    const box = document.createElement('span')
    box.className = 'cm-pending'
    box.dataset.pending = String(id)
    const name = document.createElement('span')
    name.textContent = label
    box.append(name)
    if (failure) {
      name.setAttribute('role', 'alert')
      name.textContent = failure.message
      box.append(button(text('waiting.retry'), failure.retry))
    } else {
      const bar = document.createElement('progress')
      bar.setAttribute('aria-label', label)
      if (share !== undefined) bar.value = share
      box.append(bar)
    }
    if (stop) box.append(button(text(failure ? 'form.cancel' : 'editor.stopUpload'), stop))
    return box
  }

  override eq(other: PendingWidget): boolean {
    return other.pending.id === this.pending.id && other.pending.failure === this.pending.failure
  }

  override ignoreEvent(): boolean {
    return true
  }
}

function button(label: string, act: () => void): HTMLElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = label
  element.onclick = act
  return element
}

/** The places of texts that will come. They move with what is typed around them. */
export const pendingTexts = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(places, transaction) {
    let next = places.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(add)) next = next.update({ add: [shownAt(effect.value, effect.value.at)] })
      if (effect.is(change)) {
        const { id } = effect.value
        next = next.update({
          filter: (_from, _to, { spec }) => spec.widget.pending.id !== id,
          add: [shownAt(effect.value, placeIn(next, id) ?? 0)],
        })
      }
      if (effect.is(remove))
        next = next.update({ filter: (_from, _to, { spec }) => spec.widget.pending.id !== effect.value })
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

const shownAt = (pending: Pending, at: number) =>
  Decoration.widget({ widget: new PendingWidget(pending), side: 1 }).range(at)

let last = 0

/** Marks a place for a text that comes later. */
export function markPlace(
  view: EditorView,
  at: number,
  shown: Pick<Pending, 'label' | 'stop'> & { readonly isMeasured: boolean },
): PendingPlace {
  const id = ++last
  const { label, stop, isMeasured } = shown
  view.dispatch({ effects: add.of({ id, at, label, stop, share: isMeasured ? 0 : undefined }) })
  return {
    progress: (share) => {
      const bar = view.dom.querySelector<HTMLProgressElement>(`[data-pending="${id}"] progress`)
      if (bar) bar.value = share
    },
    fill: (insert, asBlock = false) => {
      const from = placeOf(view.state, id)
      if (from === undefined) return
      const line = view.state.doc.lineAt(from)
      const lead = asBlock && line.text.slice(0, from - line.from).trim() !== '' ? '\n\n' : ''
      const whole = lead + insert
      const isAtCursor = view.state.selection.main.head === from
      view.dispatch({
        changes: { from, insert: whole },
        effects: remove.of(id),
        ...(isAtCursor && { selection: { anchor: from + whole.length } }),
        userEvent: 'input.paste',
        scrollIntoView: isAtCursor,
      })
    },
    fail: (message, retry) => {
      const again = () => {
        view.dispatch({ effects: change.of({ id, label, stop, share: isMeasured ? 0 : undefined }) })
        retry()
      }
      const failure = { message, retry: again }
      const drop = () => view.dispatch({ effects: remove.of(id) })
      view.dispatch({ effects: change.of({ id, label, stop: drop, share: undefined, failure }) })
    },
    drop: () => view.dispatch({ effects: remove.of(id) }),
  }
}

/** A place for a text that comes later. */
export interface PendingPlace {
  progress(share: number): void
  fill(text: string, asBlock?: boolean): void
  /** Says at the place why the text did not come, with a button that tries again. */
  fail(message: string, retry: () => void): void
  /** Removes the place without a text. */
  drop(): void
}

const placeOf = (state: EditorState, id: number): number | undefined => placeIn(state.field(pendingTexts), id)

function placeIn(places: DecorationSet, id: number): number | undefined {
  for (const place = places.iter(); place.value; place.next())
    if (place.value.spec.widget.pending.id === id) return place.from
  return undefined
}
