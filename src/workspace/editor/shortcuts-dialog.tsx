import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { type TextKey, text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import dialogStyles from '../parts/dialog.module.css'
import styles from './shortcuts-dialog.module.css'
import { control } from './toolbar.tsx'

/** What is typed, and what it does. */
const typed: readonly (readonly [string, TextKey])[] = [
  ['/', 'editor.help.blocks'],
  ['@', 'editor.help.mention'],
  ['[[', 'editor.help.link'],
  ['{{', 'editor.help.variable'],
  [':', 'editor.help.emoji'],
]

/** Keys that are pressed with the one for commands. */
const pressed: readonly (readonly [string, TextKey])[] = [
  ['S', 'editor.save'],
  ['F', 'editor.find.find'],
  ['Z', 'editor.tool.undo'],
  ['Y', 'editor.tool.redo'],
  ['B', 'editor.tool.bold'],
  ['I', 'editor.tool.italic'],
  ['E', 'editor.tool.code'],
  ['Shift+X', 'editor.help.strike'],
  ['Shift+K', 'editor.tool.link'],
  ['Alt+2', 'editor.tool.heading'],
  ['Alt+3', 'editor.block.heading3'],
  ['Shift+7', 'editor.tool.numbers'],
  ['Shift+8', 'editor.tool.bullets'],
  ['Shift+9', 'editor.tool.tasks'],
  ['Shift+.', 'editor.tool.quote'],
  ['] [', 'editor.help.indent'],
  ['/', 'editor.help.title'],
]

/** What can be typed and pressed in the editor. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <ModalOverlay isOpen isDismissable onOpenChange={onClose} className={dialogStyles.overlay as string}>
    <Modal className={dialogStyles.modal as string}>
      <Dialog className={dialogStyles.dialog as string}>
        <Heading slot="title" className={dialogStyles.title as string}>
          {text('editor.help.title')}
        </Heading>
        <Keys title={text('editor.help.typed')} rows={typed} />
        <Keys
          title={text('editor.help.pressed')}
          rows={pressed.map(([keys, label]) => [`${control}+${keys}`, label])}
        />
        <div className={dialogStyles.buttons}>
          <Button autoFocus onPress={onClose}>
            {text('notice.close')}
          </Button>
        </div>
      </Dialog>
    </Modal>
  </ModalOverlay>
)

interface KeysProps {
  readonly title: string
  readonly rows: readonly (readonly [string, TextKey])[]
}

const Keys = ({ title, rows }: KeysProps) => (
  <section className={styles.keys}>
    <h3>{title}</h3>
    <dl>
      {rows.map(([keys, label]) => (
        <div key={keys + label}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{text(label)}</dd>
        </div>
      ))}
    </dl>
  </section>
)
