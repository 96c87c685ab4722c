import type { FileOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { RenameFile } from './files-data.ts'

interface Props {
  readonly space: string
  readonly file: FileOfListFragment
  /** How many files the screen shows. */
  readonly first: number
  readonly onClose: () => void
}

/** Gives a file another name. Pages that show it go on to. */
export function RenameDialog({ space, file, first, onClose }: Props) {
  const name = useField(file.name)
  const rename = useAction(RenameFile, { isInForm: true })
  const submit = async () => {
    if (name.value === file.name || (await rename.run({ space, file: file.fileId, name: name.value, first })))
      onClose()
  }
  return (
    <FormDialog
      title={text('files.renameTitle', { name: file.name })}
      submitLabel={text('space.rename')}
      action={rename}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        name="changes.0.updateFile.name"
        label={text('files.name')}
        hint={text('files.renameHint')}
        {...name}
        maxLength={256}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
