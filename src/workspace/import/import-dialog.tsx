import paperclip from 'icon:file-arrow-up'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import type { ImportSource } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Progress } from '../parts/progress.tsx'
import { useField } from '../parts/use-field.ts'
import styles from './import-dialog.module.css'
import { addressKinds, fileKinds, kindOfAddress, kindOfFile, titleOfSource } from './source-kinds.ts'
import { type ImportTarget, useImport } from './use-import.ts'

interface Props {
  readonly organization: string
  readonly target: ImportTarget
  readonly file?: File | undefined
  readonly onClose: () => void
}

/** Imports a file or what is at an address, and leads to the report of the import. */
export function ImportDialog({ organization, target, file: dropped, onClose }: Props) {
  const [from, setFrom] = useState<'file' | 'address'>('file')
  const [file, setFile] = useState(dropped)
  const url = useField('')
  const [chosenKind, setKind] = useState<ImportSource>()
  const [typedTitle, setTitle] = useState<string>()
  const go = useGo()
  const { start, isRunning, sent, stop, fault } = useImport(organization, target)

  const isFile = from === 'file'
  const guessed = isFile ? kindOfFile(file?.name ?? '') : kindOfAddress(url.value)
  const kind = chosenKind ?? guessed
  const title = typedTitle ?? titleOfSource(isFile ? (file?.name ?? '') : url.value)
  const submit = async () => {
    if (isFile && !file) return
    const source = isFile ? { kind, file: file as File } : { kind, url: url.value }
    const job = await start({ source, title })
    if (job === undefined) return
    onClose()
    go(paths.importRun(organization, job))
  }
  const change = (next: 'file' | 'address') => {
    setFrom(next)
    setKind(undefined)
  }
  return (
    <FormDialog
      title={'space' in target ? text('import.into', { title: target.space.title }) : text('import.title')}
      submitLabel={text('import.start')}
      action={{ isRunning, fault }}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        name="from"
        label={text('import.from')}
        value={from}
        onChange={change}
        isDisabled={isRunning}
        choices={[
          { value: 'file', label: text('import.file') },
          { value: 'address', label: text('import.address') },
        ]}
      />
      {isFile ? (
        <div className={styles.file}>
          <FileTrigger onSelect={(files) => files?.[0] && setFile(files[0])}>
            <Button icon={paperclip} isDisabled={isRunning}>
              {text(file ? 'import.otherFile' : 'import.chooseFile')}
            </Button>
          </FileTrigger>
          <span className={styles.name}>{file ? file.name : text('import.dropHint')}</span>
        </div>
      ) : (
        <TextField
          name="url"
          type="url"
          label={text('import.url')}
          hint={text('import.urlHint')}
          {...url}
          isRequired
          autoFocus
        />
      )}
      {(isFile ? file !== undefined : url.value !== '') && (
        <SelectField
          name="type"
          label={text('import.kind')}
          value={kind}
          onChange={setKind}
          isDisabled={isRunning}
          choices={(isFile ? fileKinds : addressKinds).map((value) => ({
            value,
            label: text(`imports.source.${value}`),
          }))}
        />
      )}
      {'parent' in target && (
        <TextField
          name="title"
          label={text('import.newSpace')}
          value={title}
          onChange={setTitle}
          maxLength={50}
          isRequired
        />
      )}
      {isRunning && isFile && (
        <div className={styles.file}>
          <Progress label={text('import.sending')} done={Math.round(sent * 100)} total={100} />
          <Button kind="quiet" onPress={stop}>
            {text('import.stop')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
