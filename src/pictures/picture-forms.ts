import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { nanoid } from 'nanoid'
import type { Config } from '../base/config.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { makePrivateFolder } from '../base/private-files.ts'
import { unfinishedExtension } from '../base/temporary-files.ts'
import { createContentThreads, isTemporary, runContentJob } from '../workers/content-threads.ts'
import type { FormRequest } from './form-job.ts'
import { pictureLimits } from './limits.ts'
import { formFolder, formPath, sweepForms } from './stored-forms.ts'

export interface StoredPicture {
  readonly hash: string
  readonly size: number
  /** Runs with the path of a file that has its bytes. */
  withFile<Result>(run: (path: string) => Promise<Result>): Promise<Result>
}

/** The bytes of a smaller form; `itself` if there is none that is smaller, and `later` if it is not there yet. */
export type PictureForm = Buffer | 'itself' | 'later'

interface FormOptions {
  readonly config: Pick<Config, 'dataDir'>
  readonly width: number
  /** For whom it is made, such as the id of a site. */
  readonly owner: string
}

/** The thread that makes forms, one at a time: a picture takes much memory, and the machine has other work. */
const threads = createContentThreads({ name: 'pictures', maxConcurrent: 1, maxConcurrentOfOwner: 1 })

const jobModule = new URL('./form-job.ts', import.meta.url)

/** The forms that are being made, by their paths. */
const making = new Map<string, Promise<void>>()

/** Returns a smaller form of a picture, which is made if it is not there. That a picture cannot be read is not kept. */
export async function readPictureForm(
  picture: StoredPicture,
  { config, width, owner }: FormOptions,
): Promise<PictureForm> {
  if (picture.size > pictureLimits.bytes) return 'itself'
  const target = formPath(config, picture.hash, width)
  const stored = await readForm(target)
  if (stored) return stored
  const made = getOrCreate(making, target, () => makeForm(picture, { config, width, owner }, target))
  const state = await Promise.race([
    made.then(
      () => 'made' as const,
      (error: unknown) => (isTemporary(error) ? ('later' as const) : ('itself' as const)),
    ),
    wait(pictureLimits.waitMilliseconds, 'later' as const, { ref: false }),
  ])
  return state === 'made' ? ((await readForm(target)) ?? 'later') : state
}

async function readForm(path: string): Promise<Buffer | 'itself' | undefined> {
  const bytes = await readFile(path).catch(() => undefined)
  return bytes?.byteLength === 0 ? 'itself' : bytes
}

async function makeForm(
  { hash, withFile }: StoredPicture,
  { config, width, owner }: FormOptions,
  target: string,
): Promise<void> {
  try {
    await makePrivateFolder(formFolder(config, hash))
    const unfinished = `${target}.${nanoid()}${unfinishedExtension}`
    await withFile((source) =>
      runContentJob<FormRequest, null>(jobModule, { source, unfinished, target, width }, { threads, owner }),
    )
    await sweepNowAndThen(config)
  } finally {
    making.delete(target)
  }
}

/** The number of forms after which their room on disk is looked at. */
const formsBetweenSweeps = 200
let formsSinceSweep = 0

async function sweepNowAndThen(config: FormOptions['config']): Promise<void> {
  formsSinceSweep += 1
  if (formsSinceSweep < formsBetweenSweeps) return
  formsSinceSweep = 0
  await sweepForms(config)
}
