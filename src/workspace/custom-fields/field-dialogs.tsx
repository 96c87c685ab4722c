import { useState } from 'react'
import type {
  CustomFieldOfListFragment,
  CustomFieldType,
} from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { SelectField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Hint } from '../parts/hint.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { CreateCustomField, DeleteCustomField, UpdateCustomField } from './field-operations.ts'

const types: readonly CustomFieldType[] = [
  'TEXT',
  'NUMBER',
  'BOOLEAN',
  'SELECT_SINGLE',
  'SELECT_MULTI',
  'TAGS',
]

const hasOptions = (type: CustomFieldType): boolean => /^SELECT|^TAGS/.test(type)

/** The options in a field that has one on each line. */
const optionsIn = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

interface Props {
  readonly organization: string
  /** The field to change; a new one, if left out. */
  readonly field?: CustomFieldOfListFragment
  readonly onClose: () => void
}

/** Creates or changes a custom field. Its name and its type stay, as values depend on them. */
export function FieldDialog({ organization, field, onClose }: Props) {
  const name = useField(field?.name ?? '')
  const title = useField(field?.title ?? '')
  const [type, setType] = useState<CustomFieldType>(field?.type ?? 'TEXT')
  const description = useField(field?.description ?? '')
  const placeholder = useField(field?.placeholder ?? '')
  const options = useField(field?.options?.join('\n') ?? '')
  const create = useAction(CreateCustomField, { isInForm: true })
  const update = useAction(UpdateCustomField, { isInForm: true })
  const submit = async () => {
    const chosen = optionsIn(options.value)
    const input = {
      title: title.value,
      description: description.value,
      placeholder: placeholder.value,
      ...(hasOptions(type) && (chosen.length > 0 || type !== 'TAGS') && { options: chosen }),
    }
    const done = field
      ? await update.run({ organization, name: name.value, input })
      : await create.run({ organization, input: { ...input, name: name.value, type } })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={field ? text('fields.editTitle', { title: field.title || field.name }) : text('fields.create')}
      submitLabel={text(field ? 'fields.save' : 'fields.add')}
      action={field ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="title"
        label={text('fields.fieldTitle')}
        {...title}
        maxLength={100}
        isRequired
        autoFocus
      />
      <TextField
        name="name"
        label={text('fields.name')}
        hint={text('fields.nameHint')}
        {...name}
        maxLength={50}
        isRequired
        isReadOnly={field !== undefined}
      />
      <SelectField
        name="type"
        label={text('fields.type')}
        value={type}
        onChange={setType}
        isDisabled={field !== undefined}
        choices={types.map((value) => ({
          value,
          label: text(`fields.type.${value}`),
          hint: text(`fields.typeHint.${value}`),
        }))}
      />
      {hasOptions(type) && (
        <TextField
          name="options"
          label={text('fields.options')}
          hint={text(field && type !== 'TAGS' ? 'fields.optionsLostHint' : 'fields.optionsHint')}
          {...options}
          lines={4}
          isRequired={type !== 'TAGS'}
        />
      )}
      <TextField name="description" label={text('fields.description')} {...description} maxLength={200} />
      {(type === 'TEXT' || type === 'NUMBER') && (
        <TextField
          name="placeholder"
          label={text('fields.placeholder')}
          hint={text('fields.placeholderHint')}
          {...placeholder}
          maxLength={100}
        />
      )}
    </FormDialog>
  )
}

interface DeleteProps extends Omit<Props, 'field'> {
  readonly field: CustomFieldOfListFragment
}

/** Asks before a custom field is deleted, as its values go with it. */
export function DeleteFieldDialog({ organization, field, onClose }: DeleteProps) {
  const title = field.title || field.name
  return (
    <MutationDialog
      title={text('fields.deleteTitle', { title })}
      submitLabel={text('fields.delete')}
      isDangerous
      mutation={DeleteCustomField}
      variables={{ organization, name: field.name }}
      onDone={() => showDone(text('fields.deleted', { title }))}
      onClose={onClose}
    >
      <Hint>{text('fields.deleteHint')}</Hint>
    </MutationDialog>
  )
}
