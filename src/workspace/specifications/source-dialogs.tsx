import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { TextField } from '../parts/fields.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { type Source, SourceField, sourceInput } from './source-field.tsx'
import { CreateSpecification, SetSpecificationSource } from './specification-operations.ts'

interface CreateProps {
  readonly organization: string
  readonly onClose: () => void
}

/** Adds a document, and goes to its screen. */
export function CreateDialog({ organization, onClose }: CreateProps) {
  const slug = useField('')
  const source = useField<Source>({ kind: 'url', url: '', text: '' })
  const go = useGo()
  return (
    <MutationDialog
      title={text('openapi.create')}
      submitLabel={text('openapi.add')}
      mutation={CreateSpecification}
      variables={{ organization, input: { slug: slug.value, source: sourceInput(source.value) } }}
      onDone={({ createOpenAPISpec }) =>
        createOpenAPISpec && go(paths.specification(organization, createOpenAPISpec.openAPISpec.slug))
      }
      onClose={onClose}
    >
      <TextField
        name="slug"
        label={text('openapi.slug')}
        hint={text('openapi.slugHint')}
        {...slug}
        maxLength={100}
        isRequired
        autoFocus
      />
      <SourceField {...source} />
    </MutationDialog>
  )
}

interface SourceProps extends CreateProps {
  readonly slug: string
  /** The address that the document comes from until now. */
  readonly url: string | null
}

/** Replaces the document, which becomes a new version. */
export function SourceDialog({ organization, slug, url, onClose }: SourceProps) {
  const source = useField<Source>({
    kind: url === null ? 'text' : 'url',
    url: url ?? '',
    text: '',
  })
  return (
    <MutationDialog
      title={text('openapi.update')}
      submitLabel={text('openapi.save')}
      mutation={SetSpecificationSource}
      variables={{ organization, slug, source: sourceInput(source.value) }}
      onDone={() => showDone(text('openapi.updated'))}
      onClose={onClose}
    >
      <SourceField {...source} />
    </MutationDialog>
  )
}
