import { text } from '../app/texts.ts'
import { SelectField } from '../parts/fields.tsx'
import { type RoleChoice, roleChoices } from '../parts/roles.ts'
import { type ChosenTeam, TeamField } from '../parts/team-field.tsx'

interface Props {
  readonly organization: string
  readonly role: RoleChoice
  readonly onRole: (role: RoleChoice) => void
  readonly team: ChosenTeam | null
  readonly onTeam: (team: ChosenTeam | null) => void
}

/** What those get who become members by signing in with a provider. */
export const NewMembersFields = ({ organization, role, onRole, team, onTeam }: Props) => (
  <>
    <SelectField
      name="defaultRole"
      label={text('signIn.defaultRole')}
      value={role}
      choices={roleChoices()}
      onChange={onRole}
    />
    <TeamField
      name="defaultTeam"
      label={text('signIn.defaultTeam')}
      organization={organization}
      value={team}
      onChange={onTeam}
    />
  </>
)
