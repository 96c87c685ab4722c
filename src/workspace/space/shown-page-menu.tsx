import type { FragmentType } from '../../generated/workspace-operations/fragment-masking.ts'
import { PageMenu } from './page-menu.tsx'
import { type EditablePages, useSpacePages } from './use-space-pages.tsx'

interface Props {
  readonly space: FragmentType<typeof EditablePages>
  readonly page: string
}

export function ShownPageMenu({ space, page }: Props) {
  const pages = useSpacePages(space, page)
  const item = pages.items.get(page)
  return (
    item && (
      <>
        <PageMenu item={item} pages={pages} />
        {pages.dialog}
      </>
    )
  )
}
