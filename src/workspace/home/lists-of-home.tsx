import type { ReactNode } from 'react'
import { Link } from 'react-aria-components'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { ListsOfHomeFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { shownEmoji } from '../parts/emoji.ts'
import { Ago } from '../parts/time.tsx'
import styles from './lists-of-home.module.css'

const ListsFragment = graphql(`
  fragment ListsOfHome on Organization {
    id
    waiting: changeRequests(first: 5, reviewRequested: true) {
      totalCount
      nodes { id ...ChangeRequestOfHome }
    }
    mine: changeRequests(first: 5, mine: true) {
      totalCount
      nodes { id ...ChangeRequestOfHome }
    }
    recent: spaces(first: 6, orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes {
        id
        title
        emoji
        updatedAt
        revision { id createdBy { id displayName } }
      }
    }
  }
`)

const ChangeRequestOfHome = graphql(`
  fragment ChangeRequestOfHome on ChangeRequest {
    id
    number
    subject
    status
    updatedAt
    space { id title }
  }
`)

type Lists = FragmentType<typeof ListsFragment>

/** The change requests that wait for the viewer or are by them, and the spaces that were changed last. Empty lists are left out. */
export function ListsOfHome({ organization }: { readonly organization: Lists }) {
  const { id, waiting, mine, recent } = unmask(ListsFragment, organization)
  return (
    <div className={styles.lists}>
      <ChangeRequests title={text('home.waiting')} organization={id} list={waiting} />
      <ChangeRequests title={text('home.mine')} organization={id} list={mine} />
      {recent.nodes.length > 0 && (
        <Section title={text('home.recent')}>
          {recent.nodes.map((space) => (
            <li key={space.id}>
              <Link href={paths.space(space.id)} className={styles.title as string}>
                <span aria-hidden="true">{shownEmoji(space.emoji)}</span> {space.title}
              </Link>
              <span className={styles.note}>
                {space.revision?.createdBy && `${space.revision.createdBy.displayName} · `}
                <Ago at={space.updatedAt} />
              </span>
            </li>
          ))}
        </Section>
      )}
    </div>
  )
}

export function hasLists(organization: Lists): boolean {
  const { waiting, mine, recent } = unmask(ListsFragment, organization)
  return [waiting, mine, recent].some(({ nodes }) => nodes.length > 0)
}

interface ChangeRequestsProps {
  readonly title: string
  readonly organization: string
  readonly list: ListsOfHomeFragment['mine']
}

function ChangeRequests({ title, organization, list }: ChangeRequestsProps) {
  if (list.nodes.length === 0) return null
  const others = list.totalCount - list.nodes.length
  return (
    <Section title={title}>
      {list.nodes.map((node) => {
        const { id, number, subject, status, updatedAt, space } = unmask(ChangeRequestOfHome, node)
        return (
          <li key={id}>
            <Link href={paths.changeRequest(space.id, number)} className={styles.title as string}>
              {subject || text('changes.untitled')}
            </Link>
            <span className={styles.note}>
              {text(`changes.status.${status}`)} · {space.title} · <Ago at={updatedAt} />
            </span>
          </li>
        )
      })}
      {others > 0 && (
        <li>
          <Link href={paths.part(organization, 'change-requests')} className={styles.others as string}>
            {text('home.others', { count: others })}
          </Link>
        </li>
      )}
    </Section>
  )
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h2 className={styles.heading}>{title}</h2>
    <ul className={styles.list}>{children}</ul>
  </section>
)
