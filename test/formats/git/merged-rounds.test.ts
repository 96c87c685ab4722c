import { expect, test } from 'vitest'
import type { GitContent } from '../../../src/formats/git/types.ts'
import { budget, budgetSeed } from '../../support/budget.ts'
import { filesOf, MemoryBranch } from './memory-branch.ts'
import { RandomEdits } from './random-edits.ts'
import { withPositions } from './shapes.ts'
import { styles } from './styles.ts'

/** Returns the words of random edits in the texts of content. */
function wordsOf({ snapshot }: GitContent, { bodies }: MemoryBranch): Set<string> {
  const texts = [...snapshot.pages.values()].map(
    ({ documentId }) => bodies.get(documentId ?? '')?.markdown ?? '',
  )
  return new Set(texts.flatMap((text) => text.match(/word\d+/g) ?? []))
}

/** Who renames a file in git may leave links to it as they were: they lead on in the space, and nowhere in the branch. */
const withoutTargets = (branch: MemoryBranch): unknown =>
  JSON.parse(JSON.stringify(withPositions(branch)).replace(/\]\([^)]*\)/g, ']'))

test.each(Object.entries(styles))(
  'edits of both sides are merged, and no text of either is lost: %s',
  async (_, texts) => {
    for (let run = 0; run < budget(1, 40); run++) {
      const seed = Number(process.env.GIT_SEED ?? budgetSeed()) + run
      const branch = new MemoryBranch(filesOf(texts))
      await branch.pull()
      const edits = new RandomEdits(branch, seed)
      const done: string[] = []
      const told = () => `seed ${seed}: ${done.slice(-24).join(', ')}`
      for (let round = 0; round < budget(3, 20); round++) {
        done.push(`| ${round}`)
        const renames = new Map<string, string>()
        for (let count = 0; count < 1 + (round % 3); count++) done.push(edits.editSpace())
        for (let count = 0; count < 1 + (round % 2); count++) done.push(`git ${edits.editBranch(renames)}`)
        const live = branch.content
        const { base, theirs, conflicts } = await branch.merge(renames)
        const [before, ofSpace, ofBranch, merged] = [base, live, theirs, branch.content].map((content) =>
          wordsOf(content, branch),
        ) as [Set<string>, Set<string>, Set<string>, Set<string>]
        for (const word of ofSpace)
          if (!before.has(word) || ofBranch.has(word))
            expect([...merged], `${told()}: ${word}`).toContain(word)
        if (conflicts.length === 0)
          for (const word of ofBranch)
            if (!before.has(word)) expect([...merged], `${told()}: ${word}`).toContain(word)
        await branch.push()
        const fresh = new MemoryBranch(branch.files)
        const { problems } = await fresh.pull()
        // A table of contents that lists no page any longer says nothing of their order, until somebody mends it.
        if (problems.some(({ code }) => code === 'CONTENTS_BROKEN')) break
        expect(withoutTargets(fresh), told()).toEqual(withoutTargets(branch))
        expect(await branch.push(), told()).toEqual([])
      }
    }
  },
)
