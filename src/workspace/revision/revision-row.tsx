import { Link } from 'react-aria-components'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { language, text } from '../app/texts.ts'
import listStyles from '../parts/list.module.css'
import { Avatar } from '../parts/person.tsx'
import { Ago } from '../parts/time.tsx'
import styles from './revision-row.module.css'
import { nameOf, titleOfRevision } from './revision-title.ts'

const RevisionOfList = graphql(`
  fragment RevisionOfList on Revision {
    id
    type
    createdAt
    createdBy { id displayName photoURL }
    mergedFrom { id number subject }
    git { message }
    changeSummary(limit: 3) {
      more
      changes { type page { id title } file { id name } reusableContent { id title } }
    }
  }
`)

const names = new Intl.ListFormat(language, { type: 'unit' })

interface Props {
  readonly space: string
  readonly revision: FragmentType<typeof RevisionOfList>
}

/** A revision in a list: what happened, who did it, and when. */
export function RevisionRow({ space, revision }: Props) {
  const { id, createdAt, createdBy, changeSummary, ...change } = unmask(RevisionOfList, revision)
  return (
    <li className={styles.row}>
      {createdBy && <Avatar person={createdBy} />}
      <div className={styles.what}>
        <Link href={paths.revision(space, id)} className={listStyles.link as string}>
          {titleOfRevision(change)}
        </Link>
        <div className={listStyles.note}>
          {createdBy?.displayName ?? text('revision.somebody')} · <Ago at={createdAt} />
        </div>
        {changeSummary.changes.length > 0 && (
          <div className={listStyles.note}>
            {text('revision.changed', {
              names: names.format(changeSummary.changes.map(nameOf)),
              more: changeSummary.more ?? 0,
            })}
          </div>
        )}
      </div>
    </li>
  )
}
