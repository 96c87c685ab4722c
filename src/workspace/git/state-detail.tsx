import type { GitStateFragment } from '../../generated/workspace-operations/graphql.ts'
import { ServerWords } from '../app/server-words.tsx'
import { text } from '../app/texts.ts'
import { Hint } from '../parts/hint.tsx'
import styles from './git.module.css'

type Props = Pick<GitStateFragment['state'], 'code' | 'detail' | 'named' | 'file' | 'line'>

/** What ends a state, and what git, its server or the reader of the files says of this case. */
export const StateDetail = ({ code, detail, named, file, line }: Props) => (
  <>
    <Hint>{code === 'SYNCED' ? text('git.state.SYNCED') : text(`git.remedy.${code}`)}</Hint>
    {(detail ?? file) && (
      <p className={styles.detail}>
        {detail && <ServerWords named={named} words={detail} />}{' '}
        {file && (line === null ? file : `${file}:${line}`)}
      </p>
    )}
  </>
)
