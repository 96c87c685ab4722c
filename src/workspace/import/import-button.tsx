import upload from 'icon:file-import'
import { useCallback, useState } from 'react'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { FileDrop } from './file-drop.tsx'

const ImportDialog = onDemand(() => import('./import-dialog.tsx'), 'ImportDialog')

interface Props {
  readonly organization: string
  readonly space: { readonly id: string; readonly title: string }
}

/** Opens the import into a space, by a button or a file that is dropped on the screen. */
export function ImportButton({ organization, space }: Props) {
  const [opened, setOpened] = useState<{ readonly file?: File }>()
  const takeFile = useCallback((file: File) => setOpened({ file }), [])
  return (
    <>
      <Button icon={upload} onPress={() => setOpened({})}>
        {text('import.open')}
      </Button>
      {!opened && <FileDrop onFile={takeFile} />}
      {opened && (
        <ImportDialog
          organization={organization}
          target={{ space }}
          file={opened.file}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
