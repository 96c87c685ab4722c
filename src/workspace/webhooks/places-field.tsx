import xmark from 'icon:xmark'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { IconButton } from '../parts/button.tsx'
import { ComboField } from '../parts/combo-field.tsx'
import { Hint } from '../parts/hint.tsx'
import { useFound } from '../parts/use-found.ts'
import styles from './webhooks.module.css'

/** A space or a site, as a field knows it. */
export interface ChosenPlace {
  readonly id: string
  readonly title: string
}

const PlacesQuery = graphql(`
  query PlacesToChoose($organization: ID!, $search: String, $isOfSites: Boolean!) {
    organization(id: $organization) {
      id
      spaces(first: 30, nested: true, search: $search) @skip(if: $isOfSites) { nodes { id title } }
      sites(first: 30, search: $search) @include(if: $isOfSites) { nodes { id title } }
    }
  }
`)

interface Props {
  readonly kind: 'spaces' | 'sites'
  readonly organization: string
  readonly chosen: readonly ChosenPlace[]
  readonly onChange: (chosen: readonly ChosenPlace[]) => void
}

/** A field for several spaces or sites, which are found by their titles and listed below it. */
export function PlacesField({ kind, organization, chosen, onChange }: Props) {
  const found = useFound({
    document: PlacesQuery,
    variables: { organization, isOfSites: kind === 'sites' },
    choicesOf: ({ organization }) =>
      (organization?.[kind]?.nodes ?? []).map(({ id, title }) => ({ id, label: title })),
  })
  const choices = found.choices.filter(({ id }) => !chosen.some((place) => place.id === id))
  const add = (id: string | null) => {
    const choice = choices.find((each) => each.id === id)
    if (!choice) return
    onChange([...chosen, { id: choice.id, title: choice.label }])
    found.onType('')
  }
  return (
    <div className={styles.places}>
      <ComboField
        {...found}
        name={kind}
        label={text(`webhooks.${kind}`)}
        choices={choices}
        value={null}
        onChange={add}
        placeholder={text('combo.title')}
      />
      {chosen.length === 0 ? (
        <Hint>{text(`webhooks.${kind}Hint`)}</Hint>
      ) : (
        <ul className={styles.chosen} aria-label={text(`webhooks.${kind}`)}>
          {chosen.map(({ id, title }) => (
            <li key={id}>
              {title}
              <IconButton
                label={text('webhooks.removePlace', { title })}
                icon={xmark}
                onPress={() => onChange(chosen.filter((place) => place.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
