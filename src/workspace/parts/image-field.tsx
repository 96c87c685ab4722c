import picture from 'icon:image'
import xmark from 'icon:xmark'
import { DropZone, FileTrigger } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { Button, IconButton } from './button.tsx'
import { TextField } from './fields.tsx'
import { Icon } from './icon.tsx'
import styles from './image-field.module.css'
import { type SendImage, useImageUpload } from './use-image-upload.ts'

interface Props {
  readonly send: SendImage
  /** Its member of the input, by which errors are shown at the field. */
  readonly name: string
  readonly label: string
  /** A name that tells the field from others of the same label, for screen readers. */
  readonly of?: string
  readonly hint?: string
  /** The address of the picture; empty for none. */
  readonly value: string
  /** The picture that sites show while there is none. */
  readonly fallback?: string
  /** The ground on which it is shown. Sites show it on that of the theme. */
  readonly ground?: 'light' | 'dark'
  readonly onChange: (address: string) => void
  /** Takes the address of an upload, where that is more than a change of the field. */
  readonly onUploaded?: (address: string) => void
}

/** A field for a picture: uploaded by a choice or a drop, or named by its address. */
export function ImageField(props: Props) {
  const { name, label, of = label, hint, value, fallback = '', ground, onChange } = props
  const shown = value || fallback
  const upload = useImageUpload(props.send, props.onUploaded ?? onChange)
  const isSending = upload.share !== undefined
  const send = (file: File | undefined) => {
    if (file) void upload.start(file)
  }
  return (
    <DropZone
      aria-label={text('look.dropImage', { label: of })}
      className={styles.zone as string}
      isDisabled={isSending}
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) => {
        const dropped = items.find((item) => item.kind === 'file')
        send(await dropped?.getFile())
      }}
    >
      <span className={styles.shown} data-ground={ground}>
        {shown === '' ? <Icon shape={picture} /> : <img key={shown} src={shown} alt="" decoding="async" />}
      </span>
      <div className={styles.what}>
        <TextField
          name={name}
          label={label}
          {...(hint !== undefined && { hint })}
          placeholder="https://"
          value={value}
          onChange={onChange}
        />
        <div className={styles.actions}>
          {isSending ? (
            <>
              <progress aria-label={text('look.uploading', { label: of })} value={upload.share} max={1} />
              <IconButton label={text('look.stopUpload', { label: of })} icon={xmark} onPress={upload.stop} />
            </>
          ) : (
            <>
              <FileTrigger
                acceptedFileTypes={['image/*']}
                onSelect={(chosen) => send(chosen?.[0] ?? undefined)}
              >
                <Button aria-label={text('look.uploadOf', { label: of })}>{text('look.upload')}</Button>
              </FileTrigger>
              {value !== '' && (
                <Button
                  kind="quiet"
                  aria-label={text('look.removeOf', { label: of })}
                  onPress={() => onChange('')}
                >
                  {text('structure.remove')}
                </Button>
              )}
            </>
          )}
        </div>
        {upload.fault !== undefined && (
          <p role="alert" className={styles.fault}>
            {upload.fault}
          </p>
        )}
      </div>
    </DropZone>
  )
}
