import rotate from 'icon:rotate-left'
import xmark from 'icon:xmark'
import { text } from '../app/texts.ts'
import { IconButton } from '../parts/button.tsx'
import styles from './files.module.css'
import type { Uploads } from './use-uploads.ts'

/** The files on their way to the server: how far each is, and why it failed. */
export const UploadRows = ({ uploads }: { readonly uploads: Uploads }) =>
  uploads.running.length > 0 && (
    <ul className={styles.uploads} aria-label={text('files.uploads')}>
      {uploads.running.map((upload) => {
        const { id, file, share, fault } = upload
        return (
          <li key={id}>
            <span className={styles.what}>
              {file.name}
              {fault !== undefined && (
                <span role="alert" className={styles.fault}>
                  {fault}
                </span>
              )}
            </span>
            {fault === undefined ? (
              <progress aria-label={text('files.progressOf', { name: file.name })} value={share} max={1} />
            ) : (
              <IconButton
                label={text('files.retry', { name: file.name })}
                icon={rotate}
                onPress={() => void uploads.retry(upload)}
              />
            )}
            <IconButton
              label={text('files.stop', { name: file.name })}
              icon={xmark}
              onPress={() => uploads.dismiss(upload)}
            />
          </li>
        )
      })}
    </ul>
  )
