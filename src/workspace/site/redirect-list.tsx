import arrow from 'icon:arrow-right'
import pen from 'icon:pen'
import trash from 'icon:trash'
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type {
  RedirectOfListFragment,
  RedirectsOfSiteFragment,
} from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import treeStyles from '../parts/tree.module.css'
import { addressOf, inputOf } from './destinations.ts'
import type { RedirectDialog } from './redirect-dialogs.tsx'
import { CreateRedirect, DeleteRedirect, RedirectOfList } from './redirects-operations.ts'
import styles from './redirects-part.module.css'

/** As in the styles, in CSS pixels. */
const rowHeight = matchMedia('(width < 40rem)').matches ? 61 : 45

/** The part of the list that the screen shows, and each change answers with. */
export interface ListVariables {
  readonly first: number
  readonly search: string | null
}

interface Props {
  readonly site: string
  readonly list: ListVariables
  readonly redirects: RedirectsOfSiteFragment['redirects']['nodes']
  readonly mayEdit: boolean
  readonly onDialog: (dialog: RedirectDialog) => void
}

/** The redirects of a site by their sources. */
export function RedirectList({ site, list, redirects, mayEdit, onDialog }: Props) {
  const create = useAction(CreateRedirect)
  const remove = useAction(DeleteRedirect)
  const rows = redirects.map((node) => unmask(RedirectOfList, node))
  const deleteRow = async ({ id, source, destination, isPermanent, isDraft, includesCapturedPath }: Row) => {
    if (!(await remove.run({ site, id, ...list }))) return
    const input = { source, destination: inputOf(destination), isPermanent, isDraft, includesCapturedPath }
    showDone(text('redirects.deleted', { source }), () => void create.run({ site, input, ...list }))
  }
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
      <GridList
        aria-label={text('site.redirects')}
        className={styles.list as string}
        style={{ blockSize: `min(70dvh, ${rows.length * rowHeight + 2}px)` }}
        items={rows}
        selectionMode="none"
      >
        {(row) => (
          <GridListItem
            id={row.id}
            textValue={`${row.source} ${addressOf(row.destination)}`}
            className={`${treeStyles.item} ${styles.item}`}
          >
            <div className={styles.row}>
              <span className={styles.source}>
                <bdi dir="ltr">{row.source}</bdi>
              </span>
              <span className={styles.destination}>
                <Icon shape={arrow} />
                <bdi dir="ltr">{addressOf(row.destination)}</bdi>
              </span>
              <span className={styles.badges}>
                {row.isDraft && <span>{text('redirects.draft')}</span>}
                {row.isPermanent && <span>{text('redirects.permanent')}</span>}
              </span>
              {mayEdit && <RowMenu row={row} onDialog={onDialog} onDelete={() => void deleteRow(row)} />}
            </div>
          </GridListItem>
        )}
      </GridList>
    </Virtualizer>
  )
}

type Row = RedirectOfListFragment

interface RowMenuProps {
  readonly row: Row
  readonly onDialog: (dialog: RedirectDialog) => void
  readonly onDelete: () => void
}

function RowMenu({ row, onDialog, onDelete }: RowMenuProps) {
  const label = text('home.actionsFor', { title: row.source })
  return (
    <Menu
      label={label}
      groups={[
        [
          {
            id: 'edit',
            label: text('structure.edit'),
            icon: pen,
            act: () => onDialog({ kind: 'edit', redirect: row }),
          },
        ],
        [{ id: 'delete', label: text('home.delete'), icon: trash, isDangerous: true, act: onDelete }],
      ]}
    />
  )
}
