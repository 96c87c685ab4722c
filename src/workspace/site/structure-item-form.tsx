import { useState } from 'react'
import { type TextKey, text } from '../app/texts.ts'
import { SwitchField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { ShownSpaceFields, shownSpaceChanges, shownSpaceOf } from './shown-space-fields.tsx'
import type { StructureItem, StructureNode } from './structure-tree.ts'
import { type ItemChanges, useUpdateItem } from './use-structure-actions.ts'

type TextMember = 'title' | 'path' | 'url' | 'icon' | 'description' | 'condition'

interface MemberRow {
  readonly label: TextKey
  readonly hint?: TextKey
  readonly maxLength: number
  readonly lines?: number
}

const members: Readonly<Record<TextMember, MemberRow>> = {
  title: { label: 'structure.title', maxLength: 128 },
  path: { label: 'structure.path', hint: 'structure.pathHint', maxLength: 100 },
  url: { label: 'structure.url', maxLength: 2048 },
  icon: { label: 'structure.icon', hint: 'structure.iconHint', maxLength: 50 },
  description: { label: 'structure.description', maxLength: 256, lines: 2 },
  condition: { label: 'structure.condition', hint: 'structure.conditionHint', maxLength: 1024 },
}

const membersOf: Readonly<Record<StructureItem['__typename'], readonly TextMember[]>> = {
  SiteSection: ['title', 'path', 'icon', 'description', 'condition'],
  SiteSpace: ['title', 'path', 'condition'],
  SiteSectionGroup: ['title', 'icon'],
  SiteExternalLink: ['title', 'url', 'description', 'condition'],
}

type Values = Readonly<Partial<Record<TextMember, string>>>

const valuesOf = (item: StructureItem): Values => {
  const values = item as unknown as Readonly<Record<TextMember, string | null>>
  return Object.fromEntries(membersOf[item.__typename].map((member) => [member, values[member] ?? '']))
}

const required: ReadonlySet<TextMember> = new Set(['title', 'path', 'url'])

interface Props {
  readonly organization: string
  readonly site: string
  readonly node: StructureNode
  readonly onClose: () => void
}

/** Edits an item of the structure: what its kind has of title, path, icon, description, condition and shown space. */
export function EditItem({ organization, site, node: { id, item }, onClose }: Props) {
  const before = valuesOf(item)
  const [values, setValues] = useState(before)
  const [shown, setShown] = useState(shownSpaceOf(item))
  const [isDraft, setDraft] = useState(item.isDraft)
  const update = useUpdateItem(item.__typename, { isInForm: true })
  const isOptional = (member: TextMember) =>
    !required.has(member) || (member === 'title' && item.__typename === 'SiteSpace')
  const submit = async () => {
    const changed = Object.entries(values).filter(([member, value]) => value !== before[member as TextMember])
    const input: ItemChanges = {
      ...Object.fromEntries(changed.map(([member, value]) => [member, value === '' ? null : value])),
      ...(isDraft !== item.isDraft && { isDraft }),
      ...shownSpaceChanges(shownSpaceOf(item), shown),
    }
    if (await update.run({ site, id, input })) onClose()
  }
  return (
    <FormDialog
      title={text('structure.editTitle', { title: item.title })}
      submitLabel={text('site.save')}
      action={update}
      onSubmit={submit}
      onClose={onClose}
    >
      {membersOf[item.__typename].map((member) => {
        const { label, hint, ...field } = members[member]
        const isOfSpace = member === 'title' && item.__typename === 'SiteSpace'
        return (
          <TextField
            key={member}
            {...field}
            name={member}
            label={text(label)}
            {...(isOfSpace ? { hint: text('structure.titleHint') } : hint && { hint: text(hint) })}
            value={values[member] ?? ''}
            onChange={(value) => setValues({ ...values, [member]: value })}
            isRequired={!isOptional(member)}
            autoFocus={member === 'title'}
          />
        )
      })}
      {item.__typename === 'SiteSpace' && (
        <ShownSpaceFields organization={organization} item={item} shown={shown} onChange={setShown} />
      )}
      <SwitchField isOn={isDraft} onChange={setDraft}>
        {text('structure.draftSwitch')}
      </SwitchField>
    </FormDialog>
  )
}
