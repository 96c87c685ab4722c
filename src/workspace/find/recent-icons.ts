import book from 'icon:book'
import pullRequest from 'icon:code-pull-request'
import page from 'icon:file-lines'
import folder from 'icon:folder'
import globe from 'icon:globe'
import type { IconShape } from '../parts/icon.tsx'

const icons: readonly (readonly [RegExp, IconShape])[] = [
  [/^\/c\//, folder],
  [/^\/o\//, globe],
  [/\/pages\//, page],
  [/\/~\/changes\//, pullRequest],
]

/** Returns the icon of the kind of object that a path is of. */
export const iconOfPath = (path: string): IconShape =>
  icons.find(([pattern]) => pattern.test(path))?.[1] ?? book
