import { readFile } from 'node:fs/promises'
import { StartError } from '../base/start-error.ts'

/** Returns the secret keys in a file, as age writes them: a line each, beside comments. */
export async function identitiesIn(file: string | undefined): Promise<string[]> {
  if (file === undefined) return []
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`${file} cannot be read.`)
  })
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'))
}
