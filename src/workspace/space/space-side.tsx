import plus from 'icon:plus'
import { Link } from 'react-aria-components'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { Menu } from '../parts/menu.tsx'
import { PageTree } from './page-tree.tsx'
import styles from './space-side.module.css'
import { type SpacePages, useSpacePages } from './use-space-pages.tsx'

export const SideOfSpace = graphql(`
  fragment SideOfSpace on Space { id title ...EditablePages }
`)

interface Props {
  readonly space: FragmentType<typeof SideOfSpace>
  readonly currentPage?: string
}

/** The side column of a space: its title and its pages. */
export function SpaceSide({ space, currentPage }: Props) {
  const shown = unmask(SideOfSpace, space)
  const { id, title } = shown
  const pages = useSpacePages(shown, currentPage)
  return (
    <div className={styles.side}>
      <div className={styles.head}>
        <Link href={paths.space(id)} className={styles.title as string}>
          {title}
        </Link>
        {pages.actions && <NewPageMenu open={pages.open} />}
      </div>
      <div className={styles.pages}>
        {pages.tree.length === 0 ? (
          <p className={styles.none}>{text('space.noPages')}</p>
        ) : (
          <PageTree key={id} pages={pages} current={currentPage} />
        )}
      </div>
      {pages.dialog}
    </div>
  )
}

const NewPageMenu = ({ open }: Pick<SpacePages, 'open'>) => (
  <Menu
    label={text('space.add')}
    icon={plus}
    groups={[
      [
        {
          id: 'page',
          label: text('space.newPage'),
          act: () => open({ kind: 'create', type: 'DOCUMENT', into: null }),
        },
        {
          id: 'group',
          label: text('space.newGroup'),
          act: () => open({ kind: 'create', type: 'GROUP', into: null }),
        },
        {
          id: 'link',
          label: text('space.newLink'),
          act: () => open({ kind: 'create', type: 'LINK', into: null }),
        },
      ],
    ]}
  />
)
