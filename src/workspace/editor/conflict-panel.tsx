import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import styles from './conflict-panel.module.css'
import { stylesNonce } from './editor-view.ts'
import type { DetailName, PageContent } from './page-content.ts'
import { pageLanguage } from './page-language.ts'
import type { PageConflict } from './page-saver.ts'

interface Props {
  readonly conflict: PageConflict
  readonly onResolve: (content: PageContent) => void
}

/**
 * Shows the text that somebody else saved beside mine, where both changed the same. What excludes each other is decided by hand: mine
 * can be edited, and parts of theirs be taken over.
 */
export function ConflictPanel({ conflict, onResolve }: Props) {
  const { theirs, merged, details } = conflict
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<MergeView>(null)
  const [chosen, setChosen] = useState<Partial<Record<DetailName, 'mine' | 'theirs'>>>({})
  useEffect(() => {
    const common = [
      stylesNonce(),
      EditorView.lineWrapping,
      pageLanguage,
      EditorState.phrases.of({ '$ unchanged lines': text('editor.unchangedLines') }),
    ]
    const named = (label: string) => EditorView.contentAttributes.of({ 'aria-label': label })
    const shown = new MergeView({
      parent: parent.current as HTMLDivElement,
      a: {
        doc: theirs.saved.markdown,
        extensions: [...common, named(text('editor.theirText')), EditorState.readOnly.of(true)],
      },
      b: { doc: merged.markdown, extensions: [...common, named(text('editor.myText'))] },
      revertControls: 'a-to-b',
      renderRevertControl: () => {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = '→'
        button.title = text('editor.takeTheirPart')
        button.setAttribute('aria-label', text('editor.takeTheirPart'))
        return button
      },
      collapseUnchanged: { margin: 2, minSize: 6 },
    })
    view.current = shown
    return () => shown.destroy()
  }, [theirs, merged])

  const resolve = (markdown: string) =>
    onResolve({
      ...merged,
      ...Object.fromEntries(
        details.map((name) => [name, (chosen[name] === 'theirs' ? theirs.saved : merged)[name]]),
      ),
      markdown,
    })
  return (
    <section className={styles.panel} aria-labelledby="conflict-title">
      <h2 id="conflict-title">{text('editor.conflict')}</h2>
      <p>{text('editor.conflictText')}</p>
      {details.map((name) => (
        <RadioGroup
          key={name}
          className={styles.detail as string}
          value={chosen[name] ?? 'mine'}
          onChange={(value) => setChosen({ ...chosen, [name]: value as 'mine' | 'theirs' })}
        >
          <Label>{text(`editor.detail.${name}`)}</Label>
          <Radio value="mine" className={styles.choice as string}>
            {text('editor.mine', { value: merged[name] || '–' })}
          </Radio>
          <Radio value="theirs" className={styles.choice as string}>
            {text('editor.theirs', { value: theirs.saved[name] || '–' })}
          </Radio>
        </RadioGroup>
      ))}
      <div className={styles.heads} aria-hidden="true">
        <span>{text('editor.theirText')}</span>
        <span>{text('editor.myText')}</span>
      </div>
      <div ref={parent} className={styles.texts} />
      <div className={styles.buttons}>
        <Button kind="main" onPress={() => resolve(view.current?.b.state.doc.toString() ?? merged.markdown)}>
          {text('editor.saveDecided')}
        </Button>
        <Button onPress={() => resolve(theirs.saved.markdown)}>{text('editor.takeTheirs')}</Button>
      </div>
    </section>
  )
}
