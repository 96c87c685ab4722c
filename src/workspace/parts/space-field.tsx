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

interface Props {
  readonly name: string
  readonly label: string
  readonly organization: string
  readonly value: string | null
  readonly onChange: (space: string | null) => void
}

/** A field for one of the spaces of an organization, which are found by their titles as somebody types. */
export function SpaceField({ organization, ...field }: Props) {
  const found = useFound({
    document: SpacesQuery,
    variables: { organization },
    choicesOf: (data) =>
      (data.organization?.spaces.nodes ?? []).map(({ id, title, emoji }) => ({
        id,
        label: titleWithEmoji({ emoji, title }),
      })),
  })
  return <ComboField {...field} {...found} placeholder={text('combo.title')} isRequired />
}
