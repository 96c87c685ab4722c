import { useState } from 'react'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { type Source, SourceField, sourceInput } from './source-field.tsx'
import { CreateSpecification, SetSpecificationSource } from './specification-operations.ts'

interface CreateProps {
  readonly organization: string
  readonly onClose: () => void
}

/** Adds a document, and goes to its screen. */
export function CreateDialog({ organization, onClose }: CreateProps) {
  const [slug, setSlug] = useState('')
  const [source, setSource] = useState<Source>({ kind: 'url', url: '', text: '' })
  const create = useAction(CreateSpecification, { isInForm: true })
  const go = useGo()
  const submit = async () => {
    const done = await create.run({ organization, input: { slug, source: sourceInput(source) } })
    if (!done?.createOpenAPISpec) return
    onClose()
    go(paths.specification(organization, done.createOpenAPISpec.openAPISpec.slug))
  }
  return (
    <FormDialog
      title={text('openapi.create')}
      submitLabel={text('openapi.add')}
      action={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="slug"
        label={text('openapi.slug')}
        hint={text('openapi.slugHint')}
        value={slug}
        onChange={setSlug}
        maxLength={100}
        isRequired
        autoFocus
      />
      <SourceField value={source} onChange={setSource} />
    </FormDialog>
  )
}

interface SourceProps extends CreateProps {
  readonly slug: string
  /** The address that the document comes from until now. */
  readonly url: string | null
}

/** Replaces the document, which becomes a new version. */
export function SourceDialog({ organization, slug, url, onClose }: SourceProps) {
  const [source, setSource] = useState<Source>({
    kind: url === null ? 'text' : 'url',
    url: url ?? '',
    text: '',
  })
  const update = useAction(SetSpecificationSource, { isInForm: true })
  const submit = async () => {
    const done = await update.run({ organization, slug, source: sourceInput(source) })
    if (!done?.setOpenAPISpecSource) return
    showDone(text('openapi.updated'))
    onClose()
  }
  return (
    <FormDialog
      title={text('openapi.update')}
      submitLabel={text('openapi.save')}
      action={update}
      onSubmit={submit}
      onClose={onClose}
    >
      <SourceField value={source} onChange={setSource} />
    </FormDialog>
  )
}
