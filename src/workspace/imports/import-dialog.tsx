import { useState } from 'react'
import type { ImportSource } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { SelectField, SwitchField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { SpaceField } from '../parts/space-field.tsx'
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
export function ImportDialog({ organization, onClose }: Props) {
  const [space, setSpace] = useState<string | null>(null)
  const [type, setType] = useState<ImportSource>('ZIP')
  const [url, setURL] = useState('')
  const [root, setRoot] = useState('')
  const [includesUnlisted, setIncludesUnlisted] = useState(false)
  const start = useAction(StartImport, { isInForm: true })
  const go = useGo()
  const isRepository = repositories.has(type)
  const submit = async () => {
    if (space === null) return
    const input = {
      source: { type, url },
      target: { space },
      ...(isRepository && { includesUnlisted, ...(root !== '' && { root }) }),
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
      <SpaceField
        name="target.space"
        label={text('imports.into')}
        organization={organization}
        value={space}
        onChange={setSpace}
      />
      <SelectField
        name="source.type"
        label={text('imports.sourceType')}
        value={type}
        onChange={setType}
        choices={sources.map((value) => ({ value, label: text(`imports.source.${value}`) }))}
      />
      <TextField
        name="source.url"
        type="url"
        label={text('imports.url')}
        hint={text('imports.urlHint')}
        placeholder="https://"
        value={url}
        onChange={setURL}
        isRequired
      />
      {isRepository && (
        <>
          <TextField
            name="root"
            label={text('imports.root')}
            hint={text('imports.rootHint')}
            value={root}
            onChange={setRoot}
          />
          <SwitchField isOn={includesUnlisted} onChange={setIncludesUnlisted}>
            {text('imports.unlisted')}
          </SwitchField>
        </>
      )}
    </FormDialog>
  )
}
