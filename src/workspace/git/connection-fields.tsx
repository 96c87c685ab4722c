import type { GitDirection } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { SelectField, TextField } from '../parts/fields.tsx'

/** Where the branch is, and the token that reads and writes it. An empty token stays as it is. */
export interface Place {
  readonly url: string
  readonly branch: string
  readonly directory: string
  readonly token: string
}

export const emptyPlace: Place = { url: '', branch: 'main', directory: '', token: '' }

const directions = ['FROM_GIT', 'FROM_SPACE'] as const satisfies readonly GitDirection[]

interface Props {
  readonly place: Place
  readonly direction: GitDirection
  /** Whether the connection has a token already, which is never shown. */
  readonly hasToken: boolean
  readonly onPlace: (place: Place) => void
  readonly onDirection: (direction: GitDirection) => void
}

export const ConnectionFields = ({ place, direction, hasToken, onPlace, onDirection }: Props) => (
  <>
    <TextField
      name="url"
      type="url"
      label={text('git.url')}
      hint={text('git.urlHint')}
      placeholder="https://git.example.com/team/docs.git"
      value={place.url}
      onChange={(url) => onPlace({ ...place, url })}
      isRequired
    />
    <TextField
      name="branch"
      label={text('git.branch')}
      value={place.branch}
      onChange={(branch) => onPlace({ ...place, branch })}
      isRequired
    />
    <TextField
      name="directory"
      label={text('git.directory')}
      hint={text('git.directoryHint')}
      placeholder="docs"
      value={place.directory}
      onChange={(directory) => onPlace({ ...place, directory })}
    />
    <TextField
      name="token"
      type="password"
      label={text('git.token')}
      hint={text(hasToken ? 'git.tokenKept' : 'git.tokenHint')}
      value={place.token}
      onChange={(token) => onPlace({ ...place, token })}
    />
    <SelectField
      name="direction"
      label={text('git.direction')}
      value={direction}
      choices={directions.map((value) => ({
        value,
        label: text(`git.direction.${value}`),
        hint: text(`git.directionHint.${value}`),
      }))}
      onChange={onDirection}
    />
  </>
)
