import { useDeferredValue, useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { SelectField } from '../parts/fields.tsx'
import { Section } from '../parts/form-section.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { SpaceFrame } from '../space/space-frame.tsx'
import { GiveForm } from './give-form.tsx'
import { Grants } from './grants.tsx'
import { People } from './people.tsx'
import { reasonOf } from './reasons.ts'
import styles from './sharing.module.css'
import { SharingOfSpace, SharingQuery } from './sharing-data.ts'
import { levelChoices } from './space-roles.ts'
import { useSharingActions } from './use-sharing-actions.ts'

const step = 50

/** Who may do what in a space, and why; for administrators with what they can change about it. */
export function SharingScreen({ space: id }: { readonly space: string }) {
  const [first, setFirst] = useState(step)
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim()) || null
  const { data, fault, refresh } = useScreen(SharingQuery, { space: id, first, search: searched })
  const actions = useSharingActions({ space: id, first, search: searched })
  const space = data?.space
  if (!space) return <Waiting fault={fault} onRetry={refresh} />
  const { organization, parent, permissions } = space
  const sharing = unmask(SharingOfSpace, space)
  const { defaultLevel, viewerPermission, memberPermissions, userPermissions, teamPermissions } = sharing
  const takenTeams = new Set(teamPermissions?.nodes.map(({ team }) => team.id))
  return (
    <SpaceFrame viewer={data.viewer} space={space} part="access">
      {viewerPermission?.role && (
        <Section
          title={text('sharing.you', { role: text(`members.role.${viewerPermission.role}`) })}
          hint={reasonOf(viewerPermission.origin)}
        />
      )}
      {permissions.admin && (
        <Section title={text('sharing.default')} hint={text('sharing.defaultHint')}>
          <div className={styles.level}>
            <SelectField
              name="defaultLevel"
              label={text('sharing.default')}
              isLabelHidden
              value={defaultLevel ?? 'NONE'}
              choices={levelChoices(parent?.title ?? organization.title)}
              onChange={(level) => void actions.setDefault(level === 'NONE' ? null : level)}
            />
          </div>
        </Section>
      )}
      {permissions.admin && (
        <Section title={text('sharing.grants')} hint={text('sharing.grantsHint')}>
          <GiveForm
            organization={organization.id}
            teams={(organization.teams?.nodes ?? []).filter((team) => !takenTeams.has(team.id))}
            taken={new Set(userPermissions?.nodes.map(({ user }) => user.id))}
            actions={actions}
          />
          <Grants sharing={sharing} actions={actions} />
        </Section>
      )}
      {memberPermissions && (
        <Section
          title={text('sharing.people')}
          hint={text('sharing.peopleHint', { count: memberPermissions.totalCount })}
        >
          <People
            people={memberPermissions}
            search={search}
            onSearch={setSearch}
            onMore={() => setFirst(first + step)}
          />
        </Section>
      )}
    </SpaceFrame>
  )
}
