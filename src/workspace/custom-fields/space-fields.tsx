import pen from 'icon:pen'
import { useState } from 'react'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { text } from '../app/texts.ts'
import { IconButton } from '../parts/button.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import styles from './custom-fields.module.css'
import { CustomFieldsOfSpace } from './field-operations.ts'
import { shownValue } from './field-values.ts'

const ValuesDialog = onDemand(() => import('./values-dialog.tsx'), 'ValuesDialog')

/** The values of a space in the custom fields of its organization. Nothing where there are no fields. */
export function SpaceFields({ space }: { readonly space: FragmentType<typeof CustomFieldsOfSpace> }) {
  const { id, permissions, customFields } = unmask(CustomFieldsOfSpace, space)
  const [isEditing, setEditing] = useState(false)
  const shown = permissions.edit ? customFields : customFields.filter(({ value }) => value !== null)
  if (shown.length === 0) return null
  return (
    <section>
      <div className={styles.head}>
        <h2>{text('fields.values')}</h2>
        {permissions.edit && (
          <IconButton label={text('fields.editValues')} icon={pen} onPress={() => setEditing(true)} />
        )}
      </div>
      <dl className={styles.values}>
        {shown.map(({ customField, value }) => (
          <div key={customField.id}>
            <dt title={customField.description}>{customField.title || customField.name}</dt>
            <dd>{shownValue(value) ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {isEditing && <ValuesDialog space={id} fields={customFields} onClose={() => setEditing(false)} />}
    </section>
  )
}
