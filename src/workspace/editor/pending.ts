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
}

const add = StateEffect.define<Pending & { readonly at: number }>({
  map: (value, change) => ({ ...value, at: change.mapPos(value.at, 1) }),
})
const remove = StateEffect.define<number>()

class PendingWidget extends WidgetType {
  readonly pending: Pending

  constructor(pending: Pending) {
    super()
    this.pending = pending
  }

  override toDOM(): HTMLElement {
    const { id, label, share, stop } = this.pending
    const box = document.createElement('span')
    box.className = 'cm-pending'
    box.dataset.pending = String(id)
    const name = document.createElement('span')
    name.textContent = label
    const bar = document.createElement('progress')
    bar.setAttribute('aria-label', label)
    if (share !== undefined) bar.value = share
    box.append(name, bar)
    if (stop) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = text('editor.stopUpload')
      button.onclick = stop
      box.append(button)
    }
    return box
  }

  override eq(other: PendingWidget): boolean {
    return other.pending.id === this.pending.id
  }

  override ignoreEvent(): boolean {
    return true
  }
}

/** The places of texts that will come. They move with what is typed around them. */
export const pendingTexts = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(places, transaction) {
    let next = places.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(add))
        next = next.update({
          add: [
            Decoration.widget({ widget: new PendingWidget(effect.value), side: 1 }).range(effect.value.at),
          ],
        })
      if (effect.is(remove))
        next = next.update({ filter: (_from, _to, { spec }) => spec.widget.pending.id !== effect.value })
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

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
    drop: () => view.dispatch({ effects: remove.of(id) }),
  }
}

/** A place for a text that comes later. */
export interface PendingPlace {
  progress(share: number): void
  fill(text: string, asBlock?: boolean): void
  /** Removes the place without a text. */
  drop(): void
}

function placeOf(state: EditorState, id: number): number | undefined {
  for (const place = state.field(pendingTexts).iter(); place.value; place.next())
    if (place.value.spec.widget.pending.id === id) return place.from
  return undefined
}
