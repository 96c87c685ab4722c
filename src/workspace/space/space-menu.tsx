import pdf from 'icon:file-pdf'
import markdown from 'icon:file-zipper'
import { useClient } from 'urql'
import { text } from '../app/texts.ts'
import { Menu } from '../parts/menu.tsx'
import { download } from './page-exports.ts'

/** The menu of a space: its pages as files. */
export function SpaceMenu({ space }: { readonly space: string }) {
  const client = useClient()
  const label = text('space.export')
  return (
    <Menu
      label={label}
      groups={[
        [
          {
            id: 'markdown',
            label: text('space.exportMarkdown'),
            icon: markdown,
            act: () => void download(client, 'markdown', space),
          },
          {
            id: 'pdf',
            label: text('space.exportPdf'),
            icon: pdf,
            act: () => void download(client, 'pdf', space),
          },
        ],
      ]}
    />
  )
}
