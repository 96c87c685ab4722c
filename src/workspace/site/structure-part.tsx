import plus from 'icon:plus'
import { useMemo, useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Menu } from '../parts/menu.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { SiteFrame } from './site-frame.tsx'
import type { SitePartProps } from './site-screen.tsx'
import type { StructureDialog } from './structure-dialogs.tsx'
import styles from './structure-part.module.css'
import { StructureOfSite, structureTreeOf } from './structure-tree.ts'
import { StructureTreeView } from './structure-tree-view.tsx'
import { useStructureActions } from './use-structure-actions.ts'

const StructureQuery = graphql(`
  query SiteStructureScreen($organization: ID!, $site: ID!) {
    viewer { id ...ViewerOfFrame }
    site(id: $site, organizationId: $organization) {
      id
      permissions { admin }
      ...SiteOfFrame
      ...StructureOfSite
    }
  }
`)

const StructureDialogs = onDemand(() => import('./structure-dialogs.tsx'), 'StructureDialogs')

/** The sections, groups, links and spaces of a site in the order in which visitors see them. */
export function StructurePart(address: SitePartProps) {
  const { data, fault, refresh } = useScreen(StructureQuery, { ...address })
  const [dialog, setDialog] = useState<StructureDialog>()
  const structure = unmask(StructureOfSite, data?.site)
  const known = useMemo(() => (structure ? structureTreeOf(structure) : []), [structure])
  const actions = useStructureActions(address.site, known)
  const hasSections = structure?.structure.type === 'SECTIONS'
  const mayEdit = data?.site?.permissions.admin ?? false
  return (
    <SiteFrame {...address} part="structure" data={data} fault={fault} onRetry={refresh}>
      <header className={styles.head}>
        <p className={styles.hint}>{text('structure.hint')}</p>
        {mayEdit && <AddMenu hasSections={hasSections} isEmpty={known.length === 0} onDialog={setDialog} />}
      </header>
      {known.length === 0 ? (
        <EmptyState
          title={text('structure.empty')}
          hint={text(mayEdit ? 'structure.emptyHint' : 'structure.emptyForReaders')}
        >
          {mayEdit && (
            <Button kind="main" icon={plus} onPress={() => setDialog({ kind: 'add space', section: null })}>
              {text('structure.addSpace')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <StructureTreeView
          address={address}
          actions={mayEdit ? actions : undefined}
          tree={actions.tree}
          onDialog={setDialog}
        />
      )}
      {dialog && (
        <StructureDialogs
          {...address}
          dialog={dialog}
          tree={known}
          actions={actions}
          onClose={() => setDialog(undefined)}
        />
      )}
    </SiteFrame>
  )
}

interface AddMenuProps {
  readonly hasSections: boolean
  readonly isEmpty: boolean
  readonly onDialog: (dialog: StructureDialog) => void
}

/** Offers what can be added to the root. Groups and links stand beside sections, so a site without them has neither. */
const AddMenu = ({ hasSections, isEmpty, onDialog }: AddMenuProps) => (
  <Menu
    label={text('structure.add')}
    trigger={
      <Button kind={isEmpty ? 'plain' : 'main'} icon={plus}>
        {text('structure.add')}
      </Button>
    }
    groups={[
      [
        !hasSections && {
          id: 'space',
          label: text('structure.addVariant'),
          act: () => onDialog({ kind: 'add space', section: null }),
        },
        { id: 'section', label: text('structure.addSection'), act: () => onDialog({ kind: 'add section' }) },
      ],
      [
        hasSections && {
          id: 'group',
          label: text('structure.addGroup'),
          act: () => onDialog({ kind: 'add group' }),
        },
        hasSections && {
          id: 'link',
          label: text('structure.addLink'),
          act: () => onDialog({ kind: 'add link' }),
        },
      ],
    ]}
  />
)
