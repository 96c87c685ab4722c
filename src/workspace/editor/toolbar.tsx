import undoIcon from 'icon:arrow-rotate-left'
import redoIcon from 'icon:arrow-rotate-right'
import bold from 'icon:bold'
import code from 'icon:code'
import heading from 'icon:heading'
import italic from 'icon:italic'
import keyboard from 'icon:keyboard'
import link from 'icon:link'
import tasks from 'icon:list-check'
import numbers from 'icon:list-ol'
import bullets from 'icon:list-ul'
import clip from 'icon:paperclip'
import plus from 'icon:plus'
import quote from 'icon:quote-left'
import { redo, undo } from '@codemirror/commands'
import type { Command, EditorView } from '@codemirror/view'
import { Group, Toolbar } from 'react-aria-components'
import { type TextKey, text } from '../app/texts.ts'
import { Button, IconButton } from '../parts/button.tsx'
import type { IconShape } from '../parts/icon.tsx'
import { insertLink, runIn, toggleLead, toggleMark } from './commands.ts'
import { startLink } from './link-completion.ts'
import styles from './toolbar.module.css'

interface Tool {
  readonly label: TextKey
  readonly keys: string
  readonly icon: IconShape
  readonly run: Command
}

const groups: readonly (readonly Tool[])[] = [
  [
    { label: 'editor.tool.undo', keys: 'Z', icon: undoIcon, run: undo },
    { label: 'editor.tool.redo', keys: 'Y', icon: redoIcon, run: redo },
  ],
  [
    { label: 'editor.tool.heading', keys: 'Alt+2', icon: heading, run: toggleLead('## ') },
    { label: 'editor.tool.bold', keys: 'B', icon: bold, run: toggleMark('**') },
    { label: 'editor.tool.italic', keys: 'I', icon: italic, run: toggleMark('*') },
    { label: 'editor.tool.code', keys: 'E', icon: code, run: toggleMark('`') },
    { label: 'editor.tool.link', keys: 'Shift+K', icon: link, run: insertLink },
  ],
  [
    { label: 'editor.tool.bullets', keys: 'Shift+8', icon: bullets, run: toggleLead('* ') },
    { label: 'editor.tool.numbers', keys: 'Shift+7', icon: numbers, run: toggleLead('1. ') },
    { label: 'editor.tool.tasks', keys: 'Shift+9', icon: tasks, run: toggleLead('* [ ] ') },
    { label: 'editor.tool.quote', keys: 'Shift+.', icon: quote, run: toggleLead('> ') },
  ],
]

/** The key that commands are pressed with, as this device names it. */
export const control = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'

interface Props {
  readonly view: EditorView | null
  readonly onChooseFile: () => void
  readonly onHelp: () => void
}

export const TextToolbar = ({ view, onChooseFile, onHelp }: Props) => (
  <Toolbar aria-label={text('editor.tools')} className={styles.toolbar as string}>
    <Button kind="quiet" icon={plus} onPress={() => view && openBlocks(view)}>
      {text('editor.insert')}
    </Button>
    <IconButton label={text('editor.tool.file')} icon={clip} onPress={onChooseFile} />
    {groups.map((tools) => (
      <Group key={tools[0]?.label} className={styles.group as string}>
        {tools.map(({ label, keys, icon, run }) => (
          <IconButton
            key={label}
            label={`${text(label)} (${control}+${keys})`}
            icon={icon}
            onPress={() => runIn(view, run)}
          />
        ))}
      </Group>
    ))}
    <IconButton label={`${text('editor.help.title')} (${control}+/)`} icon={keyboard} onPress={onHelp} />
  </Toolbar>
)

/** Offers the blocks, on a line of their own. */
function openBlocks(view: EditorView): void {
  const { head } = view.state.selection.main
  const line = view.state.doc.lineAt(head)
  const isEmpty = line.text.trim() === ''
  view.dispatch({ selection: { anchor: isEmpty ? head : line.to } })
  startLink(view, isEmpty ? '/' : '\n\n/')
}
