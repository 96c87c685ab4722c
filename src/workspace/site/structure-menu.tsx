import down from 'icon:arrow-down'
import up from 'icon:arrow-up'
import eye from 'icon:eye'
import eyeSlash from 'icon:eye-slash'
import move from 'icon:folder-tree'
import palette from 'icon:palette'
import pen from 'icon:pen'
import plus from 'icon:plus'
import star from 'icon:star'
import trash from 'icon:trash'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { Menu } from '../parts/menu.tsx'
import type { SitePartProps } from './site-screen.tsx'
import type { StructureDialog } from './structure-dialogs.tsx'
import { allNodes, type StructureNode } from './structure-tree.ts'
import type { StructureActions } from './use-structure-actions.ts'

interface Props {
  readonly address: SitePartProps
  readonly node: StructureNode
  readonly tree: readonly StructureNode[]
  readonly actions: StructureActions
  readonly onDialog: (dialog: StructureDialog) => void
}

/** Offers what can be done with an item of the structure, also without a mouse. */
export function StructureMenu({ address, node, tree, actions, onDialog }: Props) {
  const { item } = node
  const siblings = allNodes(tree).filter(({ parent }) => parent === node.parent)
  const index = siblings.findIndex(({ id }) => id === node.id)
  const [before, after] = [siblings[index - 1], siblings[index + 1]]
  const isVariant = item.__typename === 'SiteSpace'
  const hasGroups = allNodes(tree).some((other) => other.item.__typename === 'SiteSectionGroup')
  const label = text('home.actionsFor', { title: item.title })
  return (
    <Menu
      label={label}
      groups={[
        [
          {
            id: 'edit',
            label: text('structure.edit'),
            icon: pen,
            act: () => onDialog({ kind: 'edit', node }),
          },
          item.__typename === 'SiteSection' && {
            id: 'variant',
            label: text('structure.addVariant'),
            icon: plus,
            act: () => onDialog({ kind: 'add space', section: node.id }),
          },
          isVariant && {
            id: 'look',
            label: text('structure.look'),
            icon: palette,
            href: `${paths.site(address.organization, address.site, 'customization')}?variant=${node.id}`,
          },
          isVariant && { id: 'space', label: text('structure.openSpace'), href: paths.space(item.space.id) },
        ],
        [
          before !== undefined && {
            id: 'up',
            label: text('structure.up'),
            icon: up,
            act: () => void actions.move(node, { beside: before, side: 'before' }),
          },
          after !== undefined && {
            id: 'down',
            label: text('structure.down'),
            icon: down,
            act: () => void actions.move(node, { beside: after, side: 'after' }),
          },
          !isVariant &&
            hasGroups && {
              id: 'move',
              label: text('structure.moveTo'),
              icon: move,
              act: () => onDialog({ kind: 'move', node }),
            },
        ],
        [
          'isDefault' in item &&
            !item.isDefault && {
              id: 'default',
              label: text('structure.makeDefault'),
              icon: star,
              act: () => void actions.chooseDefault(node),
            },
          isVariant && {
            id: 'hide',
            label: text(item.isHidden ? 'structure.unhide' : 'structure.hide'),
            icon: item.isHidden ? eye : eyeSlash,
            act: () => void actions.update(node, { isHidden: !item.isHidden }),
          },
          {
            id: 'draft',
            label: text(item.isDraft ? 'structure.undraft' : 'structure.makeDraft'),
            icon: item.isDraft ? eye : eyeSlash,
            act: () => void actions.update(node, { isDraft: !item.isDraft }),
          },
        ],
        [
          {
            id: 'remove',
            label: text('structure.remove'),
            icon: trash,
            isDangerous: true,
            act: () => onDialog({ kind: 'remove', node }),
          },
        ],
      ]}
    />
  )
}
