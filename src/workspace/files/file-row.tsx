import clipboard from 'icon:clipboard'
import download from 'icon:download'
import fileIcon from 'icon:file'
import pen from 'icon:pen'
import trash from 'icon:trash'
import upload from 'icon:upload'
import { useRef } from 'react'
import { Link } from 'react-aria-components'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { FileOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { language, text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { markdownOfFile } from '../editor/upload.ts'
import { Icon } from '../parts/icon.tsx'
import listStyles from '../parts/list.module.css'
import { Menu } from '../parts/menu.tsx'
import styles from './files.module.css'
import { FileOfList } from './files-data.ts'

interface Props {
  readonly space: string
  readonly file: FragmentType<typeof FileOfList>
  readonly mayEdit: boolean
  readonly onRename: (file: FileOfListFragment) => void
  readonly onReplace: (file: FileOfListFragment, by: File) => void
  readonly onDelete: (file: FileOfListFragment) => void
}

/** A file with its picture, its size, and where it is used. */
export function FileRow({ space, mayEdit, onRename, onReplace, onDelete, ...props }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const file = unmask(FileOfList, props.file)
  const { name, contentType, size, downloadURL, dimensions, backlinks } = file
  const label = text('files.actionsFor', { name })
  const copy = async () => {
    await navigator.clipboard.writeText(markdownOfFile(file))
    showDone(text('files.copied'))
  }
  return (
    <li>
      <span className={styles.picture}>
        {contentType.startsWith('image/') ? (
          <img src={downloadURL} alt="" loading="lazy" decoding="async" />
        ) : (
          <Icon shape={fileIcon} />
        )}
      </span>
      <div className={styles.what}>
        <a href={downloadURL} className={listStyles.link}>
          {name}
        </a>
        <div className={listStyles.note}>
          {sizeText(size)} · {contentType}
          {dimensions && ` · ${dimensions.width} × ${dimensions.height}`}
        </div>
        <div className={listStyles.note}>
          {backlinks.nodes.length === 0
            ? text('files.unused')
            : backlinks.nodes.map(({ page }) => (
                <Link key={page.id} href={paths.page(space, page.pageId)} className={styles.use as string}>
                  {page.title}
                </Link>
              ))}
          {backlinks.totalCount > backlinks.nodes.length &&
            text('files.moreUses', { count: backlinks.totalCount - backlinks.nodes.length })}
        </div>
      </div>
      <Menu
        label={label}
        groups={[
          [
            { id: 'copy', label: text('files.copyMarkdown'), icon: clipboard, act: () => void copy() },
            {
              id: 'download',
              label: text('files.download'),
              icon: download,
              act: () => location.assign(downloadURL),
            },
          ],
          [
            mayEdit && { id: 'rename', label: text('space.rename'), icon: pen, act: () => onRename(file) },
            mayEdit && {
              id: 'replace',
              label: text('files.replace'),
              icon: upload,
              act: () => picker.current?.click(),
            },
          ],
          [
            mayEdit && {
              id: 'delete',
              label: text('space.delete'),
              icon: trash,
              isDangerous: true,
              act: () => onDelete(file),
            },
          ],
        ]}
      />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={text('files.replaceOf', { name })}
        onChange={({ target }) => {
          const [by] = target.files ?? []
          if (by) onReplace(file, by)
          target.value = ''
        }}
      />
    </li>
  )
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function sizeText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] as string,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** step)
}
