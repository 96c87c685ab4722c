import { Link } from 'react-aria-components'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { ShownChanges } from '../diff/shown-changes.ts'
import { Ago } from '../parts/time.tsx'
import styles from './change-request.module.css'

interface Props {
  readonly space: string
  readonly revision: string | null
  readonly by: { readonly displayName: string } | null
  readonly at: string | null
  readonly changes: FragmentType<typeof ShownChanges>
}

/** The result of a merge: the changes that it brought into the space, and the revision that it made. */
export function MergeResult({ space, revision, by, at, changes }: Props) {
  const { nodes, totalCount } = unmask(ShownChanges, changes)
  const counts = Map.groupBy(nodes, ({ type }) => type)
  return (
    <div className={styles.merged} role="status">
      <p>
        {by ? text('changes.mergedBy', { name: by.displayName }) : text('changes.merged')}
        {at && (
          <>
            {' '}
            <Ago at={at} />
          </>
        )}{' '}
        {revision && <Link href={paths.revision(space, revision)}>{text('changes.revision')}</Link>}
      </p>
      <p>
        {totalCount === nodes.length
          ? [...counts]
              .map(([type, found]) =>
                text('changes.mergedOf', { type: text(`diff.type.${type}`), count: found.length }),
              )
              .join(' · ')
          : text('changes.count', { count: totalCount })}
      </p>
    </div>
  )
}
