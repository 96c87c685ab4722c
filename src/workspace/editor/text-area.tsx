import { useEffect, useRef } from 'react'
import type { OpenChoice } from './block-completion.ts'
import { createEditorView } from './editor-view.ts'
import type { LinkTarget } from './link-targets.ts'
import type { PagePlace } from './page-requests.ts'
import styles from './text-area.module.css'
import type { PageEditor } from './use-page-editor.ts'

interface Props {
  readonly editor: PageEditor
  readonly place: PagePlace
  readonly openChoice: OpenChoice
  readonly readTargets: () => Promise<readonly LinkTarget[]>
}

/** The text of the page, in the editor for Markdown. */
export function TextArea({ editor, place, openChoice, readTargets }: Props) {
  const parent = useRef<HTMLDivElement>(null)
  const { attach, initial, textChanged, textPending, save } = editor
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor keeps the text itself, and is made once.
  useEffect(() => {
    const view = createEditorView(parent.current as HTMLDivElement, initial, {
      place,
      isReadOnly: false,
      openChoice,
      readTargets,
      onChange: textChanged,
      onPending: textPending,
      onSave: save,
    })
    attach(view)
    return () => {
      attach(null)
      view.destroy()
    }
  }, [])
  return <div ref={parent} className={styles.area} />
}
