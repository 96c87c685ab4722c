import { useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { ComboField } from './combo-field.tsx'
import { emojiOf } from './emoji.ts'

const SpacesQuery = graphql(`
  query SpacesToChoose($organization: ID!, $search: String) {
    organization(id: $organization) {
      id
      spaces(first: 30, nested: true, search: $search) { nodes { id title emoji } }
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
export function SpaceField({ organization, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const searched = useDeferredValue(typed.trim())
  const [{ data }] = useQuery({ query: SpacesQuery, variables: { organization, search: searched || null } })
  const spaces = data?.organization?.spaces.nodes ?? []
  return (
    <ComboField
      {...field}
      choices={spaces.map(({ id, title, emoji }) => ({
        id,
        label: emoji ? `${emojiOf(emoji)} ${title}` : title,
      }))}
      typed={typed}
      onType={setTyped}
      placeholder={text('combo.title')}
      isRequired
    />
  )
}
