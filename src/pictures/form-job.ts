import { rename, rm, stat } from 'node:fs/promises'
import { openNewFile } from '../base/private-files.ts'
import type { Served } from '../workers/serve-jobs.ts'
import { pictureLimits } from './limits.ts'
import { openSharp } from './open-sharp.ts'

/** A picture on disk, and the smaller form of it that is to be there. */
export interface FormRequest {
  readonly source: string
  /** A path for the form while it is written. */
  readonly unfinished: string
  readonly target: string
  readonly width: number
}

/**
 * Makes a smaller form of a picture, turned as it is shown, and without what cameras add. A form that would not be smaller in
 * bytes is an empty file, which stands for the picture itself.
 */
export async function run({ source, unfinished, target, width }: FormRequest): Promise<Served<null>> {
  const sharp = await openSharp()
  const bytes = await sharp(source, {
    limitInputPixels: pictureLimits.pixels,
    sequentialRead: true,
    failOn: 'error',
  })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 82, effort: 3, smartSubsample: true })
    .timeout({ seconds: pictureLimits.seconds })
    .toBuffer()
  const isSmaller = bytes.byteLength < (await stat(source)).size
  try {
    const file = await openNewFile(unfinished)
    await file.writeFile(isSmaller ? bytes : '').finally(() => file.close())
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
  }
  return { result: null }
}
