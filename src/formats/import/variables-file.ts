import { posix } from 'node:path'
import { parseFrontMatter } from '../body/front-matter.ts'
import { readVariables, type Variables } from '../body/variables.ts'
import { readText } from './markdown-text.ts'
import type { ImportNote } from './outline.ts'
import { findPath, type Repository } from './repository.ts'

/** Where a repository has the variables of its space, relative to the documentation folder or its own root. */
const names = ['.gitbook/vars.yaml', '.gitbook/vars.yml']

const maximumLength = 262_144

/** Reads the variables of a space. What cannot be one is noted; a file that is malformed is noted as a whole. */
export async function readVariablesFile(
  repository: Repository,
): Promise<{ variables: Variables; notes: readonly ImportNote[] }> {
  const path = repository.roots
    .flatMap((root) => names.map((name) => findPath(repository, posix.join(root, name))))
    .find((found) => found !== undefined)
  const entry = path === undefined ? undefined : repository.entries.get(path)
  if (path === undefined || !entry) return { variables: {}, notes: [] }
  const dropped = (text: string): ImportNote => ({ kind: 'DROPPED', path, text })
  const text = await readText(entry, repository.limits)
  if (text.length > maximumLength)
    return {
      variables: {},
      notes: [dropped(`is longer than ${maximumLength} characters; no variable is read`)],
    }
  try {
    const read = readVariables(parseFrontMatter(text) ?? {})
    const count = Object.keys(read.variables).length
    return {
      variables: read.variables,
      notes: [
        {
          kind: 'RECOGNIZED',
          path,
          text: `has ${count} ${count === 1 ? 'variable' : 'variables'} of the space`,
        },
        ...read.dropped.map((name) =>
          dropped(`the variable ${name} is no short text, number or truth value`),
        ),
      ],
    }
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    return { variables: {}, notes: [dropped(`is malformed, and no variable is read: ${reason}`)] }
  }
}
