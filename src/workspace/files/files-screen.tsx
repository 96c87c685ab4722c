import upload from 'icon:upload'
import { useState } from 'react'
import { DropZone, FileTrigger } from 'react-aria-components'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { FileOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import listStyles from '../parts/list.module.css'
import { Waiting } from '../parts/waiting.tsx'
import { SpaceFrame } from '../space/space-frame.tsx'
import { FileRow } from './file-row.tsx'
import styles from './files.module.css'
import { DeleteFile, FilesOfSpace, FilesQuery } from './files-data.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { UploadRows } from './upload-rows.tsx'
import { useUploads } from './use-uploads.ts'

const step = 50

/** The files of a space: pictures and others, where each is used, and new ones by drop. */
export function FilesScreen({ space: id }: { readonly space: string }) {
  const [first, setFirst] = useState(step)
  const [renamed, setRenamed] = useState<FileOfListFragment>()
  const [deleted, setDeleted] = useState<FileOfListFragment>()
  const { data, fault, refresh } = useScreen(FilesQuery, { space: id, first })
  const uploads = useUploads(id, refresh)
  const remove = useAction(DeleteFile, { isInForm: true })
  const space = data?.space
  if (!space) return <Waiting fault={fault} onRetry={refresh} />
  const files = unmask(FilesOfSpace, space).revision?.files
  const mayEdit = space.permissions.edit && space.editMode === 'LIVE'
  const submitDeletion = async () => {
    if (deleted && (await remove.run({ space: id, file: deleted.fileId, first }))) setDeleted(undefined)
  }
  return (
    <SpaceFrame
      viewer={data.viewer}
      space={space}
      part="files"
      actions={
        mayEdit && (
          <FileTrigger allowsMultiple onSelect={(chosen) => void uploads.add([...(chosen ?? [])])}>
            <Button kind="main" icon={upload}>
              {text('files.upload')}
            </Button>
          </FileTrigger>
        )
      }
    >
      <DropZone
        className={styles.zone as string}
        aria-label={text('files.drop')}
        isDisabled={!mayEdit}
        onDrop={async ({ items }) => {
          const dropped = await Promise.all(
            items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : [])),
          )
          await uploads.add(dropped)
        }}
      >
        {mayEdit && <p className={styles.hint}>{text('files.drop')}</p>}
        <UploadRows uploads={uploads} />
        {files?.nodes.length === 0 && <EmptyState title={text('files.none')} hint={text('files.noneHint')} />}
        {files && files.nodes.length > 0 && (
          <ul className={`${listStyles.list} ${styles.list}`}>
            {files.nodes.map((file) => (
              <FileRow
                key={file.id}
                space={id}
                file={file}
                mayEdit={mayEdit}
                onRename={setRenamed}
                onReplace={({ fileId }, by) => void uploads.add([by], fileId)}
                onDelete={setDeleted}
              />
            ))}
          </ul>
        )}
      </DropZone>
      {files?.pageInfo.hasNextPage && (
        <Button kind="quiet" onPress={() => setFirst(first + step)}>
          {text('members.more', { shown: files.nodes.length, total: files.totalCount })}
        </Button>
      )}
      {renamed && (
        <RenameDialog space={id} file={renamed} first={first} onClose={() => setRenamed(undefined)} />
      )}
      {deleted && (
        <FormDialog
          title={text('files.deleteTitle', { name: deleted.name })}
          submitLabel={text('space.delete')}
          isDangerous
          action={remove}
          onSubmit={() => void submitDeletion()}
          onClose={() => {
            remove.clear()
            setDeleted(undefined)
          }}
        >
          <p className={styles.question}>
            {text('files.deleteText', { count: deleted.backlinks.totalCount })}
          </p>
        </FormDialog>
      )}
    </SpaceFrame>
  )
}
