import chevronDown from 'icon:chevron-down'
import { useDeferredValue, useState } from 'react'
import {
  Button as AriaButton,
  ComboBox,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import styles from '../parts/fields.module.css'
import { Icon } from '../parts/icon.tsx'

const CollectionsQuery = graphql(`
  query CollectionsToChoose($organization: ID!, $search: String) {
    organization(id: $organization) {
      id
      collections(first: 30, search: $search) { nodes { id title permissions { create } } }
    }
  }
`)

/** Stands for the root of the organization. */
const root = 'root'

interface Props {
  readonly organization: string
  /** Null for the root. */
  readonly value: string | null
  readonly onChange: (collection: string | null) => void
  /** A collection that cannot be chosen, as what is moved cannot be in itself. */
  readonly except: string
}

/** A field for a collection of an organization in which the viewer may create, or for none. Titles are found as somebody types. */
export function CollectionField({ organization, value, onChange, except }: Props) {
  const [typed, setTyped] = useState('')
  const searched = useDeferredValue(typed.trim())
  const isRootTyped = searched === '' || searched === text('home.root')
  const [{ data }] = useQuery({
    query: CollectionsQuery,
    variables: { organization, search: isRootTyped ? null : searched },
  })
  const found = (data?.organization?.collections.nodes ?? []).filter(
    ({ id, permissions }) => permissions.create && id !== except,
  )
  const choices = [...(isRootTyped ? [{ id: root, title: text('home.root') }] : []), ...found]
  return (
    <ComboBox
      name="parent"
      className={styles.field as string}
      items={choices}
      inputValue={typed}
      onInputChange={setTyped}
      value={value ?? root}
      onChange={(chosen) => {
        if (chosen === null) return
        onChange(chosen === root ? null : String(chosen))
        setTyped(choices.find(({ id }) => id === chosen)?.title ?? '')
      }}
      menuTrigger="focus"
      allowsEmptyCollection
      autoFocus
    >
      <Label className={styles.label as string}>{text('home.parent')}</Label>
      <Group className={styles.combo as string}>
        <Input className={styles.input as string} placeholder={text('home.root')} />
        <AriaButton className={styles.opener as string}>
          <Icon shape={chevronDown} />
        </AriaButton>
      </Group>
      <FieldError className={styles.error as string} />
      <Popover className={styles.popover as string}>
        <ListBox<(typeof choices)[number]>
          className={styles.list as string}
          renderEmptyState={() => <p className={styles.nothing}>{text('home.noCollection')}</p>}
        >
          {({ id, title }) => (
            <ListBoxItem id={id} textValue={title} className={styles.option as string}>
              {title}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
