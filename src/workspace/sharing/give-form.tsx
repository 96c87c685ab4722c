import type { Role } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { FaultMessage } from '../parts/fault-message.tsx'
import { SelectField } from '../parts/fields.tsx'
import { PersonField } from '../parts/person-field.tsx'
import { useField } from '../parts/use-field.ts'
import styles from './sharing.module.css'
import { spaceRoles } from './space-roles.ts'
import type { Grantee, SharingActions } from './use-sharing-actions.ts'

interface Props {
  readonly organization: string
  /** The teams that have no role on the space yet. */
  readonly teams: readonly { readonly id: string; readonly title: string }[]
  /** The ids of users who have one. */
  readonly taken: ReadonlySet<string>
  readonly actions: SharingActions
}

/** Gives a role to people and teams, as soon as they are chosen. */
export function GiveForm({ organization, teams, taken, actions }: Props) {
  const role = useField<Role>('EDIT')
  const give = (grantee: Grantee) => void actions.give(grantee, role.value)
  return (
    <div className={styles.form}>
      <FaultMessage fault={actions.giving.fault} />
      <SelectField name="role" label={text('sharing.giveRole')} {...role} choices={spaceRoles()} />
      <PersonField
        name="users"
        label={text('sharing.toPerson')}
        organization={organization}
        except={taken}
        onChoose={(id, name) => give({ kind: 'user', id, name })}
      />
      {teams.length > 0 && (
        <SelectField
          name="teams"
          label={text('sharing.toTeam')}
          value={null}
          isDisabled={actions.giving.isRunning}
          choices={teams.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id) =>
            give({ kind: 'team', id, name: teams.find((team) => team.id === id)?.title ?? '' })
          }
        />
      )}
    </div>
  )
}
