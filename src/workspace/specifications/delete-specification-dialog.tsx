import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { DeleteSpecification } from './specification-operations.ts'
import styles from './specifications.module.css'

interface Props {
  readonly organization: string
  readonly slug: string
  readonly onClose: () => void
}

/** Asks before a specification is deleted. */
export function DeleteSpecificationDialog({ organization, slug, onClose }: Props) {
  const remove = useAction(DeleteSpecification, { isInForm: true })
  const go = useGo()
  const submit = async () => {
    if (!(await remove.run({ organization, slug }))) return
    onClose()
    showDone(text('openapi.deleted', { slug }))
    go(paths.part(organization, 'openapi'))
  }
  return (
    <FormDialog
      title={text('openapi.deleteTitle', { slug })}
      submitLabel={text('openapi.delete')}
      isDangerous
      action={remove}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.hint}>{text('openapi.deleteHint')}</p>
    </FormDialog>
  )
}
