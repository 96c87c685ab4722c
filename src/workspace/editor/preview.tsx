import circleHalf from 'icon:circle-half-stroke'
import { useState } from 'react'
import { text } from '../app/texts.ts'
import { IconButton } from '../parts/button.tsx'
import { PreviewFrame, type PreviewTheme } from '../parts/preview-frame.tsx'
import { Loading } from '../parts/waiting.tsx'
import styles from './preview.module.css'
import type { Rendered } from './rendered-draft.ts'

const themes: readonly PreviewTheme[] = ['system', 'light', 'dark']

interface Props {
  readonly rendered: Rendered | undefined
  readonly onNavigate: (path: string) => void
  /** What is scrolled where the text is, if it is shown too. */
  readonly beside: Element | undefined
}

/** The page as a site shows it, while it is written. */
export function Preview({ rendered, onNavigate, beside }: Props) {
  const [theme, setTheme] = useState<PreviewTheme>('system')
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <section className={styles.preview} aria-label={text('editor.preview')}>
      <div className={styles.bar}>
        <span>{text(`editor.theme.${theme}`)}</span>
        <IconButton label={text(`editor.toTheme.${next}`)} icon={circleHalf} onPress={() => setTheme(next)} />
      </div>
      {rendered?.fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {rendered.fault}
        </p>
      )}
      {rendered ? (
        <PreviewFrame
          html={rendered.html}
          title={text('editor.preview')}
          theme={theme}
          onNavigate={onNavigate}
          beside={beside}
        />
      ) : (
        <Loading />
      )}
    </section>
  )
}
