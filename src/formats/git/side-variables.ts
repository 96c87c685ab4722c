import type { Variables } from '../body/variables.ts'
import { readVariablesFile } from '../import/markdown/repository/variables-file.ts'
import type { Sides } from './open-sides.ts'
import { gitFileProblem, problemOfFile } from './problems.ts'
import type { GitProblem } from './types.ts'

export interface SideVariables {
  readonly base: Variables
  readonly theirs: Variables
  /** The file of the head, if there is one. */
  readonly path: string | undefined
}

/** Reads the variables of both sides. A file that is malformed changes none. */
export async function readSideVariables(sides: Sides, problems: GitProblem[]): Promise<SideVariables> {
  const { known, base, head, entries, files, sourceOf } = sides
  const read = await readVariablesFile(head.open.repository)
  const path = read.notes[0]?.path
  if (path === undefined) {
    const hadFile = [...entries.values()].some(({ kind }) => kind === 'VARIABLES')
    return { base: known.variables, theirs: hadFile ? {} : known.variables, path }
  }
  const isMalformed = read.notes.every(({ kind }) => kind === 'DROPPED')
  for (const { kind, text, name, values } of read.notes)
    if (kind === 'DROPPED') {
      const problem = { name, values, message: text }
      const refused = gitFileProblem('GIT_FILE_REFUSED', `${text}.`, { problem })
      problems.push(problemOfFile('VARIABLES_BROKEN', path, refused))
    }
  const source = sourceOf(path) ?? ''
  const isKnown = entries.has(source)
  const isSame = isKnown && files.get(source)?.oid === head.open.files.get(path)?.oid
  if (isMalformed || isSame) return { base: known.variables, theirs: known.variables, path }
  if (!isKnown || !base)
    return { base: known.variables, theirs: { ...known.variables, ...read.variables }, path }
  const before = await readVariablesFile(base.open.repository)
  return { base: before.variables, theirs: read.variables, path }
}
