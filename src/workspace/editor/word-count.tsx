import type { EditorView } from '@codemirror/view'
import { useEffect, useState } from 'react'
import { language, text } from '../app/texts.ts'
import styles from './word-count.module.css'

const number = new Intl.NumberFormat(language)

// Languages without spaces count by their characters, as word processors do.
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*/gu

/** Returns how many words a text has, without block tags and addresses. */
export const countWords = (markdown: string): number =>
  markdown.replace(/\{%(?:(?!%\})[^\n])*%\}|\]\([^)\s]*\)|<[^>\n]*>|https?:\/\/\S+/g, ' ').match(word)
    ?.length ?? 0

interface Props {
  readonly view: EditorView | null
  readonly version: number
}

/** How many words the page has. They are counted in a pause of typing. */
export function WordCount({ view, version }: Props) {
  const [words, setWords] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts again after each change.
  useEffect(() => {
    if (!view) return
    const timer = setTimeout(() => setWords(countWords(view.state.doc.toString())), 400)
    return () => clearTimeout(timer)
  }, [view, version])
  return (
    <span className={styles.count}>
      {text('editor.words', { count: words, shown: number.format(words) })}
    </span>
  )
}
