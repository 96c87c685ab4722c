import { indentLess, indentMore, redo, undo } from '@codemirror/commands'
import { type ChangeSpec, EditorSelection } from '@codemirror/state'
import type { Command, EditorView, KeyBinding } from '@codemirror/view'

/** Puts marks such as `**` around what is selected, or takes them away. */
export const toggleMark =
  (mark: string): Command =>
  (view) => {
    const { state } = view
    const size = mark.length
    view.dispatch(
      state.changeByRange(({ from, to }) => {
        const isMarked = state.sliceDoc(from - size, from) === mark && state.sliceDoc(to, to + size) === mark
        return isMarked
          ? {
              changes: [
                { from: from - size, to: from },
                { from: to, to: to + size },
              ],
              range: EditorSelection.range(from - size, to - size),
            }
          : {
              changes: [
                { from, insert: mark },
                { from: to, insert: mark },
              ],
              range: EditorSelection.range(from + size, to + size),
            }
      }),
      { userEvent: 'input', scrollIntoView: true },
    )
    return true
  }

const leads = /^(?:#{1,6} |[*+-] \[[ xX]\] |[*+-] |\d+[.)] |> )/

/** Begins the selected lines with a text such as `## `, in the place of another, or takes it away. */
export const toggleLead =
  (lead: string): Command =>
  (view) => {
    const { state } = view
    const { from, to } = state.selection.main
    const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
    const changes: ChangeSpec[] = []
    for (let number = first; number <= last; number++) {
      const line = state.doc.line(number)
      const [present = ''] = leads.exec(line.text) ?? []
      const insert = present === lead ? '' : lead === '1. ' ? `${number - first + 1}. ` : lead
      changes.push({ from: line.from, to: line.from + present.length, insert })
    }
    const change = state.changes(changes)
    view.dispatch({
      changes: change,
      selection: EditorSelection.range(change.mapPos(from, 1), change.mapPos(to, 1)),
      userEvent: 'input',
      scrollIntoView: true,
    })
    return true
  }

/** Makes a link of what is selected, and leaves the place of its address for the completion. */
export const insertLink: Command = (view) => {
  const { from, to } = view.state.selection.main
  const label = view.state.sliceDoc(from, to)
  const insert = `[${label}]()`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: label === '' ? from + 1 : from + insert.length - 1 },
    userEvent: 'input',
    scrollIntoView: true,
  })
  return true
}

/** Runs a command from outside of the text, to which the focus returns. */
export const runIn = (view: EditorView | null, command: Command): void => {
  if (!view) return
  command(view)
  view.focus()
}

/** The keys beside those of every editor. */
export const textKeys: readonly KeyBinding[] = [
  { key: 'Mod-b', run: toggleMark('**') },
  { key: 'Mod-i', run: toggleMark('*') },
  { key: 'Mod-e', run: toggleMark('`') },
  { key: 'Mod-Shift-x', run: toggleMark('~~') },
  { key: 'Mod-Shift-k', run: insertLink },
  { key: 'Mod-Alt-2', run: toggleLead('## ') },
  { key: 'Mod-Alt-3', run: toggleLead('### ') },
  { key: 'Mod-Shift-7', run: toggleLead('1. ') },
  { key: 'Mod-Shift-8', run: toggleLead('* ') },
  { key: 'Mod-Shift-9', run: toggleLead('* [ ] ') },
  { key: 'Mod-Shift-.', run: toggleLead('> ') },
  // Tab leaves the text, as everywhere on a page; these move its lines.
  { key: 'Mod-]', run: indentMore },
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-z', run: undo, preventDefault: true },
  { key: 'Mod-y', run: redo, preventDefault: true },
]
