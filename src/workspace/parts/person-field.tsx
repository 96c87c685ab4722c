import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { ComboField } from './combo-field.tsx'
import { useFound } from './use-found.ts'

const PeopleQuery = graphql(`
  query PeopleToChoose($organization: ID!, $search: String) {
    organization(id: $organization) {
      id
      members(first: 30, search: $search) { nodes { id userId user { id displayName email } } }
    }
  }
`)

interface Props {
  readonly name: string
  readonly label: string
  readonly organization: string
  /** The ids of users who are not offered. */
  readonly except?: ReadonlySet<string>
  /** Is called with the id of a user. The field is empty again then. */
  readonly onChoose: (user: string, displayName: string) => void
  readonly isDisabled?: boolean
}

/** A field that finds members of an organization by name or address, for lists that they are added to. */
export function PersonField({ organization, except, onChoose, ...field }: Props) {
  const found = useFound({
    document: PeopleQuery,
    variables: { organization },
    choicesOf: (data) =>
      (data.organization?.members?.nodes ?? []).map(({ userId, user }) => ({
        id: userId,
        label: user.displayName,
        hint: user.email,
      })),
  })
  const choices = found.choices.filter(({ id }) => !except?.has(id))
  const choose = (id: string | null) => {
    const chosen = choices.find((choice) => choice.id === id)
    if (!chosen) return
    onChoose(chosen.id, chosen.label)
    found.onType('')
  }
  return (
    <ComboField
      {...field}
      {...found}
      choices={choices}
      value={null}
      onChange={choose}
      placeholder={text('combo.person')}
    />
  )
}
