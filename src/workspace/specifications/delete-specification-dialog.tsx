import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { Hint } from '../parts/hint.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { DeleteSpecification } from './specification-operations.ts'

interface Props {
  readonly organization: string
  readonly slug: string
  readonly onClose: () => void
}

export function DeleteSpecificationDialog({ organization, slug, onClose }: Props) {
  const go = useGo()
  return (
    <MutationDialog
      title={text('openapi.deleteTitle', { slug })}
      submitLabel={text('openapi.delete')}
      isDangerous
      mutation={DeleteSpecification}
      variables={{ organization, slug }}
      onDone={() => {
        showDone(text('openapi.deleted', { slug }))
        go(paths.part(organization, 'openapi'))
      }}
      onClose={onClose}
    >
      <Hint>{text('openapi.deleteHint')}</Hint>
    </MutationDialog>
  )
}
