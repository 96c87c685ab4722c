import trash from 'icon:trash'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { FontToChooseFragment } from '../../generated/workspace-operations/graphql.ts'
import { faultOfError, type SentError } from '../app/faults.ts'
import { loadRefusals } from '../app/refusals.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { FaultMessage } from '../parts/fault-message.tsx'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { AnnounceFont, CreateFont, DeleteFont, FontToChoose } from './customization-operations.ts'
import type { FontChoices } from './font-control.tsx'
import styles from './font-dialog.module.css'

interface Props {
  readonly fonts: FontChoices
  readonly onChoose: (font: FontToChooseFragment) => void
  readonly onClose: () => void
}

/** The weights that can be given. A font needs the regular one. */
const weights = [
  [400, 'look.fontRegular'],
  [700, 'look.fontBold'],
] as const

type Weight = (typeof weights)[number][0]

/** Adds a font to those of the organization, and deletes those that no site uses. */
export function FontDialog({ fonts: { organization, own }, onChoose, onClose }: Props) {
  const [name, setName] = useState('')
  const [files, setFiles] = useState<Readonly<Partial<Record<Weight, File>>>>({})
  const [fault, setFault] = useState<Readonly<Partial<Record<Weight, string>>>>({})
  const [isSending, setSending] = useState(false)
  const announce = useAction(AnnounceFont, { isInForm: true })
  const create = useAction(CreateFont, { isInForm: true })
  const remove = useAction(DeleteFont, { isInForm: true })

  const choose = (weight: Weight, file: File | undefined) => {
    if (!file) return
    setFiles({ ...files, [weight]: file })
    setFault({ ...fault, [weight]: undefined })
    if (name === '') setName(file.name.replace(/\.\w+$/, '').slice(0, 50))
  }
  /** Returns the key of a file, once it is uploaded. */
  const send = async (weight: Weight, file: File): Promise<string | undefined> => {
    const { name: fileName, type, size } = file
    const announced = await announce.run({ organization, file: { name: fileName, type, size } })
    const upload = announced?.createStorageUpload?.storageUpload
    if (!upload) return undefined
    const message = await putFile(upload.url, file)
    if (message !== undefined) setFault((before) => ({ ...before, [weight]: message }))
    return message === undefined ? upload.key : undefined
  }
  const submit = async () => {
    if (!files[400]) return setFault({ ...fault, 400: text('look.fontMissing') })
    setSending(true)
    const fontFaces: { weight: Weight; storageKey: string }[] = []
    for (const [weight] of weights) {
      const file = files[weight]
      const storageKey = file && (await send(weight, file))
      if (storageKey !== undefined) fontFaces.push({ weight, storageKey })
      else if (file) return setSending(false)
    }
    const done = await create.run({ organization, input: { fontFamily: name, fontFaces } })
    setSending(false)
    const font = unmask(FontToChoose, done?.createCustomFont?.customFont)
    if (!font) return
    onChoose(font)
    onClose()
  }
  return (
    <FormDialog
      title={text('look.addFontTitle')}
      submitLabel={text('structure.addNow')}
      action={{ isRunning: isSending, fault: announce.fault ?? create.fault }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className={styles.hint}>{text('look.fontHint')}</p>
      {weights.map(([weight, label]) => (
        <div key={weight} className={styles.face}>
          <div className={styles.row}>
            <span className={styles.what}>
              {text(label)}
              <span className={styles.hint}>{files[weight]?.name ?? text('look.noFontFile')}</span>
            </span>
            <FileTrigger
              acceptedFileTypes={['.woff2', '.woff']}
              onSelect={(chosen) => choose(weight, chosen?.[0])}
            >
              <Button aria-label={text('look.chooseFontFile', { weight: text(label) })}>
                {text('look.chooseFile')}
              </Button>
            </FileTrigger>
          </div>
          {fault[weight] && (
            <p role="alert" className={styles.fault}>
              {fault[weight]}
            </p>
          )}
        </div>
      ))}
      <TextField
        name="fontFamily"
        label={text('look.fontName')}
        value={name}
        onChange={setName}
        maxLength={50}
        isRequired
      />
      {own.length > 0 && (
        <section>
          <h3 className={styles.title}>{text('look.ownFonts')}</h3>
          <FaultMessage fault={remove.fault} />
          <ul className={styles.fonts}>
            {own.map(({ id, fontFamily }) => (
              <li key={id} className={styles.row}>
                <span className={styles.what}>{fontFamily}</span>
                <IconButton
                  label={text('look.deleteFont', { name: fontFamily })}
                  icon={trash}
                  isDisabled={remove.isRunning}
                  onPress={() => void remove.run({ font: id })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  )
}

/** Sends a file to an address of the server that takes it. Returns what is wrong with it, if anything. */
async function putFile(address: string, file: File): Promise<string | undefined> {
  // The origin of the page, by which somebody may have opened the server by another of its names.
  const { pathname, search } = new URL(address)
  try {
    const answer = await fetch(`${pathname}${search}`, { method: 'PUT', body: file })
    if (answer.ok) return undefined
    const { errors } = (await answer.json()) as { readonly errors: readonly [SentError] }
    await loadRefusals()
    return faultOfError(errors[0]).message
  } catch {
    return text('fault.offline')
  }
}
