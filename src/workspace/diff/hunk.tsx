import { type KeyboardEvent, memo, type ReactNode, useState } from 'react'
import { text } from '../app/texts.ts'
import { type DiffHunk, type LineLayout, type NumberedLine, numberedLines, pairedLines } from './change.ts'
import type { DiscussedThread } from './discussion.ts'
import styles from './hunks.module.css'
import { keyOfLine, type LineQuote, quoteOf } from './line-quotes.ts'

/** Shows a field for a comment on a line. */
export type WriteAtLine = (quote: LineQuote, onClose: () => void) => ReactNode

interface Props {
  readonly hunk: DiffHunk
  readonly layout: LineLayout
  readonly threads: ReadonlyMap<string, readonly DiscussedThread[]>
  readonly write: WriteAtLine | undefined
}

/** Lines that differ, with what is said about them. Others of the same text are not drawn again with it, as there may be many. */
export const Hunk = memo(HunkLines, (one, other) => {
  const isSame = one.hunk === other.hunk && one.layout === other.layout && one.threads === other.threads
  return isSame && (one.write === undefined) === (other.write === undefined)
})

function HunkLines({ hunk, layout, threads, write }: Props) {
  const [written, setWritten] = useState<string>()
  const notes = (line: NumberedLine | undefined): ReactNode => {
    if (!line) return null
    const key = keyOfLine(line)
    const found = threads.get(key) ?? []
    if (found.length === 0 && key !== written) return null
    return (
      <div className={styles.notes}>
        {found.map((thread) => (
          <div key={thread.id}>{thread.show(true)}</div>
        ))}
        {key === written && write?.(quoteOf(line), () => setWritten(undefined))}
      </div>
    )
  }
  const first = numberedLines(hunk)[0]
  const add = (line: NumberedLine | undefined): ReactNode =>
    write &&
    line && (
      <button
        type="button"
        className={styles.add}
        aria-label={text('diff.commentOnLine', { number: quoteOf(line).number })}
        data-line=""
        tabIndex={first && keyOfLine(line) === keyOfLine(first) ? 0 : -1}
        onClick={() => setWritten(keyOfLine(line))}
      >
        +
      </button>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys go between the buttons in it, of which Tab reaches the first.
    <div className={styles.hunk} onKeyDown={goBetweenLines}>
      <div className={styles.place}>
        {text('diff.lines', { before: hunk.before.start, after: hunk.after.start })}
      </div>
      {layout === 'inline'
        ? numberedLines(hunk).map((line) => (
            <div key={`${line.before}-${line.after}`}>
              <div className={styles.inline}>
                <span className={styles.number}>
                  {add(line)}
                  {line.before}
                </span>
                <span className={styles.number}>{line.after}</span>
                <Line line={line} />
              </div>
              {notes(line)}
            </div>
          ))
        : pairedLines(hunk).map(([left, right]) => (
            <div key={`${left?.before}-${right?.after}`}>
              <div className={styles.pair}>
                <span className={styles.number}>
                  {left !== right && add(left)}
                  {left?.before}
                </span>
                <Line line={left} />
                <span className={styles.number}>
                  {add(right)}
                  {right?.after}
                </span>
                <Line line={right} />
              </div>
              {left !== right && notes(left)}
              {notes(right)}
            </div>
          ))}
    </div>
  )
}

/** Goes to the button of the line above or below. */
function goBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button[data-line]')]
  const present = buttons.indexOf(event.target as HTMLElement)
  if (step === 0 || present < 0) return
  event.preventDefault()
  buttons[present + step]?.focus()
}

function Line({ line }: { readonly line: NumberedLine | undefined }) {
  if (!line) return <span className={styles.none} />
  if (line.kind === 'ADDED') return <ins className={styles.added}>{line.text}</ins>
  if (line.kind === 'REMOVED') return <del className={styles.removed}>{line.text}</del>
  return <span className={styles.same}>{line.text}</span>
}
