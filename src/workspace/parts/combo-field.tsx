import chevronDown from 'icon:chevron-down'
import { use } from 'react'
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
  Text,
} from 'react-aria-components'
import { text } from '../app/texts.ts'
import { FieldChange } from './field-change.ts'
import styles from './fields.module.css'
import { Icon } from './icon.tsx'

export interface ComboChoice {
  readonly id: string
  readonly label: string
  readonly hint?: string | null
}

interface Props {
  /** Its member of the input, by which errors are shown at the field. */
  readonly name: string
  readonly label: string
  /** What the list has for what was typed. */
  readonly choices: readonly ComboChoice[]
  readonly typed: string
  readonly onType: (typed: string) => void
  /** Is called with the label of what was chosen, which the field then shows. The same as `onType` if left out. */
  readonly onPick?: (label: string) => void
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  /** Is called when the list opens for the first time and later, so that it can be read then. */
  readonly onOpen?: () => void
  readonly placeholder?: string
  readonly hint?: string
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
}

/** A field for one of many objects, which are found as somebody types. */
export const ComboField = (props: Props) => {
  const { name, label, hint, choices, typed, onType, value, onChange, onOpen, placeholder } = props
  const tellChange = use(FieldChange)
  // As the text and the choice both come from outside, the field leaves it to them to agree.
  const choose = (chosen: Key | null) => {
    const choice = choices.find(({ id }) => id === chosen)
    if (choice) (props.onPick ?? onType)(choice.label)
    onChange(choice?.id ?? null)
    tellChange(name)
  }
  return (
    <ComboBox
      name={name}
      className={styles.field as string}
      items={choices}
      inputValue={typed}
      onInputChange={onType}
      value={value}
      onChange={choose}
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      onFocus={() => onOpen?.()}
      menuTrigger="focus"
      allowsEmptyCollection
      isRequired={props.isRequired ?? false}
      isDisabled={props.isDisabled ?? false}
    >
      <Label className={styles.label as string}>{label}</Label>
      <Group className={styles.combo as string}>
        <Input className={styles.input as string} {...(placeholder !== undefined && { placeholder })} />
        <AriaButton className={styles.opener as string}>
          <Icon shape={chevronDown} />
        </AriaButton>
      </Group>
      {hint && (
        <Text slot="description" className={styles.hint as string}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error as string} />
      <Popover className={styles.popover as string}>
        <ListBox<ComboChoice>
          className={styles.list as string}
          renderEmptyState={() => <p className={styles.nothing}>{text('combo.nothing')}</p>}
        >
          {({ id, label, hint }) => (
            <ListBoxItem id={id} textValue={label} className={styles.option as string}>
              <Text slot="label">{label}</Text>
              {hint && (
                <Text slot="description" className={styles.hint as string}>
                  {hint}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
