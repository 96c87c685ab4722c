import { useEffect, useRef, useState } from 'react'
import { text } from '../app/texts.ts'
import { type DiffHunk, type DiffLayout, type NumberedLine, numberedLines, pairedLines } from './change.ts'
import styles from './hunks.module.css'

/** How many hunks are drawn at once, so that no frame takes long. */
const step = 20

interface Props {
  readonly hunks: readonly DiffHunk[]
  readonly layout: DiffLayout
  /** The name of what is compared, for screen readers. */
  readonly label: string
}

/** The lines that differ between two texts. Those far below are drawn when somebody scrolls to them. */
export function Hunks({ hunks, layout, label }: Props) {
  const [shown, setShown] = useState(0)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || shown >= hunks.length) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setShown((count) => count + step),
      { rootMargin: '800px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [shown, hunks.length])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, which the keyboard can do where the focus is.
    <section className={styles.hunks} aria-label={text('diff.linesOf', { title: label })} tabIndex={0}>
      {hunks.slice(0, shown).map((hunk) => (
        <Hunk key={`${hunk.before.start}-${hunk.after.start}`} hunk={hunk} layout={layout} />
      ))}
      {shown < hunks.length && <div ref={end} className={styles.rest} />}
    </section>
  )
}

const Hunk = ({ hunk, layout }: { readonly hunk: DiffHunk; readonly layout: DiffLayout }) => (
  <div className={styles.hunk}>
    <div className={styles.place}>
      {text('diff.lines', { before: hunk.before.start, after: hunk.after.start })}
    </div>
    {layout === 'inline'
      ? numberedLines(hunk).map((line) => (
          <div key={`${line.before}-${line.after}`} className={styles.inline}>
            <span className={styles.number}>{line.before}</span>
            <span className={styles.number}>{line.after}</span>
            <Line line={line} />
          </div>
        ))
      : pairedLines(hunk).map(([left, right]) => (
          <div key={`${left?.before}-${right?.after}`} className={styles.pair}>
            <span className={styles.number}>{left?.before}</span>
            <Line line={left} />
            <span className={styles.number}>{right?.after}</span>
            <Line line={right} />
          </div>
        ))}
  </div>
)

function Line({ line }: { readonly line: NumberedLine | undefined }) {
  if (!line) return <span className={styles.none} />
  if (line.kind === 'ADDED') return <ins className={styles.added}>{line.text}</ins>
  if (line.kind === 'REMOVED') return <del className={styles.removed}>{line.text}</del>
  return <span className={styles.same}>{line.text}</span>
}
