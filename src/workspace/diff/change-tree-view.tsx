import { text } from '../app/texts.ts'
import { anchorOf, type ChangeNode } from './change-tree.ts'
import styles from './change-tree-view.module.css'
import { LineCounts } from './line-counts.tsx'

/** The changes as a tree of pages, from which each change is reached. */
export const ChangeTreeView = ({ nodes }: { readonly nodes: readonly ChangeNode[] }) => (
  <nav aria-label={text('diff.tree')} className={styles.tree}>
    <Level nodes={nodes} />
  </nav>
)

const Level = ({ nodes }: { readonly nodes: readonly ChangeNode[] }) => (
  <ul>
    {nodes.map(({ id, title, changes, added, removed, children }) => (
      <li key={id}>
        <div className={styles.row}>
          {changes[0] ? (
            <a href={`#${anchorOf(changes[0])}`}>{title}</a>
          ) : (
            <span className={styles.above}>{title}</span>
          )}
          {changes.length > 0 && (
            <span className={styles.type}>
              {changes.map(({ type }) => text(`diff.type.${type}`)).join(', ')}
            </span>
          )}
          <LineCounts added={added} removed={removed} />
        </div>
        {children.length > 0 && <Level nodes={children} />}
      </li>
    ))}
  </ul>
)
