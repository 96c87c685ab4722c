import chevronDown from 'icon:chevron-down'
import { useDeferredValue, useState } from 'react'
import {
  Button as AriaButton,
  ComboBox,
  FieldError,
  Group,
  Input,
  type Key,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { emojiOf } from './emoji.ts'
import styles from './fields.module.css'
import { Icon } from './icon.tsx'

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
export function SpaceField({ name, label, organization, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const searched = useDeferredValue(typed.trim())
  const [{ data }] = useQuery({ query: SpacesQuery, variables: { organization, search: searched || null } })
  const spaces = data?.organization?.spaces.nodes ?? []
  // The text and the choice are both of this component, so it keeps them the same.
  const choose = (chosen: Key | null) => {
    onChange(chosen === null ? null : String(chosen))
    const title = spaces.find(({ id }) => id === chosen)?.title
    if (title !== undefined) setTyped(title)
  }
  return (
    <ComboBox
      name={name}
      className={styles.field as string}
      items={spaces}
      inputValue={typed}
      onInputChange={setTyped}
      value={value}
      onChange={choose}
      menuTrigger="focus"
      allowsEmptyCollection
      isRequired
    >
      <Label className={styles.label as string}>{label}</Label>
      <Group className={styles.combo as string}>
        <Input className={styles.input as string} placeholder={text('spaceField.search')} />
        <AriaButton className={styles.opener as string}>
          <Icon shape={chevronDown} />
        </AriaButton>
      </Group>
      <FieldError className={styles.error as string} />
      <Popover className={styles.popover as string}>
        <ListBox<(typeof spaces)[number]>
          className={styles.list as string}
          renderEmptyState={() => <p className={styles.nothing}>{text('spaceField.nothing')}</p>}
        >
          {(space) => (
            <ListBoxItem id={space.id} textValue={space.title} className={styles.option as string}>
              {space.emoji ? `${emojiOf(space.emoji)} ${space.title}` : space.title}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
