import { useEffect, useState } from 'react'
import { text } from '../app/texts.ts'
import styles from './file-drop.module.css'

interface Props {
  readonly onFile: (file: File) => void
}

/** Takes a file that is dropped anywhere on the screen, and says so while one is above it. */
export function FileDrop({ onFile }: Props) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    // Before the trees of the screen, which take rows and no files.
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file) onFile(file)
    }
    addEventListener('dragover', over, true)
    addEventListener('dragleave', leave, true)
    addEventListener('drop', drop, true)
    return () => {
      removeEventListener('dragover', over, true)
      removeEventListener('dragleave', leave, true)
      removeEventListener('drop', drop, true)
    }
  }, [onFile])
  return isOver ? (
    <div className={styles.over}>
      <p>{text('import.drop')}</p>
    </div>
  ) : null
}
