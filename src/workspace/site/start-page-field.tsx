import { useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { type ComboChoice, ComboField } from '../parts/combo-field.tsx'
import { withChosen } from '../parts/use-found.ts'

const StartPagesQuery = graphql(`
  query StartPagesToChoose($space: ID!) {
    space(id: $space) {
      id
      revision { id allPages(computed: false) { id ... on DocumentPage { pageId title path } } }
    }
  }
`)

/** How many pages are offered at once, as a space may have thousands. */
const mostOffered = 30

interface Props {
  readonly name: string
  readonly space: string
  /** The id of a page; null for the first page of the space. */
  readonly value: string | null
  readonly onChange: (page: string | null) => void
}

/** A field for the page with which a space begins on a site, or for its first page if it is emptied. */
export function StartPageField({ space, ...field }: Props) {
  const [{ data }] = useQuery({ query: StartPagesQuery, variables: { space } })
  const revision = data?.space?.id === space ? data.space.revision : undefined
  const pages = revision?.allPages.flatMap((page) =>
    'pageId' in page ? [{ id: page.pageId, label: page.title, hint: `/${page.path}` }] : [],
  )
  // The title of the chosen page is not known before.
  return <PageField key={pages === undefined ? 'waiting' : space} {...field} pages={pages} />
}

interface PageFieldProps extends Omit<Props, 'space'> {
  /** Undefined while they are read. */
  readonly pages: readonly ComboChoice[] | undefined
}

function PageField({ pages = [], value, onChange, ...field }: PageFieldProps) {
  const chosen = pages.find(({ id }) => id === value)
  const [typed, setTyped] = useState(chosen?.label ?? '')
  const isChosen = typed === chosen?.label
  const wanted = useDeferredValue(isChosen ? '' : typed.trim().toLowerCase())
  const matches = pages.filter(({ label }) => label.toLowerCase().includes(wanted))
  const type = (next: string) => {
    setTyped(next)
    if (next === '') onChange(null)
  }
  return (
    <ComboField
      {...field}
      label={text('structure.startPage')}
      choices={withChosen(matches.slice(0, mostOffered), chosen, isChosen)}
      typed={typed}
      onType={type}
      value={value}
      onChange={(page) => page !== null && onChange(page)}
      placeholder={text('structure.firstPage')}
    />
  )
}
