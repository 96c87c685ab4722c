import { readFileSync } from 'node:fs'

const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** Returns the parameters with which the script of this name starts Node.js in the folder of the project. */
export const scriptParameters = (name: string): readonly string[] =>
  (scripts[name] as string).split(' ').slice(1)
