import { expect, test } from 'vitest'
import { budget, budgetSeed, oneRowIn } from '../../support/budget.ts'
import { filesOf, MemoryBranch } from './memory-branch.ts'
import { RandomEdits } from './random-edits.ts'
import { withLinksOf, withPositions } from './shapes.ts'
import { styles } from './styles.ts'

test.each(oneRowIn(3, Object.entries(styles)))(
  'random edits of both sides leave them equal: %s',
  async (_, texts) => {
    for (let run = 0; run < budget(1, 40); run++) {
      const seed = Number(process.env.GIT_SEED ?? budgetSeed()) + run
      const branch = new MemoryBranch(filesOf(texts))
      await branch.pull()
      const edits = new RandomEdits(branch, seed)
      const done: string[] = []
      for (let round = 0; round < budget(4, 20); round++) {
        for (let count = 0; count < 1 + (round % 3); count++) done.push(edits.editSpace())
        const wanted = withPositions(branch)
        await branch.push()
        const message = () => `seed ${seed}: ${done.join(', ')}`
        const fresh = new MemoryBranch(branch.files)
        await fresh.pull()
        expect(withLinksOf(wanted, withPositions(fresh)), message()).toEqual(wanted)
        expect(await branch.push(), message()).toEqual([])
        const renames = new Map<string, string>()
        for (let count = 0; count < 1 + (round % 2); count++) done.push(`git ${edits.editBranch(renames)}`)
        await branch.pull(renames)
        const now = new MemoryBranch(branch.files)
        await now.pull()
        const pulled = withPositions(branch)
        expect(pulled, message()).toEqual(withLinksOf(pulled, withPositions(now)))
        expect(await branch.push(), message()).toEqual([])
      }
    }
  },
)
