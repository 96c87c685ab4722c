import { startTransition, useEffect, useRef, useState } from 'react'
import { text } from '../app/texts.ts'
import type { DiffHunk, LineLayout } from './change.ts'
import type { DiscussedThread } from './discussion.ts'
import { Hunk, type WriteAtLine } from './hunk.tsx'
import styles from './hunks.module.css'

/** How many hunks are drawn at once, so that no frame takes long. */
const step = 10

interface Props {
  readonly hunks: readonly DiffHunk[]
  readonly layout: LineLayout
  /** The name of what is compared, for screen readers. */
  readonly label: string
  /** The comments on lines, by their keys. */
  readonly threads: ReadonlyMap<string, readonly DiscussedThread[]>
  readonly write?: WriteAtLine
}

/** The lines that differ between two texts. Those far below are drawn when somebody scrolls to them. */
export function Hunks({ hunks, layout, label, threads, write }: Props) {
  const [shown, setShown] = useState(0)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || shown >= hunks.length) return
    const observer = new IntersectionObserver(
      // Several come together if the thread was busy, of which the last one holds.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) startTransition(() => setShown((count) => count + step))
      },
      { rootMargin: '800px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [shown, hunks.length])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, which the keyboard can do where the focus is.
    <section className={styles.hunks} aria-label={text('diff.linesOf', { title: label })} tabIndex={0}>
      {hunks.slice(0, shown).map((hunk) => (
        <Hunk
          key={`${hunk.before.start}-${hunk.after.start}`}
          hunk={hunk}
          layout={layout}
          threads={threads}
          write={write}
        />
      ))}
      {shown < hunks.length && <div ref={end} className={styles.rest} />}
    </section>
  )
}
