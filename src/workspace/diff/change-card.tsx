import comment from 'icon:comment'
import pen from 'icon:pen'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-aria-components'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { IconButton } from '../parts/button.tsx'
import { countLines, type DiffLayout } from './change.ts'
import styles from './change-card.module.css'
import { anchorOf, type Change, titleOf } from './change-tree.ts'
import { valuesOf } from './changed-values.ts'
import type { DiscussedThread, Discussion } from './discussion.ts'
import { Hunks } from './hunks.tsx'
import { LineCounts } from './line-counts.tsx'
import { placeOfQuote } from './line-quotes.ts'

const RenderedChange = lazy(async () => ({
  default: (await import('./rendered-change.tsx')).RenderedChange,
}))

interface Props {
  readonly change: Change
  readonly href: string | undefined
  readonly editor: string | undefined
  readonly layout: DiffLayout
  readonly discussion: Discussion | undefined
}

/** The change of one object of the content, with the comments on it. */
export function ChangeCard({ change, href, editor, layout, discussion }: Props) {
  const { type, page, body, hunks } = change
  const { added, removed } = countLines(hunks)
  const [isWriting, setWriting] = useState(false)
  const go = useGo()
  const title = titleOf(change)
  const values = valuesOf(change)
  const threads = usePlacedThreads(change, layout, discussion)
  // A page that is not there any more takes no comments.
  const write = page && type !== 'PAGE_DELETED' ? discussion?.write : undefined
  return (
    <article className={styles.card} id={anchorOf(change)}>
      <header className={styles.header}>
        <div className={styles.what}>
          {page && page.ancestors.length > 0 && (
            <div className={styles.place}>{page.ancestors.map((above) => above.title).join(' / ')}</div>
          )}
          <h3>{href ? <Link href={href}>{title}</Link> : title}</h3>
        </div>
        <LineCounts added={added} removed={removed} />
        <span className={styles.type}>{text(`diff.type.${type}`)}</span>
        {write && (
          <IconButton
            label={text('diff.commentOn', { title })}
            icon={comment}
            onPress={() => setWriting(true)}
          />
        )}
        {editor && <IconButton label={text('diff.edit', { title })} icon={pen} onPress={() => go(editor)} />}
      </header>
      {values.length > 0 && (
        <dl className={styles.values}>
          {values.map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {before && <del>{before}</del>} {after && <ins>{after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {layout === 'rendered' && body ? (
        <Suspense fallback={<div className={styles.frame} />}>
          <RenderedChange before={body.before?.html} after={body.after?.html} title={title} onNavigate={go} />
        </Suspense>
      ) : (
        hunks.length > 0 && (
          <Hunks
            hunks={hunks}
            layout={layout === 'sideBySide' ? 'sideBySide' : 'inline'}
            label={title}
            threads={threads.atLines}
            {...(write && page && { write: (quote, onClose) => write(page.pageId, quote, onClose) })}
          />
        )
      )}
      {layout !== 'rendered' && body?.hunksOmitted === 'TOO_LARGE' && (
        <p className={styles.note}>{text('diff.tooLarge')}</p>
      )}
      {(threads.others.length > 0 || isWriting) && (
        <div className={styles.threads}>
          {threads.others.map((thread) => (
            <div key={thread.id}>{thread.show(false)}</div>
          ))}
          {isWriting && page && write?.(page.pageId, undefined, () => setWriting(false))}
        </div>
      )}
    </article>
  )
}

/** Returns the threads about lines that are shown by the keys of these lines, and all others. */
function usePlacedThreads({ page, hunks }: Change, layout: DiffLayout, discussion: Discussion | undefined) {
  return useMemo(() => {
    const atLines = new Map<string, DiscussedThread[]>()
    const others: DiscussedThread[] = []
    for (const thread of page ? (discussion?.threadsOf(page.pageId) ?? []) : []) {
      const { quote } = thread
      const place = layout === 'rendered' || !quote ? undefined : placeOfQuote(quote, hunks)
      if (place === undefined) others.push(thread)
      else atLines.set(place, [...(atLines.get(place) ?? []), thread])
    }
    return { atLines, others }
  }, [page, hunks, layout, discussion])
}
