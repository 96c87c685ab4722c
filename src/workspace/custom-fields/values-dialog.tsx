import { useState } from 'react'
import { Checkbox, CheckboxGroup, Label } from 'react-aria-components'
import type { CustomFieldsOfSpaceFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { SelectField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import colors from '../parts/own-colors.module.css'
import styles from './custom-fields.module.css'
import { UpdateSpaceFields } from './field-operations.ts'
import { sentValue, typedValue } from './field-values.ts'

type Field = CustomFieldsOfSpaceFragment['customFields'][number]

interface Props {
  readonly space: string
  readonly fields: readonly Field[]
  readonly onClose: () => void
}

/** Changes the values of a space. Those that were not touched are not sent. */
export function ValuesDialog({ space, fields, onClose }: Props) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const update = useAction(UpdateSpaceFields, { isInForm: true })
  const changed = fields.filter(({ customField: { name } }) => typed[name] !== undefined)
  const submit = async () => {
    const values = changed.map(({ customField: { name, type } }) => ({
      name,
      value: sentValue(type, typed[name] ?? ''),
    }))
    if (values.length === 0 || (await update.run({ space, values }))) onClose()
  }
  return (
    <FormDialog
      title={text('fields.editValues')}
      submitLabel={text('fields.save')}
      action={update}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields.map((field) => {
        const { name } = field.customField
        return (
          <ValueField
            key={name}
            field={field}
            member={`values.${changed.indexOf(field)}.value`}
            value={typed[name] ?? typedValue(field.customField.type, field.value)}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
          />
        )
      })}
    </FormDialog>
  )
}

interface FieldProps {
  readonly field: Field
  /** Where the input has the value, by which errors are shown. */
  readonly member: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Stands for no value, as a choice needs one. */
const none = '~'

function ValueField({ field: { customField }, member, value, onChange }: FieldProps) {
  const { title, name, type, options, description, placeholder } = customField
  const label = title || name
  const choose = (choices: readonly { readonly value: string; readonly label: string }[]) => (
    <SelectField
      name={member}
      label={label}
      {...(description && { hint: description })}
      value={value === '' ? none : value}
      onChange={(chosen) => onChange(chosen === none ? '' : chosen)}
      choices={[{ value: none, label: text('fields.noValue') }, ...choices]}
    />
  )
  if (type === 'BOOLEAN')
    return choose([
      { value: 'true', label: text('fields.yes') },
      { value: 'false', label: text('fields.no') },
    ])
  if (type === 'SELECT_SINGLE')
    return choose((options ?? []).map((option) => ({ value: option, label: option })))
  if (type === 'SELECT_MULTI')
    return (
      <CheckboxGroup
        className={styles.group as string}
        value={value === '' ? [] : value.split('\n')}
        onChange={(chosen) => onChange(chosen.join('\n'))}
      >
        <Label>{label}</Label>
        {(options ?? []).map((option) => (
          <Checkbox key={option} value={option} className={styles.check as string}>
            <span className={`${styles.box} ${colors.ownColors}`} />
            {option}
          </Checkbox>
        ))}
      </CheckboxGroup>
    )
  const hint = [description, type === 'TAGS' ? text('fields.tagsHint') : ''].filter(Boolean).join(' ')
  return (
    <TextField
      name={member}
      label={label}
      {...(hint && { hint })}
      type={type === 'NUMBER' ? 'number' : 'text'}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
    />
  )
}
