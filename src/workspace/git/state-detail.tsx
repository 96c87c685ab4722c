import type { GitStateFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Hint } from '../parts/hint.tsx'
import styles from './git.module.css'

type Props = Pick<GitStateFragment['state'], 'code' | 'detail' | 'file' | 'line'>

/** What ends a state, and what git, its server or the reader of the files says of this case. */
export const StateDetail = ({ code, detail, file, line }: Props) => (
  <>
    <Hint>{code === 'SYNCED' ? text('git.state.SYNCED') : text(`git.remedy.${code}`)}</Hint>
    {(detail ?? file) && (
      <p className={styles.detail}>
        {detail && (
          <q lang="en" dir="ltr">
            {detail}
          </q>
        )}{' '}
        {file && (line === null ? file : `${file}:${line}`)}
      </p>
    )}
  </>
)
