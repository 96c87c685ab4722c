import { useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { ComboField } from './combo-field.tsx'

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
  const [typed, setTyped] = useState('')
  const [isOpened, setOpened] = useState(false)
  const searched = useDeferredValue(typed.trim())
  const [{ data }] = useQuery({
    query: PeopleQuery,
    variables: { organization, search: searched || null },
    pause: !isOpened,
  })
  const people = (data?.organization?.members?.nodes ?? []).filter(({ userId }) => !except?.has(userId))
  const choose = (id: string | null) => {
    const chosen = people.find(({ userId }) => userId === id)
    if (!chosen) return
    onChoose(chosen.userId, chosen.user.displayName)
    setTyped('')
  }
  return (
    <ComboField
      {...field}
      choices={people.map(({ userId, user }) => ({ id: userId, label: user.displayName, hint: user.email }))}
      typed={typed}
      onType={setTyped}
      value={null}
      onChange={choose}
      onOpen={() => setOpened(true)}
      placeholder={text('combo.person')}
    />
  )
}
