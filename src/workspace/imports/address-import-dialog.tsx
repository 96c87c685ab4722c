import { useState } from 'react'
import type { ImportSource } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { SelectField, SwitchField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { SpaceField } from '../parts/space-field.tsx'
import { useField } from '../parts/use-field.ts'
import { StartImport } from './import-operations.ts'

const sources: readonly ImportSource[] = [
  'ZIP',
  'MARKDOWN',
  'WEBSITE',
  'GITHUB_WIKI',
  'NOTION',
  'CONFLUENCE',
  'GOOGLE_DOCS',
  'DOCX',
  'HTML',
  'OPEN_API',
]

/** The sources that are repositories, of which a folder can be imported. */
const repositories: ReadonlySet<ImportSource> = new Set(['ZIP', 'MARKDOWN', 'GITHUB_WIKI'])

interface Props {
  readonly organization: string
  readonly onClose: () => void
}

/** Starts an import from an address, and goes to its report. */
export function AddressImportDialog({ organization, onClose }: Props) {
  const space = useField<string | null>(null)
  const type = useField<ImportSource>('ZIP')
  const url = useField('')
  const root = useField('')
  const [includesUnlisted, setIncludesUnlisted] = useState(false)
  const start = useAction(StartImport, { isInForm: true })
  const go = useGo()
  const isRepository = repositories.has(type.value)
  const submit = async () => {
    if (space.value === null) return
    const input = {
      source: { type: type.value, url: url.value },
      target: { space: space.value },
      ...(isRepository && { includesUnlisted, ...(root.value !== '' && { root: root.value }) }),
    }
    const done = await start.run({ organization, input })
    if (!done?.startImportRun) return
    onClose()
    go(paths.importRun(organization, done.startImportRun.importRun.jobId))
  }
  return (
    <FormDialog
      title={text('imports.start')}
      submitLabel={text('imports.import')}
      action={start}
      onSubmit={submit}
      onClose={onClose}
    >
      <SpaceField name="target.space" label={text('imports.into')} organization={organization} {...space} />
      <SelectField
        name="source.type"
        label={text('imports.sourceType')}
        {...type}
        choices={sources.map((value) => ({ value, label: text(`imports.source.${value}`) }))}
      />
      <TextField
        name="source.url"
        type="url"
        label={text('imports.url')}
        hint={text('imports.urlHint')}
        placeholder="https://"
        {...url}
        isRequired
      />
      {isRepository && (
        <>
          <TextField name="root" label={text('imports.root')} hint={text('imports.rootHint')} {...root} />
          <SwitchField isOn={includesUnlisted} onChange={setIncludesUnlisted}>
            {text('imports.unlisted')}
          </SwitchField>
        </>
      )}
    </FormDialog>
  )
}
