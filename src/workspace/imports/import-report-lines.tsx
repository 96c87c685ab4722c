import type { ImportNoteKind, ImportSkipKind } from '../../generated/workspace-operations/graphql.ts'
import { type NamedMessage, ServerWords } from '../app/server-words.tsx'
import { language, text } from '../app/texts.ts'
import { Badge } from '../parts/badge.tsx'
import { SelectField } from '../parts/fields.tsx'
import listStyles from '../parts/list.module.css'
import { LongList } from '../parts/long-list.tsx'
import { useField } from '../parts/use-field.ts'
import styles from './imports.module.css'

type Kind = ImportNoteKind | `SKIPPED_${ImportSkipKind}`

/** Something that a report says of a file. */
export interface ReportLine {
  readonly kind: Kind
  readonly path: string
  readonly text: string
  readonly named: NamedMessage | null
}

const all = 'ALL'

const isSkip = (kind: Kind): boolean => kind.startsWith('SKIPPED_')

/** What a line says. One of a report of an earlier version has no name, and a page in English says it as it is. */
const LineText = ({ named, text: words }: ReportLine) =>
  named || language !== 'en' ? <ServerWords named={named} words={words} /> : words

/** The lines of a report: all of them, or those of one kind. */
export function ReportLines({ lines }: { readonly lines: readonly ReportLine[] }) {
  const kind = useField<Kind | typeof all>(all)
  const kinds = Map.groupBy(lines, (line) => line.kind)
  const nodes = lines
    .map((line, index) => ({ ...line, id: String(index) }))
    .filter((line) => kind.value === all || line.kind === kind.value)
  return (
    <>
      <div className={styles.filter}>
        <SelectField
          name="kind"
          label={text('imports.show')}
          {...kind}
          choices={[
            { value: all, label: text('imports.all', { count: lines.length }) },
            ...[...kinds].map(([value, { length }]) => ({
              value,
              label: `${text(`imports.kind.${value}`)} (${length})`,
            })),
          ]}
        />
      </div>
      <LongList
        label={text('imports.report')}
        pages={{ nodes, hasMore: false, isLoading: false, more: () => undefined }}
        nameOf={({ path }) => path}
      >
        {(line) => (
          <>
            <div className={listStyles.what}>
              <code>{line.path}</code>
              <span className={listStyles.note}>
                <LineText {...line} />
              </span>
            </div>
            <Badge kind={isSkip(line.kind) ? 'warning' : 'plain'}>{text(`imports.kind.${line.kind}`)}</Badge>
          </>
        )}
      </LongList>
    </>
  )
}
