import type { VariantOfStructureFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { SpaceField } from '../parts/space-field.tsx'
import { StartPageField } from './start-page-field.tsx'
import type { StructureItem } from './structure-tree.ts'

/** What a site-space shows of the workspace. */
export interface ShownSpace {
  /** Null if none is chosen. */
  readonly space: string | null
  /** The page at its path; null for the first page. */
  readonly page: string | null
}

/** Returns what an item of the structure shows: nothing, unless it is a site-space. */
export const shownSpaceOf = (item: StructureItem): ShownSpace =>
  item.__typename === 'SiteSpace' ? { space: item.space.id, page: item.pageId } : { space: null, page: null }

/** Returns the members of the input that make a site-space show something else. */
export const shownSpaceChanges = (before: ShownSpace, after: ShownSpace) => ({
  ...(after.space !== null && after.space !== before.space && { spaceId: after.space }),
  ...(after.page !== before.page && { pageId: after.page }),
})

interface Props {
  readonly organization: string
  readonly item: VariantOfStructureFragment
  readonly shown: ShownSpace
  readonly onChange: (shown: ShownSpace) => void
}

/** The fields for the space that a site-space shows, and for the page with which it begins. */
export const ShownSpaceFields = ({ organization, item, shown: { space, page }, onChange }: Props) => (
  <>
    <SpaceField
      name="spaceId"
      label={text('structure.space')}
      hint={text('structure.otherSpaceHint')}
      organization={organization}
      chosen={item.space}
      value={space}
      onChange={(id) => onChange(id === item.space.id ? shownSpaceOf(item) : { space: id, page: null })}
    />
    {space !== null && (
      <StartPageField
        name="pageId"
        space={space}
        value={page}
        onChange={(id) => onChange({ space, page: id })}
      />
    )}
  </>
)
