import down from 'icon:arrow-down'
import up from 'icon:arrow-up'
import clipboard from 'icon:clipboard'
import copy from 'icon:copy'
import eye from 'icon:eye'
import eyeSlash from 'icon:eye-slash'
import pdf from 'icon:file-pdf'
import markdown from 'icon:file-zipper'
import move from 'icon:folder-tree'
import pen from 'icon:pen'
import plus from 'icon:plus'
import trash from 'icon:trash'
import { useClient } from 'urql'
import { paths, serverAddress } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { Menu } from '../parts/menu.tsx'
import { download } from './page-exports.ts'
import type { PageItem } from './page-list.ts'
import { stepsOf } from './page-places.ts'
import type { SpacePages } from './use-space-pages.tsx'

interface Props {
  readonly item: PageItem
  readonly pages: SpacePages
}

export function PageMenu({ item, pages }: Props) {
  const client = useClient()
  const { space, items, actions, open } = pages
  const { id, page } = item
  const label = text('space.actionsFor', { title: page.title })
  const { up: above, down: below } = actions ? stepsOf(items, item) : {}
  const isLink = page.__typename === 'LinkPage'
  const copyLink = async () => {
    await navigator.clipboard.writeText(`${location.origin}${serverAddress(paths.page(space, id))}`)
    showDone(text('space.linkCopied'))
  }
  return (
    <Menu
      label={label}
      groups={[
        actions
          ? [
              !isLink && {
                id: 'new',
                label: text('space.newSubpage'),
                icon: plus,
                act: () => open({ kind: 'create', type: 'DOCUMENT', into: id }),
              },
              {
                id: 'rename',
                label: text(isLink ? 'space.editLink' : 'space.rename'),
                icon: pen,
                act: () => open({ kind: 'rename', item }),
              },
              {
                id: 'hide',
                label: text(page.isHidden ? 'space.show' : 'space.hide'),
                icon: page.isHidden ? eye : eyeSlash,
                act: () => void actions.toggleHidden(item),
              },
              {
                id: 'duplicate',
                label: text('space.duplicate'),
                icon: copy,
                act: () => void actions.duplicate(item),
              },
            ]
          : [],
        actions
          ? [
              {
                id: 'move',
                label: text('space.moveTo'),
                icon: move,
                act: () => open({ kind: 'move', item }),
              },
              above !== undefined && {
                id: 'up',
                label: text('space.moveUp'),
                icon: up,
                act: () => void actions.move(item, above),
              },
              below !== undefined && {
                id: 'down',
                label: text('space.moveDown'),
                icon: down,
                act: () => void actions.move(item, below),
              },
            ]
          : [],
        [
          { id: 'link', label: text('space.copyLink'), icon: clipboard, act: () => void copyLink() },
          !isLink && {
            id: 'markdown',
            label: text('space.exportMarkdown'),
            icon: markdown,
            act: () => void download(client, 'markdown', space, id),
          },
          !isLink && {
            id: 'pdf',
            label: text('space.exportPdf'),
            icon: pdf,
            act: () => void download(client, 'pdf', space, id),
          },
        ],
        actions
          ? [
              {
                id: 'delete',
                label: text('space.delete'),
                icon: trash,
                isDangerous: true,
                act: () => void actions.remove(item),
              },
            ]
          : [],
      ]}
    />
  )
}
