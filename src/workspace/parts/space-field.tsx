import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { ComboField } from './combo-field.tsx'
import { titleWithEmoji } from './emoji.ts'
import { useFound } from './use-found.ts'

const SpacesQuery = graphql(`
  query SpacesToChoose($organization: ID!, $search: String) {
    organization(id: $organization) {
      id
      spaces(first: 30, nested: true, search: $search) { nodes { id title emoji } }
    }
  }
`)

interface FoundSpace {
  readonly id: string
  readonly title: string
  readonly emoji: string | null
}

interface Props {
  readonly name: string
  readonly label: string
  readonly organization: string
  readonly value: string | null
  readonly onChange: (space: string | null) => void
  /** The space that is chosen at first. */
  readonly chosen?: FoundSpace
  readonly hint?: string
}

/** A field for one of the spaces of an organization, which are found by their titles as somebody types. */
export function SpaceField({ organization, chosen, ...field }: Props) {
  const found = useFound({
    document: SpacesQuery,
    variables: { organization },
    choicesOf: (data) => (data.organization?.spaces.nodes ?? []).map(choiceOfSpace),
    ...(chosen && { chosen: choiceOfSpace(chosen) }),
  })
  return <ComboField {...field} {...found} placeholder={text('combo.title')} isRequired />
}

const choiceOfSpace = (space: FoundSpace) => ({ id: space.id, label: titleWithEmoji(space) })
