import upload from 'icon:upload'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import type { PlaceOfSpaceFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import type { ListVariables } from './redirect-list.tsx'
import { type BadRow, readRedirects } from './redirects-csv.ts'
import { ImportRedirects } from './redirects-operations.ts'
import styles from './redirects-part.module.css'

/** As many as the server takes at once. */
const batchSize = 500

interface Props {
  readonly site: string
  readonly list: ListVariables
  readonly places: readonly PlaceOfSpaceFragment[]
  readonly onClose: () => void
}

/** Takes redirects from a file or a text. What cannot be taken is listed with its row, and does not keep the others. */
export function ImportRedirectsDialog({ site, list, places, onClose }: Props) {
  const [csv, setCsv] = useState('')
  const [refused, setRefused] = useState<readonly BadRow[]>([])
  const run = useAction(ImportRedirects, { isInForm: true })
  const { good, bad } = readRedirects(csv, places)
  const shown = [...bad, ...refused].toSorted((one, other) => one.row - other.row)
  const change = (text: string) => {
    setCsv(text)
    setRefused([])
  }
  const submit = async () => {
    const faults: BadRow[] = []
    for (let from = 0; from < good.length; from += batchSize) {
      const batch = good.slice(from, from + batchSize)
      const done = await run.run({ site, redirects: batch.map(({ input }) => input), ...list })
      if (!done?.upsertSiteRedirects) return
      for (const [index, { error }] of done.upsertSiteRedirects.siteRedirectResults.entries())
        if (error !== null) faults.push({ row: batch[index]?.row ?? 0, message: error })
    }
    showDone(text('redirects.imported', { count: good.length - faults.length }))
    setRefused(faults)
    if (faults.length === 0 && bad.length === 0) onClose()
  }
  return (
    <FormDialog
      title={text('redirects.import')}
      submitLabel={text('redirects.importNow', { count: good.length })}
      action={run}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text('redirects.importHint')}</p>
      <FileTrigger
        acceptedFileTypes={['text/csv', '.csv', 'text/plain']}
        onSelect={async (files) => change((await files?.[0]?.text()) ?? csv)}
      >
        <Button icon={upload}>{text('redirects.file')}</Button>
      </FileTrigger>
      <TextField
        name="redirects"
        label={text('redirects.rows')}
        placeholder={'/old/page,/new/page\n/blog/*,https://blog.example.com/'}
        lines={8}
        value={csv}
        onChange={change}
        isRequired
      />
      {shown.length > 0 && (
        <ul className={styles.report} role="alert" aria-label={text('redirects.report')}>
          {shown.map(({ row, message }) => (
            <li key={`${row} ${message}`}>{text('redirects.badRow', { row, message })}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
