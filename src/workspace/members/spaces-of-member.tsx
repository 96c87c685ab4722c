import { useState } from 'react'
import { Link } from 'react-aria-components'
import type { Role } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import type { Pages } from '../app/use-pages.ts'
import { Button } from '../parts/button.tsx'
import { titleWithEmoji } from '../parts/emoji.ts'
import { Section } from '../parts/form-section.tsx'
import listStyles from '../parts/list.module.css'
import { onDemand } from '../parts/on-demand.tsx'
import { choiceOf } from '../parts/roles.ts'
import styles from './member-screen.module.css'

const AccessDialog = onDemand(() => import('./access-dialog.tsx'), 'AccessDialog')

interface SpaceOfMember {
  readonly role: Role | null
  readonly space: { readonly id: string; readonly title: string; readonly emoji: string | null }
}

interface Props {
  readonly user: string
  readonly name: string
  readonly pages: Pages<SpaceOfMember>
  readonly count: number
}

/** The spaces that a member has access to, each with a button that says why. */
export function SpacesOfMember({ user, name, pages, count }: Props) {
  const [asked, setAsked] = useState<string>()
  return (
    <Section title={text('member.spaces', { count })} hint={text('member.spacesHint')}>
      {count > 0 && (
        <ul className={listStyles.list} aria-label={text('member.spacesLabel')}>
          {pages.nodes.map(({ role, space: { id, title, emoji } }) => (
            <li key={id} className={styles.row}>
              <Link href={paths.space(id)} className={styles.name as string}>
                {titleWithEmoji({ emoji, title })}
              </Link>
              <span className={styles.note}>{text(`members.role.${choiceOf(role)}`)}</span>
              <Button kind="quiet" aria-label={text('member.whyFor', { title })} onPress={() => setAsked(id)}>
                {text('member.why')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {pages.hasMore && (
        <div>
          <Button onPress={pages.more} isPending={pages.isLoading}>
            {text('members.more', { shown: pages.nodes.length, total: count })}
          </Button>
        </div>
      )}
      {asked !== undefined && (
        <AccessDialog content={asked} user={user} name={name} onClose={() => setAsked(undefined)} />
      )}
    </Section>
  )
}
