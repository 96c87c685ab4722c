import { EditorView } from '@codemirror/view'
import { text } from '../app/texts.ts'
import { isInCode } from './block-completion.ts'
import { tableOfCells } from './cells.ts'
import type { PagePlace } from './page-requests.ts'
import { markPlace } from './pending.ts'
import { markdownOfFile, uploadFile } from './upload.ts'

/** Uploads files, and puts them into the text at a place, each when it is there. */
export function insertFiles(view: EditorView, place: PagePlace, files: Iterable<File>, at: number): void {
  for (const file of files) insertFile(view, place, file, at)
}

function insertFile(view: EditorView, place: PagePlace, file: File, at: number): void {
  let stopping = new AbortController()
  const pending = markPlace(view, at, {
    label: file.name,
    stop: () => stopping.abort(),
    isMeasured: true,
  })
  const upload = async (): Promise<void> => {
    stopping = new AbortController()
    try {
      const uploaded = await uploadFile(place, file, pending.progress, stopping.signal)
      pending.fill(markdownOfFile(uploaded), true)
    } catch (error) {
      const { name, message: reason } = error as Error
      if (name === 'AbortError') pending.drop()
      else pending.fail(text('editor.uploadFailed', { name: file.name, reason }), () => void upload())
    }
  }
  void upload()
}

async function insertRich(view: EditorView, html: string, plain: string, at: number): Promise<void> {
  const pending = markPlace(view, at, {
    label: text('editor.converting'),
    stop: undefined,
    isMeasured: false,
  })
  const converted = await import('./rich-text.ts').then(
    ({ markdownOfHtml }) => markdownOfHtml(html),
    () => plain,
  )
  pending.fill(converted || plain)
}

/** Whether HTML has more than a text, which is pasted as it is. */
const isRich = (html: string): boolean =>
  /<(?:a|b|strong|i|em|u|s|del|h[1-6]|ul|ol|li|table|img|blockquote|code|pre|hr)[\s>]/i.test(html) ||
  /font-weight:\s*(?:bold|[6-9]00)/.test(html)

/** Takes what is pasted and dropped: files are uploaded, formatted text and cells become Markdown. */
export const pasteAndDrop = (place: PagePlace) =>
  EditorView.domEventHandlers({
    paste(event, view) {
      const data = event.clipboardData
      if (!data || view.state.readOnly) return false
      const html = data.getData('text/html')
      const plain = data.getData('text/plain')
      const files = [...data.files]
      const { from, to } = view.state.selection.main
      // Spreadsheets and word processors add a picture of what they copy.
      if (files.length > 0 && !plain) {
        insertFiles(view, place, files, to)
        return true
      }
      if (isInCode(view.state, from)) return false
      const cells = tableOfCells(plain)
      if (cells !== undefined && (!html || /<table[\s>]/i.test(html))) {
        view.dispatch(view.state.replaceSelection(cells), { userEvent: 'input.paste', scrollIntoView: true })
        return true
      }
      // Code editors copy colors.
      if (
        !isRich(html) ||
        /vscode-editor-data|data-lectern-source/.test(html) ||
        data.types.includes('vscode-editor-data')
      )
        return false
      view.dispatch({ changes: { from, to }, selection: { anchor: from } })
      void insertRich(view, html, plain, from)
      return true
    },
    drop(event, view) {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0 || view.state.readOnly) return false
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.head
      insertFiles(view, place, files, at)
      event.preventDefault()
      return true
    },
  })
