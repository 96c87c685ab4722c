import { useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { ComboField } from './combo-field.tsx'

const TeamsQuery = graphql(`
  query TeamsToChoose($organization: ID!, $search: String) {
    organization(id: $organization) {
      id
      teams(first: 30, search: $search, orderBy: { field: TITLE }) { nodes { id title } }
    }
  }
`)

/** A team as a field knows it. */
export interface ChosenTeam {
  readonly id: string
  readonly title: string
}

interface Props {
  readonly name: string
  readonly label: string
  readonly organization: string
  readonly value: ChosenTeam | null
  readonly onChange: (team: ChosenTeam | null) => void
}

/** A field for one of the teams of an organization, or for none if it is emptied. */
export function TeamField({ organization, value, onChange, ...field }: Props) {
  const [typed, setTyped] = useState(value?.title ?? '')
  const [isOpened, setOpened] = useState(false)
  const searched = useDeferredValue(typed === value?.title ? '' : typed.trim())
  const [{ data }] = useQuery({
    query: TeamsQuery,
    variables: { organization, search: searched || null },
    pause: !isOpened,
  })
  const teams = data?.organization?.teams?.nodes ?? (value ? [value] : [])
  const type = (changed: string) => {
    setTyped(changed)
    if (changed === '') onChange(null)
  }
  return (
    <ComboField
      {...field}
      choices={teams.map(({ id, title }) => ({ id, label: title }))}
      typed={typed}
      onType={type}
      value={value?.id ?? null}
      onChange={(id) => {
        const chosen = teams.find((team) => team.id === id)
        if (chosen) onChange(chosen)
      }}
      onOpen={() => setOpened(true)}
      placeholder={text('combo.noTeam')}
    />
  )
}
