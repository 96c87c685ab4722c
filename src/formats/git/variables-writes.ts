import { posix } from 'node:path'
import { yamlOf } from '../export/front-matter.ts'
import { readVariablesFile } from '../import/markdown/repository/variables-file.ts'
import { fingerprintOfVariables } from './fingerprint.ts'
import { textOfBytes, withChangedLines } from './patched-text.ts'
import { entryOfText, type Plan } from './plan.ts'
import { gitFileProblem, problemOfFile } from './problems.ts'
import type { TreeFile } from './types.ts'
import { withYamlMembers } from './yaml-text.ts'

export async function planVariables({ request, branch, writes, entries }: Plan): Promise<void> {
  const { variables } = request.content
  const { open, problems } = branch
  const before = request.entries.find(({ kind }) => kind === 'VARIABLES')
  const fingerprint = fingerprintOfVariables(variables)
  if (before?.fingerprint === fingerprint) {
    entries.push(before)
    return
  }
  const path = before?.path ?? posix.join(open.layout.root, '.gitbook/vars.yaml')
  const entry = { kind: 'VARIABLES', path, objectId: null, fingerprint } as const
  const file = open.files.get(path)
  if (!before || !file) {
    if (Object.keys(variables).length === 0) return
    const bytes = Buffer.from(yamlOf(variables))
    writes.push({ kind: 'TEXT', path, bytes })
    entries.push(entryOfText(entry, bytes))
    return
  }
  const said = await readVariablesFile(open.repository)
  if (said.notes.every(({ kind }) => kind === 'DROPPED')) {
    const problem = gitFileProblem(
      'GIT_VARIABLES_NOT_WRITTEN',
      'is malformed, so that the changed variables of the space are not written to it.',
    )
    problems.push(problemOfFile('VARIABLES_BROKEN', path, problem))
    entries.push(before)
    return
  }
  const original = await request.tree.read(file as TreeFile)
  const names = new Set([...Object.keys(said.variables), ...Object.keys(variables)])
  const changes = [...names]
    .filter((name) => said.variables[name] !== variables[name])
    .map((name) => [[name], variables[name]] as const)
  const text = withYamlMembers(textOfBytes(original), changes)
  if (text === '') {
    writes.push({ kind: 'DELETE', path })
    return
  }
  const bytes = withChangedLines(original, text)
  if (!bytes.equals(original)) writes.push({ kind: 'TEXT', path, bytes })
  entries.push(entryOfText(entry, bytes))
}
