import envelope from 'icon:envelope'
import { useDeferredValue, useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { TextField } from '../parts/fields.tsx'
import listStyles from '../parts/list.module.css'
import { onDemand } from '../parts/on-demand.tsx'
import { useField } from '../parts/use-field.ts'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { MemberRow } from './member-row.tsx'
import { MemberOfList, MembersQuery } from './members-operations.ts'
import styles from './members-screen.module.css'

const InviteDialog = onDemand(() => import('./invite-dialog.tsx'), 'InviteDialog')
const InvitationList = onDemand(() => import('./invitation-list.tsx'), 'InvitationList')

const pageSize = 50

/** The members of an organization with their roles, and who was invited. */
export function MembersScreen({ organization }: { readonly organization: string }) {
  const search = useField('')
  const [first, setFirst] = useState(pageSize)
  const [isInviting, setInviting] = useState(false)
  const [showsInvitations, setShowsInvitations] = useState(false)
  const searched = useDeferredValue(search.value.trim())
  const { data, fault, refresh } = useScreen(MembersQuery, { organization, search: searched || null, first })
  const shown = data?.organization
  if (!data || !shown) return <Waiting fault={fault} onRetry={refresh} />
  const { members, permissions } = shown
  if (!members) return <NotFound />
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={shown}
      title={text('members.title')}
      actions={
        permissions.admin && (
          <>
            <Button onPress={() => setShowsInvitations(!showsInvitations)}>
              {text(showsInvitations ? 'members.hideInvitations' : 'members.showInvitations')}
            </Button>
            <Button kind="main" icon={envelope} onPress={() => setInviting(true)}>
              {text('members.invite')}
            </Button>
          </>
        )
      }
    >
      {showsInvitations && <InvitationList organization={organization} />}
      <div className={styles.search}>
        <TextField name="search" type="search" label={text('members.search')} {...search} />
      </div>
      {members.nodes.length === 0 ? (
        <EmptyState title={text('members.nobody')} hint={text('members.nobodyHint')} />
      ) : (
        <ul className={`${listStyles.list} ${styles.list}`} aria-label={text('members.title')}>
          {members.nodes.map((node) => (
            <MemberRow
              key={node.id}
              organization={organization}
              member={unmask(MemberOfList, node)}
              isSelf={unmask(MemberOfList, node).userId === data.viewer?.id}
              mayAdminister={permissions.admin}
              onRemoved={refresh}
            />
          ))}
        </ul>
      )}
      {members.pageInfo.hasNextPage && (
        <Button onPress={() => setFirst(Math.min(first + 200, 1000))}>
          {text('members.more', { shown: members.nodes.length, total: members.totalCount })}
        </Button>
      )}
      {isInviting && (
        <InviteDialog
          organization={organization}
          defaultRole={shown.defaultRole}
          onClose={() => setInviting(false)}
        />
      )}
    </SettingsFrame>
  )
}
