import plus from 'icon:plus'
import xmark from 'icon:xmark'
import type {
  OidcGroupMappingInput,
  OidcProviderFragment,
  Role,
} from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import { roleChoices } from '../parts/roles.ts'
import { type ChosenTeam, TeamField } from '../parts/team-field.tsx'
import styles from './sign-in.module.css'

/** What a group gives, as it is edited. */
interface Mapping {
  /** Tells rows apart while groups are typed. */
  readonly key: string
  readonly group: string
  readonly role: Role | 'NONE'
  readonly team: ChosenTeam | null
}

export const mappingsOf = (mappings: OidcProviderFragment['groupMappings']): readonly Mapping[] =>
  mappings.map(({ group, role, team }) => ({ key: crypto.randomUUID(), group, role: role ?? 'NONE', team }))

export const mappingInputs = (mappings: readonly Mapping[]): OidcGroupMappingInput[] =>
  mappings.map(({ group, role, team }) => ({
    group,
    role: role === 'NONE' ? null : role,
    team: team?.id ?? null,
  }))

interface Props {
  readonly organization: string
  readonly mappings: readonly Mapping[]
  readonly onChange: (mappings: readonly Mapping[]) => void
}

/** The roles and teams that the groups of the provider give. */
export function GroupMappings({ organization, mappings, onChange }: Props) {
  const change = (key: string, changes: Partial<Mapping>) =>
    onChange(mappings.map((mapping) => (mapping.key === key ? { ...mapping, ...changes } : mapping)))
  const add = () => onChange([...mappings, { key: crypto.randomUUID(), group: '', role: 'NONE', team: null }])
  const roles = [
    { value: 'NONE' as const, label: text('signIn.noRole') },
    ...roleChoices().flatMap(({ value, label, hint }) =>
      value === 'GUEST' ? [] : [{ value, label, ...(hint !== undefined && { hint }) }],
    ),
  ]
  return (
    <fieldset className={styles.mappings}>
      <legend>{text('signIn.mappings')}</legend>
      {mappings.map(({ key, group, role, team }, index) => (
        <div key={key} className={styles.mapping}>
          <TextField
            name={`groupMappings.${index}.group`}
            label={text('signIn.group')}
            value={group}
            onChange={(value) => change(key, { group: value })}
            isRequired
          />
          <IconButton
            label={text('signIn.removeMapping', { group })}
            icon={xmark}
            onPress={() => onChange(mappings.filter((mapping) => mapping.key !== key))}
          />
          <SelectField
            name={`groupMappings.${index}.role`}
            label={text('signIn.groupRole')}
            value={role}
            choices={roles}
            onChange={(value) => change(key, { role: value })}
          />
          <TeamField
            name={`groupMappings.${index}.team`}
            label={text('signIn.groupTeam')}
            organization={organization}
            value={team}
            onChange={(value) => change(key, { team: value })}
          />
        </div>
      ))}
      <div>
        <Button icon={plus} onPress={add}>
          {text('signIn.addMapping')}
        </Button>
      </div>
    </fieldset>
  )
}
