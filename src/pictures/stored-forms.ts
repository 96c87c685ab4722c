import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { formWidths, pictureLimits } from './limits.ts'

/**
 * The smaller forms of pictures on disk, below `pictures` in the data directory. They are made from what is stored, so that a
 * backup does without them and they may be removed at any time.
 */
type FormConfig = Pick<Config, 'dataDir'>

export const formsFolder = ({ dataDir }: FormConfig): string => join(dataDir, 'pictures')

export const formFolder = (config: FormConfig, hash: string): string =>
  join(formsFolder(config), hash.slice(0, 2))

export const formPath = (config: FormConfig, hash: string, width: number): string =>
  join(formFolder(config, hash), `${hash}-${width}.webp`)

/** Removes the forms of a picture that is deleted. */
export async function removeForms(config: FormConfig, hash: string): Promise<void> {
  for (const width of formWidths) await rm(formPath(config, hash, width), { force: true })
}

interface StoredForm {
  readonly path: string
  readonly size: number
  readonly time: number
}

/** Removes the oldest forms until the others take no more than their share of the disk. Returns the number of those removed. */
export async function sweepForms(
  config: FormConfig,
  keptBytes: number = pictureLimits.keptBytes,
): Promise<number> {
  const forms = await storedForms(config)
  let bytes = forms.reduce((sum, { size }) => sum + size, 0)
  let count = 0
  for (const { path, size } of forms.sort((one, other) => one.time - other.time)) {
    if (bytes <= keptBytes) break
    await rm(path, { force: true })
    bytes -= size
    count += 1
  }
  return count
}

async function storedForms(config: FormConfig): Promise<StoredForm[]> {
  const root = formsFolder(config)
  const names = await readdir(root, { recursive: true }).catch(() => [])
  const found: StoredForm[] = []
  for (const name of names) {
    const path = join(root, name)
    const file = await stat(path).catch(() => undefined)
    if (file?.isFile()) found.push({ path, size: file.size, time: file.mtimeMs })
  }
  return found
}
