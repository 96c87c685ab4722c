import pen from 'icon:pen'
import trash from 'icon:trash'
import { type ReactNode, useState } from 'react'
import type { FragmentType } from '../../generated/workspace-operations/fragment-masking.ts'
import type { Fault } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Menu } from '../parts/menu.tsx'
import { Avatar } from '../parts/person.tsx'
import { Prose } from '../parts/prose.tsx'
import { Ago } from '../parts/time.tsx'
import styles from './comments.module.css'
import { type ReactionOfComment, Reactions } from './reactions.tsx'
import { Writer } from './writer.tsx'

interface Props {
  readonly space: string
  /** A comment or a reply. */
  readonly post: {
    readonly postedAt: string
    readonly editedAt: string | null
    readonly postedBy: { readonly displayName: string; readonly photoURL: string | null } | null
    readonly body: { readonly html: string; readonly markdown: string | null }
    readonly permissions: { readonly edit: boolean; readonly delete: boolean; readonly react: boolean }
    readonly reactions: readonly FragmentType<typeof ReactionOfComment>[]
  }
  readonly edit: { readonly isRunning: boolean; readonly fault: Fault | undefined }
  /** Resolves to whether the new text was saved. */
  readonly onEdit: (markdown: string) => Promise<boolean>
  readonly onReact: Parameters<typeof Reactions>[0]['onReact']
  readonly onDelete: () => void
  /** What stands beside the name. */
  readonly children?: ReactNode
}

/** What somebody wrote, with the reactions to it. */
export function Post({ space, post, edit, onEdit, onReact, onDelete, children }: Props) {
  const { postedAt, editedAt, postedBy, body, permissions, reactions } = post
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const save = async (markdown: string) => {
    const isSaved = await onEdit(markdown)
    if (isSaved) setEditing(false)
    return isSaved
  }
  return (
    <div className={styles.post}>
      <header>
        {postedBy && <Avatar person={postedBy} />}
        <strong>{postedBy?.displayName ?? text('comment.somebody')}</strong>
        <span className={styles.time}>
          <Ago at={postedAt} />
          {editedAt && ` · ${text('comment.edited')}`}
        </span>
        {children}
        {(permissions.edit || permissions.delete) && (
          <Menu
            label={text('comment.actions')}
            groups={[
              [
                permissions.edit && {
                  id: 'edit',
                  label: text('page.edit'),
                  icon: pen,
                  act: () => setEditing(true),
                },
                permissions.delete && {
                  id: 'delete',
                  label: text('space.delete'),
                  icon: trash,
                  isDangerous: true,
                  act: () => setDeleting(true),
                },
              ],
            ]}
          />
        )}
      </header>
      {isEditing ? (
        <Writer
          label={text('comment.editText')}
          action={text('space.save')}
          space={space}
          markdown={body.markdown ?? ''}
          isRunning={edit.isRunning}
          fault={edit.fault}
          onSend={save}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <div className={styles.body}>
          <Prose html={body.html} />
        </div>
      )}
      <Reactions reactions={reactions} mayReact={permissions.react} onReact={onReact} />
      {isDeleting && (
        <FormDialog
          title={text('comment.deleteTitle')}
          submitLabel={text('space.delete')}
          isDangerous
          action={{ isRunning: false, fault: undefined }}
          onSubmit={() => {
            setDeleting(false)
            onDelete()
          }}
          onClose={() => setDeleting(false)}
        >
          <p className={styles.question}>{text('comment.deleteText')}</p>
        </FormDialog>
      )}
    </div>
  )
}
