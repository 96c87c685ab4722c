import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { ComboField } from './combo-field.tsx'
import { useFound } from './use-found.ts'

const TeamsQuery = graphql(`
  query TeamsToChoose($organization: ID!, $search: String) {
    organization(id: $organization) {
      id
      teams(first: 30, search: $search, orderBy: { field: TITLE }) { nodes { id title } }
    }
  }
`)

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
  const found = useFound({
    document: TeamsQuery,
    variables: { organization },
    choicesOf: (data) => (data.organization?.teams?.nodes ?? []).map(choiceOfTeam),
    chosen: value && choiceOfTeam(value),
  })
  const type = (typed: string) => {
    found.onType(typed)
    if (typed === '') onChange(null)
  }
  const choose = (id: string | null) => {
    const chosen = found.choices.find((choice) => choice.id === id)
    if (chosen) onChange({ id: chosen.id, title: chosen.label })
  }
  return (
    <ComboField
      {...field}
      {...found}
      onType={type}
      value={value?.id ?? null}
      onChange={choose}
      placeholder={text('combo.noTeam')}
    />
  )
}

const choiceOfTeam = ({ id, title }: ChosenTeam) => ({ id, label: title })
