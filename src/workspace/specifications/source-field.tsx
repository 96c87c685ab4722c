import fileArrowUp from 'icon:file-arrow-up'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import type { OpenApiSourceInput } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import listStyles from '../parts/list.module.css'
import styles from './specifications.module.css'

/** The source of a document, as it is typed. */
export interface Source {
  readonly kind: 'text' | 'url'
  readonly url: string
  readonly text: string
}

export const sourceInput = ({ kind, url, text }: Source): OpenApiSourceInput =>
  kind === 'url' ? { url } : { text }

interface Props {
  readonly value: Source
  readonly onChange: (value: Source) => void
}

/** Fields for the source of a document: its address, or its text from a file or the keyboard. */
export function SourceField({ value, onChange }: Props) {
  const [fileName, setFileName] = useState<string>()
  const take = async (files: FileList | null) => {
    const [file] = files ?? []
    if (!file) return
    setFileName(file.name)
    onChange({ ...value, text: await file.text() })
  }
  return (
    <>
      <SelectField
        name="kind"
        label={text('openapi.source')}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
        choices={[
          { value: 'url', label: text('openapi.byURL'), hint: text('openapi.byURLHint') },
          { value: 'text', label: text('openapi.byText'), hint: text('openapi.byTextHint') },
        ]}
      />
      {value.kind === 'url' ? (
        <TextField
          name="source.url"
          type="url"
          label={text('openapi.url')}
          placeholder="https://"
          value={value.url}
          onChange={(url) => onChange({ ...value, url })}
          isRequired
        />
      ) : (
        <>
          <div className={styles.file}>
            <FileTrigger
              acceptedFileTypes={['.json', '.yaml', '.yml']}
              onSelect={(files) => void take(files)}
            >
              <Button icon={fileArrowUp}>{text('openapi.chooseFile')}</Button>
            </FileTrigger>
            {fileName && <span className={listStyles.note}>{fileName}</span>}
          </div>
          <TextField
            name="source.text"
            label={text('openapi.text')}
            value={value.text}
            onChange={(typed) => onChange({ ...value, text: typed })}
            lines={8}
            isRequired
          />
        </>
      )}
    </>
  )
}
