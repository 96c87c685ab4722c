import chevronDown from 'icon:chevron-down'
import { type ReactNode, use } from 'react'
import {
  Button as AriaButton,
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Switch,
  Text,
  TextArea,
} from 'react-aria-components'
import { FieldChange } from './field-change.ts'
import styles from './fields.module.css'
import { Icon } from './icon.tsx'
import colors from './own-colors.module.css'

interface FieldProps {
  /** Its member of the input, by which errors are shown at the field. */
  readonly name: string
  readonly label: string
  readonly hint?: string
}

interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  readonly maxLength?: number
  readonly placeholder?: string
  readonly type?: 'text' | 'email' | 'url' | 'password' | 'search' | 'number' | 'date'
  readonly autoFocus?: boolean
  /** How many lines it has; a single one, if left out. */
  readonly lines?: number
}

export const TextField = ({ label, hint, lines, placeholder, ...field }: TextFieldProps) => (
  <AriaTextField
    {...field}
    // Secrets of other programs: a browser shall neither fill in nor keep a password of the person.
    {...(field.type === 'password' && { autoComplete: 'new-password' })}
    className={styles.field as string}
  >
    <Label className={styles.label as string}>{label}</Label>
    {lines === undefined ? (
      <Input className={styles.input as string} placeholder={placeholder} />
    ) : (
      <TextArea className={styles.input as string} rows={lines} placeholder={placeholder} />
    )}
    {hint && (
      <Text slot="description" className={styles.hint as string}>
        {hint}
      </Text>
    )}
    <FieldError className={styles.error as string} />
  </AriaTextField>
)

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly value: Value | null
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
  readonly isDisabled?: boolean
  /** Whether the label is for screen readers alone. */
  readonly isLabelHidden?: boolean
}

export const SelectField = <Value extends string>(props: SelectFieldProps<Value>) => {
  const { name, label, hint, value, choices, onChange, isDisabled = false, isLabelHidden = false } = props
  const tellChange = use(FieldChange)
  const choose = (chosen: Value) => {
    onChange(chosen)
    tellChange(name)
  }
  return (
    <Select
      name={name}
      className={styles.field as string}
      isDisabled={isDisabled}
      value={value}
      onChange={(chosen) => choose(chosen as Value)}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label className={styles.label as string}>{label}</Label>}
      <AriaButton className={`${styles.input} ${styles.select}`}>
        <SelectValue className={styles.value as string} />
        <Icon shape={chevronDown} />
      </AriaButton>
      {hint && (
        <Text slot="description" className={styles.hint as string}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error as string} />
      <Popover className={styles.popover as string}>
        <ListBox className={styles.list as string} items={choices}>
          {(choice) => (
            <ListBoxItem id={choice.value} textValue={choice.label} className={styles.option as string}>
              <Text slot="label">{choice.label}</Text>
              {choice.hint && (
                <Text slot="description" className={styles.hint as string}>
                  {choice.hint}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}

interface SwitchFieldProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: ReactNode
  readonly isDisabled?: boolean
}

/** A switch, which takes effect at once or with its form. */
export const SwitchField = ({ isOn, children, ...props }: SwitchFieldProps) => (
  <Switch {...props} isSelected={isOn} className={styles.switch as string}>
    <span className={`${styles.track} ${colors.ownColors}`} />
    {children}
  </Switch>
)
