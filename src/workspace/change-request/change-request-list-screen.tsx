import { useState } from 'react'
import { Link } from 'react-aria-components'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { Frame } from '../app/frame.tsx'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { SelectField } from '../parts/fields.tsx'
import listStyles from '../parts/list.module.css'
import { Avatar } from '../parts/person.tsx'
import { Ago } from '../parts/time.tsx'
import { useField } from '../parts/use-field.ts'
import { Loading, Waiting } from '../parts/waiting.tsx'
import styles from './change-request-list.module.css'
import { StatusBadge } from './status-badge.tsx'

const ChangeRequestsQuery = graphql(`
  query ChangeRequestsScreen(
    $organization: ID!
    $status: [ChangeRequestStatus!]
    $creator: ID
    $reviewRequested: Boolean
    $first: Int!
  ) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      ...OrganizationOfFrame
      changeRequests(first: $first, status: $status, creator: $creator, reviewRequested: $reviewRequested) {
        totalCount
        pageInfo { hasNextPage }
        nodes { id ...ChangeRequestOfList }
      }
    }
  }
`)

const ChangeRequestOfList = graphql(`
  fragment ChangeRequestOfList on ChangeRequest {
    id
    number
    subject
    status
    isOutdated
    updatedAt
    openCommentCount
    createdBy { id displayName photoURL }
    space { id title emoji }
  }
`)

type Whose = 'all' | 'mine' | 'waiting'
type Status = 'OPEN' | 'DRAFT' | 'MERGED' | 'ARCHIVED'

const step = 50

export function ChangeRequestListScreen({ organization }: { readonly organization: string }) {
  const [whose, setWhose] = useState<Whose>('all')
  const status = useField<Status | 'ACTIVE'>('ACTIVE')
  const [viewer, setViewer] = useState<string>()
  const [first, setFirst] = useState(step)
  const { data, fault, refresh } = useScreen(ChangeRequestsQuery, {
    organization,
    first,
    ...(status.value !== 'ACTIVE' && { status: [status.value] }),
    ...(whose === 'mine' && viewer !== undefined && { creator: viewer }),
    ...(whose === 'waiting' && { reviewRequested: true }),
  })
  if (!data?.organization) return <Waiting fault={fault} onRetry={refresh} />
  const list = data.organization.changeRequests
  const choose = (chosen: Whose) => {
    setViewer(data.viewer?.id)
    setWhose(chosen)
    setFirst(step)
  }
  return (
    <Frame viewer={data.viewer} organization={data.organization} title={text('changes.title')}>
      <div className={styles.filters}>
        <SelectField
          name="whose"
          label={text('changes.whose')}
          value={whose}
          onChange={choose}
          choices={[
            { value: 'all', label: text('changes.all') },
            { value: 'mine', label: text('changes.mine') },
            { value: 'waiting', label: text('changes.waiting') },
          ]}
        />
        <SelectField
          name="status"
          label={text('changes.status')}
          {...status}
          choices={[
            { value: 'ACTIVE', label: text('changes.active') },
            { value: 'OPEN', label: text('changes.status.OPEN') },
            { value: 'DRAFT', label: text('changes.status.DRAFT') },
            { value: 'MERGED', label: text('changes.status.MERGED') },
            { value: 'ARCHIVED', label: text('changes.status.ARCHIVED') },
          ]}
        />
      </div>
      {!list && <Loading />}
      {list?.totalCount === 0 && <EmptyState title={text('changes.none')} hint={text('changes.noneHint')} />}
      {list && list.nodes.length > 0 && (
        <ul className={styles.list}>
          {list.nodes.map((node) => (
            <Row key={node.id} changeRequest={node} />
          ))}
        </ul>
      )}
      {list?.pageInfo.hasNextPage && (
        <Button onPress={() => setFirst(first + step)}>{text('changes.more')}</Button>
      )}
    </Frame>
  )
}

function Row({ changeRequest }: { readonly changeRequest: FragmentType<typeof ChangeRequestOfList> }) {
  const row = unmask(ChangeRequestOfList, changeRequest)
  return (
    <li className={styles.row}>
      {row.createdBy && <Avatar person={row.createdBy} />}
      <div className={styles.what}>
        <Link href={paths.changeRequest(row.space.id, row.number)} className={styles.subject as string}>
          {row.subject || text('changes.untitled')}
        </Link>
        <div className={listStyles.note}>
          {row.space.title} · {text('changes.number', { number: row.number })}
          {row.createdBy && ` · ${row.createdBy.displayName}`} · <Ago at={row.updatedAt} />
          {row.openCommentCount > 0 && ` · ${text('changes.openComments', { count: row.openCommentCount })}`}
        </div>
      </div>
      <StatusBadge status={row.status} />
    </li>
  )
}
