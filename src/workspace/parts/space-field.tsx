import { useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { ComboField } from './combo-field.tsx'

const SpacesQuery = graphql(`
  query SpacesToChoose($organization: ID!, $search: String) {
    organization(id: $organization) {
      id
      spaces(first: 30, nested: true, search: $search) { nodes { id title } }
    }
  }
`)

interface Props {
  readonly name: string
  readonly label: string
  readonly organization: string
  readonly value: string | null
  readonly onChange: (space: string | null) => void
}

/** A field for one of the spaces of an organization, which are found by their titles as somebody types. */
export function SpaceField({ organization, onChange, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const searched = useDeferredValue(typed.trim())
  const [{ data }] = useQuery({ query: SpacesQuery, variables: { organization, search: searched || null } })
  const spaces = data?.organization?.spaces.nodes ?? []
  // The text and the choice are both of this component, so it keeps them the same.
  const choose = (chosen: string | null) => {
    onChange(chosen)
    const title = spaces.find(({ id }) => id === chosen)?.title
    if (title !== undefined) setTyped(title)
  }
  return (
    <ComboField
      {...field}
      choices={spaces.map(({ id, title }) => ({ id, label: title }))}
      typed={typed}
      onType={setTyped}
      onChange={choose}
      placeholder={text('spaceField.search')}
      isRequired
    />
  )
}
