import { Link } from 'react-aria-components'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import styles from './change-request.module.css'

interface Props {
  readonly space: string
  readonly revision: string | null
  readonly by: { readonly displayName: string } | null
}

/** What a merge did: the revision of the space that it made. */
export const MergeResult = ({ space, revision, by }: Props) => (
  <div className={styles.merged} role="status">
    {by ? text('changes.mergedBy', { name: by.displayName }) : text('changes.merged')}{' '}
    {revision && <Link href={paths.revision(space, revision)}>{text('changes.revision')}</Link>}
  </div>
)
