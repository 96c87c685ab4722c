import { Fragment } from 'react'
import type { SharingOfSpaceFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import { Hint } from '../parts/hint.tsx'
import listStyles from '../parts/list.module.css'
import { Avatar } from '../parts/person.tsx'
import { reasonOf } from './reasons.ts'
import styles from './sharing.module.css'

interface Props {
  readonly people: NonNullable<SharingOfSpaceFragment['memberPermissions']>
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly onMore: () => void
}

/** Everybody who has access, with their role and why they have it. */
export const People = ({ people, search, onSearch, onMore }: Props) => (
  <Fragment>
    <div className={styles.search}>
      <TextField
        name="search"
        type="search"
        label={text('sharing.search')}
        value={search}
        onChange={onSearch}
      />
    </div>
    {people.nodes.length === 0 && <Hint>{text('sharing.nobody')}</Hint>}
    {people.nodes.length > 0 && (
      <ul className={listStyles.list} aria-label={text('sharing.people')}>
        {people.nodes.map(({ role, user, origin }) => (
          <li key={user.id} className={`${styles.row} ${styles.holder}`}>
            <Avatar person={user} />
            <div className={styles.who}>
              {user.displayName}
              <div className={styles.detail}>{reasonOf(origin)}</div>
            </div>
            {role && (
              <div className={styles.given}>
                <Badge>{text(`members.role.${role}`)}</Badge>
              </div>
            )}
          </li>
        ))}
      </ul>
    )}
    {people.pageInfo.hasNextPage && (
      <Button kind="quiet" onPress={onMore}>
        {text('members.more', { shown: people.nodes.length, total: people.totalCount })}
      </Button>
    )}
  </Fragment>
)
