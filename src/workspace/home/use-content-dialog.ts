import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ContentDialog } from './content-dialogs.tsx'

/** The dialogs that an address opens, as `?new=space` does. */
const asked: Readonly<Record<string, ContentDialog>> = {
  space: { kind: 'create space', parent: null },
  collection: { kind: 'create collection', parent: null },
  import: { kind: 'import', parent: null },
}

/** Returns the dialog that is open, which the address can open too, and a function that opens another or none. */
export function useContentDialog(): readonly [
  ContentDialog | undefined,
  (dialog: ContentDialog | undefined) => void,
] {
  const [dialog, setDialog] = useState<ContentDialog>()
  const [search, setSearch] = useSearchParams()
  const kind = search.get('new')
  const change = (next: ContentDialog | undefined) => {
    setDialog(next)
    if (kind !== null) setSearch({}, { replace: true })
  }
  return [dialog ?? (kind === null ? undefined : asked[kind]), change]
}
