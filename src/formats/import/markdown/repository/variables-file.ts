import { posix } from 'node:path'
import { parseFrontMatter } from '../../../body/front-matter.ts'
import { readVariables, type Variables } from '../../../body/variables.ts'
import { readText } from '../../files/read-text.ts'
import { type ImportLine, importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf } from '../../report/notes.ts'
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
  const dropped = (line: ImportLine) => noteOf('DROPPED', path, line)
  const written = await readText(entry, repository.limits)
  if (written.length > maximumLength)
    return {
      variables: {},
      notes: [
        dropped(
          importLine(
            'IMPORT_VARIABLES_TOO_LONG',
            `is longer than ${maximumLength} characters; no variable is read`,
            { maximum: maximumLength },
          ),
        ),
      ],
    }
  try {
    const read = readVariables(parseFrontMatter(written) ?? {})
    const count = Object.keys(read.variables).length
    const text = `has ${count} ${count === 1 ? 'variable' : 'variables'} of the space`
    return {
      variables: read.variables,
      notes: [
        noteOf('RECOGNIZED', path, importLine('IMPORT_VARIABLES', text, { count })),
        ...read.dropped.map((name) => dropped(lineOfDropped(name))),
      ],
    }
  } catch (error) {
    const [quote = ''] = (error as Error).message.split('\n')
    const text = `is malformed, and no variable is read: ${quote}`
    return { variables: {}, notes: [dropped(importLine('IMPORT_VARIABLES_MALFORMED', text, { quote }))] }
  }
}

const lineOfDropped = (name: string) =>
  importLine('IMPORT_VARIABLE_DROPPED', `the variable ${name} is no short text, number or truth value`, {
    name,
  })
