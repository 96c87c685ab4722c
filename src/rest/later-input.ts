import { readFileSync } from 'node:fs'
import type { Route } from './route.ts'

/** The names in the input of an operation of the later contract. */
export interface LaterInput {
  readonly parameters: readonly string[]
  /** The members of the body at any depth, such as `header.links.localizedTitle`. Bodies of pages are left out. */
  readonly members: readonly string[]
}

/** Names an operation whatever the contract calls its path parameters. */
export const laterOperation = (method: string, path: string): string =>
  `${method} ${path.replace(/:\w+\*?|\{\w+\}/g, '{}')}`

const file = new URL('./later-input.json', import.meta.url)

let inputs: Readonly<Record<string, LaterInput>> | undefined

/** Returns the names of the input of all operations of the later contract, which `npm run later-input` writes. */
export const laterInputs = (): Readonly<Record<string, LaterInput>> => {
  inputs ??= JSON.parse(readFileSync(file, 'utf8')) as Record<string, LaterInput>
  return inputs
}

/** Returns whether the later contract has a parameter or member that the row does not know, by its path without indexes. */
export function isInLaterContract({ method, path }: Pick<Route, 'method' | 'path'>, name: string): boolean {
  const input = laterInputs()[laterOperation(method, path)]
  return input !== undefined && (input.parameters.includes(name) || input.members.includes(name))
}
