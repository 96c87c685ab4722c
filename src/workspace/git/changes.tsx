import type { GitJobFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Hint } from '../parts/hint.tsx'
import styles from './git.module.css'
import { Problems } from './problems.tsx'

interface Props {
  readonly sync: NonNullable<GitJobFragment['gitSync']>
}

const sides = ['SPACE', 'BRANCH'] as const

/** What a sync changed, or would change, on each side. */
export const Changes = ({ sync }: Props) => (
  <div className={styles.stack}>
    {sync.changeCount === 0 && <Hint>{text('git.noChanges')}</Hint>}
    {sides.map((side) => {
      const changes = sync.changes.filter((change) => change.side === side)
      return (
        changes.length > 0 && (
          <section key={side} aria-label={text(`git.side.${side}`)}>
            <h3 className={styles.side}>{text(`git.side.${side}`)}</h3>
            <ul className={styles.changes}>
              {changes.map(({ kind, name, from }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: pages can have the same title, and the list never changes.
                <li key={index}>
                  <span className={styles.kind}>{text(`git.change.${kind}`)}</span>
                  <bdi>{from === null ? name : `${from} → ${name}`}</bdi>
                </li>
              ))}
            </ul>
          </section>
        )
      )
    })}
    {sync.changeCount > sync.changes.length && (
      <Hint>{text('git.moreChanges', { count: sync.changeCount - sync.changes.length })}</Hint>
    )}
    <Problems problems={sync.problems} />
  </div>
)
