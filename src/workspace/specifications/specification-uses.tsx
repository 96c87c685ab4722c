import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { usePages } from '../app/use-pages.ts'
import listStyles from '../parts/list.module.css'
import { LongList } from '../parts/long-list.tsx'
import { UsesOfSpecification, UsesQuery } from './specification-operations.ts'
import styles from './specifications.module.css'

interface Props {
  readonly organization: string
  readonly slug: string
  readonly specification: FragmentType<typeof UsesOfSpecification> | null
}

/** The pages that show a specification, of the spaces that the viewer may read. */
export function SpecificationUses({ organization, slug, specification }: Props) {
  const uses = unmask(UsesOfSpecification, specification)?.backlinks
  const pages = usePages({
    document: UsesQuery,
    variables: { organization, slug },
    first: uses,
    pageOf: (answer) => unmask(UsesOfSpecification, answer.openAPISpec)?.backlinks,
  })
  const rows = pages.nodes.map(({ space, page }) => ({ id: `${space.id} ${page.id}`, space, page }))
  return (
    <section className={styles.part}>
      <h2>{text('openapi.uses', { count: uses?.totalCount ?? 0 })}</h2>
      {rows.length === 0 ? (
        <p className={listStyles.note}>{text('openapi.unused')}</p>
      ) : (
        <LongList
          label={text('openapi.useList')}
          pages={{ ...pages, nodes: rows }}
          estimatedRowHeight={57}
          nameOf={({ page, space }) => `${page.title}, ${space.title}`}
          hrefOf={({ page, space }) => paths.page(space.id, page.pageId)}
        >
          {({ page, space }) => (
            <span className={listStyles.what}>
              {page.title}
              <span className={listStyles.note}>{space.title}</span>
            </span>
          )}
        </LongList>
      )}
    </section>
  )
}
