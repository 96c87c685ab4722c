import { Link } from 'react-aria-components'
import type { Role, TeamScreenQuery } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { titleWithEmoji } from '../parts/emoji.ts'
import { Section } from '../parts/form-section.tsx'
import { Hint } from '../parts/hint.tsx'
import listStyles from '../parts/list.module.css'
import styles from './teams.module.css'

type Grant = NonNullable<NonNullable<TeamScreenQuery['team']>['grants']>['nodes'][number]

interface Props {
  readonly organization: string
  readonly grants: readonly Grant[]
}

interface Shown {
  readonly id: string
  readonly title: string
  readonly kind: 'space' | 'collection' | 'site'
  readonly href: string
  readonly role: Role
}

export function GrantList({ organization, grants }: Props) {
  const shown = grants.map((grant) => objectOf(grant, organization)).filter((grant) => grant !== undefined)
  return (
    <Section title={text('teams.access')} hint={text('teams.accessHint')}>
      {shown.length === 0 ? (
        <Hint>{text('teams.noAccess')}</Hint>
      ) : (
        <ul className={listStyles.list} aria-label={text('teams.access')}>
          {shown.map(({ id, title, kind, href, role }) => (
            <li key={id} className={styles.row}>
              <div className={listStyles.named}>
                <Link href={href} className={listStyles.name as string}>
                  {title}
                </Link>
                <span>{text(`teams.kind.${kind}`)}</span>
              </div>
              <span className={styles.note}>{text(`members.role.${role}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function objectOf({ role, space, collection, site }: Grant, organization: string): Shown | undefined {
  if (space) {
    const title = titleWithEmoji(space)
    return { id: space.id, title, kind: 'space', href: paths.space(space.id), role }
  }
  if (collection) return { ...collection, kind: 'collection', href: paths.collection(collection.id), role }
  return site ? { ...site, kind: 'site', href: paths.site(organization, site.id), role } : undefined
}
