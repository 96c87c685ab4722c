import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isLongRun } from '../../support/budget.ts'
import { firstPushOf, MemoryBranch } from './memory-branch.ts'
import { withPositions } from './shapes.ts'

const folder = process.env.GIT_CORPUS ?? fileURLToPath(new URL('../../../src/docs', import.meta.url))

/** Returns the files of a folder by their paths. */
function filesIn(root: string): Map<string, Buffer> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.git/'),
  )
  const files = paths.filter((path) => statSync(join(root, path)).isFile())
  return new Map(files.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path))]))
}

test.runIf(isLongRun)(
  'documentation that is pushed to another branch and pulled again is the same',
  async () => {
    const source = new MemoryBranch(filesIn(folder))
    await source.pull()
    expect((await source.plan()).writes).toEqual([])
    const first = await firstPushOf(source)
    const second = new MemoryBranch(first.files)
    await second.pull()
    expect(withPositions(second)).toEqual(withPositions(source))
    expect((await second.plan()).writes).toEqual([])
    const third = await firstPushOf(second)
    const texts = ({ files }: MemoryBranch) =>
      Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString()]).sort())
    expect(texts(third)).toEqual(texts(first))
  },
)
